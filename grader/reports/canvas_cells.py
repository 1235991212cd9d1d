"""The bytes of a CSV file ↔ its cells, each of which keeps every character of how it was written."""

from __future__ import annotations

import re
from dataclasses import dataclass

from grader.source import InputError, refusal

_MARK = "\ufeff"  # the byte order mark that spreadsheets write at the beginning


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell as written, with its quotes."""

    written: str

    @property
    def text(self) -> str:
        """What the cell says."""
        if self.written[:1] == '"' and self.written[-1:] == '"' and len(self.written) > 1:
            return self.written[1:-1].replace('""', '"')
        return self.written


@dataclass(frozen=True, slots=True)
class Row:
    """The cells of a row, and the line end behind it."""

    cells: tuple[Cell, ...]
    end: str

    def text(self, column: int) -> str:
        """What stands in a column; nothing where the row is too short."""
        return self.cells[column].text if column < len(self.cells) else ""


@dataclass(frozen=True, slots=True)
class Table:
    """A CSV file: its rows, the sign between cells, and whether it begins with a byte order mark."""

    rows: tuple[Row, ...]
    separator: str
    marked: bool


def read_table(data: bytes, name: str) -> Table:
    """The cells of a file of that name."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise refusal(name, "the file is not UTF-8 text", "export it again") from None
    marked = text.startswith(_MARK)
    text = text.removeprefix(_MARK)
    separator = _separator(text)
    return Table(tuple(_rows(text, separator, name)), separator, marked)


def write_table(table: Table) -> bytes:
    """The bytes again."""
    rows = (table.separator.join(cell.written for cell in row.cells) + row.end for row in table.rows)
    return ((_MARK if table.marked else "") + "".join(rows)).encode()


def _separator(text: str) -> str:
    """The sign behind the first cell: a comma, or a semicolon where commas are for decimals."""
    found = re.match(r'"[^"]*"|[^,;\r\n]*', text)
    return ";" if found and text[found.end() : found.end() + 1] == ";" else ","


def _rows(text: str, separator: str, name: str) -> list[Row]:
    cell = re.compile(rf'("(?:[^"]|"")*"|[^"{separator}\r\n][^{separator}\r\n]*|)({separator}|\r\n|\n|\r|\Z)')
    rows, cells, position = [], [], 0
    while position < len(text):
        found = cell.match(text, position)
        if found is None:
            raise _broken(text, position, name)
        cells.append(Cell(found[1]))
        position = found.end()
        if found[2] != separator:
            rows.append(Row(tuple(cells), found[2]))
            cells = []
    if cells:  # the last character was a separator
        rows.append(Row((*cells, Cell("")), ""))
    return rows


def _broken(text: str, position: int, name: str) -> InputError:
    line = text.count("\n", 0, position) + 1
    return refusal(f"{name}:{line}", "a quote in this row is never closed", "export the file again")
