"""Canvas's download of submissions → hand-ins: `lovelaceada_LATE_123_456_answers-1.yaml`.

First stands the name, then the user's number, the attachment's, and the file's own name, which Canvas
numbers when it is handed in again. What was typed into the text box is `lovelaceada_123_text.html`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath

from grader.problems import ProblemSet
from grader.submissions import SHEETS
from grader.submissions.collecting.entry import Found, Pieces, Shelf, finding, quoted_name
from grader.submissions.collecting.student_folders import not_opened
from grader.submissions.container import FILE, FolderItem
from grader.submissions.text_box import ONLINE
from grader.text.source import Mistake

_NAME = re.compile(
    r"(?:(?P<name>.+?)_(?P<late>LATE_)?(?P<number>\d+)|(?P<hidden_late>LATE_)?(?P<hidden>anon_[^\W_]+))"
    r"_(?P<own>\d+_(?P<file>.+)|(?P<online>text|link)\.html)",
    re.DOTALL,
)
_REPEATED = re.compile(r"(.+)-\d+(\.[^.]+)", re.DOTALL)


def is_canvas(name: str) -> bool:
    """Whether Canvas may have given this name."""
    return "_" in name and _NAME.fullmatch(name) is not None


def find_in_canvas(
    shelf: Shelf, items: Sequence[FolderItem], problems: ProblemSet
) -> Iterator[Found | Mistake]:
    """All files of a user are one hand-in."""
    usual = frozenset((*SHEETS, *(PurePosixPath(file).name for file in problems.program_files)))
    pieces: dict[tuple[str, ...], dict[str, str]] = {}
    late = 0
    for item in items:
        found = _NAME.fullmatch(item.name)
        if item.kind != FILE:
            yield not_opened(shelf, item)
        elif found is None:
            yield finding(
                shelf.called(item.name), f"{quoted_name(item.name)} was skipped: it is not a submission"
            )
        else:
            names = _names(found)
            files = pieces.setdefault(names, {})
            late += not files and bool(found["late"] or found["hidden_late"])
            called = _called(found, usual)
            if called in files:
                yield _twice(shelf, item.name, called)
                called = found["own"]
            files[called] = item.name
    for names, files in pieces.items():
        parts = tuple((place, called) for called, place in files.items())
        yield Found(names, shelf.called(parts[0][0]), Pieces(shelf, parts), squeezed=names[-1].lower())
    if late:
        yield _late(shelf, late)


def _names(found: re.Match[str]) -> tuple[str, ...]:
    if found["hidden"]:
        return (found["hidden"],)
    return found["number"], found["name"]


def _called(found: re.Match[str], usual: frozenset[str]) -> str:
    """What the student called the file, as far as that can be told."""
    if found["online"]:
        return ONLINE if found["online"] == "text" else "link.html"
    name = found["file"]
    again = _REPEATED.fullmatch(name)
    first = f"{again[1]}{again[2]}" if again else name
    return first if first in usual else name


def _twice(shelf: Shelf, name: str, called: str) -> Mistake:
    message = (
        f"{quoted_name(called)} was submitted twice at once, and {quoted_name(name)} is not read as such"
    )
    return finding(shelf.called(name), message, "ask the student which one is meant")


def _late(shelf: Shelf, number: int) -> Mistake:
    many = "1 submission is" if number == 1 else f"{number} submissions are"
    hint = "give the times in the roster's column `submitted`, if the set has a rule for late work"
    return finding(
        shelf.called(""), f"{many} marked as late by Canvas, which does not export the times", hint
    )
