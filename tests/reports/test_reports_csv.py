"""`grades.csv`: a row for each sheet, with cells that no spreadsheet takes for formulas."""

from __future__ import annotations

import csv
import io
from dataclasses import replace

import pytest

from grader.grading import Grade, seen_by_student
from grader.problems import ProblemSet
from grader.reports.class_.grades_csv import grades_csv_pieces
from grader.submissions.collecting import Person
from grader.text.escapes import spreadsheet_text
from tests.reporting import BEFORE, graded, problems_with

PROBLEMS = problems_with()
PENDING = b"student: bob\nanswers:\n  textbook:\n    best-move: B\n    manual: Because.\n"


def rows(*grades: Grade, problems: ProblemSet = PROBLEMS) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO("".join(grades_csv_pieces(grades, problems)), newline="")))


def test_a_row_has_the_total_the_questions_and_the_state() -> None:
    assert rows(graded(PROBLEMS)) == [
        {
            "student": "ada", "earned": "0.67", "possible": "7", "percent": "9.5",
            "textbook.value": "0.67", "textbook.best-move": "0",
            "textbook.pruned": "0", "textbook.manual": "0",
            "status": "graded", "pending": "0", "sheet": "ada.yaml",
        }
    ]  # fmt: skip


def test_while_a_person_has_to_mark_there_is_no_percentage() -> None:
    (row,) = rows(graded(PROBLEMS, PENDING))
    assert (row["earned"], row["percent"], row["textbook.manual"], row["pending"]) == ("1", "", "", "1")


def test_hidden_points_are_empty() -> None:
    problems = problems_with("due: 2027-02-01 12:00 UTC")
    seen = seen_by_student(graded(problems), problems, BEFORE)
    (row,) = rows(seen, problems=problems)
    assert (row["earned"], row["possible"], row["percent"], row["textbook.value"]) == ("", "", "", "")


FORMULAS = {
    "=1+1": "'=1+1",
    "+1": "'+1",
    "-1": "'-1",
    "@SUM(A1)": "'@SUM(A1)",
    "\t=1": "' =1",
    "\r=1": "␍=1",
    "\N{FULLWIDTH EQUALS SIGN}1": "'\N{FULLWIDTH EQUALS SIGN}1",
    "a;=1": "a;'=1",
    "ada-lovelace": "ada-lovelace",
    "a, b": "a, b",
}


@pytest.mark.parametrize(("text", "cell"), FORMULAS.items(), ids=range(len(FORMULAS)))
def test_a_cell_never_begins_a_formula(text: str, cell: str) -> None:
    assert spreadsheet_text(text) == cell


def test_names_and_files_are_made_harmless() -> None:
    (row,) = rows(replace(graded(PROBLEMS), student="=HYPERLINK(1)", name="@file\n"))
    assert (row["student"], row["sheet"]) == ("'=HYPERLINK(1)", "'@file␊")


def test_who_handed_in_nothing_has_a_row_without_marks() -> None:
    text = "".join(grades_csv_pieces([], PROBLEMS, [Person("-nemo")]))
    (row,) = csv.DictReader(io.StringIO(text, newline=""))
    assert {name: cell for name, cell in row.items() if cell} == {
        "student": "'-nemo", "status": "missing", "pending": "0",
    }  # fmt: skip
