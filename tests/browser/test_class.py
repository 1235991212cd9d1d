"""class.html in a browser: it sorts and filters, for mouse and keyboard, and keeps everybody in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pytest

from grader.grading import Grade, Misconception, grade
from grader.problems import ProblemSet, load_problems
from grader.reports.class_.class_page import class_html
from grader.submissions import read_submission
from grader.text.source import Source
from tests.browser.waiting import expect

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

SET = """\
set: week
title: A week
rule: aima
problems:
  - id: tree
    title: A tree
    tree: A = max(a1 -> B = min(3, 12, 8), a2 -> C = min(2, 4, 6), a3 -> D = min(14, 5, 2))
    questions:
      - {ask: value, of: [B, C, D, A], points: 4}
      - {ask: pruned, points: 2}
  - id: other
    variants: ["max(min(3, 4), min(2, 9))", "max(min(7, 8), min(1, 5))"]
    questions: [{ask: value}, {ask: window, of: [C]}]
"""
ANSWERS = {
    "anna": ("{B: 3, C: 2, D: 2, A: 3}", "[C2, C3]"),
    "Bob 2": ("{B: 12, C: 2, D: 2, A: 12}", "[C2]"),
    "Bob 10": ("{B: 1}", "[[["),
    "Élodie": ("", "none"),
}


def graded(week: ProblemSet, student: str, value: str, pruned: str) -> Grade:
    first = f"answers:\n  tree:\n    value: {value}\n    pruned: {pruned}\n"
    sheet = f"{first}  other:\n    value: 0\n    window: [0, 1]\n"
    return replace(grade(week, read_submission(sheet.encode(), "sheet.yaml")), student=student)


def a_class(week: ProblemSet) -> list[Grade]:
    grades = [graded(week, student, *answers) for student, answers in ANSWERS.items()]
    return [believing(one) if "Bob" in one.student else one for one in grades]


def believing(one: Grade) -> Grade:
    """The grade where a wrong idea is behind the answer about what is pruned."""
    idea = Misconception("no-deep-cutoffs", "No deep cutoffs", 1, 2)
    behind = [
        replace(check, misconception=idea) if check.question == "pruned" else check for check in one.checks
    ]
    return replace(one, checks=tuple(behind), misconceptions=(idea,))


@cache
def page_of(*, anonymous: bool = False, copies: int = 1) -> str:
    week = load_problems(Source(SET, "set.yaml"))
    return class_html(a_class(week) * copies, week, anonymous=anonymous)


def students(page: Page) -> Locator:
    return page.locator(".students")


def shown(page: Page) -> Locator:
    """The names of the students whose rows are seen, from top to bottom."""
    return students(page).locator("tbody tr:visible th")


def test_a_heading_sorts_up_and_down(open_page: Callable[[str], Page]) -> None:
    page = open_page(page_of())
    heading = students(page).get_by_role("columnheader", name="Points")
    heading.get_by_role("button").click()
    expect(shown(page).first).to_have_text("anna")
    assert heading.get_attribute("aria-sort") == "descending"
    heading.get_by_role("button").click()
    expect(shown(page).last).to_have_text("anna")
    assert heading.get_attribute("aria-sort") == "ascending"


def test_names_sort_as_people_count(open_page: Callable[[str], Page]) -> None:
    page = open_page(page_of())
    students(page).get_by_role("columnheader", name="Student").get_by_role("button").press("Enter")
    expect(shown(page)).to_have_text(["anna", "Bob 2", "Bob 10", "Élodie"])


def test_only_one_column_says_that_it_is_sorted(open_page: Callable[[str], Page]) -> None:
    page = open_page(page_of())
    for name in ("Points", "Student"):
        students(page).get_by_role("columnheader", name=name).get_by_role("button").click()
    assert page.locator("[aria-sort]").count() == 1


def test_a_name_filters_and_the_number_is_told(open_page: Callable[[str], Page]) -> None:
    page = open_page(page_of())
    page.get_by_role("search").get_by_label("Name").fill("bob")
    expect(shown(page)).to_have_text(["Bob 2", "Bob 10"])
    expect(page.get_by_role("status")).to_have_text("Showing 2 of 4 students.")
    page.get_by_role("search").get_by_role("button", name="Show all").click()
    expect(shown(page)).to_have_count(4)


def test_a_verdict_filters_by_any_question_or_by_one(open_page: Callable[[str], Page]) -> None:
    page = open_page(page_of())
    page.get_by_role("search").get_by_label("Answer").select_option("unreadable")
    expect(shown(page)).to_have_text(["Bob 10"])
    page.get_by_role("search").get_by_label("Answer").select_option("missing")
    page.get_by_role("search").get_by_label("Question").select_option("tree.value")
    expect(shown(page)).to_have_text(["Élodie"])
    page.get_by_role("search").get_by_label("Question").select_option("tree.pruned")
    expect(shown(page)).to_have_text([])


def test_a_misconception_filters_also_from_its_own_list(open_page: Callable[[str], Page]) -> None:
    page = open_page(page_of())
    page.get_by_role("search").get_by_label("Misconception").select_option("No deep cutoffs")
    expect(shown(page)).to_have_text(["Bob 2", "Bob 10"])
    page.get_by_role("search").get_by_role("button", name="Show all").click()
    page.get_by_role("link", name="No deep cutoffs").click()
    expect(page.get_by_role("search").get_by_label("Misconception")).to_have_value("no-deep-cutoffs")
    expect(page.get_by_role("status")).to_be_focused()
    expect(shown(page)).to_have_text(["Bob 2", "Bob 10"])


def test_a_click_on_a_bar_a_question_or_a_node_filters_and_stands_in_the_address(
    open_page: Callable[[str], Page],
) -> None:
    page = open_page(page_of())
    search = page.get_by_role("search")
    page.locator(".chart [data-to='#score=70-80']").click()
    expect(shown(page)).to_have_text(["anna"])
    expect(search.get_by_role("button", name="Score: 70–80 %")).to_be_visible()
    page.locator(".questions").get_by_role("link", name="Which leaves are pruned?").click()
    expect(shown(page)).to_have_text(["Bob 2", "Bob 10", "Élodie"])
    assert page.url.endswith("#question=tree.pruned&verdict=not-right")
    page.locator(".stripes [data-to='#question=tree.pruned&verdict=unreadable']").click()
    expect(shown(page)).to_have_text(["Bob 10"])
    page.locator("[data-map='tree/values'] [data-at=B]").first.click()
    expect(shown(page)).to_have_text(["Bob 2", "Bob 10"])
    assert page.url.endswith("#at=tree%2Fvalues%2FB")
    page.go_back()
    expect(shown(page)).to_have_text(["Bob 10"])


def test_an_address_that_was_shared_shows_the_same_students(
    page: Page, open_page: Callable[[str], Page]
) -> None:
    address = open_page(page_of()).url
    page.goto("about:blank")
    page.goto(f"{address}#at=tree/values/B&text=10")
    expect(shown(page)).to_have_text(["Bob 10"])
    page.get_by_role("search").get_by_role("button", name="Wrong values in A tree: B").click()
    page.get_by_role("search").get_by_label("Name").fill("")
    expect(shown(page)).to_have_count(4)
    assert "#" not in page.url
    expect(page.get_by_role("navigation").get_by_role("button")).to_be_hidden()


@pytest.mark.parametrize(
    "address", ["at=nothing/at/all", "score=x", "question=?&verdict=right", "idea=unknown"]
)
def test_an_address_that_names_nothing_does_no_harm(open_page: Callable[[str], Page], address: str) -> None:
    page = open_page(page_of())
    page.evaluate("address => { location.hash = address; }", address)
    expect(page.get_by_role("status")).to_be_focused()


def test_a_wrong_node_that_is_clicked_is_not_folded_away(open_page: Callable[[str], Page]) -> None:
    page = open_page(page_of())
    page.locator("[data-map='tree/values'] [data-at=B]").first.click()
    expect(page.locator(".fold-mark")).to_have_count(0)


def test_where_an_idea_bit_is_a_map_that_finds_those_alone_who_have_it(
    open_page: Callable[[str], Page],
) -> None:
    page = open_page(page_of())
    page.get_by_text("Where it shows: No deep cutoffs").click()
    page.locator(".ideas [data-idea=no-deep-cutoffs] [data-at=C3]").click()
    expect(shown(page)).to_have_text(["Bob 2"])
    assert page.url.endswith("#idea=no-deep-cutoffs&at=tree%2Fcuts%2FC3")


def test_a_sorted_table_stays_filtered(open_page: Callable[[str], Page]) -> None:
    page = open_page(page_of())
    page.get_by_role("search").get_by_label("Name").fill("bob")
    students(page).get_by_role("columnheader", name="Student").get_by_role("button").click()
    students(page).get_by_role("columnheader", name="Student").get_by_role("button").click()
    expect(shown(page)).to_have_text(["Bob 10", "Bob 2"])


def test_two_thousand_students_sort_and_filter(open_page: Callable[[str], Page]) -> None:
    page = open_page(page_of(copies=500))
    students(page).get_by_role("columnheader", name="Points").get_by_role("button").click()
    expect(shown(page)).to_have_count(100)
    page.locator(".list").evaluate("list => { list.scrollTop = list.scrollHeight; }")
    expect(shown(page)).to_have_count(200)
    page.get_by_role("search").get_by_label("Name").fill("anna")
    expect(page.get_by_role("status")).to_have_text("Showing 500 of 2000 students.")


def test_without_scripts_everything_but_the_filter_is_there(
    new_page: Callable[..., Page], tmp_path: Path
) -> None:
    file = tmp_path / "class.html"
    file.write_text(page_of(), encoding="utf-8")
    page = new_page(java_script_enabled=False)
    page.goto(file.as_uri())
    expect(shown(page)).to_have_count(4)
    assert page.locator(".filter").is_hidden()
    assert page.locator(".students thead button").count() == 0


Looks = dict[str, tuple[int, Literal["light", "dark"]]]
PHONE: Looks = {"a phone": (360, "light")}
DARK_DESK: Looks = {"a desk in the dark": (1280, "dark")}
ALL: Looks = {**PHONE, **DARK_DESK, "a phone in the dark": (360, "dark"), "a desk": (1280, "light")}


@pytest.mark.parametrize(
    ("anonymous", "looks"),
    [
        pytest.param(True, DARK_DESK, id="anonymous, on a desk in the dark"),
        pytest.param(False, ALL, id="named, everywhere", marks=pytest.mark.slow),
        pytest.param(True, ALL, id="anonymous, everywhere", marks=pytest.mark.slow),
    ],
)
def test_the_page_fits_and_keeps_nobody_out_whatever_it_is_seen_on(
    open_page: Callable[[str], Page], axe: Callable[[Page], None], anonymous: bool, looks: Looks
) -> None:
    page = open_page(page_of(anonymous=anonymous, copies=3))
    for details in page.locator("summary").all():
        details.click()
    for look, (width, scheme) in looks.items():
        page.set_viewport_size({"width": width, "height": 800})
        page.emulate_media(color_scheme=scheme)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, look
        axe(page)
