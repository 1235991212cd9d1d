"""Fields of sheet.html for children in a new order and for numbers in the place of an unknown."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from grader.problems import ProblemSet
from grader.questions import Unread
from grader.reports.sheets.sheet_page import sheet_html
from tests.browser.sheets import load, load_file, saved, texts

if TYPE_CHECKING:
    from playwright.sync_api import Page

SET = """\
set: orders
rule: aima
problems:
  - id: one
    tree: A = max(a1 -> B = min(5, 9, 4), a2 -> C = min(3, 8, 6), a3 -> "Node One" = min(10, 7))
    questions:
      - {ask: reorder, of: all}
      - {ask: reorder, id: alone, of: C}
  - id: open
    tree: A = max(B = min(3, 4), C = min(?x, 5))
    questions:
      - {ask: for-which, unknown: x, holds: {pruned: C2}}
      - {ask: for-which, id: least, unknown: x, holds: {visited: C2}, over: integers, extreme: smallest}
"""


@pytest.fixture
def problems(tmp_path: Path) -> ProblemSet:
    return load(SET, tmp_path)


@pytest.fixture
def sheet(problems: ProblemSet, open_page: Callable[[str], Page]) -> Page:
    return open_page(sheet_html(problems))


def _click(page: Page, question: str, node: str, *children: str) -> None:
    row = page.locator(question).get_by_role("group", name=node, exact=True)
    for child in children:
        row.get_by_role("button", name=child, exact=True).click()


def _complaint(page: Page, question: str) -> str:
    return page.locator(f"{question} .remark").inner_text()


def test_children_that_are_clicked_stand_in_that_order(sheet: Page) -> None:
    _click(sheet, "#answer-1-1", "B", "B3", "B1", "B2")
    _click(sheet, "#answer-1-1", "A", "Node One", "C", "B")
    _click(sheet, "#answer-1-2", "C", "C2", "C1", "C3")
    answers = texts(saved(sheet))
    assert answers["one", "reorder"] == '{A: ["Node One", C, B], B: [B3, B1, B2]}'
    assert answers["one", "alone"] == "[C2, C1, C3]"
    assert _complaint(sheet, "#answer-1-1") == ""


def test_a_child_that_is_clicked_again_is_taken_out(sheet: Page) -> None:
    _click(sheet, "#answer-1-2", "C", "C2", "C1", "C2")
    assert sheet.input_value("#answer-1-2 input") == "C1"
    pressed = sheet.locator("#answer-1-2 [aria-pressed=true]")
    assert pressed.all_inner_texts() == ["C1"]
    assert "of the children of C, C2 and C3 are missing" in _complaint(sheet, "#answer-1-2")


def test_what_is_typed_goes_on_where_a_child_is_clicked(sheet: Page) -> None:
    sheet.fill("#answer-1-2 input", "c3 then C1")
    _click(sheet, "#answer-1-2", "C", "C2")
    assert texts(saved(sheet))["one", "alone"] == "[c3 then C1, C2]"
    assert _complaint(sheet, "#answer-1-2") == ""


def test_one_order_cannot_say_anything_about_another(sheet: Page, problems: ProblemSet) -> None:
    sheet.fill("#answer-1-1 input[data-node=B]", "B3, B1, B2], C: [C3, C2, C1")
    sheet.fill("#answer-1-1 input[data-node=C]", "C1, C2, C3: B")
    sheet.fill("#answer-1-1 input[data-node='Node One']", '"Node One2", "Node One1"')
    problem = problems.problem("one")
    given = problem.questions[0].question.read(texts(saved(sheet))["one", "reorder"], problem.solution())
    assert isinstance(given["B"], Unread)
    assert isinstance(given["C"], Unread)
    assert given["Node One"] == ("Node One2", "Node One1")


def test_orders_that_are_loaded_are_shown(sheet: Page) -> None:
    load_file(sheet, 'answers: {one: {reorder: "{B: [B3, B1, B2], A: B C}", alone: "[C3, C2, C1]"}}')
    assert sheet.input_value("#answer-1-1 input[data-node=B]") == "B3, B1, B2"
    assert sheet.input_value("#answer-1-1 input[data-node=A]") == "B C"
    assert sheet.input_value("#answer-1-2 input") == "C3, C2, C1"
    assert sheet.locator("#answer-1-1 input[data-node=A]").get_attribute("aria-invalid") == "true"
    assert sheet.locator(".in-text").count() == 0


def test_a_set_is_asked_for_by_the_name_of_the_unknown(sheet: Page) -> None:
    sheet.get_by_label("For which x").fill("x < 2, x > 9")
    assert "write `or` or `and`" in _complaint(sheet, "#answer-2-1")
    sheet.get_by_label("For which x").fill("x < 2 or x > 9")
    assert _complaint(sheet, "#answer-2-1") == ""
    assert texts(saved(sheet))["open", "for-which"] == "x < 2 or x > 9"


def test_one_number_for_an_unknown_may_be_typed_with_its_name(sheet: Page) -> None:
    field = sheet.locator("#answer-2-2").get_by_label("x", exact=True)
    for typed in ("4", "x = 4"):
        field.fill(typed)
        assert _complaint(sheet, "#answer-2-2") == ""
        assert texts(saved(sheet))["open", "least"] == typed
    field.fill("x > 4")
    assert "the question asks for one number" in _complaint(sheet, "#answer-2-2")
    load_file(sheet, "answers: {open: {least: x = 7}}")
    assert field.input_value() == "7"


def test_everybody_can_use_these_fields(sheet: Page, axe: Callable[[Page], None]) -> None:
    _click(sheet, "#answer-1-2", "C", "C2")
    axe(sheet)
