"""A stretch of an answer sheet → the Answer that was typed there, which knows the place of each character."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field
from itertools import accumulate

from grader.document.brackets import QUOTED, TOKEN, stretches
from grader.text.source import Mistake, Source, Span

_NOTHING = frozenset(("", "~", "null", "Null", "NULL"))
_LINE = re.compile(r"([^\S\n]*+)([^\n]*+)(?:\n|\Z)")
_DASHES = re.compile(r"[^\S\n]*+(?:-[^\S\n]++)*+")


@dataclass(frozen=True, slots=True)
class Answer:
    """What a student typed for a question: `text` is what there is to read, empty if nothing was given.

    Quotes around the whole, comments and common indentation are taken off; the rest is as typed.
    `pieces` pairs offsets in the text with offsets in the file, one for each stretch that is whole.
    An answer with a `mistake` is unreadable, whatever its text.
    """

    text: str
    span: Span
    source: Source = field(repr=False, compare=False)
    key: Span = field(repr=False, compare=False)
    pieces: tuple[tuple[int, int], ...] = field(repr=False, compare=False)
    mistake: Mistake | None = None

    @property
    def raw(self) -> str:
        """What stands in the file, quotes included; where there are comments, the answer without them."""
        typed = self.source.text[self.span.start : self.span.end]
        return typed if typed.count("#") == self.text.count("#") else self.text

    @property
    def place(self) -> tuple[int, int]:
        """Line and column, both counted from 1."""
        return self.source.place(self.span.start)

    def locate(self, start: int, end: int) -> Span:
        """Where in the file the part of the text from `start` to `end` stands."""
        first = self._offset(start)
        return Span(first, max(first, self._offset(end - 1) + 1))

    def _offset(self, position: int) -> int:
        piece = max(bisect_right(self.pieces, position, key=lambda pair: pair[0]) - 1, 0)
        offset, place = self.pieces[piece]
        return place + position - offset


def answer_between(source: Source, key: Span, start: int, end: int) -> Answer:
    """The answer that stands from `start` to `end`, which are not blanks."""
    text = source.text
    typed = text[start:end]
    if typed[:1] in ('"', "'") and (found := QUOTED.match(text, start, end)) and found.end() == end:
        return _unquoted(source, key, start, end)
    if "#" in typed or ("\n" in typed and typed[0] not in "[{"):
        return _joined(source, key, Span(start, end), _without_comments(text, start, end))
    pieces = ((0, start),)
    return Answer("" if typed in _NOTHING else typed, Span(start, end), source, key, pieces)


def block_answer(source: Source, key: Span, start: int, end: int) -> Answer:
    """The answer that stands below a `|`: its lines as they are, comments and all."""
    return _joined(source, key, Span(start, end), _lines(source.text, start, end))


def comment_start(text: str, start: int, end: int) -> int:
    """Where the comment at the end of a line starts, or the line's end."""
    if text.find("#", start, end) < 0:
        return end
    begin = _DASHES.match(text, start, end)
    for token in TOKEN.finditer(text, begin.end() if begin else start, end):
        if token.lastgroup == "comment":
            return token.start()
    return end


def _lines(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Start and end of each line, without the indentation that all lines have in common."""
    first, *others = [line for line in _LINE.finditer(text, start, end) if line.end() > line.start()]
    indents = [line.end(1) - line.start() for line in others if line[2]]
    line_start = text.rfind("\n", 0, start) + 1
    if not text[line_start:start].strip():
        indents.append(start - line_start)
    common = min(indents, default=0)
    starts = [start, *(min(line.start() + common, line.end(1)) for line in others)]
    ends = [line.start(2) + len(line[2].rstrip()) for line in (first, *others)]
    return list(zip(starts, ends, strict=True))


def _without_comments(text: str, start: int, end: int) -> list[tuple[int, int]]:
    lines = []
    for begin, stop in _lines(text, start, end):
        if said := text[begin : comment_start(text, begin, stop)].rstrip():
            lines.append((begin, begin + len(said)))
    return lines


def _joined(source: Source, key: Span, span: Span, lines: list[tuple[int, int]]) -> Answer:
    """One text out of several stretches, with a line end after each but the last."""
    pieces = []
    length = 0
    for start, end in lines:
        pieces.append((length, start))
        length += end - start + 1
    text = "\n".join([source.text[start:end] for start, end in lines])
    return Answer("" if text in _NOTHING else text, span, source, key, tuple(pieces) or ((0, span.start),))


def _unquoted(source: Source, key: Span, start: int, end: int) -> Answer:
    """The text inside the quotes, with escapes undone and line ends as blanks."""
    found = tuple(stretches(source.text, start, end))
    places = zip(accumulate((len(stretch.text) for stretch in found), initial=0), found, strict=False)
    pieces = tuple((offset, stretch.start) for offset, stretch in places)
    text = "".join([stretch.text for stretch in found])
    return Answer(text if text.strip() else "", Span(start, end), source, key, pieces)
