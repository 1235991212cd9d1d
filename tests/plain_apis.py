"""A program and a tree → what the program returns and asks about, in this very process.

Nothing here is shared with the package's side of the wall, nor with its solver and its marking: it is a
second opinion on what the sample programs do, and on what that is worth.
"""

# ruff: noqa: N802 - the names are those that programs use

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction
from inspect import signature
from math import inf
from types import ModuleType
from typing import Any, NamedTuple

from grader.rule import Rule
from grader.tree import Kind, Tree
from tests.oracles import _static_value as static_value


class Seen(NamedTuple):
    """What a program returned, from Max's side, and the names that it asked about."""

    value: Any
    move: Any
    visited: frozenset[str]


class PlainNode:
    """A node as `api: tree` has it."""

    def __init__(self, tree: Tree, rule: Rule, index: int, log: set[str]) -> None:
        self._tree, self._rule, self._index, self._log = tree, rule, index, log

    def _look(self) -> int:
        self._log.add(self._tree.names[self._index])
        return self._index

    @property
    def kind(self) -> str:
        return str(self._tree.kinds[self._look()])

    @property
    def is_leaf(self) -> bool:
        return self.kind == "leaf"

    @property
    def estimate(self) -> Any:
        return static_value(self._tree[self._look()], self._rule.evaluation)

    @property
    def utility(self) -> Any:
        if not self.is_leaf:
            raise AttributeError("utility")
        return self.estimate

    @property
    def children(self) -> list[PlainNode]:
        children = self._tree.child_indexes(self._look())
        return [PlainNode(self._tree, self._rule, child, self._log) for child in children]

    @property
    def moves(self) -> list[Any]:
        labels = [self._tree.labels[child] for child in self._tree.child_indexes(self._look())]
        return [number if label is None else label for number, label in enumerate(labels, 1)]

    @property
    def probabilities(self) -> list[Fraction]:
        chances = [self._tree.probabilities[child] for child in self._tree.child_indexes(self._look())]
        return [Fraction(1, len(chances)) if chance is None else Fraction(chance) for chance in chances]

    def child(self, move: Any) -> PlainNode:
        return self.children[self.moves.index(move)]


class PlainGame:
    """The textbook's game, as `api: aima` has it."""

    def to_move(self, state: PlainNode) -> str:
        return state.kind.upper()

    def actions(self, state: PlainNode) -> list[Any]:
        return state.moves

    def result(self, state: PlainNode, action: Any) -> PlainNode:
        return state.child(action)

    def is_terminal(self, state: PlainNode) -> bool:
        return state.is_leaf

    terminal_test = is_terminal

    def utility(self, state: PlainNode, player: str) -> Any:
        return -state.utility if player == "MIN" else state.utility

    def eval(self, state: PlainNode, player: str) -> Any:
        return -state.estimate if player == "MIN" else state.estimate


class PlainState:
    """A state of Pacman's game, as `api: cs188` has it."""

    def __init__(self, node: PlainNode, agents: int) -> None:
        self.node, self.agents = node, agents

    def getNumAgents(self) -> int:
        return self.agents

    def getLegalActions(self, _agent: int = 0) -> list[Any]:
        return self.node.moves

    def generateSuccessor(self, _agent: int, action: Any) -> PlainState:
        child = self.node.child(action)
        assert child.kind
        return PlainState(child, self.agents)

    def isWin(self) -> bool:
        return self.node.is_leaf and self.node.utility >= 0

    def isLose(self) -> bool:
        return self.node.is_leaf and self.node.utility < 0

    def getScore(self) -> Any:
        return self.node.estimate


def run_plainly(code: str, name: str, api: str, tree: Tree, rule: Rule) -> Seen | None:
    """What a program does on a tree; None where it does not return, or there is none of that name."""
    log: set[str] = set()
    root = PlainNode(tree, rule, 0, log)
    names: dict[str, Any] = {"__name__": "program"}
    try:
        with _modules():
            exec(compile(code, "program", "exec"), names)  # noqa: S102 - the samples are our own
        returned = _CALLS[api](names[name], root, rule)
    except Exception:  # noqa: BLE001 - whatever a program does wrong
        return None
    value: Any
    value, move = (0, returned) if api == "cs188" else returned
    if api == "aima" and tree.kinds[0] is Kind.MIN:
        value = -value
    return Seen(value, _as_named(move, tree), frozenset(log))


def _as_named(move: Any, tree: Tree) -> str | None:
    """A move as the tree names it."""
    for number, child in enumerate(tree.child_indexes(0), 1):
        if move == (tree.labels[child] or number):
            return tree[child].move
    return None


def _call_tree(function: Callable[..., Any], root: PlainNode, rule: Rule) -> Any:
    return function(root) if rule.depth is None else function(root, rule.depth)


def _call_aima(function: Callable[..., Any], root: PlainNode, rule: Rule) -> Any:
    first = next(iter(signature(function).parameters))
    pair = (PlainGame(), root) if first == "game" else (root, PlainGame())
    return function(*pair) if rule.depth is None else function(*pair, rule.depth)


def _call_cs188(agent: Callable[..., Any], root: PlainNode, rule: Rule) -> Any:
    return agent(depth=inf if rule.depth is None else rule.depth).getAction(PlainState(root, rule.agents))


_CALLS: Mapping[str, Callable[[Any, PlainNode, Rule], Any]] = {
    "tree": _call_tree, "aima": _call_aima, "cs188": _call_cs188,
}  # fmt: skip


@contextmanager
def _modules() -> Iterator[None]:
    """Let a program import `game` for a while."""
    game = ModuleType("game")
    game.Agent = object  # type: ignore[attr-defined]
    sys.modules["game"] = game
    try:
        yield
    finally:
        del sys.modules["game"]
