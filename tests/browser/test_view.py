"""Drawings in a browser: they fit, zoom, pan and fold, on every page and on paper."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

from grader.reports.class_.class_page import class_html
from grader.reports.key.key_page import key_html
from grader.reports.sheets.sheet_page import sheet_html
from grader.reports.student.html_report import report_html
from grader.reports.student.student_page import student_page
from tests.report_pages import marked, the_set

if TYPE_CHECKING:
    from playwright.sync_api import Page, ViewportSize

Show = Callable[[str], "Page"]
PHONE: ViewportSize = {"width": 390, "height": 800}
DESK: ViewportSize = {"width": 1280, "height": 720}
ASKED = {"value": "{ask: value, of: [A, B]}", "pruned": "{ask: pruned, as: leaves}"}


def full_tree(depth: int, wide: int, kind: str = "max") -> str:
    """A tree whose leaves are 1, and so are cut wherever they can be."""
    if not depth:
        return "1"
    below = full_tree(depth - 1, wide, "min" if kind == "max" else "max")
    return f"{kind}({', '.join([below] * wide)})"


@cache
def page_of_tree(name: str, depth: int, wide: int) -> str:
    problems = the_set(ASKED, tree=full_tree(depth, wide))
    if name in ("sheet", "key"):
        return {"sheet": sheet_html, "key": key_html}[name](problems)
    one = marked(problems, {"value": "{A: 1, B: 7}", "pruned": "[]"})
    return class_html([one], problems) if name == "class" else report_html(student_page(one, problems))


FOLDED = "number => document.querySelectorAll('.tree-laid .folded-away').length === number"


def first_box(page: Page) -> Any:
    return page.locator(".view-box").first


def widths(page: Page) -> tuple[float, float]:
    """Of the first drawing and of its box."""
    measured = first_box(page).evaluate("box => [box.scrollWidth, box.clientWidth]")
    return measured[0], measured[1]


@pytest.mark.parametrize("name", ["sheet", "key", "report", "class"])
def test_a_large_tree_shows_its_root_an_overview_and_that_there_is_more(open_page: Show, name: str) -> None:
    page = open_page(page_of_tree(name, 5, 3))
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    page.wait_for_function("document.querySelector('.view-box').clientWidth > 0")
    drawn, room = widths(page)
    has_more = drawn > room + 2
    assert page.locator(".view").first.evaluate("at => at.classList.contains('is-larger')") == has_more
    assert page.locator(".view-map").first.is_visible() == has_more
    box, root = first_box(page).bounding_box(), page.locator(".tree-laid g.tree-max").first.bounding_box()
    assert box
    assert root
    assert box["x"] <= root["x"] <= box["x"] + box["width"]


def test_a_drawing_that_fits_has_no_tools(open_page: Show) -> None:
    page = open_page(page_of_tree("report", 2, 2))
    assert page.locator(".view-tools").first.is_hidden()


def test_sixteen_leaves_are_legible_on_a_phone(open_page: Show, page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    open_page(page_of_tree("report", 4, 2))
    assert page.locator(".tree-laid .folded-away").count() == 0
    name = page.locator(".tree-laid .tree-name").first
    scale = name.evaluate("at => at.getScreenCTM().a")
    assert scale * 12 >= 9.5


HEIGHTS = "box => [box.clientHeight, box.scrollHeight]"


def chain(depth: int) -> str:
    """A narrow tree, so many rows high."""
    return f"{'max' if depth % 2 else 'min'}(1, {chain(depth - 1)})" if depth else "1"


def sheet_on_a_phone(page: Page, open_page: Show, depth: int) -> Page:
    page.set_viewport_size({"width": 390, "height": 800})
    return open_page(sheet_html(the_set({"value": "{ask: value, of: [A, B]}"}, tree=chain(depth))))


def test_a_high_tree_fits_the_part_of_the_phone_that_it_gets(open_page: Show, page: Page) -> None:
    box = first_box(sheet_on_a_phone(page, open_page, 4))
    high, whole = box.evaluate(HEIGHTS)
    assert whole <= high + 1
    assert page.locator(".more-below, .is-larger").count() == 0


def test_a_tree_too_high_to_be_legible_shows_that_it_goes_on_below(open_page: Show, page: Page) -> None:
    box = first_box(sheet_on_a_phone(page, open_page, 12))
    high, whole = box.evaluate(HEIGHTS)
    assert whole > high + 50
    assert page.locator(".more-below.has-tools").count() == 1
    assert page.locator(".view-map").first.is_visible()


def test_keys_zoom_and_fit_again(open_page: Show) -> None:
    page = open_page(page_of_tree("key", 3, 3))
    first_box(page).focus()
    before = widths(page)[0]
    page.keyboard.press("+")
    page.keyboard.press("+")
    assert widths(page)[0] > before
    page.keyboard.press("ArrowRight")
    page.keyboard.press("0")
    assert widths(page)[0] == before
    page.keyboard.press("-")
    assert widths(page)[0] <= before


def test_the_wheel_zooms_with_ctrl_and_else_scrolls_the_page(open_page: Show) -> None:
    page = open_page(page_of_tree("key", 5, 3))
    before = widths(page)[0]
    first_box(page).hover()
    page.mouse.wheel(0, 50)
    assert widths(page)[0] == before
    first_box(page).hover()
    page.keyboard.down("Control")
    page.mouse.wheel(0, -200)
    page.keyboard.up("Control")
    page.wait_for_function("before => document.querySelector('.view-box').scrollWidth > before", arg=before)


def test_a_mouse_drags_a_large_drawing(open_page: Show) -> None:
    page = open_page(page_of_tree("sheet", 5, 3))
    first_box(page).scroll_into_view_if_needed()
    at = first_box(page).evaluate("box => box.scrollLeft")
    box = first_box(page).bounding_box()
    assert box
    page.mouse.move(box["x"] + 300, box["y"] + 150)
    page.mouse.down()
    page.mouse.move(box["x"] + 200, box["y"] + 150)
    page.mouse.up()
    assert first_box(page).evaluate("box => box.scrollLeft") == at + 100


PINCH = """box => {
  const { left, top } = box.getBoundingClientRect();
  const touch = (id, x) => new Touch({ identifier: id, target: box, clientX: left + x, clientY: top + 40 });
  const send = (type, ...across) => box.dispatchEvent(new TouchEvent(type, {
    cancelable: true, touches: across.map((x, id) => touch(id, x)) }));
  send("touchstart", 100, 140);
  send("touchmove", 80, 160);
}"""


def test_two_fingers_zoom(new_page: Callable[..., Page], tmp_path: Any) -> None:
    page = new_page(viewport=PHONE, has_touch=True)
    (tmp_path / "page.html").write_text(page_of_tree("key", 3, 3), encoding="utf-8")
    page.goto((tmp_path / "page.html").as_uri())
    before = widths(page)[0]
    first_box(page).evaluate(PINCH)
    assert widths(page)[0] > 1.5 * before


def test_a_click_on_a_node_folds_its_subtree_and_unfolds_it(open_page: Show) -> None:
    page = open_page(page_of_tree("report", 3, 2))
    shown = page.locator(".tree-laid").first.locator("g[transform]:not(.folded-away)")
    everything = shown.count()
    node = page.locator(".tree-laid .tree-min").first
    node.click(position={"x": 8, "y": 4})
    assert page.locator(".fold-mark").first.text_content() == "+6"
    assert shown.count() == everything - 6 + 1  # and the mark itself
    page.locator(".tree-laid .tree-min").first.click(position={"x": 8, "y": 4})
    assert shown.count() == everything


def test_the_keyboard_folds_by_a_list_of_subtrees(open_page: Show) -> None:
    page = open_page(page_of_tree("key", 4, 3))
    folding = page.get_by_label("Fold a subtree…").first
    folding.focus()
    before = page.locator(".tree-laid .folded-away").count()
    folding.select_option("D")
    assert page.locator(".tree-laid .folded-away").count() > before
    folding.select_option("unfold everything")
    assert page.locator(".tree-laid .folded-away").count() == 0


def test_what_a_large_search_skips_is_folded_at_first(open_page: Show) -> None:
    page = open_page(page_of_tree("key", 5, 3))
    faded = page.locator(".tree-laid .tree-faded.tree-max, .tree-laid .tree-faded.tree-min")
    assert page.locator(".fold-mark").count()
    folded = (
        page.locator(".fold-mark").count() + page.locator(".folded-away:is(.tree-max, .tree-min)").count()
    )
    assert folded >= faded.count()


def test_what_is_right_in_a_large_tree_is_folded_at_first_and_what_is_wrong_is_not(open_page: Show) -> None:
    page = open_page(page_of_tree("report", 5, 3))
    assert page.locator(".fold-mark").count()
    assert page.locator(".pill-wrong").first.is_visible()


def test_walking_into_a_folded_subtree_unfolds_it(open_page: Show) -> None:
    page = open_page(page_of_tree("report", 5, 3))
    page.locator(".walk > summary").click()
    page.get_by_role("button", name="Step forward").click(click_count=5)
    current = page.locator(".now .current").bounding_box()
    box = page.locator(".walk .view-box").bounding_box()
    assert current
    assert box
    assert box["x"] <= current["x"] <= box["x"] + box["width"]


def test_paper_has_everything_unfolded_and_a_wide_tree_turned_or_in_pieces(open_page: Show) -> None:
    page = open_page(page_of_tree("key", 4, 3))
    page.get_by_label("Fold a subtree…").first.focus()
    page.get_by_label("Fold a subtree…").first.select_option("D")
    before = page.locator(".tree-laid .folded-away").count()
    page.emulate_media(media="print")
    page.wait_for_function(FOLDED, arg=0)  # the page hears of it with its next frame
    assert page.locator(".tree-laid").is_hidden()
    pieces = page.locator(".on-paper svg")
    assert pieces.count() > 1
    assert page.locator(".on-paper").first.inner_text() == f"Part 1 of {pieces.count()}, from left to right"
    page.emulate_media(media="screen")
    page.wait_for_function(FOLDED, arg=before)


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_a_large_tree_can_be_used_by_everybody(
    open_page: Show, page: Page, axe: Callable[[Page], None], size: Any
) -> None:
    page.set_viewport_size(size)
    axe(open_page(page_of_tree("report", 4, 3)))


def test_without_scripts_a_drawing_scrolls(new_page: Callable[..., Page], tmp_path: Any) -> None:
    page = new_page(java_script_enabled=False, viewport=PHONE)
    (tmp_path / "page.html").write_text(page_of_tree("key", 4, 3), encoding="utf-8")
    page.goto((tmp_path / "page.html").as_uri())
    svg, box = page.locator(".tree-laid").bounding_box(), page.locator(".tree .scroll").bounding_box()
    assert svg
    assert box
    assert svg["width"] > box["width"]
