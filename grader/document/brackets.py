"""A text and a quote or a bracket in it → where it closes, and where each thing inside it stands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

QUOTED = re.compile(r""" "(?:[^"\\]++|\\.)*+" | '(?:[^']++|'')*+' """, re.VERBOSE | re.DOTALL)

_BREAK = r"(?P<break>\r?\n\s*+)"
_SPECIAL = {
    "'": re.compile(rf"''|{_BREAK}"),
    '"': re.compile(
        rf"""{_BREAK}
        | \\u(?P<high>[dD][89abAB][0-9a-fA-F]{{2}})\\u(?P<low>[dD][c-fC-F][0-9a-fA-F]{{2}})
        | \\(?:x(?P<two>[0-9a-fA-F]{{2}})|u(?P<four>[0-9a-fA-F]{{4}})|U(?P<eight>[0-9a-fA-F]{{8}}))
        | \\(?P<joined>\r?\n\s*+)
        | \\(?P<letter>.)""",
        re.VERBOSE | re.DOTALL,
    ),
}
_LETTERS = {"0": "\0", "a": "\a", "b": "\b", "t": "\t", "n": "\n", "v": "\v", "f": "\f", "r": "\r"}
_LETTERS |= {"e": "\x1b", "N": "\x85", "_": "\xa0", "L": "\u2028", "P": "\u2029"}


class Stretch(NamedTuple):
    """A part of a quoted text: where it starts in the file, and what it says."""

    start: int
    text: str


def unquoted(text: str, start: int, end: int) -> str:
    """What the text from `start` to `end` says: what is inside the quotes, if it stands in quotes."""
    if not QUOTED.fullmatch(text, start, end):
        return text[start:end]
    return "".join([stretch.text for stretch in stretches(text, start, end)])


def stretches(text: str, start: int, end: int) -> Iterator[Stretch]:
    """The quoted text from `start` to `end` as YAML and JSON read it, escapes and line ends apart."""
    begin, end, special = start + 1, end - 1, _SPECIAL[text[start]]
    for found in special.finditer(text, begin, end):
        before = text[begin : found.start()]
        if before:
            yield Stretch(begin, before.rstrip(" \t") if found["break"] else before)
        yield Stretch(found.start(), _meaning(found))
        begin = found.end()
    yield Stretch(begin, text[begin:end])


def _meaning(found: re.Match[str]) -> str:
    kind, word = found.lastgroup, found[found.lastgroup or 0]
    match kind:
        case "break":
            return "\n" * (word.count("\n") - 1) or " "
        case "two" | "four" | "eight":
            return _character(int(word, 16))
        case "low":
            return _character(0x10000 + ((int(found["high"], 16) & 0x3FF) << 10 | int(word, 16) & 0x3FF))
        case "joined":
            return ""
        case "letter":
            return _LETTERS.get(word, word)
    return "'"


def _character(code: int) -> str:
    """The character of that number, or a sign that there is none."""
    return "\N{REPLACEMENT CHARACTER}" if 0xD800 <= code <= 0xDFFF or code > 0x10FFFF else chr(code)


_QUOTED = r"""(?:"(?:[^"\\]++|\\.)*+"|'(?:[^']++|'')*+')"""

TOKEN = re.compile(
    rf"""
      (?P<blank>\s++)
    | (?P<comment>\#[^\n]*+)
    | (?P<quoted>{_QUOTED})
    | (?P<open>[\[{{])
    | (?P<close>[\]}}])
    | (?P<comma>,)
    | (?P<colon>:)
    | (?P<plain>[^\s,\[\]{{}}:]
        (?: [^\s,\[\]{{}}:]++
          | :(?![\s,\[\]{{}}]|\Z)
          | [^\S\n]++(?![\s,\[\]{{}}\#]|:(?:[\s,\[\]{{}}]|\Z)|\Z)
        )*+)
    """,
    re.VERBOSE | re.DOTALL,
)


def _simple_group(depth: int) -> str:
    """The pattern of a sound bracket with words, quoted texts and such brackets in it."""
    words = r"[^\s,\[\]{}:#\"'][^\s,\[\]{}:#]*+(?:[ ]++[^\s,\[\]{}:#]++)*+"
    scalar = rf"(?:{_QUOTED}|{words})"
    node = rf"(?:{scalar}|{_simple_group(depth - 1)})" if depth else scalar
    body = rf"\s*+(?:(?:{scalar}\s*+:\s*+)?+{node}\s*+(?:,\s*+|(?=[\]}}])))*+"
    return rf"(?:\[{body}\]|\{{{body}\}})"


SIMPLE_GROUP = re.compile(_simple_group(2), re.DOTALL)  # most answers are, and this is ten times as fast
_CLOSERS = {"[": "]", "{": "}"}


class BracketPiece(NamedTuple):
    """What stands between two commas; `colon` is -1 where there is none."""

    start: int
    colon: int
    value: int
    end: int


@dataclass(frozen=True, slots=True)
class Flow:
    """What is inside a bracket: the pieces of every group, by the place of the group's own bracket.

    It is sound if YAML would read it too. `left_open` are the brackets that were not closed, and `end`
    is where reading stopped.
    """

    groups: dict[int, list[BracketPiece]]
    end: int
    sound: bool
    left_open: frozenset[int]


@dataclass(slots=True)
class _Group:
    """A bracket that is still open, and the piece that is being read in it."""

    at: int
    closer: str
    pieces: list[BracketPiece] = field(default_factory=list)
    start: int = -1
    colon: int = -1
    value: int = -1
    end: int = -1

    def extend(self, start: int, end: int) -> None:
        if self.start < 0:
            self.start = start
        if self.colon >= 0 and self.value < 0:
            self.value = start
        self.end = end

    def finish_piece(self) -> None:
        if self.start >= 0:
            value = self.end if self.value < 0 else self.value
            self.pieces.append(BracketPiece(self.start, self.colon, value, self.end))
        self.start = self.colon = self.value = self.end = -1

    def take_back(self, inner: _Group) -> None:
        """Of a list that was left open keep what comes before the first colon; the rest stands out here."""
        for number, piece in enumerate(inner.pieces):
            if piece.colon >= 0:
                self.end = inner.pieces[number - 1].end if number else inner.at + 1
                self.finish_piece()
                self.pieces += inner.pieces[number:]
                return


def read_flow(text: str, at: int, limit: int, *, strict: bool, levels: int, closer: str = "") -> Flow:
    """Read what follows the bracket at `at`, up to its end; a strict reading stops at what is not sound.

    Pieces are told apart on that many levels only. With a `closer` the bracket is only imagined to
    stand there, before what is at `at` + 1.
    """
    reading = _Reading()
    reading.enter(_Group(at, closer or _CLOSERS[text[at]]))
    end = at + 1
    while reading.stack and end < limit and (reading.sound or not strict):
        kind, start, end = _next_token(text, end, limit, deep=len(reading.stack) >= levels)
        reading.take(kind, text[start], start, end)
    return reading.result(end)


def _next_token(text: str, at: int, limit: int, deep: bool) -> tuple[str, int, int]:
    found = TOKEN.match(text, at, limit)
    assert found is not None  # there is a kind for every character
    kind = found.lastgroup or ""
    if kind == "open" and deep and (group := SIMPLE_GROUP.match(text, at, limit)):
        return "quoted", at, group.end()
    return kind, at, found.end()


@dataclass(slots=True)
class _Reading:
    stack: list[_Group] = field(default_factory=list)
    waiting: dict[str, int] = field(default_factory=lambda: {"]": 0, "}": 0})
    groups: dict[int, list[BracketPiece]] = field(default_factory=dict)
    sound: bool = True
    before: str = "open"

    def enter(self, group: _Group) -> None:
        self.stack.append(group)
        self.waiting[group.closer] += 1

    def take(self, kind: str, word: str, start: int, end: int) -> None:
        if kind in ("blank", "comment"):
            return
        self.sound = self.sound and (self.before, kind) in _SOUND
        if kind == "close" and self.waiting[word]:
            self._close(word, end)
        elif kind == "open":
            self.stack[-1].extend(start, end)
            self.enter(_Group(start, _CLOSERS[word]))
        elif kind == "comma":
            self.stack[-1].finish_piece()
        elif kind == "colon":
            self._colon(start, end)
        else:
            self.sound = self.sound and kind != "close" and (kind == "quoted" or word not in "\"'")
            self.stack[-1].extend(start, end)
        self.before = kind

    def result(self, end: int) -> Flow:
        left_open = frozenset(group.at for group in self.stack)
        while self.stack:
            self._leave(self.stack.pop(), end, closed=False)
        return Flow(self.groups, end, self.sound and not left_open, left_open)

    def _close(self, word: str, end: int) -> None:
        """Close the innermost group of that kind, and with it the ones inside it that were left open."""
        while True:
            group = self.stack.pop()
            self.waiting[group.closer] -= 1
            self._leave(group, end, closed=group.closer == word)
            if group.closer == word:
                return
            self.sound = False

    def _leave(self, group: _Group, end: int, closed: bool) -> None:
        group.finish_piece()
        self.groups[group.at] = group.pieces
        if self.stack:
            self.stack[-1].end = end
            if not closed and (group.closer, self.stack[-1].closer) == ("]", "}"):
                self.stack[-1].take_back(group)

    def _colon(self, start: int, end: int) -> None:
        group = self.stack[-1]
        self.sound = self.sound and group.colon < 0
        group.extend(start, end)
        if group.colon < 0:
            group.colon = start


_SOUND = frozenset(
    (before, kind)
    for kinds, following in (
        (("open", "comma"), ("open", "close", "quoted", "plain")),
        (("colon",), ("open", "close", "quoted", "plain", "comma")),
        (("quoted", "close"), ("close", "comma", "colon")),
        (("plain",), ("close", "comma", "colon", "plain")),
    )
    for before in kinds
    for kind in following
)
