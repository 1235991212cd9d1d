"""The fields of sheet.html for every form of answer, also for those that no kind of question has yet."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from grader.reports.sheets.sheet_page import sheet_html
from tests.browser.sheets import load_file, saved, texts
from tests.marking import problems_of
from tests.toy_kinds import TOYS, set_text, toys

if TYPE_CHECKING:
    from playwright.sync_api import Page

__all__ = ["toys"]

pytestmark = pytest.mark.usefixtures("toys")

ASKS = {form: ask for ask in TOYS for form in [ask.rsplit("-", 1)[-1]]}
FILLED = {
    "numberspernode": "{B: [3, 1], C: [2, ]}",
    "writtentree": "{B2: 4, C1: 7}",
    "onceperdepth": "{1: 3, 2: 1/2}",
    "windowspernode": "{B: [[-inf, inf], [3, inf]]}",
    "numberset": "x >= 7",
}


def test_answers_of_every_form_are_filled_in_saved_and_loaded_again(open_page: Callable[[str], Page]) -> None:
    html = sheet_html(problems_of(set_text(*map(ASKS.__getitem__, FILLED))))
    sheet = open_page(html)
    for label, number in {"p1 at B": "3", "p2 at B": "1", "p1 at C": "2"}.items():
        sheet.get_by_label(label).fill(number)
    for label, number in {"B2": "4", "C1": "7", "depth 1": "3", "depth 2": "1/2"}.items():
        sheet.get_by_label(label, exact=True).fill(number)
    for place, ends in enumerate((("-inf", "inf"), ("3", "inf"))):
        for sign, end in zip("αβ", ends, strict=True):
            sheet.get_by_label(f"{sign} at B").nth(place).fill(end)
    sheet.get_by_label("For which x", exact=True).fill(FILLED["numberset"])
    answers = {("box", ASKS[form]): answer for form, answer in FILLED.items()}
    assert texts(saved(sheet)) == answers
    sheet.get_by_role("button", name="Start again").click()
    written = "".join(f"    {ask}: '{answer}'\n" for (_, ask), answer in answers.items())
    load_file(sheet, f"set: toys\nstudent: ada\nanswers:\n  box:\n{written}")
    assert sheet.get_by_label("p1 at C").input_value() == "2"
    assert sheet.get_by_label("depth 2").input_value() == "1/2"
    assert texts(saved(sheet)) == answers


def test_the_fields_of_every_form_can_be_used_by_everybody(
    open_page: Callable[[str], Page], axe: Callable[[Page], None]
) -> None:
    axe(open_page(sheet_html(problems_of(set_text(*TOYS)))))
