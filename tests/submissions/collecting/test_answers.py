"""A table of answers: a row for each student, a column for each question."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.document import Answer
from grader.grading import grade
from grader.submissions import HandIn, read_hand_in, read_submission
from grader.submissions.collecting import Collected
from grader.submissions.csv_rows import read_rows, read_table
from grader.submissions.table_row import kept_row
from grader.text.source import InputError, Source, Span
from tests.submissions.collecting.laying import a_set, collected, lay, messages, students

TABLE = """\
id,textbook.value,textbook.best-move,textbook.pruned
ada,"B=3, C=2, D=2",a1,"[C2, C3]"
bob,"B: 3
C: 2
D: 9",a2,none

cai,,,
"""


def of(tmp_path: Path, text: str) -> Collected:
    return collected(lay(tmp_path, {"answers.csv": text}) / "answers.csv")


def answers(found: Collected, number: int = 0) -> dict[str, str]:
    sheet = found.entries[number].load().sheet
    assert sheet is not None
    return {question: answer.text for question, answer in sheet.answers.get("textbook", {}).items()}


def test_each_row_is_a_hand_in(tmp_path: Path) -> None:
    found = of(tmp_path, TABLE)
    assert students(found) == ["ada", "bob", "cai"]
    assert answers(found) == {"value": "B=3, C=2, D=2", "best-move": "a1", "pruned": "[C2, C3]"}
    assert answers(found, 1)["value"] == "B: 3\nC: 2\nD: 9"
    assert [entry.name for entry in found.entries] == [f"{tmp_path}/answers.csv:{line}" for line in (2, 3, 7)]
    assert messages(found) == ["the row of `cai` has no answers"]


def test_a_row_is_marked_like_a_sheet_and_needs_no_notes(tmp_path: Path) -> None:
    problems = a_set()
    first = of(tmp_path, TABLE).entries[0]
    made = grade(problems, first.load())
    marks = {check.question: check.earned for check in made.checks if check.problem == "textbook"}
    assert marks == {"value": 1, "best-move": 1, "pruned": 1}
    assert made.notes == ()


def test_a_mark_points_into_the_table(tmp_path: Path) -> None:
    text = 'id,textbook.value\nada,B=3\nbob,"B=3 ""C""=["\n'
    made = grade(a_set(), of(tmp_path, text).entries[1].load())
    check = next(check for check in made.checks if check.question == "value")
    assert check.verdict == "unreadable"
    assert check.raw == '"B=3 ""C""=["'
    assert check.place == (3, 16)


def test_a_class_may_be_a_folder_with_a_table_and_a_roster(tmp_path: Path) -> None:
    found = collected(lay(tmp_path, {"answers.csv": TABLE, "roster.csv": "id\nada\nbob\ncai\nzoe\n"}))
    assert students(found) == ["ada", "bob", "cai"]
    assert [person.id for person in found.missing] == ["zoe"]


HEADERS = {
    "the usual form": "textbook.best-move",
    "capitals and blanks": "Textbook: Best move",
    "brackets": "textbook [best-move]",
    "underscores": "textbook_best_move",
    "the question alone": "best-move",
    "among other words": "2. (textbook.best-move) Which move is best for Max?",
    "on two lines": '"textbook.best-move\nWhich move?"',
}


@pytest.mark.parametrize("header", HEADERS.values(), ids=HEADERS)
def test_a_column_is_named_in_many_ways(header: str, tmp_path: Path) -> None:
    assert answers(of(tmp_path, f"id,{header}\nada,a1\n")) == {"best-move": "a1"}


def test_words_that_only_happen_to_be_a_name_are_no_name(tmp_path: Path) -> None:
    found = of(tmp_path, "id,best-move,In this textbook value means what?\nada,a1,B=3\n")
    assert answers(found) == {"best-move": "a1"}


def test_a_student_may_be_named_in_two_columns(tmp_path: Path) -> None:
    found = of(tmp_path, "First name,Last name,best-move\nAda,Lovelace,a1\n")
    assert students(found) == ["Ada Lovelace"]
    assert grade(a_set(), found.entries[0].load()).notes == ()


FORMS = {
    "Google": "Timestamp,Email Address,Score,textbook.best-move\n2027/01/31 23:00:00 GMT+1,ada@x.org,,a1\n",
    "Microsoft": "ID,Start time,Completion time,Email,Name,Total points,"
    "textbook.best-move,Points - textbook.best-move\n"
    "1,2027-01-31 21:00 UTC,2027-01-31 22:00 UTC,ada@x.org,Ada,,a1,1\n",
    "Chinese": "時間戳記;電子郵件;textbook.best-move\n2027-01-31 22:00 UTC;ada@x.org;a1\n",
}


@pytest.mark.parametrize("text", FORMS.values(), ids=FORMS)
def test_the_export_of_a_form_is_a_table(text: str, tmp_path: Path) -> None:
    found = of(tmp_path, text)
    (entry,) = found.entries
    assert (entry.student, entry.at) == ("ada@x.org", datetime(2027, 1, 31, 22, tzinfo=UTC))
    assert answers(found) == {"best-move": "a1"}
    assert [message for message in messages(found) if "there is no column" not in message] == []


def test_the_number_that_a_form_gives_an_answer_is_not_the_students_id(tmp_path: Path) -> None:
    text = "ID,Start time,Completion time,Email,Name,Student ID,best-move\n1,,,anonymous,Anonymous,s7,a1\n"
    assert students(of(tmp_path, text)) == ["s7"]


def test_somebody_who_filled_in_a_form_without_a_name_is_nobody(tmp_path: Path) -> None:
    text = "ID,Start time,Completion time,Email,Name,Student ID,best-move\n1,,,anonymous,Anonymous,,a1\n"
    with pytest.raises(InputError, match="there are no submissions here"):
        of(tmp_path, text)


FINDINGS = {
    "an unknown column": (
        "id,best-move,shoe size\nada,a1,40\n",
        "answers.csv:1:14: warning: the column `shoe size` is not a question of the set, and was skipped",
    ),
    "a misspelt column": (
        "id,best-move,textbook.valeu\nada,a1,x\n",
        "= hint: did you mean `textbook.value`?",
    ),
    "a question that nobody could answer": (
        "id,best-move\nada,a1\n",
        "answers.csv:1:1: warning: there is no column for `textbook.value`, `textbook.pruned`",
    ),
    "a row of nobody": (
        "id,best-move\n,a2\nada,a1\n",
        "answers.csv:2:1: error: this row does not say whose it is, and was skipped",
    ),
    "times without a zone": (
        "id,timestamp,best-move\nada,1/2/2027 10:00:00,a1\n",
        "answers.csv:1:4: warning: the times in this column have no known zone, and were not used",
    ),
    "twice": (
        "id,best-move\nada,a1\nada,a2\n",
        "answers.csv:3: warning: this is another submission from `ada`, besides",
    ),
}


@pytest.mark.parametrize(("text", "message"), FINDINGS.values(), ids=FINDINGS)
def test_what_is_odd_about_a_table_is_found(text: str, message: str, tmp_path: Path) -> None:
    assert any(message in str(finding) for finding in of(tmp_path, text).findings)


ERRORS = {
    "nothing": ("", "no column of this table says who the student is"),
    "nobody": ("best-move\na1\n", "answers.csv:1:1: error: no column of this table says who the student is"),
    "no question": (
        "id,shoe\nada,40\n",
        "answers.csv:1:1: error: no column of this table is a question of the set",
    ),
    "a question twice": (
        "id,best-move,Best move\nada,a1,a2\n",
        "answers.csv:1:14: error: two columns are for `textbook.best-move`",
    ),
    "no rows": ("id,best-move\n", "there are no submissions here"),
    "an open quote": (
        'id,best-move\nada,"a1\n',
        "answers.csv:2:5: error: the quote that is opened here is never closed",
    ),
}


@pytest.mark.parametrize(("text", "message"), ERRORS.values(), ids=ERRORS)
def test_error_in_a_table(text: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        of(tmp_path, text)
    assert message in str(caught.value)


def test_a_row_with_too_many_cells_is_unreadable_rather_than_shifted(tmp_path: Path) -> None:
    found = of(tmp_path, "id,textbook.pruned,best-move\nada,[C2, C3],a1\n")
    submission = found.entries[0].load()
    assert not submission.readable
    assert str(submission.mistakes[0]) == (
        f"{tmp_path}/answers.csv:2:14: error: "
        "this row has more cells than the table has columns (3)\n"
        "   2 | ada,[C2, C3],a1\n"
        "     |              ^^\n"
        "     = hint: put quotes around an answer that contains the separator"
    )


def test_a_row_may_end_early_and_have_empty_cells_behind_it(tmp_path: Path) -> None:
    found = of(tmp_path, "id,best-move,textbook.value\nada,a1\nbob,a2,,,,\n")
    assert (answers(found), answers(found, 1)) == ({"best-move": "a1"}, {"best-move": "a2"})


def test_an_invisible_character_spoils_the_answer_in_which_it_stands(tmp_path: Path) -> None:
    made = grade(a_set(), of(tmp_path, "id,best-move,textbook.pruned\nada,a\u202e1,none\n").entries[0].load())
    verdicts = {check.question: check.verdict for check in made.checks}
    assert (verdicts["best-move"], verdicts["pruned"]) == ("unreadable", "wrong")


def test_ids_may_have_dots_in_them() -> None:
    row = kept_row(["week.1 value.2"], "s", ",", "3")
    sheet = read_hand_in(HandIn("ada", "t.csv:1", {"t.csv": row})).sheet
    assert sheet is not None
    assert sheet.answers["week.1"]["value.2"].text == "3"


HOSTILE_ROWS = {
    "nothing": b"",
    "no header": b"\nx",
    "one column": b"p q",
    "no text": b"\xff\xfe,\n\x00",
    "an open quote": b'p q,s\n"x',
    "a sheet": b"set: s\nanswers: {}\n",
}


@pytest.mark.parametrize("data", HOSTILE_ROWS.values(), ids=HOSTILE_ROWS)
def test_whatever_looks_like_a_kept_row_becomes_a_submission(data: bytes) -> None:
    assert read_hand_in(HandIn("ada", "class/answers.csv:17", {"answers.csv": data})).student == "ada"


@pytest.mark.parametrize("name", ["answers.yaml:3", "answers.csv:" + "9" * 5000])
def test_a_folder_that_is_called_like_a_row_is_none(name: str) -> None:
    file = name.partition(":")[0]
    submission = read_hand_in(HandIn("ada", name, {file: b"answers: {p: {q: 1}}"}))
    assert submission.hash == HandIn("ada", name, {file: b"answers: {p: {q: 1}}"}).hash
    assert (submission.sheet is not None) == (file == "answers.yaml")


def test_what_is_kept_of_a_row_reads_the_same_again(tmp_path: Path) -> None:
    first = of(tmp_path, TABLE).entries[1].hand_in()
    again = HandIn(first.student, first.name, dict(first.files))
    assert read_hand_in(again) == read_hand_in(first)
    assert b"ada" not in b"".join(first.files.values())


def test_a_row_that_moves_down_is_the_same_submission(tmp_path: Path) -> None:
    before = of(tmp_path / "a", TABLE).entries[0].hand_in()
    header, rest = TABLE.split("\n", 1)
    after = of(tmp_path / "b", f"{header}\neve,,a1,\n{rest}").entries[1].hand_in()
    assert before.hash == after.hash


TYPED = st.text(
    st.characters(exclude_categories=("Cs", "Cc", "Cf", "Zl", "Zp")) | st.sampled_from(" \"#,;:|[]{}~'"),
    max_size=20,
)


@given(TYPED)
def test_a_cell_is_read_as_the_same_text_typed_in_a_sheet(text: str) -> None:
    sheet = read_submission(f"answers:\n  p:\n    q: {text}\n".encode(), "a.yaml").sheet
    assert sheet is not None
    typed = sheet.answers.get("p", {}).get("q")
    if (
        typed is None
        or typed.mistake
        or sheet.mistakes
        or len(sheet.answers["p"]) > 1
        or text.lstrip()[:1] in "|>"
    ):
        return  # what YAML's lines make of it is another matter
    quoted = '"{}"'.format(text.replace('"', '""'))
    row = read_hand_in(HandIn("a", "t.csv:1", {"t.csv": kept_row(["p q"], "s", ",", quoted)})).sheet
    assert row is not None
    assert _texts(row.answers) == ({"q": typed.text} if text.strip() else {})


def _texts(given_answers: object) -> dict[str, str]:
    assert isinstance(given_answers, dict)
    return {
        name: answer.text for name, answer in given_answers.get("p", {}).items() if isinstance(answer, Answer)
    }


@given(st.text("ab\"' #,", min_size=1, max_size=12))
def test_every_character_of_an_answer_is_found_in_the_table(text: str) -> None:
    quoted = '"{}"'.format(text.replace('"', '""'))
    sheet = read_hand_in(HandIn("a", "t.csv:5", {"t.csv": kept_row(["p q"], "s", ",", quoted)})).sheet
    assert sheet is not None
    for answer in sheet.answers.get("p", {}).values():
        if "\\" not in answer.raw:
            found = [answer.source.text[answer.locate(at, at + 1).start] for at in range(len(answer.text))]
            assert "".join(found) == answer.text


CELLS = {
    "plain": ("a,b\n", [["a", "b"]]),
    "quoted": ('"a,b",c', [["a,b", "c"]]),
    "doubled quotes": ('"a""b"', [['a"b']]),
    "a quote inside": ('a"b,c', [['a"b', "c"]]),
    "text behind a quote": ('"a"b,c', [['"a"b', "c"]]),
    "line ends in quotes": ('"a\nb",c\nd,e', [["a\nb", "c"], ["d", "e"]]),
    "empty cells": (",a,\n", [["", "a", ""]]),
    "blank lines": ("\na\n\n\nb", [["a"], ["b"]]),
}


@pytest.mark.parametrize(("text", "rows"), CELLS.values(), ids=CELLS)
def test_a_table_is_read_as_spreadsheets_write_it(text: str, rows: list[list[str]]) -> None:
    assert [[cell.text for cell in row.cells] for row in read_rows(Source(text), ",")] == rows


def test_a_cell_knows_its_place() -> None:
    table = read_table(Source('id;"b""c"\n'))
    assert table is not None
    assert table.header.span(1) == Span(3, 9)
    assert table.header.span(7) == Span(9, 9)
    assert table.header.cells[1].pieces == ((0, 4), (2, 7))
