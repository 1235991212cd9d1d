"""What an instructor's file says, as scalars, sequences and mappings that know where they stand."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TypeAlias

from grader.text.source import InputError, Mistake, Source, Span

_NUMBER = re.compile(r"[-+]?\d+(?:\.\d+)?")


@dataclass(frozen=True, slots=True)
class Scalar:
    r"""A text as it was typed, whatever YAML takes it for: `no`, `1.10` and `0o7` stay what they are.

    `content` is the stretch of the file that reads the same but for blanks at line ends; there is
    none where an escape such as `\"` or `''` makes the text differ from what stands in the file.
    """

    text: str
    source: Source = field(repr=False, compare=False)
    span: Span = field(repr=False, compare=False)
    content: Span | None = field(repr=False, compare=False)
    quoted: bool = False

    kind = "a text"
    form = "put it in quotes, if it is meant as a text"

    @property
    def empty(self) -> bool:
        """Whether nothing at all was typed, not even quotes."""
        return not self.text and not self.quoted

    @property
    def is_number(self) -> bool:
        """Whether whoever typed it without quotes means a number."""
        return not self.quoted and _NUMBER.fullmatch(self.text) is not None

    @property
    def typed(self) -> Source:
        """The text where it stands, so that what is wrong inside it is shown at its own place.

        Where escapes forbid that, the text alone at the same line and column: the line stays right,
        and the column up to the first escape.
        """
        if self.content is not None:
            return self.source.part(self.content.start, self.content.end)
        line, column = self.source.place(self.span.start + 1)
        before = "\n" * (line - 1) + " " * (column - 1)
        return Source(before + self.text, self.source.name, len(before))


@dataclass(frozen=True, slots=True)
class Sequence:
    """A list: `[a, b]`, or lines that start with a dash."""

    items: tuple[Value, ...]
    source: Source = field(repr=False, compare=False)
    span: Span = field(repr=False, compare=False)

    kind = "a list"
    form = "write `[…]`, or begin each item in a line of its own with `- `"

    @property
    def typed(self) -> Source:
        """The list as it was typed, where it stands."""
        return self.source.part(self.span.start, self.span.end)


@dataclass(frozen=True, slots=True)
class Mapping:
    """Fields in the order of the file; a field given twice is here twice."""

    entries: tuple[tuple[Scalar, Value], ...]
    source: Source = field(repr=False, compare=False)
    span: Span = field(repr=False, compare=False)

    kind = "a group of fields"
    form = "write each field in a line of its own, as `name: value`"

    @property
    def typed(self) -> Source:
        """The fields as they were typed, where they stand."""
        return self.source.part(self.span.start, self.span.end)


Value: TypeAlias = Scalar | Sequence | Mapping


def mistake_at(value: Value, message: str, hint: str | None = None) -> InputError:
    """An error about one value, at its place."""
    return InputError([Mistake(message, value.source, value.span, hint)])


def find(value: Value | None, *steps: str | int) -> Value | None:
    """What stands there, or None where nothing was given."""
    for step in steps:
        value = _step(value, step)
    return value


def _step(value: Value | None, step: str | int) -> Value | None:
    match value, step:
        case Mapping(), str():
            return next((item for key, item in value.entries if key.text == step), None)
        case Sequence(), int() if step < len(value.items):
            return value.items[step]
    return None
