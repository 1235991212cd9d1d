"""Where text stands and how to point at it: Source, Span, Mistake, InputError."""

from __future__ import annotations

import os
from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, TypeAlias

from grader.text.columns import visible, width

MAX_BYTES = 64 * 1024 * 1024
MAX_MISTAKES = 20
_EXCERPT_COLUMNS = 100
_SAMPLE = 4096


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of a text, from `start` up to, not including, `end`."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Source:
    """A text with a name; `start` and `end` limit it to a part, such as a tree inside a YAML file.

    `first` is the number of its first line, for a text that is itself cut out of a file.
    """

    text: str = field(repr=False)
    name: str = "<tree>"
    start: int = 0
    end: int = -1
    _lines: tuple[int, ...] = field(default=(), repr=False, compare=False)
    first: int = field(default=1, repr=False)

    def __post_init__(self) -> None:
        if self.end < 0:
            object.__setattr__(self, "end", len(self.text))
        if self._lines:
            return
        starts = [0]
        position = self.text.find("\n")
        while position >= 0:
            starts.append(position + 1)
            position = self.text.find("\n", position + 1)
        object.__setattr__(self, "_lines", tuple(starts))

    def part(self, start: int, end: int) -> Source:
        """The same text, limited to what stands from `start` to `end`."""
        return Source(self.text, self.name, start, end, self._lines, self.first)

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, both counted from 1."""
        line = bisect_right(self._lines, offset)
        return line + self.first - 1, offset - self._lines[line - 1] + 1

    def line(self, number: int) -> str:
        """The line of that number, without its end."""
        number -= self.first - 1
        start = self._lines[number - 1]
        end = self._lines[number] - 1 if number < len(self._lines) else len(self.text)
        return self.text[start:end].removesuffix("\r")


Severity: TypeAlias = Literal["error", "warning", "note"]


@dataclass(frozen=True, slots=True)
class Mistake:
    """One thing that is wrong with an input: what, where, and what to do about it.

    `key` and `parts` say how it is called where sentences are kept by language; without one it is not.
    """

    message: str
    source: Source
    span: Span | None = None
    hint: str | None = None
    related: tuple[Span, str] | None = None
    severity: Severity = "error"
    key: str = field(default="", repr=False, compare=False)
    parts: Mapping[str, object] = field(default_factory=dict, repr=False, compare=False)

    def __str__(self) -> str:
        return self.written(str)

    def written(self, word: Callable[[str], str]) -> str:
        """The mistake over several lines; `word` puts `error`, `warning`, `note` and `hint` in a language."""
        lines = [f"{self._where()}: {word(self.severity)}: {self.message}"]
        if self.span is not None:
            lines += _excerpt(self.source, self.span, "^")
        if self.related is not None:
            lines += _excerpt(self.source, self.related[0], "-", self.related[1])
        if self.hint is not None:
            lines.append(f"     = {word('hint')}: {self.hint}")
        return "\n".join(lines)

    def _where(self) -> str:
        name = visible(self.source.name)
        if self.span is None:
            return name
        line, column = self.source.place(self.span.start)
        return f"{name}:{line}:{column}"


class InputError(Exception):
    """Input that cannot be read, with everything that is wrong with it, in the order of its places.

    `more` says that there are further mistakes, which were left out.
    """

    def __init__(self, mistakes: Iterable[Mistake], more: bool = False) -> None:
        self.mistakes = tuple(sorted(mistakes, key=_order))
        self.more = more
        super().__init__(self.mistakes, more)

    def __str__(self) -> str:
        return "\n".join(
            [*map(str, self.mistakes), *(["… and more mistakes than these"] if self.more else [])]
        )


def first_mistakes(mistakes: Iterable[Mistake], more: bool = False) -> InputError:
    """An error with the first mistakes by place: an input that is wrong everywhere needs no longer list."""
    found = InputError(mistakes).mistakes
    return InputError(found[:MAX_MISTAKES], more or len(found) > MAX_MISTAKES)


def all_mistakes(errors: Sequence[InputError]) -> InputError:
    """The errors of several inputs as one."""
    mistakes = (mistake for error in errors for mistake in error.mistakes)
    return InputError(mistakes, more=any(error.more for error in errors))


def load_source(path: str | os.PathLike[str]) -> Source:
    """The text of a file, or an error that says why it cannot be read."""
    return decode_source(load_bytes(path), os.fspath(path))


def load_bytes(path: str | os.PathLike[str], most: int = MAX_BYTES) -> bytes:
    """What is in a file, or its beginning, one byte more than `most`, where it is larger than that."""
    name = os.fspath(path)
    if not name:
        raise refusal("grader", "the name of a file is empty", "name a file")
    try:
        with Path(path).open("rb") as file:
            return file.read(most + 1)
    except OSError as error:
        raise refusal(name, *_unreadable(error)) from None
    except ValueError:  # a path with a NUL character in it
        raise refusal(name, "no file can have this name") from None


def decode_source(data: bytes, name: str) -> Source:
    """The text in the bytes of a file of that name, or an error that says why there is none."""
    if len(data) > MAX_BYTES and b"\0" not in data[:_SAMPLE]:  # what has NULs is no text to split
        raise refusal(name, f"the file is larger than {MAX_BYTES:,} bytes", "split it into several files")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise _not_utf8(name, data, error.start) from None
    if "\0" in text:
        message = "this is not a text file: it has NUL bytes"
        raise refusal(name, message, "save it as plain UTF-8 text", key="no-text")
    return Source(text, name)


def refusal(name: str, message: str, hint: str | None = None, key: str = "", **parts: object) -> InputError:
    """An error about a whole input rather than a place in it."""
    return InputError([Mistake(message, Source("", name), hint=hint, key=key, parts=parts)])


def _unreadable(error: OSError) -> tuple[str, str | None]:
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return "there is no file of this name", "check the spelling, and the folder you are in"
    if isinstance(error, IsADirectoryError):
        return "this is a folder, not a file", "name a file inside it"
    if isinstance(error, PermissionError):
        return "this file may not be read", "check its permissions"
    return f"the file cannot be read ({reason_of(error)})", None


def reason_of(error: OSError) -> str:
    """What the system says is wrong, as a part of a sentence."""
    return (error.strerror or "unknown reason").lower()


def _not_utf8(name: str, data: bytes, offset: int) -> InputError:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return refusal(name, "the file is in UTF-16, not UTF-8", "save it again as UTF-8", key="utf-16")
    line = data.count(b"\n", 0, offset) + 1
    byte = f"0x{data[offset]:02x}"
    message = f"the file is not UTF-8 text: line {line} has the byte {byte}"
    return refusal(name, message, "save it again as UTF-8", key="not-utf-8", line=line, byte=byte)


def _order(mistake: Mistake) -> tuple[str, int]:
    return mistake.source.name, mistake.span.start if mistake.span else -1


def _excerpt(source: Source, span: Span, mark: str, label: str = "") -> list[str]:
    """The line as written and marks under the part, cut to a readable width."""
    number, column = source.place(span.start)
    line = source.line(number)
    first = min(column - 1, len(line))
    last = max(min(first + span.end - span.start, len(line)), first + 1)
    left = max(0, min(first - _EXCERPT_COLUMNS // 3, len(line) - _EXCERPT_COLUMNS))
    right = left + _EXCERPT_COLUMNS
    before = ("…" if left else "") + visible(line[left:first])
    part = visible(line[first : min(last, right)])
    after = visible(line[last:right]) + ("…" if len(line) > right else "")
    marks = " " * width(before) + mark * max(width(part), 1)
    return [f"{number:>4} | {before}{part}{after}".rstrip(), f"     | {marks} {label}".rstrip()]
