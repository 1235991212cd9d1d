"""What sheet.html says when it saves: how much is answered, what cannot be read yet, and the way there."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from grader.reports.sheets.blank_sheet import filled_sheet
from grader.reports.sheets.sheet_page import sheet_html
from grader.submissions import read_submission
from tests.browser.sheets import load, load_file, saved, texts, type_all

if TYPE_CHECKING:
    from playwright.sync_api import Page

SET = """\
set: small
problems:
  - id: one
    tree: A = max(a1 -> B = min(3, 12), a2 -> C = min(2, 4))
    questions:
      - {ask: value, of: [B, C]}
      - {ask: count, of: leaves-evaluated}
      - {ask: line}
      - {ask: window, of: [B, C]}
      - {ask: cutoffs}
      - {ask: choice, text: Which?, options: [{text: so, right: true}, {text: no}]}
"""


@pytest.fixture
def sheet(open_page: Callable[[str], Page], tmp_path: Path) -> Page:
    page = open_page(sheet_html(load(SET, tmp_path)))
    page.get_by_label("Your name").fill("ada")
    return page


def _links(page: Page) -> list[str]:
    return page.locator("#status a").all_inner_texts()


def _save(page: Page) -> str:
    saved(page)
    return page.inner_text("#status")


def test_what_cannot_be_read_is_counted_apart_and_still_saved(sheet: Page) -> None:
    sheet.locator("input[data-node='B']").fill("two")
    sheet.get_by_label("Number").fill("eight")
    answers = texts(saved(sheet))
    assert answers["one", "value"] == '{B: "two"}'
    assert answers["one", "count"] == "eight"
    counted = "0 of 6 questions answered, 2 cannot be read yet"
    assert sheet.inner_text("#progress") == counted
    told = sheet.inner_text("#status")
    assert told.startswith(f"answers.yaml was saved: {counted}. Look at these before you submit that file:")
    assert "An answer that cannot be read earns no points." in told
    number = "Write it as 3, -2.5, 7/3 or inf."
    assert _links(sheet) == [
        f"1.1 Your answer for B cannot be read: two is not a number. {number}",
        "1.1 There is nothing for C yet.",
        f"1.2 This cannot be read: eight is not a number. {number}",
    ]


def test_where_all_can_be_read_the_file_is_to_be_handed_in(sheet: Page, tmp_path: Path) -> None:
    load_file(sheet, filled_sheet(load(SET, tmp_path)))
    assert _save(sheet) == "answers.yaml was saved: 6 of 6 questions answered. Submit that file."
    sheet.locator("#answer-1-2").get_by_role("button", name="Clear this answer").click()
    assert _save(sheet) == "answers.yaml was saved: 5 of 6 questions answered. Submit that file."
    assert _links(sheet) == []


def test_a_sheet_with_one_question_is_counted_in_the_singular(
    open_page: Callable[[str], Page], tmp_path: Path
) -> None:
    text = "set: one\nproblems:\n  - {id: p, tree: 'max(1, 2)', questions: [{ask: value}]}\n"
    sheet = open_page(sheet_html(load(text, tmp_path)))
    assert sheet.inner_text("#progress") == "0 of 1 question answered"
    sheet.locator(".question input").first.fill("2")
    assert sheet.inner_text("#progress") == "1 of 1 question answered"


def test_an_answer_in_part_is_not_counted_as_one(sheet: Page) -> None:
    sheet.locator("input[data-node='B']").fill("3")
    assert sheet.inner_text("#progress") == "0 of 6 questions answered, 1 only in part"
    assert "earns no points" not in _save(sheet)
    assert _links(sheet) == ["1.1 There is nothing for C yet."]


def test_without_a_name_the_file_is_not_ready(sheet: Page) -> None:
    sheet.get_by_label("Your name").fill("")
    assert "Submit that file." not in _save(sheet)
    sheet.get_by_role("link", name="Write your name").click()
    assert sheet.evaluate("document.activeElement.id") == "student"


def test_what_is_changed_after_saving_is_to_be_saved_again(sheet: Page) -> None:
    sheet.get_by_label("Number").fill("eight")
    sheet.locator("#answer-1-3-text").fill("X9")
    _save(sheet)
    assert len(_links(sheet)) == 2
    sheet.get_by_label("Number").fill("8")
    assert sheet.inner_text("#status").startswith("You have changed answers since you saved the file.")
    assert _links(sheet) == ["1.3 This cannot be read: there is no node called X9."]
    sheet.locator("#answer-1-3-text").fill("A")
    again = "You have changed answers since you saved the file. Save it again before you submit it."
    assert sheet.inner_text("#status") == again
    assert "Submit that file." in _save(sheet)
    sheet.get_by_label("Number").fill("81")
    assert sheet.inner_text("#status") == again
    sheet.get_by_label("Number").fill("8")
    assert "Submit that file." in sheet.inner_text("#status")


def test_the_news_is_not_told_again_with_every_letter(sheet: Page) -> None:
    _save(sheet)
    sheet.get_by_label("Number").fill("1")
    sheet.evaluate("""() => {
        window.told = 0;
        const watch = new MutationObserver((news) => { window.told += news.length; });
        watch.observe(document.getElementById("status"), {childList: true, subtree: true});
    }""")
    sheet.get_by_label("Number").fill("12")
    sheet.get_by_label("Number").fill("123")
    assert sheet.evaluate("new Promise((done) => setTimeout(() => done(window.told)))") == 0


BAD = {
    "a number": ("#answer-1-1 [data-node='C']", "two"),
    "a lone number": ("#answer-1-2 input", "eight"),
    "a line": ("#answer-1-3-text", "A, X9"),
    "an end": ("#answer-1-4 [data-node='C'] label:last-of-type input", "x"),
    "a text": ("#answer-1-6-text", "z"),
}


def test_a_link_leads_to_the_field_by_keyboard(sheet: Page) -> None:
    sheet.evaluate("document.querySelectorAll('details').forEach((details) => { details.open = true; })")
    other_end = "#answer-1-4 [data-node='C'] label:first-of-type input"
    for field, typed in BAD.values():
        if "1-4" in field:
            sheet.locator(other_end).fill("3")
        sheet.locator(field).fill(typed)
        _save(sheet)
        sheet.locator("#status a").first.focus()
        sheet.keyboard.press("Enter")
        assert sheet.evaluate("field => document.activeElement.matches(field)", field)
        assert sheet.locator(field).get_attribute("aria-invalid") == "true"
        described = sheet.locator(field).get_attribute("aria-describedby")
        assert "cannot be read" in sheet.inner_text(f"#{described}")
        type_all(sheet, {field: "", other_end: ""})


def test_half_a_cutoff_is_led_to(sheet: Page) -> None:
    sheet.get_by_role("button", name="Add a cutoff").click()
    sheet.get_by_label("at the node").select_option("C")
    _save(sheet)
    sheet.locator("#status a").click()
    assert sheet.evaluate("document.activeElement.dataset.slot") == "after"


def test_what_is_loaded_or_kept_and_cannot_be_read_is_told_too(sheet: Page) -> None:
    told = load_file(sheet, "set: small\nanswers:\n  one:\n    value: {B: two, C: 2}\n    choice: z\n")
    links = [
        "1.1 Your answer for B cannot be read: two is not a number. Write it as 3, -2.5, 7/3 or inf.",
        "1.6 This cannot be read: there is no option called z.",
    ]
    assert told.startswith("2 answers were loaded from mine.yaml.")
    assert _links(sheet) == links
    sheet.reload()
    assert sheet.inner_text("#progress") == "0 of 6 questions answered, 2 cannot be read yet"
    assert _links(sheet) == links


def test_what_was_typed_stays_text_wherever_it_is_told(sheet: Page) -> None:
    hostile = "<img src=x onerror=alert(1)>{node}"
    sheet.locator("input[data-node='B']").fill(hostile)
    _save(sheet)
    assert hostile in _links(sheet)[0]
    assert sheet.locator("#status img").count() == 0


def test_a_quote_in_one_field_spoils_no_other(sheet: Page) -> None:
    sheet.locator("input[data-node='B']").fill("“three")
    sheet.locator("input[data-node='C']").fill("2")
    _save(sheet)
    assert [link.split(":")[0] for link in _links(sheet)] == ["1.1 Your answer for B cannot be read"]
    before = sheet.input_value("#file-text")
    sheet.reload()
    assert sheet.locator("input[data-node='B']").input_value() == "“three"
    assert sheet.input_value("#file-text") == before


def test_on_paper_an_answer_that_stands_as_text_is_there(sheet: Page) -> None:
    sheet.evaluate("document.querySelectorAll('details').forEach((details) => { details.open = true; })")
    sheet.locator("#answer-1-1-text").fill("B is 3, I think")
    sheet.emulate_media(media="print")
    assert sheet.locator("#answer-1-1 .answer-line").is_visible()
    assert sheet.locator("#answer-1-2 .answer-line").is_hidden()


CHINESE = """\
set: 樹
language: zh-TW
problems:
  - id: 第一題
    tree: 根 = max(左 -> 甲 = min(3, 12), 右 -> 乙 = min(2, 4))
    questions: [{ask: value, of: [甲, 乙]}, {ask: best-move}]
"""


def test_a_chinese_sheet_says_it_in_chinese(open_page: Callable[[str], Page], tmp_path: Path) -> None:
    page = open_page(sheet_html(load(CHINESE, tmp_path)))
    page.get_by_label("你的姓名").fill("王小明")
    page.get_by_label("甲", exact=True).fill("三")
    with page.expect_download() as download:
        page.get_by_role("button", name="儲存 answers.yaml").click()
    answers = texts(read_submission(Path(download.value.path()).read_bytes(), "answers.yaml"))
    assert answers["第一題", "value"] == '{甲: "三"}'
    assert page.inner_text("#progress") == "已作答 0 個小題，共 2 個，另有 1 個還無法讀取"
    assert "請繳交該檔案" not in page.inner_text("#status")
    assert "甲" in _links(page)[0]
