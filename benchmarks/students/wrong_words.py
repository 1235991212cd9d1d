"""What is written down wrongly after a right search: names of leaves, orders, windows and moves."""

# ruff: noqa: ARG002 - a step takes what every other way to do it takes

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import inf, isnan
from typing import ClassVar

from benchmarks.students.conventions import Conventions
from benchmarks.students.plain_trees import Node, Number, Window, with_utility
from benchmarks.students.steps import RIGHT, Steps, values_of
from benchmarks.students.textbook import Textbook, moves_by


class Words:
    """What is written down about a search, as it was."""

    id: ClassVar[str] = ""
    facet: ClassVar[str] = "labels"

    def pruned(self, search: Textbook) -> tuple[str, ...]:
        """The leaves that are called pruned, from left to right."""
        return search.pruned

    def visited(self, search: Textbook) -> tuple[str, ...]:
        """The nodes that are said to be visited, in that order."""
        return search.visited

    def window(self, window: Window) -> Window:
        """α and β as they are written."""
        return window


class TriggerAlsoPruned(Words):
    """The child that closed the window is struck out with the others."""

    id = "trigger-also-pruned"

    def pruned(self, search: Textbook) -> tuple[str, ...]:
        return _with(search, [child for _, child in search.cuts])


class WholeCutNodePruned(Words):
    """A node that was cut is struck out as a whole."""

    id = "whole-cut-node-pruned"

    def pruned(self, search: Textbook) -> tuple[str, ...]:
        return _with(search, [node for node, _ in search.cuts])


class OraclePruning(Words):
    """Each leaf is tried with −∞ and ∞, all others as they are."""

    id = "oracle-pruning"

    def pruned(self, search: Textbook) -> tuple[str, ...]:
        root, rule = search.root, search.rule
        right = values_of(root, rule)[root.name]

        def with_it(leaf: str, utility: Number) -> Number:
            return values_of(with_utility(root, leaf, utility), rule)[root.name]

        return tuple(
            leaf.name
            for leaf in root.leaves
            if all(isnan(value := with_it(leaf.name, end)) or value == right for end in (-inf, inf))
        )


class EverythingOffTheLinePruned(Words):
    """All leaves but those that the best line leads to."""

    id = "everything-off-the-best-line-pruned"

    def pruned(self, search: Textbook) -> tuple[str, ...]:
        values = values_of(search.root, search.rule)
        rule = replace(search.rule, best="last" if search.rule.best == "last" else "first")
        end = search.root
        while end.kind in ("max", "min"):
            (move,) = moves_by(end, rule, RIGHT, values)
            end = next(child for child in end.children if child.name == move)
        kept = {leaf.name for leaf in end.leaves}
        return tuple(leaf.name for leaf in search.root.leaves if leaf.name not in kept)


class VisitedInPostOrder(Words):
    """A node is written down when it is left."""

    id = "visited-in-post-order"

    def visited(self, search: Textbook) -> tuple[str, ...]:
        def left(node: Node) -> list[str]:
            below = [name for child in search.seen[node.name] for name in left(child)]
            return [*below, node.name]

        return tuple(left(search.root))


class VisitedLevelByLevel(Words):
    id = "visited-level-by-level"

    def visited(self, search: Textbook) -> tuple[str, ...]:
        depths = {node.name: node.depth for node in search.root}
        return tuple(sorted(search.visited, key=depths.__getitem__))


class LabelsSwapped(Words):
    """(β, α) for (α, β)."""

    id = "alpha-beta-labels-swapped"
    facet = "windows"

    def window(self, window: Window) -> Window:
        return window[::-1]


class Moves:
    """The best moves by the values that a student has found: those of the search, or of all nodes."""

    id: ClassVar[str] = ""
    facet: ClassVar[str] = "move"

    def by_search(self, search: Textbook) -> list[str]:
        return search.moves

    def by_values(
        self, search: Textbook, rule: Conventions, steps: Steps, values: Mapping[str, Number]
    ) -> list[str]:
        """The same where the student has all values; `search` is the one that was done besides."""
        return moves_by(search.root, rule, steps, values)


class WrongMoves(Moves):
    """A move by the search, or by the leaves, whatever the values say; chance has none."""

    def by_search(self, search: Textbook) -> list[str]:
        return [] if search.root.kind == "chance" else self.picked(search)

    def picked(self, search: Textbook) -> list[str]:
        raise NotImplementedError

    def by_values(
        self, search: Textbook, rule: Conventions, steps: Steps, values: Mapping[str, Number]
    ) -> list[str]:
        return self.by_search(search)


class TieTakesLastMove(WrongMoves):
    """`>=` at the root."""

    id = "tie-takes-last-move"

    def picked(self, search: Textbook) -> list[str]:
        seen = search.seen[search.root.name]
        return [child.name for child in seen if search.returned[child.name] == search.best][-1:]


class BestScoreNeverUpdated(WrongMoves):
    """Each move is better than −∞, and the last one stays."""

    id = "best-score-never-updated"

    def picked(self, search: Textbook) -> list[str]:
        return [child.name for child in search.seen[search.root.name]][-1:]


class BestMoveFollowsBestLeaf(WrongMoves):
    """Towards the largest leaf of all, or for Min the smallest."""

    id = "best-move-follows-best-leaf"

    def picked(self, search: Textbook) -> list[str]:
        pick = max if search.root.kind == "max" else min
        best = pick(leaf.utility for leaf in search.root.leaves)
        children = search.rule.children(search.root)
        return [child.name for child in children if any(leaf.utility == best for leaf in child.leaves)][:1]


def _with(search: Textbook, nodes: list[Node]) -> tuple[str, ...]:
    """The leaves that were pruned, and all below these nodes."""
    named = {leaf.name for node in nodes for leaf in node.leaves}.union(search.pruned)
    return tuple(leaf.name for leaf in search.root.leaves if leaf.name in named)


AS_IT_WAS = Words()
AS_IT_SEEMS = Moves()
WRONG_WORDS: tuple[Words, ...] = (
    TriggerAlsoPruned(), WholeCutNodePruned(), OraclePruning(), EverythingOffTheLinePruned(),
    VisitedInPostOrder(), VisitedLevelByLevel(), LabelsSwapped(),
)  # fmt: skip
WRONG_MOVES: tuple[Moves, ...] = (TieTakesLastMove(), BestScoreNeverUpdated(), BestMoveFollowsBestLeaf())
