"""The drawing of sheet.html: one for each problem, in sight while one types, in which answers are given."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from grader.reports.sheets.sheet_page import PAGE_MARK, sheet_html
from tests.browser.sheets import click, load, saved, texts

if TYPE_CHECKING:
    from playwright.sync_api import Page

SET = """\
set: drawn
rule: aima
problems:
  - id: p
    tree: A = max(a1 -> B = min(3, 12, 8), a2 -> C = min(2, 4, 6), a3 -> D = min(14, 5, 2))
    questions: [{ask: value, of: [B, C, A]}, {ask: best-move}, {ask: pruned}, {ask: visited, as: leaves}]
  - id: deep
    tree: A = max~1(a1 -> B = min~2(3, max~7(12, 8)), a2 -> C = min~4(2, 5))
    questions:
      - {ask: value, depths: [1, 2]}
      - {ask: value, id: each, of: [B, C], depths: [1, 2]}
      - {ask: best-move, depths: [1, 2]}
  - id: code
    code: {file: search.py, function: alphabeta}
    trees: ["max(3, 4)"]
    questions: [{ask: value}]
"""


@pytest.fixture
def sheet(open_page: Callable[[str], Page], tmp_path: Path) -> Page:
    return open_page(sheet_html(load(SET, tmp_path)))


def at_node(sheet: Page, number: str, name: str) -> str:
    return sheet.get_by_label(f"{number} {name}", exact=True).input_value()


def test_values_are_typed_at_the_nodes_and_stand_in_the_list_too(sheet: Page) -> None:
    sheet.get_by_label("1.1 B", exact=True).fill("3")
    sheet.get_by_label("1.1 A", exact=True).fill("three")
    listed = sheet.locator("#answer-1-1 .number-field input")
    assert [listed.nth(place).input_value() for place in range(3)] == ["3", "", "three"]
    assert sheet.get_by_label("1.1 A", exact=True).get_attribute("aria-invalid") == "true"
    listed.nth(2).fill("3")
    assert at_node(sheet, "1.1", "A") == "3"
    assert texts(saved(sheet))[("p", "value")] == "{B: 3, A: 3}"


def test_one_drawing_serves_the_question_that_is_worked_on(sheet: Page) -> None:
    assert sheet.locator(".problem").first.locator("svg.tree-laid").count() == 1
    click(sheet, "1-2", "B")
    click(sheet, "1-3", "C2", "C3")
    click(sheet, "1-4", "B1", "B2")
    assert sheet.locator(".tree-for [aria-pressed=true]").first.inner_text() == "1.4"
    assert sheet.locator(".clickable-tree .sign").all_text_contents() == ["1", "2"]
    sheet.locator(".tree-for").get_by_role("button", name="1.3").click()
    assert sheet.locator(".clickable-tree .crossed[data-node]:has(> rect)").count() == 2
    answers = texts(saved(sheet))
    assert answers[("p", "best-move")] == "a1"
    assert answers[("p", "pruned")] == "[C2, C3]"
    assert answers[("p", "visited")] == "[B1, B2]"


@pytest.mark.parametrize(("wide", "high"), [(390, 700), (1280, 620)], ids=["phone", "desk"])
def test_the_drawing_stays_in_sight_while_one_types(sheet: Page, wide: int, high: int) -> None:
    sheet.set_viewport_size({"width": wide, "height": high})
    sheet.locator("#answer-1-4 .answer-text").scroll_into_view_if_needed()
    sheet.locator("#answer-1-4 .answer-text").focus()
    field = sheet.locator("#answer-1-4 .answer-text").bounding_box()
    root = sheet.locator(".clickable-tree .tree-max").first.bounding_box()
    assert field
    assert root
    assert 0 <= root["y"] < high
    assert sheet.evaluate("scrollY") > 0


def test_answers_for_several_depths_have_a_field_for_each(sheet: Page) -> None:
    sheet.locator("#answer-2-3 select").nth(0).select_option("a2")
    sheet.locator("#answer-2-3 select").nth(1).select_option("a1")
    for place, number in enumerate(("2", "4", "3")):
        sheet.locator("#answer-2-2 .depth-row input").nth(place).fill(number)
    answers = texts(saved(sheet))
    assert answers[("deep", "best-move")] == "{1: a2, 2: a1}"
    assert answers[("deep", "each")] == "{1: {B: 2, C: 4}, 2: {B: 3}}"
    sheet.locator("#answer-2-3 summary").click()
    sheet.locator("#answer-2-3 .answer-text").fill("{2: a2}")
    assert sheet.locator("#answer-2-3 select").nth(1).input_value() == "a2"
    assert sheet.locator("#answer-2-3 select").nth(0).input_value() == ""


def test_saving_says_which_program_belongs_to_it_and_names_what_cannot_be_read(sheet: Page) -> None:
    sheet.get_by_label("1.1 B", exact=True).fill("abc")
    submission = saved(sheet)
    assert submission.sheet is not None
    assert submission.sheet.source.text.startswith(PAGE_MARK)
    said = sheet.inner_text("#status")
    assert "Submit search.py as well" in said
    assert "1.1 Your answer for B cannot be read: abc is not a number." in said
    sheet.get_by_role("link", name="1.1 Your answer for B").click()
    assert sheet.evaluate("document.activeElement.dataset.node") == "B"


def test_on_paper_the_drawing_stands_still(sheet: Page) -> None:
    sheet.emulate_media(media="print")
    assert sheet.locator(".stage").first.evaluate("at => getComputedStyle(at).position") == "static"
    assert not sheet.locator(".tree-for").first.is_visible()
