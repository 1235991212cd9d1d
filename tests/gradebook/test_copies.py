"""Copies of a gradebook: a backup is whole at any time, and what is refused is left byte by byte."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

import pytest

from grader.gradebook import FILE, Gradebook
from grader.text.source import InputError
from tests.gradebook.keeping import book_in, handed, marked


def numbered(first: int, last: int) -> tuple[str, ...]:
    return tuple(f"s{number}" for number in range(first, last))


def students(folder: Path) -> tuple[str, ...]:
    with Gradebook.open(folder / FILE, write=False) as book:
        return book.students("search-1")


def test_a_backup_while_somebody_writes_has_every_batch_that_is_kept(tmp_path: Path) -> None:
    (tmp_path / "copy").mkdir()
    with book_in(tmp_path) as book:
        book.add([marked(handed(student)) for student in numbered(0, 5)])
        back_up(tmp_path / FILE, tmp_path / "copy" / FILE)
        book.add([marked(handed(student)) for student in numbered(5, 9)])
    assert students(tmp_path / "copy") == numbered(0, 5)
    with book_in(tmp_path / "copy") as copy:  # and grading goes on from it
        assert copy.add([marked(handed(student)) for student in numbered(0, 9)]) == 4


def back_up(path: Path, copy: Path) -> None:
    """What `.backup` of SQLite's own shell does."""
    source, target = sqlite3.connect(path), sqlite3.connect(copy)
    try:
        source.backup(target)
    finally:
        source.close()
        target.close()


def test_a_copy_of_the_file_while_nobody_writes_is_a_backup(tmp_path: Path) -> None:
    with book_in(tmp_path, *(marked(handed(student)) for student in numbered(0, 3))):
        pass
    (tmp_path / "copy").mkdir()
    shutil.copy(tmp_path / FILE, tmp_path / "copy" / FILE)
    assert students(tmp_path / "copy") == numbered(0, 3)


@pytest.mark.parametrize("write", [True, False])
@pytest.mark.parametrize("what", ["a newer grader's", "damaged"])
def test_a_gradebook_that_is_refused_is_left_as_it_is(tmp_path: Path, what: str, write: bool) -> None:
    with book_in(tmp_path, *(marked(handed(student)) for student in numbered(0, 20))):
        pass
    path = tmp_path / FILE
    if what == "damaged":
        path.write_bytes(path.read_bytes()[:100] + b"\xa5" * 8192 + path.read_bytes()[8292:])
    else:
        other = sqlite3.connect(path)
        other.execute("PRAGMA user_version = 7")
        other.close()
    before = path.read_bytes()
    with pytest.raises(InputError):
        Gradebook.open(path, write=write).close()
    assert path.read_bytes() == before
