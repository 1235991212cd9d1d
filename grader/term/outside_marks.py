"""A column of a CSV file → marks from outside, by student: points, nothing, or excused."""

from __future__ import annotations

import os.path
from dataclasses import dataclass
from fractions import Fraction

from grader.submissions import student_name
from grader.submissions.collecting.roster import Roster
from grader.submissions.collecting.table_header import WHO, called, find_fields, plain_header
from grader.submissions.csv_rows import CsvRow, Table, read_table
from grader.term.course import OutsideMarks
from grader.text.columns import visible
from grader.text.numbers import NumberError, read_number
from grader.text.source import InputError, Mistake, Span, decode_source, first_mistakes, load_bytes, refusal
from grader.text.spelling import did_you_mean, shortened

_EXCUSED = frozenset(("ex", "excused"))
_NOTHING = frozenset(("", "-", "–"))
_USUAL = ("points", "score", "marks", "mark", "grade", "total")


@dataclass(frozen=True, slots=True)
class Outside:
    """What a table says: points by student, who is excused, and what is odd; `there` if there is a table."""

    there: bool
    points: dict[str, Fraction]
    excused: frozenset[str]
    findings: tuple[Mistake, ...] = ()


def read_outside(marks: OutsideMarks, roster: Roster | None) -> Outside:
    """The marks; a file that is not there yet has none, and an InputError has all that cannot be read."""
    name = str(marks.file)
    if not os.path.exists(name):  # noqa: PTH110 - never raises
        return Outside(there=False, points={}, excused=frozenset())
    table = read_table(decode_source(load_bytes(name).replace(b"\r\n", b"\n").replace(b"\r", b"\n"), name))
    if table is None:
        raise refusal(name, "there is nothing in this table", "give it a header: `id,points`")
    return _Reading(table, marks, roster).result()


class _Reading:
    """One reading of a table."""

    def __init__(self, table: Table, marks: OutsideMarks, roster: Roster | None) -> None:
        self._table = table
        self._roster = roster
        self._fields = find_fields(table.header)
        if not set(WHO) & set(self._fields):
            raise self._at_header("no column of this table says who somebody is", "name one column `id`")
        self._column = self._find_column(marks.column)
        self._mistakes: list[Mistake] = []
        self._findings: list[Mistake] = []

    def result(self) -> Outside:
        points: dict[str, Fraction] = {}
        excused: set[str] = set()
        rows: dict[str, CsvRow] = {}
        for row in self._table.rows():
            student = self._student(row)
            if student is None:
                continue
            if rows.setdefault(student, row) is not row:
                self._mistake(row, f"`{visible(student)}` is in this table twice", "delete one of the two")
                continue
            text = row.text(self._column)
            if text.casefold() in _EXCUSED:
                excused.add(student)
            elif text not in _NOTHING:
                points[student] = self._points(row, text)
        if self._mistakes:
            raise first_mistakes(self._mistakes)
        return Outside(True, points, frozenset(excused), tuple(self._findings))

    def _find_column(self, wanted: str) -> int:
        headers = [cell.text.strip() for cell in self._table.header.cells]
        words = [plain_header(header) for header in headers]
        names = [plain_header(wanted)] if wanted else [name for name in _USUAL if name in words]
        found = [place for place, word in enumerate(words) if names and word == names[0]]
        if len(found) == 1:
            return found[0]
        if wanted:
            hint = did_you_mean(wanted, headers, "name a column of this table")
            raise self._at_header(f"this table has no column `{visible(shortened(wanted))}`", hint)
        raise self._at_header("nothing says which column has the marks", "add `column: …` to the set")

    def _student(self, row: CsvRow) -> str | None:
        """Who it is, by the roster if there is one; a row like Canvas's points possible is nobody's."""
        names = [name for group in called(row, self._fields).values() for name in group]
        if not names or plain_header(names[0]) == "points possible":
            return None
        for name in names if self._roster is not None else ():
            assert self._roster is not None
            people = self._roster.called(name)
            if len(people) == 1:
                return people[0].student
        student = student_name(names[0])
        if self._roster is not None:
            message = f"`{visible(shortened(names[0]))}` is not on the roster"
            place = Span(row.start, row.end)
            hint = "the marks count for nobody"
            self._findings.append(Mistake(message, self._table.source, place, hint, severity="warning"))
        return student

    def _points(self, row: CsvRow, text: str) -> Fraction:
        """The points; 0 where that is noted as a mistake."""
        try:
            number = read_number(text)
        except NumberError:
            number = -1
        if isinstance(number, float) or number < 0:
            hint = "write a number, `excused`, or nothing"
            self._mistake(row, f"`{visible(shortened(text))}` is not a number of points", hint)
            return Fraction(0)
        return Fraction(number)

    def _mistake(self, row: CsvRow, message: str, hint: str) -> None:
        self._mistakes.append(Mistake(message, self._table.source, row.span(self._column), hint))

    def _at_header(self, message: str, hint: str) -> InputError:
        span = Span(self._table.header.start, self._table.header.end)
        return InputError([Mistake(message, self._table.source, span, hint)])
