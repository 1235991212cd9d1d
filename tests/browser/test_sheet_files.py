"""What sheet.html saves is what the grader reads; what is loaded comes back; work is kept."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from grader.problems import ProblemSet, load_problems
from grader.reports.sheets.blank_sheet import filled_sheet
from grader.reports.sheets.sheet_page import sheet_html
from grader.submissions import read_submission
from tests.browser.sheets import SET, click, load, load_file, saved, texts, type_all
from tests.browser.waiting import expect

if TYPE_CHECKING:
    from playwright.sync_api import Page

FILES = sorted((Path(__file__).parents[2] / "problems").glob("*/set.yaml"))
SETS = [file for file in FILES if not file.parent.name.startswith("code-")]  # those are answered by programs


@pytest.fixture
def problems(tmp_path: Path) -> ProblemSet:
    return load(SET, tmp_path)


@pytest.fixture
def sheet(problems: ProblemSet, open_page: Callable[[str], Page]) -> Page:
    return open_page(sheet_html(problems))


@pytest.mark.parametrize(
    "file",
    [
        pytest.param(path, id=path.parent.name, marks=pytest.mark.slow if place % 4 else ())
        for place, path in enumerate(SETS)
    ],
)
def test_a_key_that_is_loaded_and_saved_again_says_the_same(
    file: Path, open_page: Callable[[str], Page]
) -> None:
    problems = load_problems(file)
    page = open_page(sheet_html(problems, "ada"))
    key = filled_sheet(problems, "ada")
    load_file(page, key)
    assert page.locator(".in-text").count() == 0
    assert page.locator("#status a").all_inner_texts() == []
    assert texts(saved(page)) == texts(read_submission(key.encode(), "ada.yaml"))


CORRECTIONS = {
    "{step: 5, instead: C = 2}": ["5", "C = 2"],
    '{"step": 5, "instead": "C = [3, inf]"}': ["5", "C = [3, inf]"],
    "step: 5\ninstead: C2": ["5", "C2"],
    '[5, "C = 2"]': ["5", "C = 2"],
    "{instead: B}": ["", "B"],
}


def test_a_correction_is_shown_in_its_fields_and_saved_as_the_sheet_prints_it(
    open_page: Callable[[str], Page], tmp_path: Path
) -> None:
    tree = "tree: A = max(B = min(3, 12, 8), C = min(2, 4, 6))"
    asked = "questions: [{ask: first-error, by: everyone-maximises}]"
    problems = load(f"set: words\nproblems:\n  - id: one\n    {tree}\n    {asked}\n", tmp_path)
    page = open_page(sheet_html(problems))
    for text, fields in CORRECTIONS.items():
        load_file(page, f"set: words\nanswers:\n  one:\n    first-error: {json.dumps(text)}\n")
        shown = page.locator("[data-parts] input")
        assert [shown.nth(place).input_value() for place in (0, 1)] == fields
        shown.first.fill("7")
        assert list(texts(saved(page)).values()) == [f"{{step: 7, instead: {fields[1]}}}"]


STRANGE = (
    'C2', ' C2', 'C2 ', 'C2 # no comment', '#', 'a: b', 'a:b', '"', "'", '"C2"', "'C2'", '{', ']',
    '[C2', '{B: 3,', '- 3', '-', '~', 'null', '|', '>', '>= 2', '& * ! % @ `', '\\', '\\n', 'a\tb',
    'a\nb', '\n\n a\n   b \n', '---', '...', '答案：無',
    '\U0001f333\U0001f469\u200d\U0001f469\u200d\U0001f467', 'é', '\u202eevil\u202c', '\u2028',
    '\ufeff', '=HYPERLINK()', '</script><b>', '{{7*7}}', 'answers:\n  x: 1', 'yes', '1e3', '0x10',
    '2001-01-01', '<<', '? a', 'a, b', '[a, [b, {c: d}]]', '[,]', "x" * 5000,
)  # fmt: skip


def _strange_sheet(open_page: Callable[[str], Page], folder: Path) -> Page:
    """A sheet with a question for each of these texts, filled in."""
    questions = [f"{{ask: manual, id: q{place}, text: Why?}}" for place in range(len(STRANGE))]
    tree = "tree: A = max(1, 2)"
    listed = ", ".join(questions)
    text = f"set: words\nproblems:\n  - id: one\n    {tree}\n    questions: [{listed}]\n"
    page = open_page(sheet_html(load(text, folder)))
    type_all(page, {f"#answer-1-{place + 1}-text": strange for place, strange in enumerate(STRANGE)})
    return page


def test_every_text_is_saved_so_that_the_grader_reads_just_this_text(
    open_page: Callable[[str], Page], tmp_path: Path
) -> None:
    page = _strange_sheet(open_page, tmp_path)
    page.get_by_label("Your name").fill("null: # 'Ada'")
    submission = saved(page)
    expected = {("one", f"q{place}"): text if text.strip() else "" for place, text in enumerate(STRANGE)}
    assert texts(submission) == expected
    assert submission.mistakes == ()
    assert submission.sheet is not None
    assert submission.sheet.student is not None
    assert submission.sheet.student.text == "null: # 'Ada'"
    page.get_by_role("button", name="Start again").click()
    with page.expect_download() as download:
        page.click("#save")
    assert set(texts(read_submission(Path(download.value.path()).read_bytes(), "a.yaml")).values()) == {""}
    page.get_by_role("button", name="Undo").click()
    assert texts(saved(page)) == expected


def test_a_saved_file_can_be_loaded_again_whatever_stands_in_it(
    open_page: Callable[[str], Page], tmp_path: Path
) -> None:
    page = _strange_sheet(open_page, tmp_path)
    saved = page.input_value("#file-text")
    page.get_by_role("button", name="Start again").click()
    load_file(page, saved)
    assert page.input_value("#file-text") == saved


PARTS = {
    "B": '3, C: 7', "C": '}', "D": 'three "3"', "A": "  7/3 ",
}  # fmt: skip


def test_a_field_cannot_say_anything_about_another(sheet: Page, problems: ProblemSet) -> None:
    for node, value in PARTS.items():
        sheet.locator("#answer-1-1").get_by_label(node, exact=True).fill(value)
    submission = saved(sheet)
    question = problems.problem("textbook").questions[0].question
    given = question.read(texts(submission)["textbook", "value"], problems.problem("textbook").solution())
    assert {name: str(part) for name, part in given.items()} == {
        "B": '"3, C: 7"', "C": '"}"', "D": '"three \\"3\\""', "A": "7/3"
    }  # fmt: skip


HAND_WRITTEN = """# my answers
set: kinds
student: "Grace Hopper"   # that is me
answers:
  textbook:
    value: {B: 3,   # the first
            C: 2, D: , A: }
    best-move: "a2"
    line:
      - A
      - B
    pruned: none
    pruned-edges: C -> C2, C->C3
    visited: |
      B1
      B2
    count: about 7
    cutoffs: [{at: C, after: C1}]
    bounds: <= 2
    nonsense: [1, 2]
  quiet: {pruned: [B1], manual: 'It''s so'}
  elsewhere:
    value: 3
what is this
"""


def test_a_sheet_that_was_written_by_hand_is_loaded_as_far_as_possible(sheet: Page) -> None:
    told = load_file(sheet, HAND_WRITTEN)
    expected = texts(read_submission(HAND_WRITTEN.encode(), "a.yaml"))
    found = texts(saved(sheet))
    left_out = {("textbook", "nonsense"), ("elsewhere", "value"), ("textbook", "value"), ("textbook", "line")}
    assert {name: found[name] for name in expected if name not in left_out} == {
        name: text for name, text in expected.items() if name not in left_out
    }
    assert found["textbook", "line"].split() == ["-", "A", "-", "B"]
    assert sheet.input_value("#answer-1-1 [data-node='B']") == "3"
    assert sheet.is_checked("#answer-1-2 input[value='a2']")
    assert sheet.is_checked("#answer-1-4 input[data-none]")
    assert sheet.is_checked("#answer-1-6 input[value='C->C3']")
    assert sheet.input_value("#answer-1-10 [data-slot='after']") == "C1"
    assert sheet.locator("#answer-1-11").evaluate("element => element.classList.contains('in-text')")
    assert sheet.input_value("#student") == "Grace Hopper"
    assert "textbook.nonsense: [1, 2]; elsewhere.value: 3; what is this" in told


def test_a_json_sheet_is_loaded_too(sheet: Page) -> None:
    told = load_file(sheet, '{"set": "other", "answers": {"textbook": {"value": {"B": 3}, "count": 7}}}')
    assert sheet.input_value("#answer-1-1 [data-node='B']") == "3"
    assert sheet.input_value("#answer-1-8 input") == "7"
    assert "another set, other" in told


def test_a_file_without_answers_changes_nothing(sheet: Page) -> None:
    sheet.get_by_label("Number").fill("7")
    for text in ("", "nothing: here", "%PDF-1.4"):
        assert "No answers were found in mine.yaml" in load_file(sheet, text)
        assert sheet.get_by_label("Number").input_value() == "7"


def test_a_file_that_is_no_text_is_refused(sheet: Page) -> None:
    assert load_file(sheet, b"\xff\xfe\x00") == "The file mine.yaml cannot be read."


def test_work_is_kept_over_a_reload(sheet: Page) -> None:
    sheet.get_by_label("Your name").fill("ada")
    sheet.get_by_label("a2 (to C)").click()
    click(sheet, "1-4", "C2")
    sheet.get_by_label("Number").fill("seven")
    before = sheet.input_value("#file-text")
    sheet.reload()
    assert sheet.input_value("#file-text") == before
    assert sheet.is_checked("#answer-1-4 input[value='C2']")
    assert "are here again" in sheet.inner_text("#status")


def test_where_nothing_can_be_kept_the_page_says_so(
    new_page: Callable[..., Page], problems: ProblemSet, tmp_path: Path
) -> None:
    file = tmp_path / "page.html"
    file.write_text(sheet_html(problems), encoding="utf-8")
    page = new_page()
    page.add_init_script("Object.defineProperty(window, 'localStorage', {get() { throw new Error('off') }})")
    page.goto(file.as_uri())
    page.get_by_label("Number").fill("7")
    assert "does not keep your answers" in page.inner_text("#keeping")
    assert texts(saved(page))["textbook", "count"] == "7"


def _second_window(page: Page, script: str = "") -> Page:
    """The same page once more, with a script that runs before its own."""
    other = page.context.new_page()
    other.add_init_script(script)
    other.goto(page.url)
    return other


def test_what_is_changed_in_another_window_is_changed_here_too(sheet: Page) -> None:
    other = _second_window(sheet)
    sheet.bring_to_front()  # a window behind another draws nothing, and waits for it
    sheet.get_by_label("Number").fill("7")
    sheet.get_by_label("Your name").fill("ada")
    expect(other.locator("#student")).to_have_value("ada")
    other.bring_to_front()
    click(other, "1-4", "C2")
    expect(sheet.locator("#answer-1-4-text")).to_have_value("[C2]")
    expect(sheet.locator("#status")).to_contain_text("from another window are here, too")
    there = texts(saved(other))
    sheet.bring_to_front()
    answers = texts(saved(sheet))
    assert answers == there
    assert (answers["textbook", "count"], answers["textbook", "pruned"]) == ("7", "[C2]")


def test_a_window_that_heard_nothing_of_the_other_still_loses_no_work(sheet: Page) -> None:
    deaf = _second_window(
        sheet, "window.addEventListener('storage', (event) => event.stopImmediatePropagation(), true)"
    )
    sheet.bring_to_front()
    sheet.get_by_label("Number").fill("7")
    sheet.locator("#answer-1-3-text").fill("A, B")
    deaf.bring_to_front()
    deaf.get_by_label("a2 (to C)").click()
    assert deaf.get_by_label("Number").input_value() == "7"
    assert texts(saved(deaf))["textbook", "line"] == "A, B"
    expect(sheet.locator("#answer-1-2-text")).to_have_value("a2")


def test_of_two_answers_to_the_same_question_the_one_typed_here_stays(sheet: Page) -> None:
    sheet.get_by_label("Number").fill("7")
    sheet.evaluate("""() => {
        const place = Object.keys(localStorage)[0];
        localStorage.setItem(place, localStorage.getItem(place).replace('"count","7"', '"count","8"'));
    }""")
    sheet.get_by_label("Number").fill("79")
    assert "the one you typed here is kept" in sheet.inner_text("#status")
    assert texts(saved(sheet))["textbook", "count"] == "79"
