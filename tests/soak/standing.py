"""Standing: everything that stands in a folder that the grader wrote to, and how two of them differ."""

from __future__ import annotations

import json
import re
import sqlite3
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from grader.gradebook import FILE
from grader.reports.ledger import FILE as LEDGER
from tests.soak.case import Finding

Row = tuple[object, ...]

_MOMENT = re.compile(rb' timestamp="[^"]*"')  # when JUnit's file was written

# Without moments and numbers, which differ from run to run; everything else is the same in every run.
_QUERIES = {
    "set": "SELECT '', hash, id, title FROM sets",
    "set's file": "SELECT '', set_hash, place, name, file FROM set_files",
    "submission": "SELECT student, set_id, hash, handed_in, known_as, mistakes FROM submissions",
    "file": (
        "SELECT student, submissions.hash, place, submission_files.name, file, files.data"
        " FROM submission_files JOIN submissions ON submissions.id = submission"
        " LEFT JOIN files ON files.hash = file"
    ),
    "grade": (
        "SELECT student, hash, set_hash, rule, version, status, earned, possible, pending, record"
        " FROM grades JOIN submissions ON submissions.id = submission"
    ),
    "adjustment": "SELECT student, set_id, question, points, because, by_whom FROM adjustments",
    "person": "SELECT student, name, email, section, extension, enrolled FROM people",
}


@dataclass(frozen=True, slots=True)
class Standing:
    """The rows of the gradebook, as often as they are there, and all other files; `broken` says what is."""

    rows: Counter[Row]
    files: dict[str, bytes]
    broken: tuple[str, ...] = ()

    @classmethod
    def of(cls, folder: Path) -> Standing:
        files = {
            path.relative_to(folder).as_posix(): _MOMENT.sub(b"", path.read_bytes())
            for path in sorted(folder.rglob("*"))
            if path.is_file() and path.name != FILE
        }
        broken = () if _is_json(files.pop(LEDGER, b"{}")) else (f"{LEDGER} is cut short",)
        if not (folder / FILE).exists():
            return cls(Counter(), files, broken)
        try:
            rows, found = _read(folder / FILE)
        except sqlite3.Error as error:
            return cls(Counter(), files, (*broken, str(error)))
        return cls(rows, files, (*broken, *found))

    def differences(self, expected: Standing) -> Iterator[Finding]:
        """What is not as it should be: rows lost, doubled or others; files that are missing, odd or left."""
        yield from (Finding("corrupt", f"the gradebook is damaged: {what}") for what in self.broken)
        for row in expected.rows - self.rows:
            yield Finding("lost", f"the gradebook lacks {_told(row)}")
        for row in self.rows - expected.rows:
            column = "doubled" if row in expected.rows else "corrupt"
            yield Finding(column, f"the gradebook has {_told(row)}")
        yield from self.odd_files(expected.files)

    def odd_files(self, expected: dict[str, bytes]) -> Iterator[Finding]:
        for name in expected.keys() - self.files.keys():
            yield Finding("lost", f"there is no file {name}")
        for name in self.files.keys() - expected.keys():
            yield Finding("corrupt", f"the file {name} is left behind")
        for name in expected.keys() & self.files.keys():
            if expected[name] != self.files[name]:
                yield Finding("corrupt", f"the file {name} is not that of an undisturbed run")


def _is_json(data: bytes) -> bool:
    """Whether the ledger is whole; what it says of moments differs from run to run."""
    try:
        json.loads(data)
    except ValueError:
        return False
    return True


def _read(path: Path) -> tuple[Counter[Row], tuple[str, ...]]:
    connection = sqlite3.connect(path)
    try:
        found = [
            *connection.execute("PRAGMA integrity_check"),
            *connection.execute("PRAGMA foreign_key_check"),
        ]
        broken = tuple(str(row) for row in found if row != ("ok",))
        rows = Counter(
            (table, *row) for table, query in _QUERIES.items() for row in connection.execute(query)
        )
    finally:
        connection.close()
    return rows, broken


def _told(row: Row) -> str:
    table, student, *values = row
    return f"a {table} of {student or 'the class'}: {str(values)[:200]}"
