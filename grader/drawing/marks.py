"""Marks: what a drawing shows of a solution, on top of the tree itself; and trees folded around them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from grader.solving import Solution
from grader.solving.search_log import BoundKind
from grader.tree import Kind, Tree


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
