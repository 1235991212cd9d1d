"""Pages of staff in a browser: they fit, axe finds nothing, and build/pictures keeps a picture of each."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pytest

from grader.checking import Checked, Finding, check_page, check_problems, cover, difficulties
from grader.problems import load_problems
from grader.reports.key.key_page import key_html
from grader.reports.term.term_pages import student_term_page, term_page
from grader.term.term_table import Term, read_term
from grader.text.source import InputError, Source
from tests.browser import test_class as classes
from tests.browser.waiting import expect
from tests.gradebook.keeping import HALF
from tests.term.terms import DUE, HOUR, LATE, NOW, in_time, keep, make_course

if TYPE_CHECKING:
    from playwright.sync_api import Page

PICTURED = 390  # the least width of which a picture is kept
PICTURES = Path(__file__).parents[2] / "build" / "pictures"
Looks = tuple[tuple[int, Literal["light", "dark"]], ...]
SOME: Looks = ((320, "light"), (390, "dark"), (1280, "light"))
ALL: Looks = tuple((width, scheme) for width in (320, 390, 1280) for scheme in ("light", "dark"))
WEAK = """\
set: weak
title: A set with <b>weaknesses</b>
problems:
  - id: tree
    title: A tree
    tree: max(min(3, 12, 8), min(2, 4, 6), min(14, 5, 2))
    questions: [{ask: value}, {ask: best-move}, {ask: pruned}]
"""


def checked_page() -> str:
    weak, unread = load_problems(Source(WEAK, "weak.yaml")), Source("set: x\nproblems: 7\n", "unread.yaml")
    coverage = cover(weak)
    with pytest.raises(InputError) as refused:
        load_problems(unread)
    findings = check_problems(weak)
    return check_page(
        [
            Checked("weak.yaml", weak, findings, coverage, None, difficulties(weak, coverage)),
            Checked(
                "unread.yaml", None, tuple(Finding("unreadable", each) for each in refused.value.mistakes)
            ),
        ],
        matrix=True,
    )


def the_term() -> Term:
    """Two sets, a late hand-in, and somebody who submitted nothing; the folder is that of the test."""
    course = make_course(LATE)
    keep(course, "week1", {**in_time("ada", "bob"), "eve": (HALF, DUE + HOUR)})
    return read_term(course, now=NOW)


PAGES: dict[str, Callable[[], str]] = {
    "class": lambda: classes.page_of(copies=3),
    "check": checked_page,
    "term": lambda: term_page(the_term()),
    "my-term": lambda: student_term_page(the_term().rows[0], the_term()),
    "key": lambda: key_html(load_problems(Source(classes.SET, "set.yaml"))),
}


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("looks", [SOME, pytest.param(ALL, marks=pytest.mark.slow)], ids=["some", "all"])
@pytest.mark.parametrize("name", PAGES)
def test_a_page_of_staff_fits_whatever_it_is_seen_on(
    open_page: Callable[[str], Page],
    axe: Callable[[Page], None],
    name: str,
    looks: Looks,
) -> None:
    page = open_page(PAGES[name]())
    for width, scheme in looks:
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(color_scheme=scheme)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, (width, scheme)
        axe(page)
        if width >= PICTURED:
            page.screenshot(path=PICTURES / f"{name}-{width}-{scheme}.png", full_page=True)


def test_a_finding_leads_to_its_line(open_page: Callable[[str], Page]) -> None:
    page = open_page(checked_page())
    page.locator(".findings a").first.click()
    meant = page.locator(".line:target")
    expect(meant).to_be_in_viewport()
    assert "questions:" in meant.inner_text()


def test_the_names_of_sets_are_not_torn_into_letters_on_a_phone(open_page: Callable[[str], Page]) -> None:
    page = open_page(checked_page())
    page.set_viewport_size({"width": 390, "height": 844})
    names = page.locator(".sets tbody th a")
    lines = names.evaluate_all("all => all.map((name) => name.getClientRects().length)")
    assert len(lines) == 2
    assert max(lines) == 1
