"""Nodes → the game and the states of the textbook: `api: aima`."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, NamedTuple

from grader.sandbox.inside.packed_channel import NodeNumber, as_float
from grader.sandbox.inside.tree_api import Node

MAX, MIN, CHANCE = "MAX", "MIN", "CHANCE"

_PLAYERS = {"max": MAX, "min": MIN, "chance": CHANCE, "leaf": None}
_STATES = ("node", "position", "board", "s")
_NO_WORTH = (
    "this state is not terminal, and has no static evaluation: ask `game.is_terminal(state)` first; where a "
    "search stops at a depth, `game.eval(state, player)` has a number"
)


class State(Node):
    """One state of the game, hashable; it is visited when anything about it is first asked."""

    __slots__ = ()

    @property
    def to_move(self) -> str | None:
        return _PLAYERS[self.kind]

    @property
    def worth(self) -> int | float | None:
        """The utility of a terminal state, the static evaluation of any other, as far as it has one."""
        number = (self._facts or self._look()).worth
        return None if number is None else _plain(number)


class Chance(NamedTuple):
    """One thing that can happen, with its probability; `move` is None where nothing is left to chance."""

    move: str | int | None
    likely: int | float


class Game:
    """The game that a textbook's search is given."""

    def __init__(self, initial: State) -> None:
        self.initial = initial

    def to_move(self, state: State) -> str | None:
        """The player whose turn it is: "MAX", "MIN" or "CHANCE"; None where the game is over."""
        return state.to_move

    def actions(self, state: State) -> list[str | int]:
        return list(state.moves)

    def result(self, state: State, action: str | int | Chance) -> Node:
        """The state that an action leads to, which is not visited by that."""
        if isinstance(action, Chance):
            return self.outcome(state, action)
        return state.child(action)

    def is_terminal(self, state: State) -> bool:
        return state.is_leaf

    def terminal_test(self, state: State) -> bool:
        return state.is_leaf

    def utility(self, state: State, player: str | None = None) -> int | float:
        """What a state is worth to a player; without one, to whoever moves first.

        As in the textbook's games this can be asked of any state, and is the static evaluation where play
        goes on.
        """
        return self.eval(state, player)

    def eval(self, state: State, player: str | None = None) -> int | float:
        """The static evaluation of a state for a player, where a search stops at a depth."""
        worth = state.worth
        if worth is None:
            raise ValueError(_NO_WORTH)
        return -worth if (player or self.initial.to_move) == MIN else worth

    def chances(self, state: State) -> list[Chance]:
        """What can happen before the next player moves; one certain thing where nothing is left to chance."""
        if state.kind != "chance":
            return [Chance(None, 1)]
        return [
            Chance(move, _plain(number))
            for move, number in zip(state.moves, state.probabilities, strict=True)
        ]

    def outcome(self, state: State, chance: Chance) -> Node:
        """The state that something leads to when it happens."""
        return state if chance.move is None else state.child(chance.move)

    def probability(self, chance: Chance) -> int | float:
        return chance.likely


ROOT = State


def arguments(root: State, task: dict[str, Any], function: Callable[..., Any]) -> tuple[Any, ...]:
    """The game and its first state, in the order that the function's parameters are named in."""
    pair = (root, Game(root)) if _state_comes_first(function) else (Game(root), root)
    return pair if task["depth"] is None else (*pair, task["depth"])


def _state_comes_first(function: Callable[..., Any]) -> bool:
    """Whether it is written as `search(state, game)`, not as `search(game, state)`."""
    try:
        names = [name.lower() for name in inspect.signature(function).parameters][:2]
    except (TypeError, ValueError):
        return False
    if not names or _is_game(names[0]):
        return False
    return "state" in names[0] or names[0] in _STATES or any(map(_is_game, names[1:]))


def _is_game(name: str) -> bool:
    return "game" in name and "state" not in name


def _plain(number: NodeNumber) -> int | float:
    """A number as the textbook's games have it: whole, or a float."""
    return number if isinstance(number, int) else as_float(number)
