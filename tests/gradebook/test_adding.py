"""A batch of grades becomes the same history as the same grades one by one."""

from __future__ import annotations

import sqlite3
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given
from hypothesis import strategies as st

from grader.gradebook import FILE, MarkedHandIn
from tests.gradebook.keeping import DUE, RIGHT, WRONG, book_in, failed, handed, marked

# Two students who hand in two sheets, at a time that is known or not; and each may fail on our side.
POSSIBLE = [
    mark(handed(student, pruned), at)
    for mark, student, pruned, at in product((marked, failed), ("ada", "grace"), (RIGHT, WRONG), (None, DUE))
]
TABLES = {
    "submissions": "id, student, hash, handed_in",
    "submission_files": "submission, place, name, file",
    "grades": "id, submission, status, earned",
    "files": "hash",
}


def history(folder: Path) -> dict[str, list[tuple[object, ...]]]:
    with sqlite3.connect(folder / FILE) as book:
        return {
            table: sorted(book.execute(f"SELECT {columns} FROM {table}"))  # noqa: S608 - our own
            for table, columns in TABLES.items()
        }


@given(st.lists(st.sampled_from(POSSIBLE), max_size=7), st.data())
def test_a_batch_is_the_same_as_one_by_one(entries: list[MarkedHandIn], data: st.DataObject) -> None:
    before = data.draw(st.integers(0, len(entries)))
    with TemporaryDirectory() as one, TemporaryDirectory() as many:
        with book_in(Path(one), *entries):
            pass
        with book_in(Path(many), *entries[:before]) as book:
            added = book.add(entries[before:])
        assert history(Path(many)) == history(Path(one))
        kept = len(history(Path(one))["grades"])
        with book_in(Path(many)) as book:
            assert book.add(entries[before:], force=True) == len(entries) - before
        assert added <= kept <= len(entries)
