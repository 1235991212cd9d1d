"""Moodle's download of an assignment → hand-ins: `Ada Lovelace_12345_assignsubmission_file_/…`.

The number is the participant's in this assignment alone. Without folders, the names of files begin so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from grader.problems import ProblemSet
from grader.submissions.collecting.entry import Found, Pieces, Shelf, finding, quoted_name
from grader.submissions.collecting.student_folders import not_opened
from grader.submissions.container import FILE, FOLDER, FolderItem
from grader.text.source import Mistake

_NAME = re.compile(
    r"(?P<name>.+?)(?:_(?P<number>\d+))?_assignsubmission_(?P<kind>[a-z]+)(?:_(?P<file>.*))?", re.DOTALL
)
_SIGN = "_assignsubmission_"
_KINDS = ("file", "onlinetext")


def is_moodle(name: str) -> bool:
    """Whether Moodle may have given this name."""
    return _SIGN in name and _NAME.fullmatch(name) is not None


def find_in_moodle(
    shelf: Shelf, items: Sequence[FolderItem], _problems: ProblemSet
) -> Iterator[Found | Mistake]:
    """What a participant uploaded and what was typed into the text box are one hand-in."""
    pieces: dict[tuple[str, str], list[tuple[str, str]]] = {}
    for item in items:
        found = _NAME.fullmatch(item.name)
        if item.kind not in (FILE, FOLDER):
            yield not_opened(shelf, item)
        elif found is None or found["kind"] not in _KINDS:
            yield finding(
                shelf.called(item.name), f"{quoted_name(item.name)} was skipped: it is not a submission"
            )
        else:
            called = (found["file"] or item.name) if item.kind == FILE else ""
            pieces.setdefault((found["name"], found["number"] or ""), []).append((item.name, called))
    for (name, number), parts in pieces.items():
        names = (f"{name} ({number})", name, number) if number else (name,)
        yield Found(names, shelf.called(parts[0][0]), Pieces(shelf, tuple(parts)))
