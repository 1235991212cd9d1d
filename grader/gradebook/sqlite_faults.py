"""What SQLite says is wrong → an InputError that says what to do."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from grader.text.columns import visible
from grader.text.source import InputError, Mistake, refusal

_AGAIN = "all grades kept before are still there: put it right, and run the same command again"
_BACKUP = "put a backup of the gradebook in its place"
_FAULTS = {
    sqlite3.SQLITE_BUSY: (
        "another program is writing to this gradebook",
        "wait until it is done, and run the same command again: nothing was lost",
    ),
    sqlite3.SQLITE_FULL: ("the disk is full", _AGAIN.replace("put it right", "free some space")),
    sqlite3.SQLITE_IOERR: ("the disk cannot be read or written", _AGAIN),
    sqlite3.SQLITE_READONLY: (
        "the gradebook may not be written",
        "check the permissions of the file and of its folder",
    ),
    sqlite3.SQLITE_CANTOPEN: (
        "the gradebook cannot be opened",
        "check the permissions of the file and of its folder",
    ),
    sqlite3.SQLITE_NOTADB: ("this is not a gradebook", "name another folder, or move this file away"),
    sqlite3.SQLITE_CORRUPT: (
        "the gradebook is damaged",
        "put a backup in its place; or keep a copy, save what can be saved with `sqlite3 FILE .recover`,"
        " and grade again into another folder",
    ),
}


# What comes of a value that the grader never wrote, wherever it is used.
_UNFIT = (
    ValueError, TypeError, AttributeError, LookupError, ArithmeticError, AssertionError, RecursionError,
)  # fmt: skip


class UnreadRecord(InputError):
    """What is kept of a student cannot be read; it costs this student, and nobody else."""

    def __init__(self, student: str, mistakes: Iterable[Mistake]) -> None:
        about = f"the grade of `{visible(student)}` cannot be read"
        super().__init__(replace(one, message=f"{about}: {one.message}") for one in mistakes)
        self.student = student


@contextmanager
def costing(student: str, path: Path) -> Iterator[None]:
    """Whatever cannot be read inside is `UnreadRecord` of this student."""
    try:
        yield
    except UnreadRecord:
        raise
    except InputError as error:
        raise UnreadRecord(student, error.mistakes) from None
    except _UNFIT as error:
        message = f"something that is kept of it is damaged ({type(error).__name__}: {error})"
        raise UnreadRecord(student, refusal(str(path), message, _BACKUP).mistakes) from None


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Whatever goes wrong inside with the file becomes a sentence."""
    try:
        yield
    except sqlite3.Error as error:
        raise _explanation(error, path) from None


def _explanation(error: sqlite3.Error, path: Path) -> InputError:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # what stands above these bits are details
    message, hint = _FAULTS.get(code, (f"the gradebook cannot be used ({error})", _AGAIN))
    return refusal(str(path), message, hint)


def damaged(path: Path) -> InputError:
    return refusal(str(path), *_FAULTS[sqlite3.SQLITE_CORRUPT])


def foreign(path: Path) -> InputError:
    hint = "name another folder, or move this file away"
    return refusal(str(path), "this is a database of another program, not a gradebook", hint)
