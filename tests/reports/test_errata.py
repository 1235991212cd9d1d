"""Errata of a set: whatever students read says what was corrected."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from grader.course import release_files
from grader.grading import grade
from grader.problems import ProblemSet, load_problems
from grader.reports.sheets.blank_sheet import blank_sheet
from grader.reports.sheets.paper import exam_tex
from grader.reports.sheets.sheet_page import sheet_html
from grader.reports.student.html_report import report_html
from grader.reports.student.markdown_report import report_markdown
from grader.reports.student.student_page import StudentPage, student_page
from grader.reports.student.text_report import report_text
from grader.submissions import read_hand_in
from grader.text.source import Source
from tests.gradebook.keeping import SET, handed

ERRATA = """\
errata:
  - {date: 2027-03-01, text: "Every answer counts <b>twice</b>."}
  - {date: 2027-02-03, problem: textbook, text: C3 is 6}
"""
PROBLEMS = load_problems(Source(SET.format(settings=ERRATA, points=4), "set.yaml"))
PLAIN = load_problems(Source(SET.format(settings="", points=4), "set.yaml"))


def page(problems: ProblemSet) -> StudentPage:
    return student_page(grade(problems, read_hand_in(handed())), problems)


WRITTEN: dict[str, Callable[[ProblemSet], str]] = {
    "sheet": blank_sheet,
    "sheet as a page": sheet_html,
    "paper": exam_tex,
    "report as text": lambda problems: report_text(page(problems)),
    "report as Markdown": lambda problems: report_markdown(page(problems)),
    "report as a page": lambda problems: report_html(page(problems)),
}


@pytest.mark.parametrize("write", WRITTEN.values(), ids=WRITTEN)
def test_corrections_are_printed_in_the_order_of_their_dates(write: Callable[[ProblemSet], str]) -> None:
    text = write(PROBLEMS).replace("{}", "")  # TeX keeps ligatures apart by these
    first, second = text.index("2027-02-03, textbook: C3 is 6"), text.index("2027-03-01: Every answer counts")
    assert text.index("Corrections") < first < second


@pytest.mark.parametrize("write", WRITTEN.values(), ids=WRITTEN)
def test_a_set_without_errata_says_nothing_of_them(write: Callable[[ProblemSet], str]) -> None:
    assert "Corrections" not in write(PLAIN)


@pytest.mark.parametrize("name", ["sheet as a page", "report as a page"])
def test_no_text_becomes_markup(name: str) -> None:
    assert "<b>twice" not in WRITTEN[name](PROBLEMS)


def test_what_is_released_has_them() -> None:
    released = release_files(PROBLEMS)["set.yaml"]
    text = released if isinstance(released, str) else released.decode()
    assert "problem: textbook\n  text: C3 is 6\n" in text
