"""Gradescope's export of submissions → hand-ins: `submission_metadata.yml` says whose each folder is.

An autograder finds one student's files in `submission`, and beside it `submission_metadata.json`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from grader.problems import ProblemSet
from grader.submissions.collecting.entry import Found, Pieces, Shelf, finding, quoted_name
from grader.submissions.collecting.platform_times import read_time
from grader.submissions.collecting.student_folders import not_opened
from grader.submissions.container import FILE, FOLDER, FolderItem
from grader.text.source import MAX_BYTES, InputError, Mistake, Source, Span, decode_source, refusal

METADATA = "submission_metadata.yml"
ONE_METADATA = "submission_metadata.json"
SUBMISSION = "submission"

_WHO = ("email", "sid", "id", "name")  # an account is known by its address


class _Handed(NamedTuple):
    """What the metadata say of a folder: when it was handed in, and each submitter's names."""

    at: str
    submitters: tuple[tuple[str, ...], ...]


def find_in_gradescope(
    shelf: Shelf, items: Sequence[FolderItem], _problems: ProblemSet
) -> Iterator[Found | Mistake]:
    """Each folder is a hand-in of everybody who submitted it together."""
    metadata = _read_metadata(shelf)
    there = set()
    for item in items:
        if item.name == METADATA:
            continue
        if item.kind not in (FILE, FOLDER):
            yield not_opened(shelf, item)
            continue
        there.add(item.name)
        pieces = Pieces(shelf, ((item.name, item.name if item.kind == FILE else ""),))
        yield from _found(shelf, item.name, metadata.get(item.name), pieces)
    for name, handed in metadata.items():
        if name not in there:
            who = ", ".join(quoted_name(names[0]) for names in handed.submitters)
            yield finding(shelf.called(METADATA), f"there is no {quoted_name(name)}, which is from {who}")


def find_in_autograder(
    shelf: Shelf, _items: Sequence[FolderItem], _problems: ProblemSet
) -> Iterator[Found | Mistake]:
    """The hand-in that an autograder is to mark."""
    name = shelf.called(ONE_METADATA)
    try:
        record = json.loads(shelf.read(ONE_METADATA, MAX_BYTES))
        users = [{field: str(user.get(field) or "") for field in _WHO} for user in record["users"]]
        at = str(record.get("created_at", ""))
    except (AttributeError, KeyError, RecursionError, TypeError, ValueError):
        hint = "it must have `users`, each with an `email` or a `name`"
        raise refusal(name, "these metadata are not Gradescope's", hint) from None
    handed = _Handed(at, tuple(filter(None, map(_names, users))))
    yield from _found(shelf, SUBMISSION, handed, Pieces(shelf, ((SUBMISSION, ""),)))


def _found(shelf: Shelf, name: str, handed: _Handed | None, pieces: Pieces) -> Iterator[Found | Mistake]:
    if handed is None or not handed.submitters:
        yield finding(
            shelf.called(name),
            f"the metadata do not say whose {quoted_name(name)} is",
            "it is graded under its own name",
        )
        yield Found((name,), shelf.called(name), pieces)
        return
    at = read_time(handed.at)
    if at is None and handed.at:
        yield finding(
            shelf.called(name),
            f"{quoted_name(handed.at)} is not a time with a known zone, and was not used",
        )
    for names in handed.submitters:
        yield Found(names, shelf.called(name), pieces, at)


def _read_metadata(shelf: Shelf) -> dict[str, _Handed]:
    name = shelf.called(METADATA)
    source = decode_source(shelf.read(METADATA, MAX_BYTES), name)
    times: dict[str, str] = {}
    people: dict[str, dict[str, dict[str, str]]] = {}
    for path, text in _texts(source):
        match path:
            case (folder, ":created_at"):
                times[folder] = text
            case (folder, ":submitters", number, field):
                people.setdefault(folder, {}).setdefault(number, {})[field.lstrip(":")] = text
            case (folder, *_):
                people.setdefault(folder, {})
    return {
        folder: _Handed(times.get(folder, ""), tuple(filter(None, map(_names, submitters.values()))))
        for folder, submitters in people.items()
    }


def _names(submitter: dict[str, str]) -> tuple[str, ...]:
    return tuple(submitter[field] for field in _WHO if submitter.get(field, "").strip())


def _texts(source: Source) -> Iterator[tuple[tuple[str, ...], str]]:
    """Every text in a YAML document with the names and numbers that lead to it.

    Only YAML's own parser sees the file: nothing is built of it, whatever types it asks for.
    """
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        yield from _followed(yaml.parse(source.text, Loader=loader))
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        place = min(mark.index if mark else 0, len(source.text))
        hint = "export the submissions again"
        raise InputError([Mistake("this is not YAML", source, Span(place, place + 1), hint)]) from None


class _Level:
    """A list or a mapping that is being read, and the name or number of what comes next in it."""

    __slots__ = ("is_list", "key", "number")

    def __init__(self, is_list: bool) -> None:
        self.is_list = is_list
        self.number = -1
        self.key: str | None = None

    def enter(self) -> None:
        if self.is_list:
            self.number += 1
            self.key = str(self.number)

    def leave(self) -> None:
        self.key = None


def _followed(events: Iterable[Any]) -> Iterator[tuple[tuple[str, ...], str]]:
    levels: list[_Level] = []
    for event in events:
        kind = type(event).__name__
        if kind in ("SequenceStartEvent", "MappingStartEvent", "ScalarEvent", "AliasEvent") and levels:
            levels[-1].enter()
        if kind == "ScalarEvent" and levels and levels[-1].key is None:
            levels[-1].key = event.value
            continue
        if kind == "ScalarEvent" and len(levels) <= 4:
            yield tuple(level.key or "" for level in levels), event.value
        if kind in ("SequenceStartEvent", "MappingStartEvent"):
            levels.append(_Level(kind == "SequenceStartEvent"))
            continue
        if kind in ("SequenceEndEvent", "MappingEndEvent"):
            levels.pop()
        if levels:
            levels[-1].leave()
