"""Game: what a real game must tell to be unfolded into a tree, and what can be wrong with a request."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import ClassVar, Protocol, Self, TypeVar

from grader.text.numbers import Number
from grader.tree.node import Features, Kind

Position = TypeVar("Position", bound=Hashable)


class Game(Protocol[Position]):
    """The rules of one game; every number is seen from Max's side, and where X plays, X is Max.

    It is asked for by `name`, with options after colons, as in the `example`: `connect-four:5x4:3`.
    """

    name: ClassVar[str]
    example: ClassVar[str]

    @classmethod
    def from_options(cls, options: Sequence[str]) -> Self:
        """The game as the words behind its name want it; without any, the usual one."""
        ...

    @property
    def start(self) -> str:
        """The text of the position in which the game begins."""
        ...

    def read(self, text: str, to_move: str | None = None) -> Position:
        """The position that `text` writes, or an error that says why there is none such."""
        ...

    def player(self, position: Position) -> Kind:
        """Who moves; a finished game is a leaf."""
        ...

    def moves(self, position: Position) -> Sequence[str]:
        """What can be played, or what chance can bring, in a natural order."""
        ...

    def probability(self, position: Position, move: str) -> Number | None:  # noqa: ARG002 - a default
        """How likely chance brings `move`; None where a player chooses."""
        return None

    def result(self, position: Position, move: str) -> Position:
        """The position after one of its moves."""
        ...

    def utility(self, position: Position) -> Number:
        """What a finished game is worth to Max."""
        ...

    def features(self, position: Position) -> Features:
        """What a static evaluation weighs in a position that is not finished."""
        ...

    def show(self, position: Position) -> str:
        """The position as a picture in plain text, with the names that its moves use."""
        ...


class GameError(ValueError):
    """A request that no game can meet; `field` is the part of it to point at."""

    field: ClassVar[str] = "game"

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class PositionError(GameError):
    """Text that is no position of the game."""

    field = "position"


class ToMoveError(GameError):
    """Somebody who cannot be the one to move."""

    field = "to-move"


class DepthError(GameError):
    """A depth that makes no tree, or too large a one."""

    field = "depth"
