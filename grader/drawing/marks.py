"""Marks: what a drawing shows of a solution, on top of the tree itself; and trees folded around them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from grader.solving import Solution
from grader.solving.search_log import BoundKind
from grader.text.numbers import Number
from grader.tree import Kind, Node, Tree, TreeBuilder


@dataclass(frozen=True, slots=True)
class Space:
    """What is kept free at a node for something that is laid over it: the width inside its shape, and lines.

    `lines` are the widths of lines beside an inner node, or below a leaf, after the texts of its own.
    """

    inside: float = 0.0
    lines: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Marks:
    """What to show at which node, all keyed by the node's index.

    `values` stand at their nodes, `windows` are (alpha, beta). `cut` are the topmost skipped nodes,
    whose edges are crossed out, `faded` all pruned nodes. `line` are the nodes of the best line.
    `changed` are leaves whose number is not the tree's own, each with a word about it.
    """

    values: Mapping[int, str] = field(default_factory=dict)
    windows: Mapping[int, tuple[str, str]] = field(default_factory=dict)
    cut: frozenset[int] = frozenset()
    faded: frozenset[int] = frozenset()
    line: frozenset[int] = frozenset()
    changed: Mapping[int, str] = field(default_factory=dict)
    space: Mapping[int, Space] = field(default_factory=dict)

    def edge_on_line(self, parent: int, child: int) -> bool:
        """Whether the best line goes through the edge between these two nodes."""
        return child in self.line and parent in self.line

    def next_on_line(self, tree: Tree) -> dict[int, int]:
        """For each node of the best line but the last, the child with which it goes on."""
        return {tree.parents[index]: index for index in self.line if tree.parents[index] in self.line}


_SIGNS: Mapping[BoundKind, str] = {"exact": "", "upper": "≤ ", "lower": "≥ "}


def marks_of(solution: Solution, *, windows: bool = False) -> Marks:
    """What the search reported at each inner node, what it skipped, and the best line; windows on request."""
    tree = solution.tree
    visited = {tree.index(name): name for name in solution.visited}
    inner = {index: name for index, name in visited.items() if tree.kinds[index] is not Kind.LEAF}
    weighed = {index: name for index, name in visited.items() if tree.features[index] is not None}
    return Marks(
        values={index: _reported(solution, name) for index, name in (inner | weighed).items()},
        windows={index: _window(solution, name) for index, name in inner.items()} if windows else {},
        cut=frozenset(tree.index(name) for cutoff in solution.cutoffs for name in cutoff.skipped),
        faded=frozenset(map(tree.index, solution.pruned)),
        line=frozenset(map(tree.index, solution.line)),
    )


def _reported(solution: Solution, name: str) -> str:
    return _SIGNS[solution.bounds[name]] + solution.tree.pretty(solution.returned[name])


def _window(solution: Solution, name: str) -> tuple[str, str]:
    alpha, beta = solution.windows[name]
    return solution.tree.pretty(alpha), solution.tree.pretty(beta)


def fold_unchanged(tree: Tree, marks: Marks, worth: Sequence[Number]) -> tuple[Tree, Marks]:
    """Only what lies above a changed leaf stays open; `worth` are the values of all nodes."""
    open_nodes = _with_ancestors(tree, marks.changed)
    builder = TreeBuilder(in_decimals=tree.in_decimals)
    places, ends, index = dict[int, int](), list[int](), 0
    while index < len(tree):
        while ends and ends[-1] <= index:
            builder.close()
            ends.pop()
        places[index] = len(builder.kinds)
        if index in open_nodes and tree.kinds[index] is not Kind.LEAF:
            _open(builder, tree[index])
            ends.append(tree.ends[index])
            index += 1
        else:
            _fold(builder, tree[index], worth[index])
            index = tree.ends[index]
    for _ in ends:
        builder.close()
    return builder.tree(), _moved(marks, open_nodes, places)


def _open(builder: TreeBuilder, node: Node) -> None:
    builder.open(node.kind, name=node.name, label=node.label, probability=node.probability)


def _fold(builder: TreeBuilder, node: Node, worth: Number) -> None:
    builder.leaf(worth, name=node.name, label=node.label, probability=node.probability)


def _with_ancestors(tree: Tree, indexes: Iterable[int]) -> set[int]:
    found: set[int] = set()
    for start in indexes:
        index = start
        while index >= 0 and index not in found:
            found.add(index)
            index = tree.parents[index]
    return found


def _moved(marks: Marks, open_nodes: set[int], places: dict[int, int]) -> Marks:
    """The marks of the nodes that stay open, at their new places."""
    return Marks(
        values={places[index]: value for index, value in marks.values.items() if index in open_nodes},
        changed={places[index]: words for index, words in marks.changed.items()},
    )
