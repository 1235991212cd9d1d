"""Grades, and who is missing → a table of points as CSV, a row for each."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain

from grader.grading import Check, Grade
from grader.problems import ProblemSet
from grader.reports.record_words import shown_points, totals_of
from grader.submissions.collecting import Person
from grader.text.escapes import spreadsheet_text

MISSING = "missing"  # in place of a grade's status, where there is none

_NOBODY: Mapping[str, Person] = {}
_PERSONAL = ("name", "email", "section")
_TOTALS = ("earned", "possible", "percent")
# In a set with a policy for lateness: `earned` is before it, and the percentage after.
_LATE = ("penalty", "after")
_LAST = ("status", "pending", "sheet")
_UNSAID = ("pending", "excluded")  # answers of which no points are told
_PIECE = 1 << 16  # characters


def grades_csv_pieces(
    grades: Iterable[Grade],
    problems: ProblemSet,
    missing: Sequence[Person] = (),
    people: Mapping[str, Person] = _NOBODY,
) -> Iterator[str]:
    """The table, some lines at a time.

    A cell is empty where nothing is known, such as a percentage while a person has to mark.
    Where marks are hidden there are no totals: what is left of them would be taken for all. Who handed in
    nothing has no marks at all: whether that is 0 is for the course to say. With a roster there are names,
    addresses and sections.
    """
    questions = [
        f"{problem.id}.{asked.question.id}" for problem in problems.problems for asked in problem.questions
    ]
    totals = (*_TOTALS, *(_LATE if problems.late is not None else ()))
    empty = [""] * (len(totals) + len(questions))
    return _csv_pieces(
        chain(
            [["student", *(_PERSONAL if people else ()), *totals, *map(spreadsheet_text, questions), *_LAST]],
            (_row(grade, len(totals), questions, people) for grade in grades),
            (
                [spreadsheet_text(one.student), *_personal(one, people), *empty, MISSING, "0", ""]
                for one in missing
            ),
        )
    )


def _csv_pieces(rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Rows as CSV, as many at a time as are worth a call to write them."""
    file = io.StringIO()
    writer = csv.writer(file)
    for row in rows:
        writer.writerow(row)
        if file.tell() >= _PIECE:
            yield file.getvalue()
            file.seek(0)
            file.truncate()
    yield file.getvalue()


def _personal(person: Person | None, people: Mapping[str, Person]) -> list[str]:
    return [spreadsheet_text(getattr(person, part, "")) for part in _PERSONAL] if people else []


def _row(grade: Grade, totals: int, questions: Sequence[str], people: Mapping[str, Person]) -> list[str]:
    """A student's row, with the first so many of the totals."""
    points = {check.id: _points(check) for check in grade.checks}
    pending = grade.pending
    is_hidden = any(check.earned is None for check in grade.checks)
    return [
        spreadsheet_text(grade.student),
        *_personal(people.get(grade.student), people),
        *([""] * totals if is_hidden else totals_of(grade, pending)[:totals]),
        *(points.get(question, "") for question in questions),
        grade.status,
        str(pending),
        spreadsheet_text(grade.name),
    ]


def _points(check: Check) -> str:
    return "" if check.earned is None or check.standing in _UNSAID else shown_points(check.earned)
