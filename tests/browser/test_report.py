"""A student's report in a browser: walking through the search, on every screen, and for everybody."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import pytest

from grader.grading import grade
from grader.reports.student.html_report import MOST_OPEN, report_html
from grader.reports.student.student_page import student_page
from grader.submissions import read_submission
from tests.report_pages import BEFORE, DUE, PERFECT, QUESTIONS, marked, page_of, the_set

if TYPE_CHECKING:
    from playwright.sync_api import Page

WRONG = PERFECT | {"value": "{B: 3, C: 5}", "pruned": "[C1, D3]", "best-move": "a3"}
ASKED = QUESTIONS | {"line": "{ask: line}", "window": "{ask: window, of: [B, C]}"}
ANSWERS = WRONG | {"line": "[A, C, C1]", "window": "{B: [0, 1], C: [3, inf]}"}
Scheme = Literal["light", "dark"]

Show = Callable[[str], "Page"]


UNFOLD = "document.querySelectorAll('details').forEach((one) => { one.open = true; })"


@pytest.fixture
def report(open_page: Show) -> Page:
    """A report with everything unfolded."""
    page = open_page(report_html(page_of(ASKED, ANSWERS)))
    page.evaluate(UNFOLD)
    return page


def step(page: Page) -> tuple[str, str, str]:
    """What the page tells of the step: which, in words, and the row of the table."""
    walk = page.locator(".walk")
    row = walk.locator("[aria-current=step]")
    return (
        walk.locator("output").inner_text(),
        walk.locator("[role=status]").inner_text(),
        str(row.evaluate("row => row.sectionRowIndex + 1")),
    )


def test_buttons_walk_through_the_search(report: Page) -> None:
    assert step(report) == ("Step 1 of 26", "Max moves at A", "1")
    report.get_by_role("button", name="Step forward").click()
    assert step(report) == ("Step 2 of 26", "Min moves at B", "2")
    report.get_by_role("button", name="Step back").click()
    assert step(report)[2] == "1"
    report.get_by_role("button", name="Last step").click()
    assert step(report)[1] == "A is 3"
    report.get_by_role("button", name="First step").click()
    assert step(report)[2] == "1"


KEYS = (("ArrowRight", "2"), ("ArrowRight", "3"), ("ArrowLeft", "2"), ("End", "26"), ("Home", "1"))


def test_arrow_keys_home_and_end_walk_through_the_search(report: Page) -> None:
    report.get_by_role("button", name="Step forward").focus()
    for key, place in (
        ("ArrowRight", "2"),
        ("ArrowRight", "3"),
        ("ArrowLeft", "2"),
        ("End", "26"),
        ("Home", "1"),
    ):
        report.keyboard.press(key)
        assert step(report)[2] == place


def test_the_slider_walks_through_the_search(report: Page) -> None:
    slider = report.get_by_role("slider")
    slider.focus()
    report.keyboard.press("ArrowRight")
    assert step(report)[2] == "2"
    assert slider.get_attribute("aria-valuetext") == "Step 2 of 26"


def test_a_click_on_a_row_goes_to_its_step(report: Page) -> None:
    report.locator(".steps tbody tr").nth(4).click()
    assert step(report)[2] == "5"


def test_nothing_lies_before_the_first_step_or_behind_the_last(report: Page) -> None:
    back, forward = (report.get_by_role("button", name=name) for name in ("Step back", "Step forward"))
    assert back.get_attribute("aria-disabled") == "true"
    back.click(force=True)
    assert step(report)[2] == "1"
    report.get_by_role("button", name="Last step").click()
    forward.click(force=True)
    assert step(report)[2] == "26"
    assert forward.get_attribute("aria-disabled") == "true"


def test_bounds_and_values_stand_at_the_nodes_and_cuts_on_the_edges(report: Page) -> None:
    layer = report.locator(".walk .now")
    while step(report)[1] != "C is at most 2":
        report.get_by_role("button", name="Step forward").click()
    assert layer.locator(".window").all_text_contents() == ["α 3", "β ∞"]
    assert layer.locator(".value").all_text_contents() == ["3", "3", "≤2"]
    assert layer.locator(".cut").count() == 1
    assert layer.locator(".veil").count() == 2


def test_without_scripts_the_steps_are_a_table(new_page: Callable[..., Page], tmp_path: Any) -> None:
    page = new_page(java_script_enabled=False)
    file = tmp_path / "report.html"
    file.write_text(report_html(page_of(ASKED, ANSWERS)), encoding="utf-8")
    page.goto(file.as_uri())
    assert page.locator(".steps tbody tr").count() == 26
    for summary in (".walk > summary", ".all-steps > summary"):
        page.locator(summary).click()
    assert page.locator(".steps tbody tr").last.is_visible()
    assert page.get_by_role("slider").count() == 0
    assert page.locator(".solved").is_visible()


@pytest.mark.parametrize(
    ("narrow", "wide"), [("light", "dark"), pytest.param("dark", "light", marks=pytest.mark.slow)]
)
def test_the_page_is_usable_for_everybody_by_day_and_by_night(
    report: Page, axe: Callable[[Page], None], narrow: Scheme, wide: Scheme
) -> None:
    report.get_by_role("button", name="Last step").click()
    for width, scheme in ((360, narrow), (1200, wide)):
        report.set_viewport_size({"width": width, "height": 800})
        report.emulate_media(color_scheme=scheme)
        axe(report)
        assert report.evaluate("document.documentElement.scrollWidth") <= width


def test_what_hides_everything_is_usable_too(open_page: Show, axe: Callable[[Page], None]) -> None:
    page = open_page(report_html(page_of(ASKED, ANSWERS, DUE, BEFORE)))
    axe(page)
    assert page.locator(".walk").count() == 0
    assert page.locator(".pill-given").count() > 0


def test_a_page_in_chinese_is_usable_too(open_page: Show, axe: Callable[[Page], None]) -> None:
    page = open_page(report_html(page_of(ASKED, ANSWERS, "language: zh-TW\n")))
    axe(page)
    page.locator(".walk > summary").click()
    page.get_by_role("button", name="下一步").click()
    assert page.locator("output").inner_text() == "第 2 步，共 26 步"


def test_wide_trees_scroll_in_a_place_of_their_own_that_the_keyboard_reaches(open_page: Show) -> None:
    problems = the_set({"pruned": "{ask: pruned}"}, tree=f"max({', '.join(map(str, range(30)))})")
    page = open_page(report_html(student_page(marked(problems, {"pruned": "[A3]"}), problems)))
    page.set_viewport_size({"width": 360, "height": 800})
    picture = page.locator("figure .scroll").first
    assert picture.evaluate("place => place.scrollWidth > place.clientWidth")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert picture.get_attribute("tabindex") == "0"
    assert picture.get_attribute("aria-label") == "Problem 1: the tree with your answers to 1.1"


def test_the_node_of_the_step_is_brought_into_view(open_page: Show) -> None:
    problems = the_set({"pruned": "{ask: pruned}"}, tree=f"max({', '.join(map(str, range(30)))})")
    page = open_page(report_html(student_page(marked(problems, {"pruned": "[A3]"}), problems)))
    page.set_viewport_size({"width": 360, "height": 800})
    page.evaluate(UNFOLD)
    page.get_by_role("button", name="Step forward").click()
    picture = page.locator(".walk .scroll")
    assert picture.evaluate("place => place.scrollLeft") == 0
    page.locator(".steps tbody tr").nth(-3).click()
    assert picture.evaluate("place => place.scrollLeft + place.clientWidth >= place.scrollWidth - 1")


def test_pills_do_not_overlap_each_other(report: Page) -> None:
    report.set_viewport_size({"width": 1200, "height": 800})
    overlaps = report.evaluate(
        """() => [...document.querySelectorAll("figure svg")].flatMap((svg) => {
          const pills = [...svg.querySelectorAll(".pill rect, .pill circle")];
          const boxes = pills.map((pill) => pill.getBoundingClientRect());
          return boxes.flatMap((one, place) => boxes.slice(place + 1).filter((other) =>
            one.left < other.right - 1 && other.left < one.right - 1 &&
            one.top < other.bottom - 1 && other.top < one.bottom - 1));
        }).length"""
    )
    assert overlaps == 0


def test_on_paper_the_search_is_there_if_it_was_opened_with_all_steps_and_the_solution(report: Page) -> None:
    report.emulate_media(media="print")
    assert not report.locator(".controls").is_visible()
    assert report.locator(".solved").is_visible()
    assert not report.locator(".now").is_visible()
    box = report.locator(".steps-box")
    assert box.evaluate("box => box.scrollHeight <= box.clientHeight + 1")
    report.evaluate("document.querySelector('.walk').open = false")
    assert not report.locator(".walk").is_visible()


def test_what_is_right_is_folded_and_opens_by_the_keyboard_and_by_its_link(open_page: Show) -> None:
    page = open_page(report_html(page_of(QUESTIONS, PERFECT)))
    folded = page.locator("details.problem")
    assert not folded.locator(".question").first.is_visible()
    folded.locator(":scope > summary").focus()
    page.keyboard.press("Enter")
    assert folded.locator(".question").first.is_visible()
    page.keyboard.press("Enter")
    page.locator(".overview .badge").nth(1).click()
    assert folded.locator(".question").nth(1).is_visible()


def long_report(language: str = "en") -> str:
    """The report on four problems of which nothing is right but a best move."""
    asked = "[{ask: value, of: [B, A]}, {ask: best-move}, {ask: pruned, as: leaves}]"
    trees = [f"max(min(3, 12, 8), min(2, 4, 6), min(14, 5, {number}))" for number in range(3)]
    more = "".join(
        f"  - {{id: p{number}, tree: '{tree}', questions: {asked}}}\n" for number, tree in enumerate(trees)
    )
    problems = the_set(QUESTIONS, head=f"language: {language}\n", more=more)
    answers = "{value: {B: 9, A: 9}, best-move: B, pruned: [B1, C1]}"
    given = "".join(f"  {problem.id}: {answers}\n" for problem in problems.problems)
    sheet = read_submission(f"set: s\nstudent: ada\nanswers:\n{given}".encode(), "ada.yaml")
    return report_html(student_page(grade(problems, sheet), problems))


def test_of_a_long_report_the_first_problems_are_open_and_a_link_opens_any_other(open_page: Show) -> None:
    page = open_page(long_report())
    wrong = page.locator(".question:not(:has(> summary .badge-right))")
    opened = wrong.evaluate_all("all => all.map((one) => one.open)")
    assert opened == [place < MOST_OPEN for place in range(len(opened))]
    assert not all(opened)
    assert page.locator(".question[open]:has(> summary .badge-right)").count() == 0
    page.locator(".overview a[href='#q4.3']").click()
    assert page.locator("[id='q4.3'] .reasons").is_visible()


def test_a_report_with_few_mistakes_is_open_where_they_are(open_page: Show) -> None:
    page = open_page(report_html(page_of(QUESTIONS, WRONG)))
    verdicts = page.locator(".question").evaluate_all(
        "all => all.map((one) => [one.open, one.querySelector('.badge-right') === null])"
    )
    assert [is_open for is_open, _ in verdicts] == [is_lost for _, is_lost in verdicts]


@pytest.mark.skipif(shutil.which("pdftotext") is None, reason="pdftotext is not installed")
def test_paper_has_what_is_said_of_every_lost_answer_and_numbers_its_pages(
    open_page: Show, tmp_path: Path
) -> None:
    page = open_page(long_report())
    page.pdf(path=tmp_path / "report.pdf", prefer_css_page_size=True)
    assert page.locator("[id='q4.3']").get_attribute("open") is None  # as it was before
    subprocess.run([shutil.which("pdftotext") or "", "-layout", "report.pdf"], cwd=tmp_path, check=True)
    sheets = (tmp_path / "report.txt").read_text(encoding="utf-8").split("\f")[:-1]
    for number, sheet in enumerate(sheets, 1):
        assert f"{number}/{len(sheets)}" in sheet.replace(" ", "")
        assert "Sheet 1 · ada" in sheet
    told = page.locator(".reasons li").evaluate_all("all => all.map((one) => one.textContent)")
    printed = " ".join("".join(sheets).split())
    lost = [reason for reason in told if "is not pruned" in reason]
    assert lost
    assert all(" ".join(reason.split())[:40] in printed for reason in lost)
