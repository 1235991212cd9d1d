"""A Term → CSV for people, the columns that Canvas and Moodle import, and records as JSON."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from grader.reports.record_words import shown_points
from grader.reports.term.term_words import total_words
from grader.rule import plain_number
from grader.submissions.collecting.roster import Person
from grader.term.term_table import WITHOUT_POINTS, Term, TermCell, TermRow
from grader.text.escapes import json_text, spreadsheet_text
from grader.text.numbers import exact

_FORMAT = 1
_NOBODY = Person("")


def term_csv(term: Term) -> str:
    """A row for each student: for every set points before and after lateness, and what it is."""
    sets = [entry.id for entry in term.course.sets]
    parts = ("before", "after", "status", "slip days", "dropped")
    head = ["student", "name", "email", "section", *(f"{name} {part}" for name in sets for part in parts)]
    rows = (
        [*_who(row), *(text for name in sets for text in _points(row.cells[name])), *_end(row, term)]
        for row in term.rows
    )
    return _csv([[*head, "slip days left", "total", "total exactly", "final"], *rows])


def canvas_csv(term: Term) -> str:
    """What Canvas imports: missing is 0, excused `EX`, and what is not final yet stays as it is."""
    sets = [entry for entry in term.course.sets if entry.id in term.possible]
    head = ["Student", "ID", "SIS User ID", "SIS Login ID", "Section"]
    titles = [spreadsheet_text(entry.title) for entry in sets]
    possible = [shown_points(term.possible[entry.id]) for entry in sets]
    points = ["    Points Possible", "", "", "", "", *possible, shown_points(term.course.total.of)]
    rows = (
        [_person(row, "name") or spreadsheet_text(row.student), "", spreadsheet_text(row.student),
         _person(row, "email"), _person(row, "section"),
         *(_imported(row.cells[one.id], "EX") for one in sets), total_words(row, term.course)]
        for row in term.rows
    )  # fmt: skip
    return _csv([[*head, *titles, "Total"], points, *rows])


def moodle_csv(term: Term) -> str:
    """What Moodle imports: people by ID number or e-mail address; excused and unfinished cells are empty."""
    sets = [entry for entry in term.course.sets if entry.id in term.possible]
    head = [
        "ID number",
        "Email address",
        "Full name",
        *(spreadsheet_text(one.title) for one in sets),
        "Total",
    ]
    rows = (
        [spreadsheet_text(row.student), _person(row, "email"), _person(row, "name"),
         *(_imported(row.cells[one.id], "") for one in sets), total_words(row, term.course)]
        for row in term.rows
    )  # fmt: skip
    return _csv([head, *rows])


def term_json(term: Term) -> str:
    """The whole table as a record; numbers are exact."""
    course = term.course
    sets = [
        {
            "id": entry.id, "title": entry.title, "weight": _exact(entry.weight), "part": entry.part,
            "bonus": entry.bonus, "possible": _exact(term.possible.get(entry.id)),
        }
        for entry in course.sets
    ]  # fmt: skip
    record = {
        "format": _FORMAT, "course": course.id, "title": course.title, "of": _exact(course.total.of),
        "sets": sets, "students": [row_record(row) for row in term.rows],
    }  # fmt: skip
    return json_text(record)


def row_record(row: TermRow) -> dict[str, Any]:
    """What is known of one student."""
    person, reckoned = row.person or _NOBODY, row.reckoned
    return {
        "student": row.student, "name": person.name, "email": person.email, "section": person.section,
        "sets": {name: _cell_record(cell) for name, cell in row.cells.items()},
        "parts": {one.part.id: _exact(one.share) for one in reckoned.parts if one.part.id},
        "slip_days_left": row.left,
        "share": _exact(reckoned.share), "total_exactly": _exact(reckoned.total),
        "total": _exact(reckoned.rounded), "final": row.is_final,
    }  # fmt: skip


def _cell_record(cell: TermCell) -> dict[str, Any]:
    record: dict[str, Any] = {"status": cell.kind}
    if cell.kind not in WITHOUT_POINTS:
        record |= {
            "earned": _exact(cell.earned), "possible": _exact(cell.possible),
            "after": _exact(cell.after), "days_late": 0 if cell.late is None else cell.late.days,
            "slip_days": cell.slip,
        }  # fmt: skip
    return record | {"share": _exact(cell.share), "dropped": cell.dropped}


def _exact(number: Fraction | None) -> int | str | None:
    return None if number is None else plain_number(exact(number))


def _who(row: TermRow) -> list[str]:
    return [spreadsheet_text(row.student), *(_person(row, part) for part in ("name", "email", "section"))]


def _person(row: TermRow, part: str) -> str:
    return spreadsheet_text(getattr(row.person or _NOBODY, part))


def _points(cell: TermCell) -> list[str]:
    """The cells of one set."""
    numbers = (
        ["", ""] if cell.kind in WITHOUT_POINTS else [shown_points(cell.earned), shown_points(cell.after)]
    )
    return [*numbers, cell.kind, str(cell.slip) if cell.slip else "", "dropped" if cell.dropped else ""]


def _end(row: TermRow, term: Term) -> list[str]:
    exactly = row.reckoned.total
    return [
        "" if row.left is None else str(row.left),
        total_words(row, term.course),
        "" if exactly is None else str(exactly),
        "yes" if row.is_final else "no",
    ]


def _imported(cell: TermCell, excused: str) -> str:
    if cell.kind in ("marked", "unreadable"):
        return shown_points(cell.after)
    return {"missing": "0", "excused": excused}.get(cell.kind, "")


def _csv(rows: Iterable[Sequence[str]]) -> str:
    file = io.StringIO()
    csv.writer(file).writerows(rows)
    return file.getvalue()


TERM_FORMATS: Mapping[str, Callable[[Term], str]] = {
    "csv": term_csv, "json": term_json, "canvas": canvas_csv, "moodle": moodle_csv,
}  # fmt: skip
