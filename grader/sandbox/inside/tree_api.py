"""Handles → nodes that a student's function can ask: `api: tree`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from typing import Any, TypeAlias

from grader.sandbox.inside.packed_channel import Facts, NodeKind, NodeNumber

Ask: TypeAlias = Callable[[bytes], Facts]

_NUMBERS = count()


class Node:
    """One node of the tree. It is visited when anything about it is first asked.

    A student may attach further attributes to it, and use it as a key: its hash is a number that is counted
    up, as a place in memory would put sets of nodes into another order in every run.
    """

    __slots__ = ("__dict__", "__weakref__", "_ask", "_children", "_facts", "_handle", "_number")
    _number: int

    def __init__(self, handle: bytes, ask: Ask) -> None:
        self._handle = handle
        self._ask = ask
        self._facts: Facts | None = None
        self._children: tuple[Node, ...] = ()

    @property
    def kind(self) -> NodeKind:
        """Who moves here: "max", "min", "chance", "p1" to "p9", or "leaf" where nobody does."""
        return (self._facts or self._look()).kind

    @property
    def is_leaf(self) -> bool:
        return (self._facts or self._look()).kind == "leaf"

    @property
    def utility(self) -> NodeNumber | tuple[NodeNumber, ...]:
        """What a leaf is worth; of several players a tuple with one utility for each."""
        facts = self._facts or self._look()
        if facts.kind != "leaf" or facts.worth is None:
            raise AttributeError(f"a {facts.kind} node has no utility, only a leaf has: ask `is_leaf` first")
        return facts.worth

    @property
    def estimate(self) -> NodeNumber:
        """The static evaluation, for a search that stops here; at a leaf its utility."""
        facts = self._facts or self._look()
        if facts.worth is None:
            raise AttributeError(f"this {facts.kind} node has no estimate")
        return facts.worth

    @property
    def moves(self) -> tuple[str | int, ...]:
        """The labels of the edges, or 1, 2, … where they have none; nothing at a leaf."""
        return (self._facts or self._look()).moves

    @property
    def children(self) -> tuple[Node, ...]:
        """The nodes that the moves lead to, none of which is visited by that."""
        if self._facts is None:
            self._look()
        return self._children

    @property
    def probabilities(self) -> tuple[NodeNumber, ...]:
        """How likely each child is, at a chance node."""
        facts = self._facts or self._look()
        if facts.kind != "chance":
            raise AttributeError(f"a {facts.kind} node has no probabilities, only a chance node has")
        return facts.probabilities

    def child(self, move: str | int) -> Node:
        """The node that a move leads to."""
        moves = self.moves
        if move not in moves:
            raise ValueError(f"no move is called {move!r} here; {_listed(moves)}")
        return self._children[moves.index(move)]

    def __iter__(self) -> Iterator[Node]:
        raise TypeError("a node is not a list: go through its `children`")

    def __repr__(self) -> str:
        return f"<{self._facts.kind} node>" if self._facts else "<node, not visited>"

    def __hash__(self) -> int:
        try:
            return self._number
        except AttributeError:  # it is numbered when it is first put into a set
            self._number = next(_NUMBERS)
            return self._number

    def __copy__(self) -> Node:
        return self

    def __deepcopy__(self, memo: object) -> Node:
        return self

    def _look(self) -> Facts:
        facts = self._facts = self._ask(self._handle)
        if facts.handles:
            ask, kind = self._ask, type(self)
            self._children = tuple([kind(handle, ask) for handle in facts.handles])
        return facts


ROOT = Node


def arguments(root: Node, task: dict[str, Any], function: Callable[..., Any]) -> tuple[Any, ...]:
    """What a function is called with: the root, and the depth where the rule has one."""
    del function
    return (root,) if task["depth"] is None else (root, task["depth"])


def _listed(moves: tuple[str | int, ...]) -> str:
    """The moves in words, not too many of them."""
    if not moves:
        return "a leaf has no moves"
    shown = ", ".join(map(repr, moves[:10]))
    return f"the moves are {shown}{', …' if len(moves) > 10 else ''}"
