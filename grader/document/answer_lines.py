"""The lines of a sheet, one after another → the answer that starts in a line and may go on below it."""

from __future__ import annotations

import re
from typing import NamedTuple

from grader.document.brackets import QUOTED, SIMPLE_GROUP, Flow, read_flow, unquoted
from grader.document.sheet_content import Key
from grader.document.typed_answer import Answer, answer_between, block_answer
from grader.text.source import Source, Span

_LINE = re.compile(r"([^\S\n]*+)([^\n]*+)(?:\n|\Z)")
_COMMENT_OR_END = re.compile(r"[^\S\n]*+(?:#[^\n]*+)?(?:\n|\Z)")
_CLOSERS_OR_END = re.compile(r"[^\S\n]*+[,\]}\s]*+(?:#[^\n]*+)?(?:\n|\Z)")
_BLOCK_HEADER = re.compile(r"[|>](?:[1-9][+-]?|[+-][1-9]?)?(?:[^\S\n]++#.*+)?")
_ITEM = re.compile(r"-(?:\s|\Z)")
_BLANKS = re.compile(r"\s*+")
_BYTE_ORDER_MARK = "\ufeff"
_TAB = 4
_REREADING = 1  # how many times its own length a sheet may be read in vain for closing brackets


class SheetLine(NamedTuple):
    """A line that is not blank: how far it is indented, and where its text begins and ends."""

    indent: int
    begin: int
    end: int


class SheetLines:
    """The lines of a sheet that have not been read yet."""

    __slots__ = ("_next", "_rows", "_source", "_spare", "_text", "inside_bracket")

    def __init__(self, source: Source) -> None:
        self._source = source
        self._text = source.text
        self._rows = _rows(source.text)
        self._next = 0
        self._spare = _REREADING * len(source.text)
        self.inside_bracket = False  # of one that is not sound, so that commas and closers end an answer

    def pop(self) -> SheetLine | None:
        """The next line, unless there is none."""
        if self._next == len(self._rows):
            return None
        self._next += 1
        return self._rows[self._next - 1]

    def skip_to(self, offset: int) -> None:
        """Leave out the lines that begin before `offset`."""
        while self._next < len(self._rows) and self._rows[self._next].begin < offset:
            self._next += 1

    def flow(self, at: int, levels: int) -> Flow | None:
        """What the bracket at `at` holds, if it is closed as YAML would have it and ends its line."""
        if self._spare <= 0:
            return None
        flow = read_flow(self._text, at, len(self._text), strict=True, levels=levels)
        if flow.sound and self._ends_line(flow.end):
            return flow
        self._spare -= flow.end - at
        return None

    def answer(self, key: Key, row: SheetLine, alone: bool) -> Answer:
        """The answer to the question whose name stands in `row`, in that line or, if it is alone, below."""
        at = self._skip_blanks(key.after, row.end)
        inline = at < row.end and self._text[at] != "#"
        if inline:
            start = SheetLine(row.indent + at - row.begin, at, row.end)
        elif alone and (found := self._first_below(row.indent)):
            start = found
        else:
            return Answer("", Span(key.after, key.after), self._source, key.span, ((0, key.after),))
        if not alone:
            return answer_between(self._source, key.span, start.begin, start.end)
        if _BLOCK_HEADER.fullmatch(self._text, start.begin, start.end):
            return self._block(key, row.indent, start)
        end = self._closed(start.begin, row.indent) or self._plain_end(row.indent, start, inline)
        self.skip_to(end)
        return answer_between(self._source, key.span, start.begin, end)

    def _first_below(self, indent: int) -> SheetLine | None:
        """The first line of an answer that starts below its name; dashes need not be indented."""
        for position in range(self._next, len(self._rows)):
            row = self._rows[position]
            if self._text[row.begin] == "#":
                continue
            if not self._belongs(row, indent, below=True):
                return None
            self._next = position + 1
            return row
        return None

    def _belongs(self, row: SheetLine, indent: int, below: bool) -> bool:
        if row.indent > indent:
            return True
        return below and row.indent == indent and _ITEM.match(self._text, row.begin, row.end) is not None

    def _block(self, key: Key, indent: int, header: SheetLine) -> Answer:
        """The lines below a `|`, down to the first that is not indented."""
        first = self._next
        while self._next < len(self._rows) and self._rows[self._next].indent > indent:
            self._next += 1
        if first == self._next:
            return Answer("", Span(header.begin, header.end), self._source, key.span, ((0, header.begin),))
        return block_answer(self._source, key.span, self._rows[first].begin, self._rows[self._next - 1].end)

    def _closed(self, at: int, indent: int) -> int | None:
        """Where the quoted text or the bracket at `at` ends, if that is all that the answer is."""
        if self._text[at] in "[{":
            group = SIMPLE_GROUP.match(self._text, at)
            if group and self._ends_line(group.end()):
                return group.end()
            flow = self.flow(at, levels=0)
            return flow.end if flow else None
        if self._text[at] not in "\"'":
            return None
        quoted = QUOTED.match(self._text, at)
        if quoted and self._ends_line(quoted.end()) and not self._question_before(quoted.end(), indent):
            return quoted.end()
        return None

    def _question_before(self, end: int, indent: int) -> bool:
        """Whether another question starts in a line before `end`, so that a quote was probably left open."""
        position = self._next
        while position < len(self._rows) and self._rows[position].begin < end:
            row = self._rows[position]
            if row.indent <= indent and is_word_and_colon(self._text, row.begin, row.end):
                return True
            position += 1
        return False

    def _plain_end(self, indent: int, start: SheetLine, inline: bool) -> int:
        """Where an answer ends that goes on as long as its lines are indented.

        Where the answer starts beside its name, a line that looks like a question is one, however it
        is indented, unless it stands exactly below the start of the answer.
        """
        below = _ITEM.match(self._text, start.begin, start.end) is not None
        end = start.end
        for position in range(self._next, len(self._rows)):
            row = self._rows[position]
            if self._text[row.begin] == "#":
                continue
            aligned = not inline or row.indent == start.indent
            if not self._belongs(row, indent, below) or not (aligned or self._goes_on(row)):
                break
            end = row.end
        return end

    def _goes_on(self, row: SheetLine) -> bool:
        """Whether a line cannot be anything but more of the answer above it."""
        if self.inside_bracket and self._text[row.begin] in "]}":
            return False
        return not is_word_and_colon(self._text, row.begin, row.end)

    def _ends_line(self, offset: int) -> bool:
        pattern = _CLOSERS_OR_END if self.inside_bracket else _COMMENT_OR_END
        return pattern.match(self._text, offset) is not None

    def _skip_blanks(self, start: int, end: int) -> int:
        found = _BLANKS.match(self._text, start, end)
        return found.end() if found else start


def _rows(text: str) -> list[SheetLine]:
    rows = []
    for line in _LINE.finditer(text, int(text.startswith(_BYTE_ORDER_MARK))):
        if said := line[2].rstrip():
            begin = line.end(1)
            blanks = line[1]
            indent = len(blanks.expandtabs(_TAB)) if "\t" in blanks else len(blanks)
            rows.append(SheetLine(indent, begin, begin + len(said)))
    return rows


_WORD = re.compile(r"(\w[\w.-]*+):(?=\s|\Z)")  # nearly every name is a single word
_DASHES = re.compile(r"(?:-[ \t]++)*+")
_COLON = re.compile(r":(?=\s|\Z)")
_AFTER_QUOTES = re.compile(r"[ \t]*+[:：]")
_TIGHT = re.compile(r"[\w.-]++[ \t]*+(?::(?=[\[{\"'(])|：)")
_TIGHTEST = re.compile(r"[\w.-]++(?=:)")
_WORD_AND_COLON = re.compile(r"(?:-[ \t]++)*+(?:[\w.'-]++|\"[^\"\n]*+\")[ \t]*+:(?=\s|\Z)")
_COMMENT = re.compile(r"\s#")


def find_key(text: str, begin: int, end: int) -> Key | None:
    """The name that a line starts with, after any dashes; `name:value` without a blank is understood too."""
    if word := _WORD.match(text, begin, end):
        return Key(word[1], Span(begin, word.end(1)), word.end())
    dashes = _DASHES.match(text, begin, end)
    begin = dashes.end() if dashes else begin
    if text[begin : begin + 1] in ('"', "'"):
        return _quoted_key(text, begin, end)
    if tight := _TIGHT.match(text, begin, end):
        return key_between(text, begin, tight.end() - 1)
    colon = _COLON.search(text, begin, end)
    if colon and colon.start() > begin and not _COMMENT.search(text, begin, colon.start()):
        return key_between(text, begin, colon.start())
    return tight_key(text, begin, end)


def key_between(text: str, begin: int, colon: int) -> Key:
    """The name that stands from `begin` up to the colon."""
    end = begin + len(text[begin:colon].rstrip())
    return Key(unquoted(text, begin, end), Span(begin, max(end, begin)), colon + 1)


def tight_key(text: str, begin: int, end: int) -> Key | None:
    """The name in `name:value`, which YAML would take for one text."""
    found = _TIGHTEST.match(text, begin, end)
    return key_between(text, begin, found.end()) if found else None


def is_word_and_colon(text: str, begin: int, end: int) -> bool:
    """Whether a line starts like a question of its own: one word, a colon and a blank."""
    return _WORD_AND_COLON.match(text, begin, end) is not None


def _quoted_key(text: str, begin: int, end: int) -> Key | None:
    quoted = QUOTED.match(text, begin, end)
    colon = _AFTER_QUOTES.match(text, quoted.end(), end) if quoted else None
    return key_between(text, begin, colon.end() - 1) if colon else None
