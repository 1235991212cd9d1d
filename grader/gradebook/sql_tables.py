"""The tables of a gradebook, as SQL, and rows of them ↔ values; what stands there is never changed."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any

from grader.document.sheet_notes import note
from grader.gradebook.entries import Adjustment, Graded, Kept, Points
from grader.grading.decisions import CHANGED, MarkChange, Regrading, read_moment, shown_moment
from grader.submissions.collecting.roster import Person
from grader.text.numbers import read_exact
from grader.text.sentences import sentences
from grader.text.source import Mistake, Source

APPLICATION_ID = 0x67724B31  # what makes an SQLite file a gradebook
SCHEMA_VERSION = 4

# What a second run asks for, without a look at the records.
_BY_SET = "CREATE INDEX IF NOT EXISTS grades_by_set ON grades (set_hash, version, status, submission)"


def _triggers(table: str) -> tuple[str, ...]:
    """What keeps a table from being changed."""
    return tuple(
        f"CREATE TRIGGER {table}_are_history_{change} BEFORE {change.upper()} ON {table}"
        f" BEGIN SELECT raise(ABORT, '{table} are history: add an entry instead'); END"
        for change in ("update", "delete")
    )


# What a course gives a student of its slip days, each time that it changes.
_SLIPS = (
    """CREATE TABLE slips (
        id INTEGER PRIMARY KEY,
        set_id TEXT NOT NULL,
        student TEXT NOT NULL,
        days INTEGER NOT NULL,           -- spent on this set
        days_left INTEGER NOT NULL,      -- for the rest of the term
        kept_at TEXT NOT NULL
    )""",
    "CREATE INDEX slips_by_student ON slips (set_id, student, id)",
)
# What marking again has changed, where somebody said why.
_REGRADES = (
    """CREATE TABLE regrades (
        id INTEGER PRIMARY KEY,
        set_id TEXT NOT NULL,
        student TEXT NOT NULL,
        because TEXT NOT NULL,
        changes TEXT NOT NULL,           -- JSON: by question, the points before and after
        kept_at TEXT NOT NULL
    )""",
    "CREATE INDEX regrades_by_student ON regrades (set_id, student, id)",
)
# What counts now, before adjustments and lateness, for those who ask in SQL.
_LATEST = """CREATE VIEW latest_grades AS
        SELECT * FROM (
            SELECT submissions.set_id, submissions.student, submissions.name, submissions.handed_in,
                grades.status, grades.earned, grades.possible, grades.pending, grades.marked_at,
                grades.version, grades.set_hash, grades.record,
                row_number() OVER (
                    PARTITION BY submissions.set_id, submissions.student
                    ORDER BY submissions.only_named, grades.status = 'failed',
                        coalesce(submissions.handed_in, submissions.kept_at) DESC,
                        submissions.id DESC, grades.id DESC
                ) AS place
            FROM submissions JOIN grades ON grades.submission = submissions.id
        ) WHERE place = 1"""

TABLES = (
    """CREATE TABLE files (
        hash TEXT NOT NULL UNIQUE,       -- SHA-256 of the data
        data BLOB NOT NULL
    )""",
    """CREATE TABLE sets (
        hash TEXT NOT NULL PRIMARY KEY,  -- of all files of the set together
        id TEXT NOT NULL,                -- what the set calls itself
        title TEXT NOT NULL,
        kept_at TEXT NOT NULL
    )""",
    """CREATE TABLE set_files (
        set_hash TEXT NOT NULL REFERENCES sets (hash),
        place INTEGER NOT NULL,          -- 0 is the file of the set itself
        name TEXT NOT NULL,
        file TEXT NOT NULL REFERENCES files (hash),
        PRIMARY KEY (set_hash, place)
    )""",
    """CREATE TABLE submissions (
        id INTEGER PRIMARY KEY,
        set_id TEXT NOT NULL,
        student TEXT NOT NULL,
        hash TEXT NOT NULL,              -- of all files together
        name TEXT NOT NULL,              -- of the file, folder or archive
        handed_in TEXT,                  -- when, if that is known
        known_as TEXT NOT NULL,          -- JSON: other names that the container has for the student
        mistakes TEXT NOT NULL,          -- JSON: what was skipped, or why there are no files
        kept_at TEXT NOT NULL,
        handed_in_by TEXT NOT NULL DEFAULT '',  -- who did, where that is somebody else of a group
        only_named INTEGER NOT NULL DEFAULT 0   -- 1 where only a sheet says that the student is of the group
    )""",
    "CREATE INDEX submissions_by_student ON submissions (set_id, student)",
    """CREATE TABLE submission_files (
        submission INTEGER NOT NULL REFERENCES submissions (id),
        place INTEGER NOT NULL,
        name TEXT NOT NULL,
        file TEXT NOT NULL REFERENCES files (hash),
        PRIMARY KEY (submission, place)
    )""",
    """CREATE TABLE grades (
        id INTEGER PRIMARY KEY,
        submission INTEGER NOT NULL REFERENCES submissions (id),
        set_hash TEXT NOT NULL REFERENCES sets (hash),
        rule TEXT NOT NULL,              -- JSON
        version TEXT NOT NULL,           -- of the grader
        status TEXT NOT NULL CHECK (status IN ('graded', 'unreadable', 'failed')),
        earned NOT NULL,                 -- a whole number, or a fraction such as '7/3'
        possible NOT NULL,
        pending INTEGER NOT NULL,        -- questions that wait for a person
        marked_at TEXT NOT NULL,
        record TEXT NOT NULL             -- JSON, as in results.json
    )""",
    "CREATE INDEX grades_by_submission ON grades (submission, id)",
    _BY_SET,
    """CREATE TABLE adjustments (
        id INTEGER PRIMARY KEY,
        set_id TEXT NOT NULL,
        student TEXT NOT NULL,
        question TEXT NOT NULL,          -- such as 'textbook.value'
        points,                          -- NULL where an earlier adjustment is withdrawn
        because TEXT NOT NULL,
        by_whom TEXT NOT NULL,
        grade INTEGER NOT NULL REFERENCES grades (id),  -- that counted when it was decided
        decided_at TEXT NOT NULL
    )""",
    "CREATE INDEX adjustments_by_student ON adjustments (set_id, student, id)",
    """CREATE TABLE people (
        id INTEGER PRIMARY KEY,
        student TEXT NOT NULL,
        name TEXT NOT NULL,
        email TEXT NOT NULL,
        section TEXT NOT NULL,
        extension TEXT NOT NULL,         -- '', a moment, or seconds such as '+86400'
        kept_at TEXT NOT NULL,
        enrolled INTEGER NOT NULL DEFAULT 1  -- 0 where a later roster no longer has them
    )""",
    "CREATE INDEX people_by_student ON people (student, id)",
    *_SLIPS,
    *_REGRADES,
    _LATEST,
    """CREATE VIEW standing_adjustments AS
        SELECT * FROM adjustments AS latest
        WHERE points IS NOT NULL AND NOT EXISTS (
            SELECT 1 FROM adjustments AS later
            WHERE later.set_id = latest.set_id AND later.student = latest.student
                AND later.question = latest.question AND later.id > latest.id
        )""",
)
# What makes a gradebook of the next version out of one of this version.
UPGRADES = {
    1: ("ALTER TABLE people ADD COLUMN enrolled INTEGER NOT NULL DEFAULT 1", _BY_SET),
    2: (
        "ALTER TABLE submissions ADD COLUMN handed_in_by TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE submissions ADD COLUMN only_named INTEGER NOT NULL DEFAULT 0",
        *_SLIPS,
        *_triggers("slips"),
        "DROP VIEW IF EXISTS latest_grades",
        _LATEST,
    ),
    3: (*_REGRADES, *_triggers("regrades")),
}
# What lets one connection see the same where nothing may be written: views in front of the tables.
VIEWS = {
    1: ("CREATE TEMP VIEW people AS SELECT *, 1 AS enrolled FROM main.people",),
    2: (
        "CREATE TEMP VIEW submissions AS SELECT *, '' AS handed_in_by, 0 AS only_named FROM main.submissions",
        "CREATE TEMP VIEW slips AS SELECT 0 AS id, '' AS set_id, '' AS student, 0 AS days, 0 AS days_left"
        " WHERE 0",
    ),
    3: (
        "CREATE TEMP VIEW regrades AS SELECT 0 AS id, '' AS set_id, '' AS student, '' AS because,"
        " '' AS changes, '' AS kept_at WHERE 0",
    ),
}
HISTORY = (
    "files", "sets", "set_files", "submissions", "submission_files", "grades", "adjustments", "people",
    "slips", "regrades",
)  # fmt: skip
TRIGGERS = tuple(trigger for table in HISTORY for trigger in _triggers(table))


# What is selected of a grading and its submission, in the order in which `graded` takes it.
GRADED = (
    "submissions.id, submissions.student, submissions.hash, submissions.name, submissions.handed_in,"
    " submissions.kept_at, submissions.handed_in_by, submissions.only_named, grades.id, grades.set_hash,"
    " grades.version, grades.status, grades.earned, grades.possible, grades.pending, grades.marked_at,"
    " grades.record"
)
STUDENT = 1  # its place among them
ADJUSTMENT = "student, question, points, because, by_whom, grade, decided_at"
REGRADING = "because, changes, kept_at"
_MOST = 2**63
PERSON = "student, name, email, section, extension"


def graded(row: Sequence[Any]) -> Graded:
    """A grading, from a row of `GRADED`."""
    id_, student, digest, name, at, kept_at, by, only_named, *grading = row
    moment = at and read_moment(at)
    kept = Kept(id_, student, digest, name, moment, read_moment(kept_at), by, bool(only_named))
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


def regrading(row: Sequence[Any]) -> Regrading:
    """Why a grade changed, from a row of `REGRADING`."""
    because, changes, at = row
    return Regrading(read_moment(at), because, tuple(map(_mark_change, json.loads(changes))))


def _mark_change(kept: Mapping[str, Any]) -> MarkChange:
    points = (None if kept[name] is None else points_of(kept[name]) for name in CHANGED)
    return MarkChange(str(kept["question"]), *points)


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


def kept_notes(text: str) -> tuple[Mistake, ...]:
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
