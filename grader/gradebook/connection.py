"""The path of a gradebook → a connection to it, or an InputError that says what to do."""

from __future__ import annotations

import os
import shutil
import sqlite3
import time
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from grader.gradebook.sql_tables import APPLICATION_ID, SCHEMA_VERSION, TABLES, TRIGGERS, UPGRADES, VIEWS
from grader.text.columns import visible
from grader.text.source import InputError, Mistake, refusal

PATIENCE = 60.0  # seconds that one writer waits for another

_PAUSE = 0.05
_PAGE = 16_384  # bytes; a record fits into one


def connect(path: Path, *, write: bool) -> sqlite3.Connection:
    """A connection to read, or to write; the folder and the file are made where only writing needs them."""
    _check_path(path, write=write)
    unfinished = _left_over(path)
    with faults_explained(path):
        connection = _connection(path, write=write)
        try:
            _prepare(connection, path, write=write)
            if unfinished and connection.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
                raise damaged(path)
        except BaseException:
            connection.close()
            raise
    return connection


@contextmanager
def transaction(connection: sqlite3.Connection, path: Path) -> Iterator[None]:
    """All that is written inside is kept together, or nothing of it."""
    with faults_explained(path):
        connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:  # SQLite itself has undone it where the disk is full
                connection.execute("ROLLBACK")
            raise


def _check_path(path: Path, *, write: bool) -> None:
    if os.path.isdir(path):  # noqa: PTH112 - never raises, however strange the name
        raise refusal(str(path), "this is a folder, not a gradebook", "name another folder with `--out`")
    if write:
        _make_folder(path.parent)
    elif not os.path.exists(path):  # noqa: PTH110
        hint = "`grader grade SET FOLDER --out DIR` makes one in DIR"
        raise refusal(str(path), "there is no gradebook here", hint)


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        reason = (getattr(error, "strerror", None) or "no folder can have this name").lower()
        raise refusal(str(folder), f"the folder cannot be made ({reason})", "name another folder") from None


def _left_over(path: Path) -> bool:
    """Whether a writer did not come to its end, or is still at it."""
    beside = f"{path}-wal"
    return os.path.exists(beside) and os.path.getsize(beside) > 0  # noqa: PTH110, PTH202


def _connection(path: Path, *, write: bool) -> sqlite3.Connection:
    address = path.absolute().as_uri()
    if write:
        return _opened(f"{address}?mode=rwc")
    try:
        # Who may write leaves nothing behind: the log is put into the file and deleted by the last one.
        connection = _opened(f"{address}?mode=rw")
        connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    except sqlite3.OperationalError:
        if _left_over(path):
            return _copied(path)
        # In a folder that may not be written SQLite cannot share the file, and need not.
        return _opened(f"{address}?mode=ro&immutable=1")
    return connection


def _copied(path: Path) -> sqlite3.Connection:
    """A gradebook whose log cannot be put into it here: both are copied, and read as SQLite keeps them."""
    copy = _opened("file:?mode=rwc")  # a file of its own that is gone when the connection is
    with TemporaryDirectory(prefix="grader-book-") as folder:
        for name in (path.name, f"{path.name}-wal"):
            shutil.copyfile(path.with_name(name), Path(folder, name))
        with closing(_opened(f"{Path(folder, path.name).as_uri()}?mode=rw")) as whole:
            whole.backup(copy)
    return copy


def _opened(address: str) -> sqlite3.Connection:
    return sqlite3.connect(address, uri=True, timeout=PATIENCE, isolation_level=None)


def _prepare(connection: sqlite3.Connection, path: Path, *, write: bool) -> None:
    if _is_empty(connection):
        if not write:
            raise refusal(str(path), "there is nothing in this gradebook", "grade a class first")
        _make(connection)
    if _check_kind(connection, path) < SCHEMA_VERSION:
        _bring_up_to_date(connection, write=write)
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute(f"PRAGMA query_only = {not write:d}")
    if write:
        _log_ahead(connection)
        connection.execute("PRAGMA synchronous = FULL")


def _is_empty(connection: sqlite3.Connection) -> bool:
    kind, version = _kind(connection)
    (entries,) = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    return (kind, version, entries) == (0, 0, 0)


def _kind(connection: sqlite3.Connection) -> tuple[int, int]:
    (kind,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    return kind, version


def _make(connection: sqlite3.Connection) -> None:
    """Make the tables, all at once; another grader may do so at the same moment."""
    connection.execute(f"PRAGMA page_size = {_PAGE}")
    connection.execute("BEGIN IMMEDIATE")
    if _is_empty(connection):
        for statement in (*TABLES, *TRIGGERS):
            connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
    connection.execute("COMMIT")


def _check_kind(connection: sqlite3.Connection, path: Path) -> int:
    """The version of the gradebook, which must be one that we know."""
    kind, version = _kind(connection)
    if kind != APPLICATION_ID:
        raise foreign(path)
    if version not in (*UPGRADES, SCHEMA_VERSION) and version < SCHEMA_VERSION:
        message = f"the gradebook is damaged: no grader has ever written version {version} of it"
        raise refusal(str(path), message, "put a backup in its place")
    if version > SCHEMA_VERSION:
        versions = f"version {version}; this grader reads up to {SCHEMA_VERSION}"
        message = f"a newer grader wrote this gradebook ({versions})"
        raise refusal(str(path), message, "install the newer version of the grader")
    return version


def _bring_up_to_date(connection: sqlite3.Connection, *, write: bool) -> None:
    """Give an older gradebook what it lacks; where it may only be read, only this connection sees that."""
    try:
        _upgrade(connection)
    except sqlite3.OperationalError:
        if write:
            raise
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        connection.execute("PRAGMA temp_store = MEMORY")
        for version in range(_kind(connection)[1], SCHEMA_VERSION):
            for statement in VIEWS[version]:
                connection.execute(statement)


def _upgrade(connection: sqlite3.Connection) -> None:
    """Give an older gradebook what it lacks, all at once; nothing that stands in it is changed."""
    connection.execute("BEGIN IMMEDIATE")
    for version in range(_kind(connection)[1], SCHEMA_VERSION):
        for statement in UPGRADES[version]:
            connection.execute(statement)
    connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
    connection.execute("COMMIT")


def _log_ahead(connection: sqlite3.Connection) -> None:
    """Switch to a write-ahead log; SQLite does not wait by itself where two do so at once."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > end:
                raise
            time.sleep(_PAUSE)
        else:
            return


_AGAIN = "all grades stored so far are still there: fix this, and run the same command again"
_BACKUP = "put a backup of the gradebook in its place"
_FAULTS = {
    sqlite3.SQLITE_BUSY: (
        "another program is writing to this gradebook",
        "wait until it is done, and run the same command again; nothing was lost",
    ),
    sqlite3.SQLITE_FULL: ("the disk is full", _AGAIN.replace("fix this", "free some space")),
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
        message = f"something stored about it is damaged ({type(error).__name__}: {error})"
        raise UnreadRecord(student, refusal(str(path), message, _BACKUP).mistakes) from None


@contextmanager
def faults_explained(path: Path) -> Iterator[None]:
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
