"""X and O in a row: tic-tac-toe and Connect Four of any size, as games of Max (X) and Min (O)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import ceil
from string import ascii_lowercase
from typing import ClassVar, Self

from grader.games.board import cell_index, cell_name, check_shape, draw_board, read_board_rows, read_size
from grader.games.game import Game, GameError, PositionError, ToMoveError
from grader.text.columns import visible
from grader.tree.node import Cells, Features, Kind

EMPTY = "."
_PIECES = {"x": "X", "o": "O", ".": EMPTY, "_": EMPTY, "-": EMPTY}
_KINDS = {"X": Kind.MAX, "O": Kind.MIN}
_SIDES = {"x": "X", "o": "O", "max": "X", "min": "O"}
_SIGNS = {"X": 1, "O": -1}
_OTHER = {"X": "O", "O": "X"}
_DIRECTIONS = ((1, 0), (0, 1), (1, 1), (-1, 1))


@dataclass(frozen=True, slots=True)
class Board:
    """The cells that X and O have taken, as sets of bits; bit 0 is the cell at the top left."""

    x: int
    o: int

    @property
    def turn(self) -> str:
        """Whose turn it is; X moves first."""
        return "X" if self.x.bit_count() == self.o.bit_count() else "O"

    def piece(self, index: int) -> str:
        return "X" if self.x >> index & 1 else "O" if self.o >> index & 1 else EMPTY

    def with_piece(self, index: int) -> Board:
        """The board after the side to move has taken a cell."""
        if self.turn == "X":
            return Board(self.x | 1 << index, self.o)
        return Board(self.x, self.o | 1 << index)


@dataclass(frozen=True, slots=True)
class InARow(Game[Board]):
    """X and O put down pieces in turn; who first has `length` in a row has won: +1 for X, −1 for O."""

    usual: ClassVar[tuple[int, int, int]]

    width: int
    height: int
    length: int

    @classmethod
    def from_options(cls, options: Sequence[str]) -> Self:
        if len(options) > 2:
            raise GameError(f"`{cls.name}` has two options, a size and a length", f"such as `{cls.example}`")
        width, height, length = cls.usual
        if options:
            width, height = read_size(options[0])
        if len(options) == 2:
            length = _read_length(options[1], cls.example)
        if length > max(width, height):
            what = f"{length} in a row do not fit on a {width}x{height} board"
            raise GameError(what, f"say how many win, as in `{cls.example}`")
        return cls(width, height, length)

    @property
    def start(self) -> str:
        return "/".join([EMPTY * self.width] * self.height)

    def read(self, text: str, to_move: str | None = None) -> Board:
        rows = read_board_rows(text)
        if len(rows) == 1:  # neither lines nor `/`: then blanks are between rows, not between cells
            rows = rows[0].split()
        pieces = [[_read_piece(sign) for sign in row if not sign.isspace()] for row in rows]
        check_shape(pieces, self.width, self.height, self.example)
        board = _board([piece for row in pieces for piece in row])
        _check_counts(board)
        self._check_winners(board)
        _check_turn(board, to_move)
        return board

    def player(self, position: Board) -> Kind:
        is_full = (position.x | position.o).bit_count() == self.width * self.height
        return Kind.LEAF if is_full or self._winners(position) else _KINDS[position.turn]

    def utility(self, position: Board) -> int:
        return sum(_SIGNS[winner] for winner in self._winners(position))

    def features(self, position: Board) -> Features:
        """`lines_of_N`: lines that X holds alone with N pieces, less those of O; N is 1 or 2 from winning."""
        held = self._lines_held(position)
        sizes = range(self.length - 1, max(self.length - 3, 0), -1)
        return tuple((f"lines_of_{size}", held[size]) for size in sizes)

    def show(self, position: Board) -> str:
        is_over = self.player(position) is Kind.LEAF
        status = "the game is over" if is_over else f"{position.turn} to move"
        cells = [position.piece(index) for index in range(self.width * self.height)]
        return f"{draw_board(cells, self.width)}\n{status}"

    @property
    def weights(self) -> Features:
        """Small beside a win, which is worth 1: the larger the board, the more lines there are."""
        return self._line_weights

    def cells(self, position: Board) -> Cells:
        return tuple(
            tuple(position.piece(index) for index in range(start, start + self.width))
            for start in range(0, self.width * self.height, self.width)
        )

    @property
    def _line_weights(self) -> Features:
        sizes = range(self.length - 1, max(self.length - 3, 0), -1)
        return tuple((f"lines_of_{size}", self._weight / 10**place) for place, size in enumerate(sizes))

    @property
    def _weight(self) -> Fraction:
        return Fraction(1, 10 * ceil(self.width * self.height / 21))  # 1/10 on the usual board of tic-tac-toe

    def _winners(self, board: Board) -> list[str]:
        sides = {"X": board.x, "O": board.o}
        return [side for side, taken in sides.items() if any(taken & line == line for line in self._lines())]

    def _lines_held(self, board: Board) -> Counter[int]:
        """By the number of pieces: the lines in which only X has so many, less those in which only O has."""
        held: Counter[int] = Counter()
        for line in self._lines():
            x, o = board.x & line, board.o & line
            if x and not o:
                held[x.bit_count()] += 1
            elif o and not x:
                held[o.bit_count()] -= 1
        return held

    def _lines(self) -> tuple[int, ...]:
        return _all_lines(self.width, self.height, self.length)

    def _check_winners(self, board: Board) -> None:
        winners = self._winners(board)
        if len(winners) == 2:
            raise PositionError("X and O have both won", "the game is over as soon as one of them has")
        if winners == [board.turn]:
            last = _OTHER[board.turn]
            raise PositionError(f"{last} has moved after {board.turn} had won", "remove that last piece")


@dataclass(frozen=True, slots=True)
class TicTacToe(InARow):
    """A piece goes to any empty cell: `a1` is at the top left, as in a spreadsheet."""

    name = "tic-tac-toe"
    example = "tic-tac-toe:4x4:3"
    usual = (3, 3, 3)

    def moves(self, position: Board) -> tuple[str, ...]:
        cells = range(self.width * self.height)
        return tuple(cell_name(index, self.width) for index in cells if position.piece(index) == EMPTY)

    def result(self, position: Board, move: str) -> Board:
        return position.with_piece(cell_index(move, self.width))


@dataclass(frozen=True, slots=True)
class ConnectFour(InARow):
    """A piece falls to the lowest empty cell of a column; columns are `a`, `b`, … from the left."""

    name = "connect-four"
    example = "connect-four:5x4:3"
    usual = (7, 6, 4)

    def read(self, text: str, to_move: str | None = None) -> Board:
        board = InARow.read(self, text, to_move)
        for index in range(self.width * (self.height - 1)):
            if board.piece(index) != EMPTY and board.piece(index + self.width) == EMPTY:
                place = f"{board.piece(index)} at {cell_name(index, self.width)}"
                hint = "write the top row first, and fill every column from below"
                raise PositionError(f"the {place} floats above an empty cell", hint)
        return board

    def moves(self, position: Board) -> tuple[str, ...]:
        return tuple(ascii_lowercase[top] for top in range(self.width) if position.piece(top) == EMPTY)

    def result(self, position: Board, move: str) -> Board:
        empty = [index for index in self._column(move) if position.piece(index) == EMPTY]
        return position.with_piece(empty[-1])

    def features(self, position: Board) -> Features:
        """As in every such game, and `centre`: pieces of X in the middle columns, less those of O."""
        middle = ascii_lowercase[(self.width - 1) // 2 : self.width // 2 + 1]
        pieces = [position.piece(index) for column in middle for index in self._column(column)]
        return (*InARow.features(self, position), ("centre", pieces.count("X") - pieces.count("O")))

    @property
    def weights(self) -> Features:
        return (*self._line_weights, ("centre", self._weight / 20))

    def _column(self, letter: str) -> range:
        """The indexes of a column's cells, from the top down."""
        return range(ascii_lowercase.index(letter), self.width * self.height, self.width)


def _board(pieces: Sequence[str]) -> Board:
    x, o = (sum(1 << index for index, piece in enumerate(pieces) if piece == side) for side in "XO")
    return Board(x, o)


@cache
def _all_lines(width: int, height: int, length: int) -> tuple[int, ...]:
    """Every `length` cells in a row, along, down and on both diagonals, each as a set of bits."""
    lines = []
    for right, down in _DIRECTIONS:
        for row in range(height - down * (length - 1)):
            for column in range(width):
                if 0 <= column + right * (length - 1) < width:
                    first, step = row * width + column, down * width + right
                    lines.append(sum(1 << first + step * number for number in range(length)))
    return tuple(lines)


def _read_length(text: str, example: str) -> int:
    if not re.fullmatch(r"[0-9]{1,2}", text) or int(text) < 2:
        raise GameError(f"`{visible(text)}` is not a length that can win", f"such as the 3 of `{example}`")
    return int(text)


def _read_piece(sign: str) -> str:
    piece = _PIECES.get(sign.lower())
    if piece is None:
        raise PositionError(f"`{visible(sign)}` is not a piece", "write X, O, or `.` for an empty cell")
    return piece


def _check_counts(board: Board) -> None:
    x, o = board.x.bit_count(), board.o.bit_count()
    if x - o not in (0, 1):
        raise PositionError(
            f"there are {x} X and {o} O", "X moves first, so X has as many pieces as O, or one more"
        )


def _check_turn(board: Board, to_move: str | None) -> None:
    if to_move is None:
        return
    side = _SIDES.get(to_move.lower())
    if side is None:
        raise ToMoveError(f"`{visible(to_move)}` does not play here", "write X (Max) or O (Min)")
    if side != board.turn:
        x, o = board.x.bit_count(), board.o.bit_count()
        raise ToMoveError(
            f"{side} cannot be to move: there are {x} X and {o} O",
            f"X moves first, so it is {board.turn}'s turn; leave this out, or change the position",
        )
