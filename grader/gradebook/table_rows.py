"""Rows of the gradebook's tables ↔ the values that are kept in them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any

from grader.document.sheet_notes import note
from grader.gradebook.kept_values import Adjustment, Graded, Kept, Points
from grader.grading.decisions import read_moment, shown_moment
from grader.submissions.collecting.roster import Person
from grader.text.numbers import read_exact
from grader.text.sentences import sentences
from grader.text.source import Mistake, Source

# What is selected of a grading and its submission, in the order in which `graded` takes it.
GRADED = (
    "submissions.id, submissions.student, submissions.hash, submissions.name, submissions.handed_in,"
    " submissions.kept_at, grades.id, grades.set_hash, grades.version, grades.status, grades.earned,"
    " grades.possible, grades.pending, grades.marked_at, grades.record"
)
STUDENT = 1  # its place among them
ADJUSTMENT = "student, question, points, because, by_whom, grade, decided_at"
_MOST = 2**63
PERSON = "student, name, email, section, extension"


def graded(row: Sequence[Any]) -> Graded:
    """A grading, from a row of `GRADED`."""
    id_, student, digest, name, at, kept_at, *grading = row
    kept = Kept(id_, student, digest, name, at and read_moment(at), read_moment(kept_at))
    grade, set_hash, version, status, earned, possible, pending, marked_at, text = grading
    return Graded(
        grade, kept, set_hash, version, status, points_of(earned), points_of(possible), pending,
        read_moment(marked_at), text,
    )  # fmt: skip


def adjustment(row: Sequence[Any]) -> Adjustment:
    """A decision, from a row of `ADJUSTMENT`."""
    student, question, points, because, by, grade, at = row
    given = None if points is None else points_of(points)
    return Adjustment(student, question, given, because, by, grade, read_moment(at))


def person(row: Sequence[Any]) -> Person:
    """Somebody on the roster, from a row of `PERSON`."""
    student, name, email, section, extension = row
    return Person(student, name, email, section, _read_extension(extension))


def person_listed(row: Sequence[Any]) -> Person:
    """The same for a list of everybody, which an extension that cannot be read does not spoil."""
    try:
        return person(row)
    except (ValueError, TypeError, AttributeError, OverflowError):
        return person((*row[:-1], ""))


def person_row(given: Person) -> tuple[str, ...]:
    extension = _shown_extension(given.extension)
    return given.student, given.name, given.email, given.section, extension


@lru_cache(maxsize=4096, typed=True)  # many students have the same
def points_of(stored: int | str) -> Points:
    """Points as they are stored: a whole number, or a fraction such as `7/3`."""
    number = read_exact(stored) if isinstance(stored, str) else stored
    assert not isinstance(number, float)
    return number


def stored_points(points: int | str) -> int | str:
    """Points as a record has them, in a form that SQLite takes, which has no whole numbers beyond these."""
    return points if isinstance(points, str) or abs(points) < _MOST else str(points)


def pending_of(record: Mapping[str, Any]) -> int:
    """As `Grade.pending`: questions with points to earn that wait for a person."""
    return sum(check["verdict"] == "pending" and check["possible"] != 0 for check in record["checks"])


def text_of(name: str) -> str:
    """A name that can be stored: what is no character of any encoding is spelt out."""
    return name.encode("utf-8", "backslashreplace").decode()


def mistake_rows(mistakes: Sequence[Mistake]) -> str:
    """Notes about a hand-in as JSON; they point at no place in it."""
    if not mistakes:
        return "[]"
    return json.dumps([
        {
            "message": mistake.message, "hint": mistake.hint, "severity": mistake.severity,
            "file": mistake.source.name, "key": mistake.key, "parts": dict(mistake.parts),
        }
        for mistake in mistakes
    ])  # fmt: skip


def mistakes_of(text: str) -> tuple[Mistake, ...]:
    """The notes again."""
    return tuple(map(_mistake, json.loads(text)))


def _mistake(kept: Mapping[str, Any]) -> Mistake:
    source = Source("", kept["file"])
    if f"note.{kept['key']}" in sentences().catalogue:
        return note(kept["key"], source, None, kept["parts"], severity=kept["severity"])
    return Mistake(kept["message"], source, hint=kept["hint"], severity=kept["severity"])


def _shown_extension(extension: timedelta | datetime | None) -> str:
    if isinstance(extension, timedelta):
        return f"+{int(extension.total_seconds())}"
    return "" if extension is None else shown_moment(extension)


def _read_extension(text: str) -> timedelta | datetime | None:
    if text.startswith("+"):
        return timedelta(seconds=int(text))
    return read_moment(text) if text else None
