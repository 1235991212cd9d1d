"""How quickly a tree is searched, against the textbook's recursion, easyAI and OpenSpiel on the same tree."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from math import inf
from random import Random
from typing import Any, TypeAlias

from benchmarks.measuring import Figure, seconds
from grader.solving import solve
from grader.solving.minimax import true_values
from grader.tree import Kind, Tree, TreeBuilder

Nested: TypeAlias = "list[Nested] | int"

SHAPES = ((3, 10), (8, 6))


def figures() -> Iterator[Figure]:
    for width, depth in SHAPES:
        yield from _against_peers(width, depth)
    yield from _all_values()
    yield _growth()
    yield _depth()


def _against_peers(width: int, depth: int) -> Iterator[Figure]:
    nested = uniform(width, depth)
    tree = as_tree(nested)
    shape = f"b={width} d={depth}"
    visited = len(solve(tree).log.windows)
    ours, textbook = seconds(partial(solve, tree), partial(alpha_beta, nested, -inf, inf, True))
    rate = f"{visited / ours / 1e6:.2f} million visits a second"
    yield Figure(
        f"{shape}: alpha-beta with its records, our speed over bare recursion",
        textbook / ours,
        at_least=1,
        note=rate,
    )
    for name, peer, least in (("easyAI's Negamax", _easy_ai, 2), ("OpenSpiel's Python", _open_spiel, 4)):
        what = f"{shape}: alpha-beta, our speed over {name}"
        try:
            run = peer(nested)
        except ImportError:
            yield Figure(what, None, at_least=least, note="(not installed)")
            continue
        ours, theirs = seconds(partial(solve, tree), run, rounds=10)
        yield Figure(what, theirs / ours, at_least=least)


def _all_values() -> Iterator[Figure]:
    for width, depth in SHAPES:
        nested = uniform(width, depth)
        tree = as_tree(nested)
        ours, textbook = seconds(partial(true_values, tree, tree.utilities), partial(minimax, nested, True))
        yield Figure(
            f"b={width} d={depth}: minimax values of all nodes, our speed over bare recursion",
            textbook / ours,
            at_least=1.3,
        )


def _growth() -> Figure:
    trees = [as_tree(uniform(10, depth)) for depth in (3, 6)]
    costs = [
        seconds(partial(solve, tree), rounds=rounds)[0] / len(solve(tree).log.windows)
        for tree, rounds in zip(trees, (50, 3), strict=True)
    ]
    return Figure("a million nodes: cost per visit over that at a thousand", costs[1] / costs[0], at_most=1.5)


def _depth() -> Figure:
    shallow, deep = (_chain(levels) for levels in (1_000, 100_000))
    small, large = (seconds(partial(solve, tree), rounds=3)[0] for tree in (shallow, deep))
    return Figure("100,000 levels deep: cost per node over that at 1,000", large / small / 100, at_most=1.5)


def uniform(width: int, depth: int) -> Nested:
    """A tree as nested lists, in which every inner node has `width` children."""
    random = Random(1)
    level: list[Nested] = [random.randint(-999, 999) for _ in range(width**depth)]
    for _ in range(depth):
        level = [level[start : start + width] for start in range(0, len(level), width)]
    return level[0]


def as_tree(nested: Nested) -> Tree:
    """The same tree as ours, Max at the root and players in turn."""
    builder = TreeBuilder()

    def add(node: Nested, kind: Kind, other: Kind) -> None:
        if not isinstance(node, list):
            builder.leaf(node)
            return
        builder.open(kind)
        for child in node:
            add(child, other, kind)
        builder.close()

    add(nested, Kind.MAX, Kind.MIN)
    return builder.tree()


def _chain(levels: int) -> Tree:
    builder = TreeBuilder()
    for level in range(levels):
        builder.open((Kind.MAX, Kind.MIN)[level % 2])
    builder.leaf(3)
    for _ in range(levels):
        builder.close()
    return builder.tree()


def minimax(node: Nested, maximizing: bool) -> int:
    """The textbook's recursion, with nothing recorded."""
    if not isinstance(node, list):
        return node
    values = [minimax(child, not maximizing) for child in node]
    return max(values) if maximizing else min(values)


def alpha_beta(node: Nested, alpha: float, beta: float, maximizing: bool) -> float:
    """The textbook's recursion with pruning, with nothing recorded."""
    if not isinstance(node, list):
        return node
    if maximizing:
        value = -inf
        for child in node:
            value = max(value, alpha_beta(child, alpha, beta, False))
            alpha = max(alpha, value)
            if alpha >= beta:
                break
        return value
    value = inf
    for child in node:
        value = min(value, alpha_beta(child, alpha, beta, True))
        beta = min(beta, value)
        if alpha >= beta:
            break
    return value


def _depth_of(nested: Nested) -> int:
    depth = 0
    while isinstance(nested, list):
        nested, depth = nested[0], depth + 1
    return depth


def _easy_ai(nested: Nested) -> Callable[[], object]:
    from easyAI import Negamax, TwoPlayerGame

    class Game(TwoPlayerGame):  # type: ignore[misc]
        def __init__(self) -> None:
            self.players = [None, None]
            self.current_player = 1
            self.path = [nested]

        def possible_moves(self) -> list[int]:
            node = self.path[-1]
            return list(range(len(node))) if isinstance(node, list) else []

        def make_move(self, move: int) -> None:
            node: Any = self.path[-1]
            self.path.append(node[move])

        def unmake_move(self, _move: int) -> None:
            self.path.pop()

        def is_over(self) -> bool:
            return not isinstance(self.path[-1], list)

        def scoring(self) -> Any:
            leaf: Any = self.path[-1]
            return leaf if self.current_player == 1 else -leaf

    algorithm = Negamax(_depth_of(nested) + 1, win_score=10**9)
    return lambda: algorithm(Game())


def _open_spiel(nested: Nested) -> Callable[[], object]:
    import pyspiel
    from open_spiel.python.algorithms.minimax import alpha_beta_search

    game = pyspiel.load_efg_game(_as_gambit(nested))
    return lambda: alpha_beta_search(game)


def _as_gambit(nested: Nested) -> str:
    """The tree in the format of Gambit, which OpenSpiel reads."""
    lines = ['EFG 2 R "tree" { "Max" "Min" }']
    numbers = [0, 0, 0]  # of outcomes, of Max's nodes and of Min's: Gambit counts each from 1

    def add(node: Nested, player: int) -> None:
        counted = player if isinstance(node, list) else 0
        numbers[counted] += 1
        if not isinstance(node, list):
            lines.append(f't "" {numbers[0]} "" {{ {node} {-node} }}')
            return
        moves = " ".join(f'"{move}"' for move in range(len(node)))
        lines.append(f'p "" {player} {numbers[player]} "" {{ {moves} }} 0')
        for child in node:
            add(child, 3 - player)

    add(nested, 1)
    return "\n".join(lines) + "\n"
