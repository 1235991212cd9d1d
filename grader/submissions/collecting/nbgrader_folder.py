"""nbgrader's folder of submissions → hand-ins: `submitted/<student>/<assignment>/…`, with `timestamp.txt`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

from grader.problems import ProblemSet
from grader.submissions.collecting.entry import Found, Pieces, Shelf, finding, quoted_name
from grader.submissions.collecting.platform_times import read_time
from grader.submissions.collecting.student_folders import hidden_items, not_opened, ordinary_items
from grader.submissions.collecting.table_header import plain_header
from grader.submissions.container import FILE, FOLDER, FolderItem
from grader.submissions.left_out_files import is_left_out
from grader.text.source import InputError, Mistake

SUBMITTED = "submitted"
TIMESTAMP = "timestamp.txt"

_LONGEST_TIMESTAMP = 200
_SOME = 10  # folders, which are enough to see what all of them are


def is_nbgrader(shelf: Shelf, items: Sequence[FolderItem]) -> bool:
    """Whether it is the folder `submitted`, has it, or the folders in it have times of their own."""
    if FolderItem(SUBMITTED, FOLDER) in items:
        return True
    students = [item.name for item in items if item.kind == FOLDER][:_SOME]
    try:
        folders = [f"{student}/{name}" for student in students for name in _folders(shelf, student)[:_SOME]]
        return any(FolderItem(TIMESTAMP, FILE) in shelf.items(folder) for folder in folders)
    except InputError:  # which is reported when it is the student's turn
        return False


def find_in_nbgrader(
    shelf: Shelf, items: Sequence[FolderItem], problems: ProblemSet
) -> Iterator[Found | Mistake]:
    """The one assignment of each student, or the one that is called as the set is."""
    if FolderItem(SUBMITTED, FOLDER) in items:
        shelf = shelf.within(SUBMITTED)
        everything = shelf.items()
        yield from hidden_items(shelf, everything)
        items = ordinary_items(everything)
    for item in items:
        if item.kind != FOLDER:
            yield not_opened(shelf, item) if item.kind != FILE else _no_student(shelf, item.name)
        else:
            try:
                yield from _of_student(shelf, item.name, problems)
            except InputError as error:
                yield from error.mistakes


def _of_student(shelf: Shelf, student: str, problems: ProblemSet) -> Iterator[Found | Mistake]:
    assignments = _folders(shelf, student)
    wanted = [name for name in assignments if plain_header(name) == plain_header(problems.id)]
    chosen = wanted or assignments
    name = shelf.called(student)
    if len(chosen) == 1:
        folder = f"{student}/{chosen[0]}"
        at, odd = _handed_in(shelf, folder)
        yield Found((student,), shelf.called(folder), Pieces(shelf, ((folder, ""),), (TIMESTAMP,)), at)
        yield from odd
    elif not chosen:
        yield finding(
            name, f"{quoted_name(student)} has no assignment", "put the files into a folder of their own"
        )
    else:
        hint = f"call the folder of this set `{problems.id}`"
        yield finding(
            name,
            f"{quoted_name(student)} has several assignments, none of them called as the set is",
            hint,
            severity="error",
        )


def _handed_in(shelf: Shelf, folder: str) -> tuple[datetime | None, list[Mistake]]:
    if FolderItem(TIMESTAMP, FILE) not in shelf.items(folder):
        return None, []
    file = f"{folder}/{TIMESTAMP}"
    text = shelf.read(file, _LONGEST_TIMESTAMP).decode(errors="replace")
    at = read_time(text)
    if at is None:
        message = f"{quoted_name(text.strip())} is not a time with a known zone, and was not used"
        return None, [finding(shelf.called(file), message, "write it with `UTC`")]
    return at, []


def _folders(shelf: Shelf, folder: str) -> list[str]:
    return [item.name for item in shelf.items(folder) if item.kind == FOLDER and not is_left_out(item.name)]


def _no_student(shelf: Shelf, name: str) -> Mistake:
    return finding(shelf.called(name), f"{quoted_name(name)} was skipped: it is in no student's folder")
