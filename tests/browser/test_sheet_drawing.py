"""The drawings of sheet.html and key.html: clicked in, scrolled, and printed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from grader.reports.key.key_page import key_html
from grader.reports.sheets.sheet_page import sheet_html
from tests.browser.sheets import load
from tests.browser.waiting import expect

if TYPE_CHECKING:
    from playwright.sync_api import Page

PAGES = {"sheet": sheet_html, "key": key_html}
WIDE = """\
set: wide
problems:
  - id: p
    tree: "[[[3, 4, 5], [6, 7, 8], [1, 2, 9]], [[3, 4, 5], [6, 7, 8], [1, 2, 9]], [[3, 4], [6, 7], [1, 2]]]"
    questions: [{ask: pruned}, {ask: visited, as: order}, {ask: cutoffs}]
"""
TOO_WIDE = WIDE.replace("[3, 4, 5]", f"[{', '.join(map(str, range(80)))}]")


def test_a_drawing_that_is_wider_than_its_place_can_be_scrolled_by_keyboard(
    new_page: Callable[..., Page], axe: Callable[[Page], None], tmp_path: Path
) -> None:
    file = tmp_path / "page.html"
    file.write_text(sheet_html(load(WIDE, tmp_path)), encoding="utf-8")
    page = new_page(viewport={"width": 360, "height": 800})
    page.goto(file.as_uri())
    slot = page.locator(".stage .scroll")
    slot.focus()
    page.keyboard.press("ArrowRight")
    expect(slot).not_to_have_js_property("scrollLeft", 0)
    axe(page)


MIDDLES = """
number => [...document.querySelectorAll(".clickable-tree [data-node]")].filter((group) => {
  group.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  const { x, y, width, height } = group.getBoundingClientRect();
  const hit = document.elementFromPoint(x + width / 2, y + height / 2);
  return hit?.closest("[data-node]") !== group;
}).map((group) => group.dataset.node)
"""


def test_a_node_can_be_clicked_in_its_middle(open_page: Callable[[str], Page], tmp_path: Path) -> None:
    tree = "A = max(WW = min(3, 12), VWM = min(2, 4), Bottleneck = min(7, 8))"  # with names beside the shapes
    text = f"set: s\nproblems: [{{id: p, tree: '{tree}', questions: [{{ask: pruned}}]}}]\n"
    page = open_page(sheet_html(load(text, tmp_path)))
    assert page.evaluate(MIDDLES, "1-1") == []


TALL = """\
set: game
problems:
  - id: p
    tree: {game: tic-tac-toe, position: ".X. XO. OOX"}
    questions: [{ask: value, of: [B, A]}]
"""
BOARDS = """\
set: boards
problems:
  - id: p
    tree: {game: "connect-four:7x6:2", position: "....... ....... ....... ....... ....... XOXOXOX"}
    questions: [{ask: best-move}]
"""
SHAPES = """
() => [...document.querySelectorAll(".clickable-tree [data-node]")].filter((group) => {
  const shape = group.firstElementChild;
  shape.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  const { x, y, width, height } = shape.getBoundingClientRect();
  const hit = (share) => document.elementFromPoint(x + width * share, y + height / 2);
  return [0.1, 0.5, 0.9].some((share) => hit(share)?.closest("[data-node]") !== group);
}).map((group) => group.dataset.node)
"""


def test_a_sheet_opens_with_the_root_in_sight(open_page: Callable[[str], Page], tmp_path: Path) -> None:
    for text in (WIDE, TALL):
        page = open_page(sheet_html(load(text, tmp_path)))
        box = page.locator(".stage .view-box")
        root = page.locator(".clickable-tree [data-node='A'] > :first-child")
        seen, shape = box.bounding_box(), root.bounding_box()
        assert seen is not None
        assert shape is not None
        assert seen["y"] <= shape["y"]
        assert shape["y"] + shape["height"] <= seen["y"] + seen["height"]
        assert abs(shape["x"] + shape["width"] / 2 - seen["x"] - seen["width"] / 2) < seen["width"] / 4


def test_leaves_under_wide_boards_can_be_clicked_all_over(
    open_page: Callable[[str], Page], tmp_path: Path
) -> None:
    page = open_page(sheet_html(load(BOARDS, tmp_path)))
    assert page.evaluate(SHAPES) == []


def test_the_ways_to_answer_where_the_search_stops_stand_on_one_line(
    open_page: Callable[[str], Page], tmp_path: Path
) -> None:
    page = open_page(sheet_html(load(WIDE, tmp_path)))
    boxes = [page.locator(f"#answer-1-3 {selector}").bounding_box() for selector in (".add", ".box.none")]
    middles = [box["y"] + box["height"] / 2 for box in boxes if box]
    assert abs(middles[0] - middles[1]) < 1


def _on_paper(page: Page) -> Page:
    """As it is printed between the margins of A4."""
    page.set_viewport_size({"width": 680, "height": 1000})
    page.emulate_media(media="print")
    return page


def test_on_paper_names_have_room_and_a_problem_begins_where_the_last_one_ends(
    open_page: Callable[[str], Page], tmp_path: Path
) -> None:
    second = WIDE.partition("problems:\n")[2].replace("id: p", "id: q")
    page = _on_paper(open_page(sheet_html(load(WIDE + second, tmp_path))))
    area = page.locator("#answer-1-2 textarea")
    assert area.evaluate("at => [getComputedStyle(at).resize, at.offsetHeight >= 60]") == ["none", True]
    breaks = page.locator(".problem").evaluate_all("all => all.map(at => getComputedStyle(at).breakBefore)")
    assert breaks == ["auto", "auto"]


@pytest.mark.parametrize("kind", ["sheet", "key"])
def test_on_paper_a_wide_drawing_is_shrunk_to_the_page(
    kind: str, open_page: Callable[[str], Page], tmp_path: Path
) -> None:
    page = _on_paper(open_page(PAGES[kind](load(WIDE, tmp_path))))
    box = page.locator("figure.tree .tree-laid").bounding_box()
    assert box is not None
    assert 400 < box["width"] <= 680
    assert not page.locator(".outline").count()
    assert page.evaluate("document.documentElement.scrollWidth") <= 680


@pytest.mark.parametrize("kind", ["sheet", "key"])
def test_on_paper_a_tree_whose_drawing_nobody_could_read_is_told_in_words(
    kind: str, open_page: Callable[[str], Page], tmp_path: Path
) -> None:
    page = open_page(PAGES[kind](load(TOO_WIDE, tmp_path)))
    assert page.locator(".outline").is_hidden()
    _on_paper(page)
    assert page.locator("figure.tree").is_hidden()
    assert "E80: leaf, utility 79" in page.inner_text(".outline")
    assert page.evaluate("document.documentElement.scrollWidth") <= 680
