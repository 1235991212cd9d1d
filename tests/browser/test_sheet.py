"""sheet.html and key.html as people use them: filled in by mouse and by keyboard, and seen by everybody."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pytest

from grader.problems import ProblemSet
from grader.reports.key.key_page import key_html
from grader.reports.sheets.blank_sheet import blank_sheet, filled_sheet
from grader.reports.sheets.sheet_page import sheet_html
from grader.submissions import read_submission
from tests.browser.sheets import SET, click, load, load_file, saved, texts, wrong

if TYPE_CHECKING:
    from playwright.sync_api import Page


@pytest.fixture
def problems(tmp_path: Path) -> ProblemSet:
    return load(SET, tmp_path)


@pytest.fixture
def sheet(problems: ProblemSet, open_page: Callable[[str], Page]) -> Page:
    return open_page(sheet_html(problems))


def test_a_sheet_filled_in_by_mouse_earns_all_points(sheet: Page, problems: ProblemSet) -> None:
    for node, value in {"B": "3", "C": "2", "D": "2", "A": "3"}.items():
        sheet.locator("#answer-1-1").get_by_label(node, exact=True).fill(value)
    sheet.get_by_label("a1 (to B)").click()
    click(sheet, "1-3", "A", "B", "B1")
    click(sheet, "1-4", "C2", "C3")
    click(sheet, "1-5", "C2", "C3")
    click(sheet, "1-6", "C2", "C3", edge=True)
    click(sheet, "1-7", "B1", "B2", "B3", "C1", "D1", "D2", "D3")
    sheet.get_by_label("Number").fill("7")
    sheet.get_by_label("α at C").fill("3")
    sheet.get_by_label("β at C").fill("∞")
    sheet.locator("#answer-1-10").get_by_role("button", name="Add a cutoff").click()
    sheet.get_by_label("at the node").select_option("C")
    sheet.get_by_label("after the child").select_option("C1")
    sheet.get_by_label("by", exact=True).select_option("α")
    sheet.get_by_label("least at C").fill("-inf")
    sheet.get_by_label("most at C").fill("2")
    sheet.get_by_label("a) this").click()
    sheet.get_by_label("a) one").click()
    sheet.get_by_label("b) two").click()
    sheet.get_by_label("true", exact=True).click()
    sheet.locator("#answer-2-1").get_by_label("none").click()
    sheet.get_by_label("The search never stops early").last.click()
    sheet.get_by_label("Your answer", exact=True).fill('Since "Min" # would\nnever: let it.')
    sheet.get_by_label("Your name").fill("Ada: Lovelace")
    submission = saved(sheet)
    assert wrong(problems, submission) == [("manual", "pending")]
    assert submission.sheet is not None
    assert submission.sheet.student is not None
    assert submission.sheet.student.text == "Ada: Lovelace"


def test_a_sheet_filled_in_by_keyboard_alone_earns_all_points(sheet: Page, problems: ProblemSet) -> None:
    _type_at(sheet, "#student", "ada")
    for node, value in {"B": "3", "C": "2", "D": "2", "A": "3"}.items():
        _type_at(sheet, f"#answer-1-1 [data-node='{node}']", value)
    _press_at(sheet, "#answer-1-2 input", "Space")
    _type_at(sheet, "#answer-1-3-text", "A, B, B1")
    for number, values in {4: ("C2", "C3"), 5: ("C2", "C3"), 6: ("C->C2", "C->C3")}.items():
        for value in values:
            _press_at(sheet, f"#answer-1-{number} input[value='{value}']", "Space")
    _type_at(sheet, "#answer-1-7-text", "B1 B2 B3 C1 D1 D2 D3")
    _type_at(sheet, "#answer-1-8 input", "7")
    _type_at(sheet, "#answer-1-9 label:nth-of-type(1) input", "3")
    _type_at(sheet, "#answer-1-9 label:nth-of-type(2) input", "inf")
    _press_at(sheet, "#answer-1-10 .add", "Enter")  # from where the focus goes to the new row
    for key in ("C", "Tab", "C", "Tab", "ArrowDown"):
        sheet.keyboard.press(key)
    _type_at(sheet, "#answer-1-11 label:nth-of-type(1) input", "-inf")
    _type_at(sheet, "#answer-1-11 label:nth-of-type(2) input", "2")
    _press_at(sheet, "#answer-1-12 input", "Space")
    _press_at(sheet, "#answer-1-13 input[value='a']", "Space")
    _press_at(sheet, "#answer-1-13 input[value='b']", "Space")
    _press_at(sheet, "#answer-1-14 input", "Space")
    _press_at(sheet, "#answer-2-1 input[data-none]", "Space")
    _press_at(sheet, "#answer-2-2 input[data-none]", "Space")
    with sheet.expect_download() as download:
        _press_at(sheet, "#save", "Enter")
    submission = read_submission(Path(download.value.path()).read_bytes(), "answers.yaml")
    assert wrong(problems, submission) == [("manual", "missing")]


def _reach(page: Page, selector: str) -> None:
    """Press Tab until the element has the focus."""
    for _ in range(100):
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press("Tab")
    pytest.fail(f"{selector} cannot be reached")


def _type_at(page: Page, selector: str, text: str) -> None:
    _reach(page, selector)
    page.keyboard.type(text)


def _press_at(page: Page, selector: str, key: str) -> None:
    _reach(page, selector)
    page.keyboard.press(key)


REMARKS = {
    "a word": ("three", "This cannot be read: three is not a number. Write it as 3, -2.5, 7/3 or inf."),
    "a decimal comma": (
        "2,5", "This cannot be read: a comma separates answers; write decimals with a point, as in 2.5.",
    ),
    "zero below": ("1/0", "This cannot be read: 1/0 is not a number. Write it as 3, -2.5, 7/3 or inf."),
}  # fmt: skip


def test_a_number_that_cannot_be_read_is_noticed_as_one_types(sheet: Page) -> None:
    field = sheet.get_by_label("Number")
    for typed, remark in REMARKS.values():
        field.fill(typed)
        assert sheet.inner_text("#answer-1-8-remark") == remark
        assert field.get_attribute("aria-invalid") == "true"
        field.fill("7")
        assert sheet.locator("#answer-1-8-remark").text_content() == ""
        assert field.get_attribute("aria-invalid") is None


READABLE = (
    "3",
    "-3",
    "−3",
    "- 3",
    "+3",
    "2.5",
    ".5",
    "3.",
    "7/3",
    "2 1/3",
    "2⅓",
    "½",
    "inf",
    "-∞",
    ".inf",
    "1e3",
)


def test_a_number_that_can_be_read_is_not_remarked_upon(sheet: Page, problems: ProblemSet) -> None:
    problem = problems.problem("textbook")
    count = next(asked.question for asked in problem.questions if asked.question.ask == "count")
    for typed in READABLE:
        sheet.get_by_label("Number").fill(typed)
        assert sheet.locator("#answer-1-8-remark").text_content() == ""
        count.read(typed, problem.solution())


def test_an_unknown_name_and_half_an_interval_are_noticed(sheet: Page) -> None:
    sheet.locator("#answer-1-3-text").fill("A, X9, b1")
    assert sheet.inner_text("#answer-1-3-remark") == "This cannot be read: there is no node called X9."
    sheet.get_by_label("α at C").fill("3")
    remark = (
        "Your answer for C cannot be read: “[3, ]” is not an interval; write two numbers, such as [3, inf]."
    )
    assert sheet.inner_text("#answer-1-9-remark") == remark
    sheet.locator("#answer-1-10").get_by_role("button", name="Add a cutoff").click()
    sheet.get_by_label("at the node").select_option("C")
    remark = "This cannot be read: a cutoff needs a node and the child after which the search stops there."
    assert sheet.inner_text("#answer-1-10-remark") == remark
    assert sheet.get_by_label("after the child").get_attribute("aria-invalid") == "true"


def test_a_click_on_a_node_stands_for_its_leaves_and_a_second_one_takes_it_back(sheet: Page) -> None:
    click(sheet, "1-4", "C")
    assert sheet.input_value("#answer-1-4-text") == "[C1, C2, C3]"
    click(sheet, "1-4", "C1")
    assert sheet.input_value("#answer-1-4-text") == "[C2, C3]"
    click(sheet, "1-5", "C")
    assert sheet.input_value("#answer-1-5-text") == "[C, C1, C2, C3]"
    click(sheet, "1-5", "C2")
    assert sheet.input_value("#answer-1-5-text") == "[C1, C3]"
    click(sheet, "1-3", "A", "C", "B", "C")
    assert sheet.input_value("#answer-1-3-text") == "[A, B]"


def test_what_the_fields_cannot_show_stays_as_text(sheet: Page) -> None:
    sheet.locator("#answer-1-4 summary").click()
    sheet.locator("#answer-1-4-text").fill("4 and 6")
    assert sheet.locator("#answer-1-4 .boxes").is_hidden()
    assert texts(saved(sheet))["textbook", "pruned"] == "4 and 6"
    sheet.locator("#answer-1-4").get_by_role("button", name="Clear this answer").click()
    assert sheet.locator("#answer-1-4 .boxes").is_visible()


def test_without_scripts_the_sheet_can_be_copied(
    new_page: Callable[..., Page], problems: ProblemSet, tmp_path: Path
) -> None:
    file = tmp_path / "page.html"
    file.write_text(sheet_html(problems), encoding="utf-8")
    page = new_page(java_script_enabled=False)
    page.goto(file.as_uri())
    assert page.locator("noscript .warning, .warning").first.is_visible()
    assert page.locator(".plain-sheet").text_content() == blank_sheet(problems)
    assert page.locator("#actions").is_hidden()


PAGES = {"sheet": sheet_html, "key": key_html}
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


@pytest.mark.parametrize("kind", PAGES)
def test_the_pages_can_be_used_by_everybody_by_day_and_by_night(
    kind: str, *, open_page: Callable[[str], Page], axe: Callable[[Page], None], problems: ProblemSet
) -> None:
    page = open_page(PAGES[kind](problems))
    page.set_viewport_size({"width": 360, "height": 800})
    if kind == "sheet":
        load_file(page, filled_sheet(problems) + "  odd:\n    value: 3\n")
        page.get_by_label("Number").fill("seven")
        page.locator("#answer-1-4 summary").click()
        page.locator("#answer-1-4-text").fill("4 and 6")
        saved(page)
        assert page.locator("#status a").count() == 2  # the name, and the number
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        axe(page)
    assert page.evaluate("document.documentElement.scrollWidth") == 360


CHINESE = """\
set: 樹
title: 對局樹
language: zh-TW
problems:
  - id: 第一題
    tree: 根 = max(左 -> 甲 = min(3, 12), 右 -> 乙 = min(2, 4))
    questions:
      - {ask: value, of: [甲, 根]}
      - {ask: pruned}
      - {ask: best-move}
"""


def test_a_chinese_sheet_is_filled_in_and_marked(open_page: Callable[[str], Page], tmp_path: Path) -> None:
    problems = load(CHINESE, tmp_path)
    page = open_page(sheet_html(problems))
    page.get_by_label("甲", exact=True).fill("3")
    page.get_by_label("根", exact=True).fill("３")
    click(page, "1-2", "乙2")
    page.get_by_label("左（到甲）").click()
    page.get_by_label("你的姓名").fill("王小明")
    with page.expect_download() as download:
        page.get_by_role("button", name="儲存 answers.yaml").click()
    submission = read_submission(Path(download.value.path()).read_bytes(), "answers.yaml")
    assert wrong(problems, submission) == []
    assert submission.student == "王小明"
