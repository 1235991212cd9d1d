"""Pages about programs in a browser: on every screen, and for everybody."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest

from grader.reports.class_.class_page import class_html
from grader.reports.key.key_page import key_html
from grader.reports.sheets.sheet_page import sheet_html
from grader.reports.student.html_report import report_html
from grader.reports.student.student_page import student_page
from tests.code_reports import CRASHES, LOOPS, NEVER_CUTS, RIGHT, code_set, graded_runs
from tests.report_pages import AFTER

if TYPE_CHECKING:
    from playwright.sync_api import Page


def report(head: str, runs: Any) -> str:
    problems = code_set(head)
    return report_html(student_page(graded_runs(problems, runs), problems, now=AFTER))


def class_page(head: str) -> str:
    problems = code_set(head)
    return class_html([graded_runs(problems, runs) for runs in (RIGHT, NEVER_CUTS, LOOPS)], problems)


PAGES: dict[str, Callable[[str], str]] = {
    "a report": lambda head: report(head, NEVER_CUTS),
    "a report on a crash": lambda head: report(head, CRASHES),
    "the class": class_page,
    "the key": lambda head: key_html(code_set(head)),
    "the sheet": lambda head: sheet_html(code_set(head)),
}


LOOKS = (("en", "light"), ("zh-TW", "dark"))


def each_once() -> Iterator[object]:
    """Every page in one look or the other, and in both by the long tests."""
    for row, (name, write) in enumerate(PAGES.items()):
        for column, look in enumerate(LOOKS):
            marks = () if row % 2 == column else pytest.mark.slow
            yield pytest.param(write, *look, id=f"{name}-{'-'.join(look)}", marks=marks)


@pytest.mark.parametrize(("write", "language", "scheme"), list(each_once()))
def test_pages_about_programs_can_be_used_by_everybody(
    open_page: Callable[[str], Page],
    axe: Callable[[Page], None],
    write: Callable[[str], str],
    language: str,
    scheme: Any,
) -> None:
    page = open_page(write(f"language: {language}"))
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": 360, "height": 800})
    axe(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_nodes_are_marked_by_shape_word_and_colour(open_page: Callable[[str], Page]) -> None:
    page = open_page(report("", NEVER_CUTS))
    assert page.locator(".run .pill-wrong text").all_text_contents() == ["✗ #8", "✗ #9"]
    assert page.locator(".run .legend").inner_text().split("\n") == [
        "looked at",
        "looked at, but should not have",
    ]
