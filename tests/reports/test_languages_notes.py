"""Notes about a sheet: in the language of its set, with a place and a hint."""

from __future__ import annotations

import pytest

from grader.document.sheet_notes import note, retold
from grader.grading import Grade, grade
from grader.problems import load_problems
from grader.reports.record_words import note_text
from grader.submissions import Submission, read_submission
from grader.text.sentences import sentences
from grader.text.source import InputError, Source, decode_source
from tests.chinese import PROBLEMS, SAY

UNTIDY_SHEET = """\
sett: alpha-beta-zh
什麼: 1
answers:
  選路:
    value: {松林: 4}
    value: {松林: 5}
    最佳走步: 中
    best-mov: 中
    line: a\u202eb
  不知道:
    value: 3
就這樣
擲骰:
  value: 3
"""


def test_notes_about_a_sheet_are_in_the_language_of_the_set() -> None:
    made = _graded(UNTIDY_SHEET.encode())
    assert {(found.message, found.hint) for found in made.notes} == {
        ("這份答案卷少了 `student`", "請寫 `student: …`；這次算作 `ming` 的答案卷"),
        ("答案卷沒有 `sett` 這個欄位", "已當成 `set` 來讀"),
        ("答案卷沒有 `什麼` 這個欄位", "答案卷的欄位有 `set`、`student` 和 `answers`"),
        ("`value` 寫了兩次", "請刪掉其中一個"),
        ("`選路` 沒有 `最佳走步` 這個小題", "它的小題有 `value`、`best-move` 和 `line`"),
        ("這裡有看不見的字元：U+202E", "請刪掉它，並重新輸入前後的文字"),
        ("`選路` 沒有 `best-mov` 這個小題", "是不是指 `best-move`？"),
        ("題組裡沒有 `不知道` 這一題", "題目有 `選路`、`剪枝` 和 `擲骰`"),
        ("看不懂這一行", "請寫成 `小題: 答案`；較長的答案請縮排寫在小題底下"),
        ("題目 `擲骰` 沒有放在 `answers:` 底下", "請把它和它的小題縮排；這次仍然照樣評分"),
    }


def test_an_answer_that_a_slip_of_form_spoils_is_explained_in_the_language_of_the_set() -> None:
    check = _graded(UNTIDY_SHEET.encode()).checks[0]
    assert check.feedback[0] == "第 6 行第 5 欄無法辨讀（`value` 寫了兩次）。"


def test_a_note_is_written_with_its_place_and_its_hint_in_the_language_of_the_set() -> None:
    doubled = next(found for found in _graded(UNTIDY_SHEET.encode()).notes if "兩次" in found.message)
    assert note_text(doubled, SAY) == (
        "ming.yaml:6:5: 錯誤: `value` 寫了兩次\n"
        "   6 |     value: {松林: 5}\n"
        "     |     ^^^^^\n"
        "   5 |     value: {松林: 4}\n"
        "     |     ----- 第一次寫在這裡\n"
        "     = 建議: 請刪掉其中一個"
    )


@pytest.mark.parametrize(
    ("heading", "message"),
    {
        "student: ＿": ("這份答案卷的 `student:` 後面沒有名字"),
        "student:": ("這份答案卷的 `student:` 後面沒有寫"),
        "set:": ("這份答案卷的 `set:` 後面沒有寫"),
        "set: other": ("這份答案卷寫的是題組 `other`，不是 `alpha-beta-zh`"),
    }.items(),
)
def test_notes_about_the_head_of_a_sheet_are_in_the_language_of_the_set(heading: str, message: str) -> None:
    made = _graded(f"{heading}\nanswers:\n  選路:\n    best-move: 中\n".encode())
    assert message in [found.message for found in made.notes]


def test_the_variants_of_an_unnamed_sheet_are_told_in_the_language_of_the_set() -> None:
    problem = "{id: p, variants: ['max(1, 2)', 'max(2, 1)'], questions: [{ask: value}]}"
    problems = load_problems(Source(f"set: a\nlanguage: zh-TW\nproblems: [{problem}]", "set.yaml"))
    made = grade(problems, read_submission(b"set: a\nanswers: {p: {value: 2}}\n", "ming.yaml"), variant=1)
    assert [found.hint for found in made.notes] == [
        "請寫 `student: …`；這次算作 `ming` 的答案卷，版本是 `p` 的第 2 版（共 2 版）"
    ]


UNREADABLE = {
    "UTF-16": (b"\xff\xfea\x00", "檔案的編碼是 UTF-16，不是 UTF-8"),
    "Big5": (b"set: \xa4\xa4", "檔案不是 UTF-8 文字：第 1 行有位元組 0xa4"),
    "no text": (b"\x00\x01", "這不是純文字檔：裡面有 NUL 位元組"),
    "no answers": (b"set: alpha-beta-zh\nstudent: ming\n", "這份答案卷裡沒有答案"),
    "too large": (b" " * 1_000_001, "答案卷超過 1,000,000 個位元組"),
}


@pytest.mark.parametrize(("data", "why"), UNREADABLE.values(), ids=UNREADABLE)
def test_a_sheet_that_cannot_be_read_is_explained_in_the_language_of_the_set(data: bytes, why: str) -> None:
    assert {check.feedback[0] for check in _graded(data).checks} == {f"這份答案卷無法辨讀（{why}）。"}


@pytest.mark.parametrize("data", [b"\xff\xfea\x00", b"set: \xa4\xa4", b"\x00\x01"])
def test_a_file_that_is_no_text_is_told_alike_with_and_without_the_catalogue(data: bytes) -> None:
    with pytest.raises(InputError) as refused:
        decode_source(data, "ming.yaml")
    (mistake,) = refused.value.mistakes
    assert retold(mistake, sentences()) == mistake


def test_a_mistake_that_no_catalogue_has_stays_as_it_is() -> None:
    with pytest.raises(InputError) as refused:
        load_problems(Source("set: 1", "set.yaml"))
    assert [retold(mistake, SAY) for mistake in refused.value.mistakes] == list(refused.value.mistakes)


@pytest.mark.parametrize("language", ["en", "zh-TW"])
def test_every_note_that_has_a_hint_is_a_sentence_too(language: str) -> None:
    keys = sentences(language).catalogue
    hinted = {key.removeprefix("note-hint.") for key in keys if key.startswith("note-hint.")}
    assert {key for key in hinted if f"note.{key}" not in keys} == set()
    assert note("strange-line", Source("", "x")).hint is not None


def _graded(data: bytes) -> Grade:
    problems = load_problems(PROBLEMS / "alpha-beta-zh" / "set.yaml")
    submission: Submission = read_submission(data, "ming.yaml")
    return grade(problems, submission)
