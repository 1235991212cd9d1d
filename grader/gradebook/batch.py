"""Graded submissions → rows of the gradebook, written many at a time inside one transaction."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from hashlib import sha256
from itertools import count
from typing import Any

from grader.gradebook.entries import MarkedHandIn
from grader.gradebook.sql_tables import mistake_rows, pending_of, stored_points, text_of
from grader.grading.decisions import shown_moment

TableRow = tuple[object, ...]

# The submission of a time with a hash, or where the time is not known, the last of those, whatever its hash.
EVENT = (
    "SELECT id FROM submissions WHERE set_id = {set_id} AND student = ? AND handed_in IS ?"
    " ORDER BY (hash = ? AND handed_in IS NOT NULL) DESC, id DESC LIMIT 1"
)
_SAME_EVENT = f"SELECT id FROM submissions WHERE id = ({EVENT.format(set_id='?')}) AND hash = ?"  # noqa: S608
_HAVING_SOME = (
    "SELECT DISTINCT student FROM submissions WHERE set_id = ?"
    " AND student IN (SELECT value FROM json_each(?))"
)
_LAST_GRADES = "SELECT set_hash, version, status FROM grades WHERE submission = ? ORDER BY id DESC"
_INSERT = {
    "submissions": "INSERT INTO submissions VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    "files": "INSERT OR IGNORE INTO files VALUES (?, ?)",
    "submission_files": "INSERT INTO submission_files VALUES (?, ?, ?, ?)",
    "grades": "INSERT INTO grades VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
}  # in this order, as each refers to those before


class Adding:
    """Adds a batch to a gradebook: rows are written together, or before the next ones of the same student."""

    def __init__(self, connection: sqlite3.Connection, now: str) -> None:
        self._connection = connection
        self._now = now
        self._rows: dict[str, list[TableRow]] = {table: [] for table in _INSERT}
        self._waiting: set[tuple[str, str]] = set()  # whose rows are not written yet: set and student
        ((last,),) = connection.execute("SELECT coalesce(max(id), 0) FROM submissions")
        self._numbers: Iterator[int] = count(last + 1)
        self._last_rule: tuple[Mapping[str, Any], str] = ({}, "{}")

    def add_all(self, entries: Sequence[MarkedHandIn], *, force: bool) -> int:
        """Add the grades, and say how many were new; with `force` also what is known."""
        having_some = self._having_some(entries)
        added = 0
        for marked in entries:
            whose = marked.record["set"], marked.hand_in.student
            if whose in self._waiting:
                having_some |= self._waiting
                self._write()
            event = marked.submission
            if event is None and whose in having_some:
                event = self._event(marked)
            if event is None:
                event = self._add_submission(marked)
            elif not force and self._is_known(event, marked.record):
                continue
            self._add_grade(event, marked)
            self._waiting.add(whose)
            added += 1
        self._write()
        return added

    def _having_some(self, entries: Iterable[MarkedHandIn]) -> set[tuple[str, str]]:
        """Who of them has handed in anything before."""
        students: dict[str, set[str]] = {}
        for marked in entries:
            students.setdefault(marked.record["set"], set()).add(marked.hand_in.student)
        return {
            (set_id, student)
            for set_id, names in students.items()
            for (student,) in self._connection.execute(_HAVING_SOME, (set_id, json.dumps(sorted(names))))
        }

    def _event(self, marked: MarkedHandIn) -> int | None:
        """The submission of that time, or where it is not known, the last such one, if it is the same."""
        digest = marked.record["made_from"]["submission"]
        moment = stored_moment(marked.at)
        values = marked.record["set"], marked.hand_in.student, moment, digest, digest
        found = self._connection.execute(_SAME_EVENT, values).fetchone()
        return None if found is None else int(found[0])

    def _is_known(self, event: int, record: Mapping[str, Any]) -> bool:
        """Whether the grade that stands is from the same set and version, and as good as this one."""
        made = record["made_from"]
        same = made["set"], made["version"]
        rows = self._connection.execute(_LAST_GRADES, (event,)).fetchall()
        good = next((row for row in rows if row[2] != "failed"), None)
        if good is not None and good[:2] == same:
            return True
        return record["status"] == "failed" and bool(rows) and rows[0] == (*same, "failed")

    def _add_submission(self, marked: MarkedHandIn) -> int:
        given, record, event = marked.hand_in, marked.record, next(self._numbers)
        self._rows["submissions"].append((
            event, record["set"], given.student, record["made_from"]["submission"], text_of(given.name),
            stored_moment(marked.at), json.dumps(given.known_as), mistake_rows(given.mistakes), self._now,
            marked.by, int(marked.only_named),
        ))  # fmt: skip
        for place, (name, data) in enumerate(given.files.items()):
            digest = sha256(data).hexdigest()
            self._rows["files"].append((digest, data))
            self._rows["submission_files"].append((event, place, text_of(name), digest))
        return event

    def _add_grade(self, event: int, marked: MarkedHandIn) -> None:
        record, made = marked.record, marked.record["made_from"]
        self._rows["grades"].append((
            event, made["set"], self._rule_text(made["rule"]), made["version"], record["status"],
            stored_points(record["earned"]), stored_points(record["possible"]), pending_of(record), self._now,
            marked.text or json.dumps(record),
        ))  # fmt: skip

    def _rule_text(self, rule: Mapping[str, Any]) -> str:
        """A rule as JSON; most grades have the one of the grade before."""
        if rule != self._last_rule[0]:
            self._last_rule = rule, json.dumps(rule)
        return self._last_rule[1]

    def _write(self) -> None:
        for table, rows in self._rows.items():
            self._connection.executemany(_INSERT[table], rows)
            rows.clear()
        self._waiting.clear()


def stored_moment(moment: datetime | None) -> str | None:
    """A time as it is stored, if it is known."""
    return None if moment is None else shown_moment(moment)
