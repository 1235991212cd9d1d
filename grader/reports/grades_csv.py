"""Grades, and who is missing → a table of points as CSV, a row for each."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain

from grader.collecting import Person
from grader.grading import Check, Grade
from grader.problems import ProblemSet
from grader.reports.escaping import spreadsheet_text
from grader.reports.wording import shown_percent, shown_points

MISSING = "missing"  # in place of a grade's status, where there is none

_TOTALS = ("earned", "possible", "percent")
# In a set with a policy for lateness: `earned` is before it, and the percentage after.
_LATE: Mapping[str, Callable[[Grade], int | Fraction]] = {
    "penalty": lambda grade: grade.penalty,
    "after": lambda grade: grade.after,
}
_LAST = ("status", "pending", "sheet")


def grades_csv(grades: Iterable[Grade], problems: ProblemSet, missing: Sequence[Person] = ()) -> str:
    """The whole table."""
    return "".join(grades_csv_lines(grades, problems, missing))


def grades_csv_lines(
    grades: Iterable[Grade], problems: ProblemSet, missing: Sequence[Person] = ()
) -> Iterator[str]:
    """Its lines; a cell is empty where nothing is known, such as a percentage while a person has to mark.

    Where marks are hidden there are no totals: what is left of them would be taken for all. Who handed in
    nothing has no marks at all: whether that is 0 is for the course to say.
    """
    questions = [
        f"{problem.id}.{asked.question.id}" for problem in problems.everything for asked in problem.questions
    ]
    late = _LATE if problems.late is not None else {}
    empty = [""] * (len(_TOTALS) + len(late) + len(questions))
    return csv_lines(
        chain(
            [["student", *_TOTALS, *late, *map(spreadsheet_text, questions), *_LAST]],
            (_row(grade, late, questions) for grade in grades),
            ([spreadsheet_text(one.student), *empty, MISSING, "0", ""] for one in missing),
        )
    )


def csv_lines(rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Rows as CSV, one at a time."""
    file = io.StringIO()
    writer = csv.writer(file)
    for row in rows:
        writer.writerow(row)
        yield file.getvalue()
        file.seek(0)
        file.truncate()


def _row(
    grade: Grade, late: Mapping[str, Callable[[Grade], int | Fraction]], questions: Sequence[str]
) -> list[str]:
    checks = {check.id: check for check in grade.checks}
    return [
        spreadsheet_text(grade.student),
        *_totals(grade, late),
        *(_points(checks.get(question)) for question in questions),
        grade.status,
        str(grade.pending),
        spreadsheet_text(grade.name),
    ]


def _totals(grade: Grade, late: Mapping[str, Callable[[Grade], int | Fraction]]) -> list[str]:
    if any(check.earned is None for check in grade.checks):
        return [""] * (len(_TOTALS) + len(late))
    return [
        shown_points(grade.earned),
        shown_points(grade.possible),
        "" if grade.pending or not grade.possible else shown_percent(grade.share_after),
        *(shown_points(points(grade)) for points in late.values()),
    ]


def _points(check: Check | None) -> str:
    if check is None or not check.is_known or check.earned is None or check.void == "excluded":
        return ""
    return shown_points(check.earned)
