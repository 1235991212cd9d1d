"""A table of decisions: read kindly, and all mistakes are told with their rows."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from grader.gradebook.decision_tables import Decision, load_decisions
from grader.text.source import InputError

HEADER = "student,question,points,because,by\n"


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def load(text: str, by: str | None = None) -> list[Decision]:
    Path("marks.csv").write_bytes(text.encode())
    return load_decisions("marks.csv", by)


ADA = Decision("ada", "textbook.manual", Fraction(3, 2), "well said, mostly", "tom")
TABLES = {
    "as it should be": (f'{HEADER}ada,textbook.manual,1.5,"well said, mostly",tom\n', None),
    "in another order": (
        "By;Points;Question;STUDENT;because\ntom;3/2;textbook.manual;ada;well said, mostly\n",
        None,
    ),
    "with a mark at its head, and blanks": (
        f'\ufeff{HEADER}\n ada , textbook.manual , 1.50 ,"well said, mostly", tom \n\n',
        None,
    ),
    "without who": ('student,question,points,because\nada,textbook.manual,1.5,"well said, mostly"', "tom"),
}


@pytest.mark.parametrize(("text", "by"), TABLES.values(), ids=TABLES)
def test_a_table_is_read(text: str, by: str | None) -> None:
    assert load(text, by) == [ADA]


def test_a_row_can_withdraw() -> None:
    (decision,) = load(f"{HEADER}ada,textbook.manual,Withdraw,a slip,tom\n")
    assert decision.points is None


ERRORS = {
    "nothing in it": (
        "",
        "marks.csv: error: there is nothing in this file\n"
        "     = hint: the columns are `student`, `question`, `points`, `because` and `by`",
    ),
    "a column missing": (
        "student,points,because,by\nada,1,x,tom\n",
        "marks.csv:1:1: error: there is no column `question`\n"
        "   1 | student,points,because,by\n     | ^^^^^^^^^^^^^^^^^^^^^^^^^\n"
        "     = hint: the columns are `student`, `question`, `points`, `because` and `by`",
    ),
    "nobody decides": (
        "student,question,points,because\nada,a.b,1,x\n",
        "marks.csv:1:1: error: there is no column `by`\n"
        "   1 | student,question,points,because\n     | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\n"
        "     = hint: add it, or say `--by WHO`",
    ),
    "two rows wrong": (
        f"{HEADER}ada,a.b,much,x,tom\nada,a.b,-1,x,tom\nada,a.b,1,x,tom\nada,a.b,1,,tom\n",
        "marks.csv:2:9: error: `much` is not a number\n   2 | ada,a.b,much,x,tom\n     |         ^^^^\n"
        "     = hint: write a number, such as 2 or 1/2, or `withdraw`\n"
        "marks.csv:3:9: error: `-1` cannot be points\n   3 | ada,a.b,-1,x,tom\n     |         ^^\n"
        "     = hint: write a number, such as 2 or 1/2, or `withdraw`\n"
        "marks.csv:5:11: error: `because` is empty in this row\n   5 | ada,a.b,1,,tom\n     |           ^\n"
        "     = hint: every row needs all of them",
    ),
}


@pytest.mark.parametrize(("text", "message"), ERRORS.values(), ids=ERRORS)
def test_error_in_a_table(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        load(text)
    assert str(caught.value) == message
