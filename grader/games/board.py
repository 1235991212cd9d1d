"""Boards of cells: their sizes, rows and cell names, from text and to text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from string import ascii_lowercase

from grader.games.game import GameError, PositionError
from grader.text.columns import visible

LONGEST_SIDE = len(ascii_lowercase)  # every column has a letter

_SIZE = re.compile(r"([0-9]{1,9})[x×]([0-9]{1,9})", re.IGNORECASE)
_ROW_ENDS = re.compile(r"[/\n]")


def read_size(text: str) -> tuple[int, int]:
    """Width and height, from `7x6`: 7 columns and 6 rows."""
    found = _SIZE.fullmatch(text)
    if found is None:
        raise GameError(f"`{visible(text)}` is not a size", "write columns x rows, such as `7x6`")
    width, height = int(found[1]), int(found[2])
    if not (2 <= width <= LONGEST_SIDE and 2 <= height <= LONGEST_SIDE):
        raise GameError(f"a board cannot be {width}x{height}", f"a side has 2 to {LONGEST_SIDE} cells")
    return width, height


def read_board_rows(text: str) -> list[str]:
    """The rows of a board, one to a line or with `/` between them."""
    return [row.strip() for row in _ROW_ENDS.split(text) if row.strip()]


def check_shape(rows: Sequence[Sequence[str]], width: int, height: int, example: str) -> None:
    """An error unless there are `height` rows of `width` cells."""
    hint = f"put `/` between rows; a board of another size is asked for as in `{example}`"
    if len(rows) != height:
        raise PositionError(f"the board has {_plural(len(rows), 'row')}, not {height}", hint)
    for number, row in enumerate(rows, 1):
        if len(row) != width:
            raise PositionError(f"row {number} has {_plural(len(row), 'cell')}, not {width}", hint)


def cell_name(index: int, width: int) -> str:
    """A cell as in a spreadsheet: `a1` is at the top left, `b1` to the right of it."""
    return f"{ascii_lowercase[index % width]}{index // width + 1}"


def cell_index(name: str, width: int) -> int:
    return ascii_lowercase.index(name[0]) + (int(name[1:]) - 1) * width


def draw_board(cells: Sequence[str], width: int) -> str:
    """The cells with a letter over each column and a number before each row."""
    rows = [cells[start : start + width] for start in range(0, len(cells), width)]
    wide = max(map(len, cells))
    margin = len(str(len(rows)))
    lines = [_line("", margin, ascii_lowercase[:width], wide)]
    lines += [_line(str(number), margin, row, wide) for number, row in enumerate(rows, 1)]
    return "\n".join(lines)


def _line(head: str, margin: int, cells: Sequence[str], wide: int) -> str:
    return " ".join([head.rjust(margin), *(cell.rjust(wide) for cell in cells)])


def _plural(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
