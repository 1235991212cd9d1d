"""Fields about the course of a search: windows in rows that grow, and what remains of a tree, by clicks."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from grader.problems import ProblemSet
from grader.reports.sheets.sheet_page import sheet_html
from tests.browser.sheets import click, load, load_file, saved, texts, wrong

if TYPE_CHECKING:
    from playwright.sync_api import Page

SET = """\
set: courses
problems:
  - id: one
    tree: A = max(B = min(3, 12, 8), C = min(2, 4, 6), D = min(14, 5, 2))
    questions:
      - {ask: window, as: history, of: [A, B]}
      - {ask: cutoffs, as: windows}
      - {ask: pruned, as: tree}
"""
WINDOWS = {
    "α at A": ["-inf", "3"], "β at A": ["inf", "inf"], "α at B": ["-inf", "-inf"], "β at B": ["inf", "3"],
}  # fmt: skip


@pytest.fixture
def problems(tmp_path: Path) -> ProblemSet:
    return load(SET, tmp_path)


@pytest.fixture
def sheet(open_page: Callable[[str], Page], problems: ProblemSet) -> Page:
    page = open_page(sheet_html(problems))
    page.fill("#student", "ada")
    return page


def rows(sheet: Page, number: str) -> list[list[str]]:
    """What stands in the rows of windows."""
    found: list[list[str]] = sheet.locator(f"#answer-{number} .window-list li").evaluate_all(
        "all => all.map((row) => [...row.querySelectorAll('input')].map(({ value }) => value))"
    )
    return found


def test_windows_are_typed_row_by_row_and_graded(sheet: Page, problems: ProblemSet) -> None:
    for label, ends in WINDOWS.items():
        for place, end in enumerate(ends):
            sheet.get_by_label(label).nth(place).fill(end)
    sheet.locator("#answer-1-2 .window-list input").first.fill("3")
    sheet.locator("#answer-1-2 .window-list input").nth(1).fill("2")
    click(sheet, "1-3", "C2", "C3")
    submission = saved(sheet)
    assert texts(submission) == {
        ("one", "window"): "{A: [[-inf, inf], [3, inf]], B: [[-inf, inf], [-inf, 3]]}",
        ("one", "cutoffs"): "[[3, 2]]",
        ("one", "pruned"): "[[B1, B2, B3], [C1], [D1, D2, D3]]",
    }
    assert wrong(problems, submission) == []


def test_a_row_is_there_for_the_next_window_and_a_loaded_answer_fills_as_many_as_it_has(sheet: Page) -> None:
    assert rows(sheet, "1-2") == [["", ""]]
    load_file(sheet, "set: courses\nanswers:\n  one:\n    cutoffs: [[3, 2], [3, 1]]\n")
    assert rows(sheet, "1-2") == [["3", "2"], ["3", "1"], ["", ""]]
    sheet.locator("#answer-1-2 .window-list input").first.fill("")
    sheet.locator("#answer-1-2 .window-list input").nth(1).fill("")
    assert texts(saved(sheet))["one", "cutoffs"] == "[[3, 1]]"


def test_either_there_are_windows_or_the_search_never_stops(sheet: Page) -> None:
    sheet.locator("#answer-1-2 .window-list input").first.fill("3")
    never = sheet.locator("#answer-1-2 [data-none]")
    never.check()
    assert rows(sheet, "1-2") == [["", ""]]
    assert texts(saved(sheet))["one", "cutoffs"] == "none"
    sheet.locator("#answer-1-2 .window-list input").first.fill("3")
    assert not never.is_checked()


def test_an_end_that_is_no_number_is_marked_with_its_node(sheet: Page) -> None:
    sheet.get_by_label("α at B").first.fill("x")
    sheet.get_by_label("β at B").first.fill("3")
    assert sheet.locator("#answer-1-1 .fields [aria-invalid]").evaluate_all(
        "all => all.map(({ value }) => value)"
    ) == ["x"]
    assert "B cannot be read" in sheet.inner_text("#answer-1-1-remark")


def test_what_fits_no_rows_stays_a_text(sheet: Page) -> None:
    load_file(sheet, "set: courses\nanswers:\n  one:\n    cutoffs: alpha is 3 and beta is 2\n")
    assert sheet.locator("#answer-1-2-text").is_visible()
    assert not sheet.locator("#answer-1-2 .window-list").is_visible()


def test_a_click_takes_a_subtree_away_and_the_next_one_puts_it_back(sheet: Page) -> None:
    text = sheet.locator("#answer-1-3-text")
    click(sheet, "1-3", "C")
    assert text.input_value() == "[[B1, B2, B3], [D1, D2, D3]]"
    assert crossed(sheet) == ["C", "C1", "C2", "C3"]
    click(sheet, "1-3", "C1", "D")
    assert text.input_value() == "[[B1, B2, B3], [C1]]"
    click(sheet, "1-3", "D", "C")
    assert text.input_value() == "[[B1, B2, B3], [D1, D2, D3]]"


def test_the_drawing_shows_what_is_typed_by_names_and_leaves_other_texts_alone(sheet: Page) -> None:
    text = sheet.locator("#answer-1-3-text")
    text.fill("[[B1], [C1], [D1, D2, D3]]")
    assert crossed(sheet) == ["B2", "B3", "C2", "C3"]
    text.fill("[[3, 12, 8], [2], [14, 5, 2]]")
    assert crossed(sheet) == []
    click(sheet, "1-3", "C")
    assert text.input_value() == "[[3, 12, 8], [2], [14, 5, 2]]"


def crossed(sheet: Page) -> list[str]:
    names: list[str] = sheet.locator(".clickable-tree .crossed[data-node]").evaluate_all(
        "all => all.map(({ dataset }) => dataset.node)"
    )
    return names


def test_on_paper_the_line_for_windows_stands_below_the_question(sheet: Page) -> None:
    sheet.emulate_media(media="print")
    question = sheet.locator("#answer-1-2")
    asked, line = question.locator("legend").bounding_box(), question.locator(".answer-line").bounding_box()
    assert asked is not None
    assert line is not None
    assert line["y"] >= asked["y"] + asked["height"]
    assert line["height"] > 50
