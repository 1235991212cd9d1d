"""Nim: heaps of objects, from which Max and Min in turn take any number from one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from operator import xor
from string import ascii_lowercase
from typing import Self

from grader.games.game import Game, GameError, PositionError, ToMoveError
from grader.text.columns import visible
from grader.tree.node import Features, Kind

MOST_HEAPS = len(ascii_lowercase)  # every heap has a letter
MOST_OBJECTS = 999

_OTHER = {Kind.MAX: Kind.MIN, Kind.MIN: Kind.MAX}
_SIGNS = {Kind.MAX: 1, Kind.MIN: -1}
_MISERE = ("misere", "misère")


@dataclass(frozen=True, slots=True)
class Heaps:
    """The objects left in each heap, and who is to move."""

    sizes: tuple[int, ...]
    to_move: Kind


@dataclass(frozen=True, slots=True)
class Nim(Game[Heaps]):
    """Who takes the last object wins, or in `misere` play loses: +1 if Max wins, −1 if Min does.

    A move is a heap's letter and how many to take: `a2` takes two from the first heap.
    """

    name = "nim"
    example = "nim:misere"

    misere: bool = False

    @classmethod
    def from_options(cls, options: Sequence[str]) -> Self:
        unknown = [option for option in options if option.lower() not in _MISERE]
        if unknown:
            raise GameError(
                f"`{visible(unknown[0])}` is not an option of `nim`", f"there is only `{cls.example}`"
            )
        return cls(misere=bool(options))

    @property
    def start(self) -> str:
        return "1 2 3"

    def read(self, text: str, to_move: str | None = None) -> Heaps:
        sizes = tuple(map(_read_heap, re.split(r"[\s,]+", text.strip(" \t\n,"))))
        if len(sizes) > MOST_HEAPS:
            raise PositionError(f"there are {len(sizes)} heaps", f"at most {MOST_HEAPS} can be played")
        return Heaps(sizes, _read_player(to_move))

    def player(self, position: Heaps) -> Kind:
        return position.to_move if any(position.sizes) else Kind.LEAF

    def moves(self, position: Heaps) -> tuple[str, ...]:
        heaps = zip(ascii_lowercase, position.sizes, strict=False)
        return tuple(f"{letter}{taken}" for letter, size in heaps for taken in range(1, size + 1))

    def result(self, position: Heaps, move: str) -> Heaps:
        sizes = list(position.sizes)
        sizes[ascii_lowercase.index(move[0])] -= int(move[1:])
        return Heaps(tuple(sizes), _OTHER[position.to_move])

    def utility(self, position: Heaps) -> int:
        winner = position.to_move if self.misere else _OTHER[position.to_move]
        return _SIGNS[winner]

    def features(self, position: Heaps) -> Features:
        """`favour`: whom the theory of Nim gives the game to, 1 for Max and −1 for Min."""
        # Who moves wins if the nim-sum is not 0; in misère play it is the reverse once no heap has two.
        mover_wins = (reduce(xor, position.sizes) != 0) != (self.misere and max(position.sizes) < 2)
        sign = _SIGNS[position.to_move]
        return (("favour", sign if mover_wins else -sign),)

    @property
    def weights(self) -> Features:
        return (("favour", Fraction(1, 2)),)

    def show(self, position: Heaps) -> str:
        heaps = [f"{letter}: {size}" for letter, size in zip(ascii_lowercase, position.sizes, strict=False)]
        is_over = self.player(position) is Kind.LEAF
        return "\n".join([*heaps, "the game is over" if is_over else f"{position.to_move.title()} to move"])


def _read_heap(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,9}", text) or int(text) > MOST_OBJECTS:
        what = f"`{visible(text)}` is not the size of a heap" if text else "there is no heap"
        raise PositionError(what, f"write one number for each heap, 0 to {MOST_OBJECTS}, such as `3 4 5`")
    return int(text)


def _read_player(to_move: str | None) -> Kind:
    player = "max" if to_move is None else to_move.lower()
    if player not in _OTHER:
        raise ToMoveError(f"`{visible(to_move or player)}` does not play here", "write `max` or `min`")
    return Kind(player)
