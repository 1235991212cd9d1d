"""Game + position → Tree: what a game must tell to be unfolded, and every line of play, to a depth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from functools import cache
from typing import ClassVar, Protocol, Self, TypeAlias, TypeVar

from grader.text.numbers import Number
from grader.tree import Tree, TreeBuilder
from grader.tree.node import Cells, Features, Kind

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

    @property
    def weights(self) -> Features:
        """What the features usually weigh, where nobody says otherwise."""
        return ()

    def show(self, position: Position) -> str:
        """The position as a picture in plain text, with the names that its moves use."""
        ...

    def cells(self, position: Position) -> Cells:  # noqa: ARG002 - a default
        """The position as a board to be drawn at its node; a game without a board has none."""
        return ()


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


# The label of a move, its probability under chance, and where it leads; the root has no label.
Branch: TypeAlias = tuple[str | None, Number | None, Position]
# Who moves at a position, its utility if the game is over there, else its features.
Content: TypeAlias = tuple[Kind, Number | None, Features | None]


MOST_BOARDS = 2_000  # nodes; nobody looks at a drawing with more


def unfold_position(
    game: Game[Position], position: Position, depth: int | None, max_nodes: int, *, boards: bool = True
) -> Tree:
    """The tree of all play from `position`; what is not over after `depth` edges is a leaf with features."""
    if depth is not None and depth < 0:
        raise DepthError(f"the depth {depth} is below 0", "0 is the root alone, 1 its moves, …")

    # Lines of play meet: tic-tac-toe has 549,946 nodes, but only 5,478 positions to work out.
    @cache
    def content(position: Position) -> Content:
        return _content(game, position)

    @cache
    def branches(position: Position) -> Sequence[Branch[Position]]:
        return _branches(game, position)

    nodes = _check_size(position, branches, depth, max_nodes)
    cells = cache(game.cells) if boards and nodes <= MOST_BOARDS else None
    return _build(position, content, branches, depth, cells, weights=game.weights)


def _content(game: Game[Position], position: Position) -> Content:
    kind = game.player(position)
    if kind is Kind.LEAF:
        return kind, game.utility(position), None
    return kind, None, game.features(position)


def _branches(game: Game[Position], position: Position) -> Sequence[Branch[Position]]:
    if game.player(position) is Kind.LEAF:
        return []
    return [
        (move, game.probability(position, move), game.result(position, move)) for move in game.moves(position)
    ]


def _check_size(
    position: Position,
    branches: Callable[[Position], Sequence[Branch[Position]]],
    depth: int | None,
    max_nodes: int,
) -> int:
    """How many nodes there are, counted level by level; an error, and none built, where they are too many."""
    level = Counter([position])
    nodes, edges = 1, 0
    while level and edges != depth:
        below: Counter[Position] = Counter()
        for above, times in level.items():
            nodes += times * len(branches(above))
            if nodes > max_nodes:
                raise _too_large(nodes, edges, max_nodes)
            for _, _, child in branches(above):
                below[child] += times
        level, edges = below, edges + 1
    return nodes


def _too_large(nodes: int, edges: int, max_nodes: int) -> DepthError:
    """`edges` is the deepest level down to which the tree is small enough."""
    message = f"the tree has more than {max_nodes:,} nodes: {nodes:,} were counted, {edges + 1} moves deep"
    return DepthError(message, f"give a depth of at most {edges}, or begin at a later position")


def _build(
    root: Position,
    content: Callable[[Position], Content],
    branches: Callable[[Position], Sequence[Branch[Position]]],
    depth: int | None,
    cells: Callable[[Position], Cells] | None,
    *,
    weights: Features,
) -> Tree:
    builder = TreeBuilder(usual_weights=weights)
    level = 0
    pending: list[Branch[Position] | None] = [(None, None, root)]
    while pending:
        branch = pending.pop()
        if branch is None:  # everything below the node opened last is done
            builder.close()
            level -= 1
            continue
        label, probability, position = branch
        kind, utility, features = content(position)
        below = branches(position) if level != depth else ()
        builder.open(
            kind if below else Kind.LEAF, label=label, probability=probability,
            utility=utility, features=features,
        )  # fmt: skip
        if cells is not None and (board := cells(position)):
            builder.boards.append(board)
        level += 1
        pending.append(None)
        pending.extend(reversed(below))
    return builder.tree()
