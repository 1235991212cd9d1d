"""HandIn and Submission: what a student handed in as bytes, and what could be read of it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import NamedTuple

from grader.document import Sheet
from grader.text.source import Mistake

MAX_BYTES = 1_000_000
MAX_FILES = 200
SHEETS = ("answers.yaml", "answers.yml", "answers.json")
ANSWERS_FIELD = re.compile(rb"^[ \t{]*+[\"']?answers[\"']?[ \t]*+:", re.MULTILINE)  # as every sheet has it

# Keys of the notes that say on whose tree a hand-in under an unknown name is marked, or that nobody can tell.
TREE_OF = "tree-of"
NO_TREE = "no-tree"
SHARED = "handed-in-by"  # the key of the note that somebody else of a group handed it in, on whose tree it is

# A program that begins like this is run cell by cell, as Jupyter does.
NOTEBOOK_LINE = "# The code cells of a notebook: one that fails does not stop the next."


class HandIn(NamedTuple):
    """What one student handed in, as bytes: it can be sent to another machine, and kept.

    `files` are by name, with `/` between folders. `name` is what messages call it; that of a row of a
    table ends in its line, as `answers.csv:17`. `mistakes` say what was skipped, or, where there are
    no files, why there are none. `known_as` are other names that the container has for the student.
    """

    student: str
    name: str
    files: Mapping[str, bytes]
    mistakes: tuple[Mistake, ...] = ()
    known_as: tuple[str, ...] = ()

    def __repr__(self) -> str:  # which may stand in the log of a cluster
        return f"HandIn({self.student!r}, {self.name!r})"

    @property
    def hash(self) -> str:
        """Of all files together, of the reasons where there are none, and of whose tree is marked."""
        trees = {
            note.key: str(note.parts).encode()
            for note in self.mistakes
            if note.key in (TREE_OF, NO_TREE, SHARED)
        }
        return digest({**self.files, **trees} or {mistake.message: b"" for mistake in self.mistakes})


def digest(files: Mapping[str, bytes]) -> str:
    """A hash of files and of their names."""
    parts = [
        sha256(text).digest()
        for file, data in sorted(files.items())
        for text in (file.encode(errors="surrogatepass"), data)
    ]
    return sha256(b"".join(parts)).hexdigest()


@dataclass(frozen=True, slots=True)
class Submission:
    """What one student handed in: an answer sheet, files of a program, or both."""

    student: str
    """The student's name."""
    name: str
    """What messages call it: the file or folder that was handed in."""
    hash: str
    """Of all its files together."""
    sheet: Sheet | None
    """The answer sheet; none where there is none, or where it is no text: `mistakes` then say why."""
    mistakes: tuple[Mistake, ...] = ()
    """What is wrong with what was handed in."""
    files: Mapping[str, bytes] = field(default_factory=dict, repr=False)
    """All files but the sheet, by name, with `/` between folders."""
    known_as: tuple[str, ...] = ()
    """Other names that the container has for the student."""

    @property
    def tree_of(self) -> str | None:
        """Whose trees are marked, where a problem has several; None where nobody can tell."""
        for mistake in self.mistakes:
            if mistake.key in (TREE_OF, SHARED):
                return str(mistake.parts["student"])
            if mistake.key == NO_TREE:
                return None
        return self.student

    @property
    def readable(self) -> bool:
        """Whether there is anything to mark; a sheet without any answers is one, if it has their place."""
        if self.sheet is None:
            return bool(self.files)
        return bool(self.sheet.answers or not self.sheet.mistakes or self.files)
