"""Real games that unfold into trees: tic-tac-toe, Connect Four, Nim and 2048.

A game is asked for by name, and options follow after colons: `connect-four:5x4:3` has 5 columns and
4 rows, and 3 in a row win.
"""

from __future__ import annotations

from typing import Any

from grader.games.game import (
    DepthError,
    Game,
    GameError,
    Position,
    PositionError,
    ToMoveError,
    unfold_position,
)
from grader.games.in_a_row import ConnectFour, TicTacToe
from grader.games.nim import Nim
from grader.games.twenty_forty_eight import TwentyFortyEight
from grader.text.columns import visible
from grader.text.spelling import did_you_mean
from grader.tree import Tree

__all__ = [
    "GAMES", "MAX_NODES", "DepthError", "Game", "GameError", "PositionError", "ToMoveError",
    "find_game", "unfold",
]  # fmt: skip

MAX_NODES = 1_000_000


def unfold(
    game: Game[Position] | str, position: Position | str | None = None, *,
    to_move: str | None = None, depth: int | None = None, max_nodes: int = MAX_NODES, boards: bool = True,
) -> Tree:  # fmt: skip
    """The tree of all play from a position, or from the start of the game.

    Moves are the edges' labels. A finished game is a leaf with a utility; a position `depth` edges below
    the root that is not finished is a leaf with features, and every inner node has features too. Drawings
    show the `boards` at the nodes, where the game has one.
    """
    rules: Game[Any] = find_game(game) if isinstance(game, str) else game
    if position is None or isinstance(position, str):
        position = rules.read(rules.start if position is None else position, to_move)
    elif to_move is not None:
        raise ToMoveError("this position already says who is to move", "leave this out")
    return unfold_position(rules, position, depth, max_nodes, boards=boards)


def find_game(name: str) -> Game[Any]:
    """The game of that name, with the options that follow it: `nim`, `nim:misere`, `2048:3x3`."""
    word, *options = (part.strip() for part in name.split(":"))
    for game in GAMES:
        if game.name == word.lower():
            return game.from_options(options)
    raise GameError(f"there is no game `{visible(word)}`", _names_like(word))


def _names_like(word: str) -> str:
    names = [game.name for game in GAMES]
    return did_you_mean(word, names, "the games are " + ", ".join(f"`{name}`" for name in names))


GAMES: tuple[type[Game[Any]], ...] = (TicTacToe, ConnectFour, Nim, TwentyFortyEight)
