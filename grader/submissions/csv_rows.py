"""The text of a CSV file → its rows of cells, each of which knows where it stands in the file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from grader.text.source import InputError, Mistake, Source, Span

SEPARATORS = ",;\t"

_LONGEST_HEADER = 20_000
_QUOTED = re.compile(r'[^\S\n]*+"((?:[^"]|"")*+)"[^\S\n]*+')
_PLAIN = {separator: re.compile(rf"[^{separator}\n]*+") for separator in SEPARATORS}
_BLANKS = re.compile(r"[^\S\n]*+")


class Cell(NamedTuple):
    """What a cell says, where it stands, and offsets in its text with those in the file, as in an Answer."""

    text: str
    span: Span
    pieces: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class CsvRow:
    """The cells of one row, which stands from `start` to `end`."""

    cells: tuple[Cell, ...]
    start: int
    end: int

    def text(self, column: int | None) -> str:
        """What stands in a column; nothing where there is none, or the row is too short."""
        return "" if column is None or column >= len(self.cells) else self.cells[column].text.strip()

    def span(self, column: int | None) -> Span:
        """Where a column stands; the row's end where it is too short."""
        if column is None or column >= len(self.cells):
            return Span(self.end, self.end)
        return self.cells[column].span

    @property
    def blank(self) -> bool:
        return not any(cell.text.strip() for cell in self.cells)


@dataclass(frozen=True, slots=True)
class Table:
    """A CSV file whose first row with anything in it has the names of the columns."""

    source: Source = field(repr=False)
    separator: str
    header: CsvRow

    def rows(self) -> Iterator[CsvRow]:
        """The rows below the header that have anything in them."""
        return (row for row in read_rows(self.source, self.separator, self.header.end) if not row.blank)


def read_table(source: Source) -> Table | None:
    """The table in a file; None where there is nothing in it."""
    separator = _separator(source.text)
    header = next((row for row in read_rows(source, separator) if not row.blank), None)
    return None if header is None else Table(source, separator, header)


def read_rows(source: Source, separator: str, start: int = 0) -> Iterator[CsvRow]:
    """The rows of a text from a place at which one begins or ends."""
    text, end = source.text, len(source.text)
    while start < end:
        if text[start] == "\n":
            start += 1
            continue
        row = _row(source, separator, start)
        yield row
        start = row.end + 1


def _separator(text: str) -> str:
    """The sign between cells: of those in the first line, outside quotes, the most frequent."""
    outside = re.sub(r'"[^"]*+"?+', "", text[:_LONGEST_HEADER].lstrip())
    return max(SEPARATORS, key=outside.partition("\n")[0].count)


def _row(source: Source, separator: str, start: int) -> CsvRow:
    text, cells, position = source.text, [], start
    while True:
        cell, position = _cell(source, separator, position)
        cells.append(cell)
        if position >= len(text) or text[position] == "\n":
            return CsvRow(tuple(cells), start, position)
        position += 1


def _cell(source: Source, separator: str, start: int) -> tuple[Cell, int]:
    """The cell that begins at `start`, and where it ends: at a separator, a line's end or the file's."""
    text = source.text
    if found := _QUOTED.match(text, start):
        end = found.end()
        if end == len(text) or text[end] in (separator, "\n"):
            return _unquoted(found), end
    elif text.startswith('"', _end(_BLANKS, text, start)):
        raise _never_closed(source, _end(_BLANKS, text, start))
    end = _end(_PLAIN[separator], text, start)
    said = text[start:end].removesuffix("\r")
    return Cell(said, Span(start, start + len(said)), ((0, start),)), end


def _end(pattern: re.Pattern[str], text: str, start: int) -> int:
    found = pattern.match(text, start)
    return found.end() if found else start


def _unquoted(found: re.Match[str]) -> Cell:
    """The text between the quotes, where two quotes stand for one."""
    parts = found[1].split('""')
    pieces, length, place = [], 0, found.start(1)
    for part in parts:
        pieces.append((length, place))
        length += len(part) + 1
        place += len(part) + 2
    return Cell('"'.join(parts), Span(found.start(1) - 1, found.end(1) + 1), tuple(pieces))


def _never_closed(source: Source, place: int) -> InputError:
    message = "the quote that is opened here is never closed"
    return InputError(
        [Mistake(message, source, Span(place, place + 1), "close it, or export the file again")]
    )
