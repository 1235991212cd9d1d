"""The search alone, for a lecture: keys, links, swipes, paper, and a page that fills the screen."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import grader
from grader.reports.student.search_steps import steps_html

if TYPE_CHECKING:
    from playwright.sync_api import Page

Show = Callable[[str], "Page"]
TREE = "A = max(a1 -> B = min(3, 12, 8), a2 -> C = min(2, 4, 6), a3 -> D = min(14, 5, 2))"


@cache
def steps_of(tree: str = TREE) -> str:
    return steps_html(grader.solve(grader.parse_tree(tree)))


def place(page: Page) -> str:
    return page.locator("output").inner_text()


@pytest.fixture
def lecture(open_page: Show) -> Page:
    return open_page(steps_of())


def test_keys_and_remotes_walk_from_anywhere_on_the_page(lecture: Page) -> None:
    for key, step in (("ArrowRight", 2), ("PageDown", 3), ("ArrowLeft", 2), ("End", 26), ("Home", 1)):
        lecture.keyboard.press(key)
        assert place(lecture) == f"Step {step} of 26"


def test_a_step_has_a_link(lecture: Page) -> None:
    lecture.keyboard.press("End")
    assert lecture.url.endswith("#step=26")
    lecture.goto(lecture.url.replace("#step=26", "#step=7"))
    assert place(lecture) == "Step 7 of 26"
    lecture.reload()
    assert place(lecture) == "Step 7 of 26"


@pytest.mark.parametrize("hostile", ["#step=", "#step=-1", "#step=99999999999", "#step=1e3", "#<script>"])
def test_a_link_that_is_none_is_the_first_step(lecture: Page, hostile: str) -> None:
    lecture.goto(lecture.url.split("#")[0] + hostile)
    lecture.reload()
    assert place(lecture) == "Step 1 of 26"


SWIPE = """(at, [from, to]) => {
  const send = (type, x) => at.dispatchEvent(new TouchEvent(type, { bubbles: true,
    touches: type === "touchend" ? [] : [new Touch({ identifier: 1, target: at, clientX: x, clientY: 300 })],
    changedTouches: [new Touch({ identifier: 1, target: at, clientX: x, clientY: 300 })] }));
  send("touchstart", from);
  send("touchend", to);
}"""


def test_a_swipe_goes_on_and_back(new_page: Callable[..., Page], tmp_path: Path) -> None:
    page = new_page(viewport={"width": 390, "height": 800}, has_touch=True)
    (tmp_path / "steps.html").write_text(steps_of(), encoding="utf-8")
    page.goto((tmp_path / "steps.html").as_uri())
    page.locator(".view-box").evaluate(SWIPE, [300, 100])
    assert place(page) == "Step 2 of 26"
    page.locator(".now-told").evaluate(SWIPE, [100, 300])
    assert place(page) == "Step 1 of 26"


@pytest.mark.parametrize(("width", "height"), [(320, 640), (390, 800), (1280, 720)])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_fills_the_screen_for_everybody(
    lecture: Page, axe: Callable[[Page], None], width: int, height: int, scheme: Any
) -> None:
    lecture.set_viewport_size({"width": width, "height": height})
    lecture.emulate_media(color_scheme=scheme)
    size = lecture.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
    assert size == [width, height]
    axe(lecture)


def test_large_type_and_a_large_tree(lecture: Page) -> None:
    assert (
        float(lecture.locator(".now-told").evaluate("at => parseFloat(getComputedStyle(at).fontSize)")) > 30
    )
    drawn = lecture.locator(".tree-laid").bounding_box()
    assert drawn
    assert drawn["height"] > 350


def test_paper_has_the_solved_tree_and_the_table(lecture: Page) -> None:
    lecture.emulate_media(media="print")
    assert lecture.locator(".steps").is_visible()
    assert lecture.locator(".steps tbody tr").count() == 26
    assert lecture.locator(".controls").is_hidden()


@pytest.mark.parametrize(
    "tree",
    [
        "5",
        "p1(p2((1, 2), (3, 4)), (2, 2))",
        "chance(1/2 -> max(1, 2), 1/2 -> 3)",
        "max(" + "1, " * 500 + "1)",
    ],
    ids=["a leaf", "players", "chance", "too large to draw"],
)
def test_every_tree_has_a_page(open_page: Show, troubles: list[str], tree: str) -> None:
    open_page(steps_of(tree))
    assert not troubles


WIDE = "A = max(" + ", ".join(["min(3, 12, 8, 5)"] * 16) + ")"
REACH = """index => { const view = document.querySelector(".view-box").getBoundingClientRect();
  const node = document.querySelectorAll("[data-sizes] > g[transform]")[index].getBoundingClientRect();
  return node.left >= view.left && node.right <= view.right; }"""


def test_a_wide_tree_opens_where_the_search_begins(open_page: Show) -> None:
    page = open_page(steps_of(WIDE))
    assert page.locator(".more-right").count() == 1
    assert page.locator(".more-left").count() == 0
    assert page.evaluate(REACH, 0)
    assert page.evaluate(REACH, 2)


def test_the_last_step_draws_the_best_line(lecture: Page) -> None:
    line = lecture.locator(".solved .best")
    assert line.is_hidden()
    lecture.keyboard.press("End")
    assert line.is_visible()
    assert lecture.locator(".solved .number").is_hidden()
    lecture.keyboard.press("ArrowLeft")
    assert line.is_hidden()
