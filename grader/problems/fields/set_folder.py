"""What a set is loaded with: its folder, outside of which no file is read, and limits on what it holds."""

from __future__ import annotations

import os.path
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import ParamSpec, TypeVar

from grader.document import Value, as_text, mistake_at
from grader.document.schema import STRING, Schema
from grader.problems.deal import Deal, load_deal
from grader.text.source import InputError, Mistake, Source, load_source
from grader.text.spelling import listed, shortened
from grader.tree import Tree

PICTURES = (".svg", ".png", ".jpg", ".jpeg", ".gif", ".webp")
PICTURE: Schema = STRING | {"pattern": rf"(?i)({'|'.join(PICTURES)})$".replace(".", r"\.")}
MAX_PICTURE_BYTES = 4 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class SetFolder:
    """The folder of a set; `taken` are the files that were read from it."""

    path: Path
    taken: dict[str, bytes] = field(default_factory=dict)

    def read_source(self, value: Value) -> Source:
        """The text of the file that `value` names."""
        source = load_source(self._find(value))
        self.taken[as_text(value)] = source.text.encode()
        return source

    def find_picture(self, value: Value) -> Path:
        """The picture that `value` names."""
        path = self._find(value)
        if path.suffix.lower() not in PICTURES:
            raise mistake_at(value, "this is not the name of a picture", f"use {listed(PICTURES, 'or')}")
        if path.stat().st_size > MAX_PICTURE_BYTES:
            message = f"the picture is larger than {MAX_PICTURE_BYTES:,} bytes"
            raise mistake_at(value, message, "reports include it: make it smaller")
        self.taken[as_text(value)] = path.read_bytes()
        return path

    def read_deal(self, path: Path) -> Deal:
        """The deal that is kept beside the set, if anything was dealt."""
        kept = load_deal(path)
        if kept is None:
            return Deal()
        deal, self.taken[path.name] = kept
        return deal

    def hash_with(self, source: Source) -> str:
        """A hash of the set's file and of every file that it takes in."""
        total = sha256(source.text.encode())
        for name, data in sorted(self.taken.items()):
            total.update(sha256(name.encode()).digest() + sha256(data).digest())
        return total.hexdigest()

    def _find(self, value: Value) -> Path:
        name = as_text(value)
        path = self.path / name
        if not _stays_inside(name):
            raise _outside(value)
        # Unlike Path.is_file, this is False also for a name that is too long, and for links in a circle.
        if not os.path.isfile(path):  # noqa: PTH113
            hint = "check the spelling; names start at the folder of the set"
            raise mistake_at(value, f"there is no file `{shortened(name)}` in the set's folder", hint)
        if not path.resolve().is_relative_to(self.path.resolve()):
            raise _outside(value)
        return path


def _stays_inside(name: str) -> bool:
    """Whether a name can only mean something in the folder, on any system."""
    paths = PurePosixPath(name), PureWindowsPath(name)
    return not any(path.anchor or ".." in path.parts for path in paths) and "\0" not in name


def _outside(value: Value) -> InputError:
    message = f"`{shortened(as_text(value))}` is not inside the set's folder"
    return mistake_at(value, message, "copy the file into the folder, and name it from there")


_MAX_MISTAKES = 100
_MAX_NODES = 2_000_000

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(slots=True)
class LoadContext:
    """Collects mistakes, so that one of them does not hide the others."""

    folder: SetFolder
    mistakes: list[Mistake] = field(default_factory=list)
    nodes: int = 0
    versions: int = 0  # how many there are of the set

    def attempt(self, read: Callable[P, T], *arguments: P.args, **options: P.kwargs) -> T | None:
        """What `read` makes of its arguments, or None and a note of what was wrong."""
        try:
            return read(*arguments, **options)
        except InputError as error:
            self.note(error.mistakes)
        return None

    def passes(self, check: Callable[[], None]) -> bool:
        """Whether the check finds nothing wrong; else that is noted."""
        before = len(self.mistakes)
        self.attempt(check)
        return len(self.mistakes) == before

    def note(self, mistakes: Iterable[Mistake]) -> None:
        self.mistakes += mistakes

    def count(self, tree: Tree, place: Value) -> None:
        """Refuse trees that are too large when taken together."""
        self.nodes += len(tree)
        if self.nodes > _MAX_NODES:
            message = f"the trees up to here have more than {_MAX_NODES:,} nodes together"
            raise mistake_at(place, message, "use smaller trees, or make two sets")

    def finish(self) -> None:
        """Raise everything that is wrong, each thing once."""
        if self.mistakes:
            once = {
                (mistake.source.name, mistake.span, mistake.message): mistake for mistake in self.mistakes
            }
            raise InputError(InputError(once.values()).mistakes[:_MAX_MISTAKES])
