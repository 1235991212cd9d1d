"""A `.test`, `.solution` or `CONFIG` file of the Pacman projects → its fields, with their places."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from grader.exchange.trees.tree_draft import mistaken
from grader.text.source import InputError, Source, Span

_LINE = re.compile(r"[^\n]*\n?")
_SHORT = re.compile(r'\s*([^"\s:]+)\s*:\s*"([^"]*)"\s*')
_OPENING = re.compile(r'\s*([^"\s:]+)\s*:\s*"""\s*')
_CLOSING = re.compile(r'\s*"""\s*')
_HINT = 'write `name: "value"`, or `name: """` and lines up to another `"""`'


@dataclass(frozen=True, slots=True)
class Cs188Line:
    """A line of a field, without blanks around it."""

    text: str
    place: Span


@dataclass(frozen=True, slots=True)
class Cs188Field:
    """A field of the file: its name's place, and what stands in its quotes, line by line."""

    place: Span
    lines: tuple[Cs188Line, ...]

    @property
    def text(self) -> str:
        return "\n".join(line.text for line in self.lines)

    @property
    def words(self) -> tuple[str, ...]:
        return tuple(self.text.split())


class Cs188Fields:
    """The fields of a file by name."""

    __slots__ = ("_entries", "source")

    def __init__(self, source: Source) -> None:
        self.source = source
        self._entries = dict(_entries(source))

    def __contains__(self, name: str) -> bool:
        return name in self._entries

    def entry(self, name: str) -> Cs188Field:
        """That field, which must be there."""
        if name not in self._entries:
            message = f"the field `{name}` is missing"
            raise mistaken(self.source, Span(0, 0), message, f'write `{name}: "…"`')
        return self._entries[name]

    def words(self, name: str) -> tuple[str, ...]:
        """The words of a field; none where there is no such field."""
        return self._entries[name].words if name in self._entries else ()

    def word(self, name: str) -> str:
        """The one word of a field."""
        words = self.entry(name).words
        if len(words) != 1:
            raise self.error(name, f"`{name}` should be one word")
        return words[0]

    def whole(self, name: str) -> int:
        """A field that counts something, from 1."""
        word = self.word(name)
        if re.fullmatch(r"[1-9][0-9]{0,3}", word) is None:
            raise self.error(name, f"`{name}` should be a whole number from 1", f'such as `{name}: "2"`')
        return int(word)

    def error(self, name: str, message: str, hint: str | None = None) -> InputError:
        return mistaken(self.source, self.entry(name).place, message, hint)


def _entries(source: Source) -> Iterator[tuple[str, Cs188Field]]:
    seen: set[str] = set()
    lines = _lines(source)
    for line in lines:
        plain = line.text.partition("#")[0]
        if not plain.strip():
            continue
        short, opening = _SHORT.fullmatch(plain), _OPENING.fullmatch(plain)
        found = short or opening
        if found is None:
            raise mistaken(source, line.place, "this line is no field", _HINT)
        if found[1] in seen:
            raise mistaken(source, line.place, f"the field `{found[1]}` is given twice", "keep one of them")
        seen.add(found[1])
        inside = (Cs188Line(short[2].strip(), line.place),) if short else _block(source, line, lines)
        yield found[1], Cs188Field(line.place, inside)


def _block(source: Source, opening: Cs188Line, lines: Iterator[Cs188Line]) -> tuple[Cs188Line, ...]:
    """The lines up to three closing quotes; empty ones say nothing."""
    inside: list[Cs188Line] = []
    for line in lines:
        if _CLOSING.fullmatch(line.text):
            return tuple(inside)
        if line.text:
            inside.append(line)
    raise mistaken(source, opening.place, "these quotes are never closed", 'end them with a line `"""`')


def _lines(source: Source) -> Iterator[Cs188Line]:
    for found in _LINE.finditer(source.text):
        text = found[0].strip()
        start = found.start() + len(found[0]) - len(found[0].lstrip())
        yield Cs188Line(text, Span(start, start + len(text)))
