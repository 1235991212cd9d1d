"""A folder, an archive or a table with the submissions of a class → entries, each read when it is needed."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from grader.problems import ProblemSet
from grader.submissions import SHEETS
from grader.submissions.archive import Archive, open_class_archive
from grader.submissions.collecting.answers_csv import find_rows
from grader.submissions.collecting.entry import Entry, Found, Shelf, finding, quoted_name
from grader.submissions.collecting.groups import BY_SHEET, NO_GROUPS, share_entries
from grader.submissions.collecting.identities import identify
from grader.submissions.collecting.layouts import (
    FOLDERS,
    LAYOUTS,
    named_layout,
    plain_ends,
    recognised_layout,
)
from grader.submissions.collecting.roster import ROSTER, Person, Roster, read_roster, seated
from grader.submissions.collecting.student_folders import hidden_items, ordinary_items
from grader.submissions.container import FILE, Container, Folder, FolderItem
from grader.submissions.gathered_files import ARCHIVE
from grader.submissions.notebook import NOTEBOOK
from grader.text.source import MAX_BYTES, Mistake, decode_source, load_bytes, refusal

__all__ = ["LAYOUT_NAMES", "Collected", "Entry", "Person", "Roster", "collect", "is_class"]

LAYOUT_NAMES = tuple(layout.name for layout in LAYOUTS)

_TABLE = ".csv"


@dataclass(frozen=True, slots=True)
class Collected:
    """A class: entries in a stable order, what is odd, and who on the roster submitted nothing."""

    entries: tuple[Entry, ...]
    findings: tuple[Mistake, ...]
    missing: tuple[Person, ...]
    roster: Roster | None


def collect(
    path: str | os.PathLike[str], problems: ProblemSet, *, layout: str | None = None,
    roster: str | os.PathLike[str] | None = None, groups: str = NO_GROUPS,
) -> Collected:  # fmt: skip
    """The submissions of a class; an InputError says why there are none.

    No byte of them is read yet, but where `groups` are those that sheets name.
    """
    name = os.fspath(path)
    column = "" if groups in (NO_GROUPS, BY_SHEET) else groups
    people = _load_roster(roster, column) if roster is not None else None
    if name.lower().endswith(_TABLE):
        if people is not None and problems.versions:
            problems = problems.dealt(problems.deal.with_versions(seated(people, problems)))
        found = find_rows(decode_source(plain_ends(load_bytes(path)), name), problems)
    else:
        shelf = Shelf(_container(name))
        items = shelf.items()
        people = people or _roster_on(shelf, items, column)
        found = _found(shelf, items, problems, layout)
    identified = identify(found, people, variants=problems.differs)
    if not identified.entries:
        hint = "put a folder, a zip or an answer sheet for each student into it"
        hint = "write a row for each student below the header" if name.lower().endswith(_TABLE) else hint
        raise refusal(name, "there are no submissions here", hint)
    shared = share_entries(identified.entries, people, by_sheet=groups == BY_SHEET)
    findings = (*(people.findings if people else ()), *identified.findings, *shared.findings)
    marked = {entry.student for entry in shared.entries}
    missing = tuple(person for person in identified.missing if person.student not in marked)
    return Collected(shared.entries, findings, missing, people)


def is_class(path: str | os.PathLike[str], problems: ProblemSet) -> bool:
    """Whether a path is a class rather than one submission.

    A folder with an answer sheet or a program of the set in it is one submission, and so is a zip that is
    not an export of a class.
    """
    name = os.fspath(path)
    if os.path.isdir(path):  # noqa: PTH112 - never raises, however strange the name
        return not _is_hand_in(Folder(name).items(), problems)
    if name.lower().endswith(_TABLE):
        return True
    if not name.lower().endswith(ARCHIVE) or not os.path.isfile(path):  # noqa: PTH113 - likewise
        return False
    shelf = Shelf(open_class_archive(name))
    return recognised_layout(shelf, ordinary_items(shelf.items()))[0] is not FOLDERS


def _is_hand_in(items: list[FolderItem], problems: ProblemSet) -> bool:
    programs = [PurePosixPath(file) for file in problems.program_files]
    notebooks = (str(file.with_suffix(NOTEBOOK)) for file in programs if file.suffix == ".py")
    usual = {*SHEETS, *(file.parts[0] for file in programs), *notebooks}
    return any(item.name in usual for item in items)


def _container(name: str) -> Container:
    if name.lower().endswith(ARCHIVE) and Path(name).is_file():
        return open_class_archive(name)
    return Folder(name)


def _found(
    shelf: Shelf, everything: Sequence[FolderItem], problems: ProblemSet, layout: str | None
) -> Iterator[Found | Mistake]:
    items = ordinary_items(everything)
    yield from hidden_items(shelf, everything)
    for name in shelf.container.odd_names if isinstance(shelf.container, Archive) else ():
        message = f"{quoted_name(name)} was skipped: its name is in an unknown encoding"
        yield finding(shelf.called(""), message, "unpack the archive, and grade the folder")
    chosen, where, inside = named_layout(layout, shelf, items) if layout else recognised_layout(shelf, items)
    if where is not shelf:
        yield from hidden_items(where, where.items())
    yield from chosen.find(where, inside, problems)


def _roster_on(shelf: Shelf, items: Sequence[FolderItem], groups: str) -> Roster | None:
    """The roster that lies beside the submissions, if there is one."""
    if FolderItem(ROSTER, FILE) not in items:
        return None
    return read_roster(shelf.read(ROSTER, MAX_BYTES), shelf.called(ROSTER), groups)


def _load_roster(path: str | os.PathLike[str], groups: str) -> Roster:
    return read_roster(load_bytes(path), os.fspath(path), groups)
