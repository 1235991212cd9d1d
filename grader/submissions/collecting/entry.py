"""Entry: where one student's submission is, read when it is needed; and findings about it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple, Protocol

from grader.document.sheet_notes import note
from grader.submissions import HandIn, Submission, read_hand_in
from grader.submissions.collecting.roster import Roster
from grader.submissions.container import Container, FolderItem, joined
from grader.submissions.gathered_files import Gathered, add_file, gather, settled
from grader.submissions.submission import NO_TREE, SHARED, TREE_OF
from grader.text.columns import visible
from grader.text.source import InputError, Mistake, Severity, Source, Span
from grader.text.spelling import shortened


class Contents(Protocol):
    """Where the bytes of a submission are."""

    def read(self, name: str) -> Gathered:
        """The files, now; `name` is what messages call the hand-in."""


class Entry(NamedTuple):
    """One student's submission; a class of 100,000 holds as many of these, and none of their bytes.

    `student` is who handed it in by what the container says, made safe for paths; `known_as` are other
    names of the same student. `at` is when, from metadata or the roster, never from a file's date. `roster`
    is there where the student is not on it, but students have trees of their own. `by` is who handed it in,
    where that is somebody else of the student's group, and `only_named` says that only the sheet says so.
    """

    student: str
    name: str
    at: datetime | None
    contents: Contents
    known_as: tuple[str, ...] = ()
    roster: Roster | None = None
    by: str = ""
    only_named: bool = False

    def hand_in(self) -> HandIn:
        """The bytes, read now; where they cannot be, there are none, and the mistakes say why."""
        handed = self._read()
        if self.by:
            shared = note(SHARED, Source("", self.name), None, {"student": self.by}, severity="note")
            return handed._replace(mistakes=(shared, *handed.mistakes))
        if self.roster is None or not handed.files:
            return handed
        return handed._replace(mistakes=(_whose_tree(handed, self.roster), *handed.mistakes))

    def _read(self) -> HandIn:
        try:
            gathered = self.contents.read(self.name)
        except InputError as error:
            return HandIn(self.student, self.name, {}, error.mistakes, self.known_as)
        return HandIn(self.student, self.name, gathered.files, gathered.mistakes, self.known_as)

    def load(self) -> Submission:
        """What was submitted, read now."""
        return read_hand_in(self.hand_in())


def _whose_tree(handed: HandIn, roster: Roster) -> Mistake:
    """Says on whose tree a submission under an unknown name is marked: that of whom its sheet names."""
    sheet = read_hand_in(handed).sheet
    named = roster.called(sheet.student.text) if sheet and sheet.student else ()
    source, name = Source("", handed.name), visible(shortened(handed.student))
    if len(named) != 1:
        return note(NO_TREE, source, None, {"name": name})
    return note(TREE_OF, source, None, {"name": name, "student": named[0].student}, severity="warning")


class Found(NamedTuple):
    """A submission that a layout has found: what the container calls the student, the surest name first.

    `squeezed` is a name of which an export has left out blanks and capitals; `place` is where a table
    says who it is.
    """

    names: tuple[str, ...]
    name: str
    contents: Contents
    at: datetime | None = None
    place: tuple[Source, Span] | None = None
    squeezed: str = ""


@dataclass(frozen=True, slots=True)
class Shelf:
    """The folder of a container in which the submissions of a class lie."""

    container: Container
    folder: str = ""

    def items(self, folder: str = "") -> list[FolderItem]:
        return self.container.items(self.path(folder))

    def read(self, file: str, most: int) -> bytes:
        return self.container.read(self.path(file), most)

    def within(self, folder: str) -> Shelf:
        return Shelf(self.container, self.path(folder))

    def path(self, place: str) -> str:
        """A place on the shelf, as the container calls it."""
        return f"{self.folder}/{place}".strip("/")

    def called(self, place: str) -> str:
        """A place on the shelf, as messages call it."""
        return joined(self.container.name, self.path(place))


class Pieces(NamedTuple):
    """Files and folders on a shelf that make one hand-in.

    Each piece is a place, and what the file is called in the submission; a folder is called nothing, and its
    files are taken with their own names. `without` are files that the platform has put there.
    """

    shelf: Shelf
    pieces: tuple[tuple[str, str], ...]
    without: tuple[str, ...] = ()

    def read(self, name: str) -> Gathered:
        shelf = self.shelf
        files: dict[str, bytes] = {}
        mistakes: tuple[Mistake, ...] = ()
        for place, called in self.pieces:
            path = shelf.path(place)
            if called:
                add_file(files, called, shelf.container, path, name)
            else:
                inside = gather(shelf.container, path, name)
                files |= {file: data for file, data in inside.files.items() if file not in self.without}
                mistakes += inside.mistakes
        return settled(Gathered(files, mistakes), name)


_LONGEST = 60


def finding(
    name: str, message: str, hint: str | None = None, *, severity: Severity = "warning",
    place: tuple[Source, Span] | None = None,
) -> Mistake:  # fmt: skip
    """Something that is reported about an entry, or at a place in a table."""
    source, span = place or (Source("", name), None)
    return Mistake(message, source, span, hint, severity=severity)


def quoted_name(name: str) -> str:
    """A name from outside, as it can stand in a message."""
    return f"`{visible(shortened(name, _LONGEST))}`"
