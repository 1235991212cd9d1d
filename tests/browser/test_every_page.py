"""Every kind of page in a browser: usable for everybody on every screen, and photographed for all to see."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pytest

from grader.checking import Checked, check_page
from grader.grading import grade
from grader.reports.class_.class_page import class_html
from grader.reports.key.key_page import key_html
from grader.reports.sheets.sheet_page import sheet_html
from grader.reports.student.html_report import report_html
from grader.reports.student.search_steps import steps_html
from grader.reports.student.student_page import student_page
from grader.rule import Rule
from grader.solving import solve
from grader.submissions import read_submission
from grader.tree.language import parse_tree
from tests.browser.practising import page_of
from tests.report_pages import PERFECT, QUESTIONS, TREE, marked, the_set

if TYPE_CHECKING:
    from playwright.sync_api import Page

PICTURES = Path(__file__).parents[2] / "build" / "pages"
SECOND = """\
  - id: deep
    title: A deeper tree
    tree: max(min(max(3, 12), max(8, 2)), min(max(4, 6), max(14, 5)))
    questions: [{ask: value}, {ask: visited, as: leaves}]
"""
WIDTHS = {390: 844, 820: 1180, 1280: 800}
Scheme = Literal["light", "dark"]
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
USUAL = {(390, "dark"), (820, "light"), (1280, "dark")}  # the others are looked at by long tests


@cache
def pages() -> dict[str, str]:
    """One of each kind of page."""
    problems = the_set(QUESTIONS, more=SECOND)
    wrong = PERFECT | {"value": "{B: 12, C: 6, D: 14, A: 14}", "pruned": "[C2, D3]"}
    grades = [marked(problems, wrong, "ada"), marked(problems, PERFECT, "bob")]
    unread = grade(problems, read_submission(b"answers: [", "cyd.yaml"))
    search = solve(parse_tree(TREE), Rule())
    return {
        "report": report_html(student_page(grades[0], problems)),
        "report-unreadable": report_html(student_page(unread, problems)),
        "class": class_html(grades, problems),
        "sheet": sheet_html(problems),
        "key": key_html(problems),
        "check": check_page([Checked("set.yaml", problems, ())], matrix=True),
        "player": steps_html(search),
        "practice": page_of(TREE),
    }


NAMES = ("report", "report-unreadable", "class", "sheet", "key", "check", "player", "practice")


def screens() -> Iterator[object]:
    """The usual screens for all pages, and the others for long tests."""
    yield pytest.param(tuple(USUAL), id="usual")
    others = tuple(sorted(set(product(WIDTHS, SCHEMES)) - USUAL))
    yield pytest.param(others, id="others", marks=pytest.mark.slow)


@pytest.mark.parametrize("seen", list(screens()))
@pytest.mark.parametrize("name", NAMES)
def test_a_page_can_be_used_by_everybody_on_every_screen(
    name: str,
    seen: tuple[tuple[int, Scheme], ...],
    open_page: Callable[[str], Page],
    axe: Callable[[Page], None],
) -> None:
    page = open_page(pages()[name])
    for width, scheme in seen:
        page.set_viewport_size({"width": width, "height": WIDTHS[width]})
        page.emulate_media(color_scheme=scheme)
        axe(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("name", NAMES)
def test_a_picture_of_each_page_is_kept(name: str, open_page: Callable[[str], Page]) -> None:
    page = open_page(pages()[name])
    PICTURES.mkdir(parents=True, exist_ok=True)
    for width in (390, 1280):
        page.set_viewport_size({"width": width, "height": WIDTHS[width]})
        file = PICTURES / f"{name}-{width}.png"
        page.screenshot(path=file, full_page=True)
        assert file.stat().st_size > 5_000


def test_labels_in_drawings_are_no_smaller_than_12_pixels(open_page: Callable[[str], Page]) -> None:
    page = open_page(pages()["player"])
    page.get_by_role("button", name="Last step").click()
    sizes = page.evaluate(
        "[...document.querySelectorAll('svg text')].map((at) => parseFloat(getComputedStyle(at).fontSize))"
    )
    assert min(sizes) >= 12
