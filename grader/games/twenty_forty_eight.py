"""2048: Max slides the tiles of a board, chance adds a 2 or a 4, until nothing can move."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import pairwise
from typing import Self

from grader.games.board import cell_index, cell_name, check_shape, draw_board, read_board_rows, read_size
from grader.games.game import Game, GameError, PositionError, ToMoveError
from grader.text.columns import visible
from grader.tree.node import Cells, Features, Kind

_NEW_TILES = {"two": (2, Fraction(9, 10)), "four": (4, Fraction(1, 10))}
_EMPTY = (".", "_", "-", "0")
_PLAYERS = (Kind.MAX, Kind.CHANCE)


@dataclass(frozen=True, slots=True)
class Tiles:
    """The tiles row by row from the top left, 0 where there is none; the score so far; who is to move."""

    cells: tuple[int, ...]
    score: int
    to_move: Kind


@dataclass(frozen=True, slots=True)
class TwentyFortyEight(Game[Tiles]):
    """A finished game is worth its score: the sum of all tiles made by merging since the given position.

    Max plays `left`, `right`, `up`, `down`; chance answers with `two_a1` (90 %) or `four_a1` (10 %), all
    empty cells being equally likely. Chance begins, and plays until two tiles are on the board.
    """

    name = "2048"
    example = "2048:3x3"

    width: int
    height: int

    @classmethod
    def from_options(cls, options: Sequence[str]) -> Self:
        if len(options) > 1:
            raise GameError("`2048` has one option, its size", f"such as `{cls.example}`")
        return cls(*(read_size(options[0]) if options else (4, 4)))

    @property
    def start(self) -> str:
        return "/".join([" ".join("." * self.width)] * self.height)

    def read(self, text: str, to_move: str | None = None) -> Tiles:
        rows = [row.split() for row in read_board_rows(text)]
        check_shape(rows, self.width, self.height, self.example)
        cells = tuple(_read_tile(tile) for row in rows for tile in row)
        return Tiles(cells, 0, _read_player(to_move, cells))

    def player(self, position: Tiles) -> Kind:
        return position.to_move if self.moves(position) else Kind.LEAF

    def moves(self, position: Tiles) -> tuple[str, ...]:
        if position.to_move is Kind.CHANCE:
            empty = [index for index, tile in enumerate(position.cells) if not tile]
            return tuple(f"{size}_{cell_name(index, self.width)}" for index in empty for size in _NEW_TILES)
        lanes = _lanes(self.width, self.height)
        return tuple(move for move in lanes if _slide(position.cells, lanes[move])[0] != position.cells)

    def probability(self, position: Tiles, move: str) -> Fraction | None:
        if position.to_move is not Kind.CHANCE:
            return None
        size, _ = move.split("_")
        return _NEW_TILES[size][1] / position.cells.count(0)

    def result(self, position: Tiles, move: str) -> Tiles:
        if position.to_move is Kind.CHANCE:
            return self._with_new_tile(position, *move.split("_"))
        cells, gained = _slide(position.cells, _lanes(self.width, self.height)[move])
        return Tiles(cells, position.score + gained, Kind.CHANCE)

    def utility(self, position: Tiles) -> int:
        return position.score

    def features(self, position: Tiles) -> Features:
        """`monotone`: rows and columns in order; `rough`: how many doublings apart neighbours are, in sum."""
        lanes = _lanes(self.width, self.height)
        lines = [[position.cells[index] for index in lane] for lane in (*lanes["left"], *lanes["up"])]
        return (
            ("score", position.score),
            ("empty", position.cells.count(0)),
            ("largest", max(position.cells)),
            ("monotone", sum(line in (sorted(line), sorted(line, reverse=True)) for line in lines)),
            ("rough", sum(map(_roughness, lines))),
        )

    @property
    def weights(self) -> Features:
        return ("score", 1), ("empty", 8), ("largest", 1), ("monotone", 4), ("rough", -2)

    def cells(self, position: Tiles) -> Cells:
        texts = [str(tile or ".") for tile in position.cells]
        return tuple(tuple(texts[start : start + self.width]) for start in range(0, len(texts), self.width))

    def show(self, position: Tiles) -> str:
        is_over = self.player(position) is Kind.LEAF
        status = "the game is over" if is_over else f"{position.to_move.title()} to move"
        cells = [str(tile or ".") for tile in position.cells]
        return f"{draw_board(cells, self.width)}\nscore {position.score}, {status}"

    def _with_new_tile(self, position: Tiles, size: str, cell: str) -> Tiles:
        index = cell_index(cell, self.width)
        cells = (*position.cells[:index], _NEW_TILES[size][0], *position.cells[index + 1 :])
        return Tiles(cells, position.score, _next_player(cells))


@cache
def _lanes(width: int, height: int) -> dict[str, tuple[tuple[int, ...], ...]]:
    """For each move the lines along which tiles slide, each from the edge that they slide to."""
    rows = tuple(tuple(range(start, start + width)) for start in range(0, width * height, width))
    columns = tuple(zip(*rows, strict=True))
    return {
        "left": rows,
        "right": tuple(row[::-1] for row in rows),
        "up": columns,
        "down": tuple(column[::-1] for column in columns),
    }


def _slide(cells: tuple[int, ...], lanes: tuple[tuple[int, ...], ...]) -> tuple[tuple[int, ...], int]:
    """The cells after a slide, and what it adds to the score."""
    after, gained = [0] * len(cells), 0
    for lane in lanes:
        tiles, merged = _merge([cells[index] for index in lane if cells[index]])
        gained += merged
        for index, tile in zip(lane, tiles, strict=False):
            after[index] = tile
    return tuple(after), gained


def _merge(tiles: list[int]) -> tuple[list[int], int]:
    """Equal neighbours joined, from the edge on, no tile twice; and the sum of what was made."""
    merged: list[int] = []
    gained = 0
    can_join = False
    for tile in tiles:
        if can_join and merged[-1] == tile:
            merged[-1] += tile
            gained += merged[-1]
            can_join = False
        else:
            merged.append(tile)
            can_join = True
    return merged, gained


def _roughness(line: list[int]) -> int:
    doublings = [tile.bit_length() for tile in line if tile]
    return sum(abs(one - other) for one, other in pairwise(doublings))


def _next_player(cells: tuple[int, ...]) -> Kind:
    """Chance while fewer than two tiles are on the board, as when a game begins."""
    return Kind.MAX if len(cells) - cells.count(0) >= 2 else Kind.CHANCE


def _read_tile(text: str) -> int:
    if text in _EMPTY:
        return 0
    tile = int(text) if re.fullmatch(r"[0-9]{1,9}", text) else 0
    if tile < 2 or tile.bit_count() != 1:
        raise PositionError(f"`{visible(text)}` is not a tile", "write 2, 4, 8, …, or `.` for an empty cell")
    return tile


def _read_player(to_move: str | None, cells: tuple[int, ...]) -> Kind:
    if to_move is None:
        return Kind.MAX if any(cells) else Kind.CHANCE
    if to_move.lower() not in _PLAYERS:
        raise ToMoveError(f"`{visible(to_move)}` does not play here", "write `max` or `chance`")
    player = Kind(to_move.lower())
    if player is Kind.CHANCE and 0 not in cells:
        raise ToMoveError("chance cannot be to move: no cell is empty", "write `max`, or empty a cell")
    if player is Kind.MAX and not any(cells):
        raise ToMoveError("Max cannot be to move: the board is empty", "write `chance`, or put a tile down")
    return player
