"""Ideas about what to write down: the search is right, but what is said of it, or the move, is not."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from grader.ideas.search import Search
from grader.ideas.value_step import Facet, ValueStep
from grader.rule import Window
from grader.solving.cutoff import BoundName
from grader.tree import Kind


class Words:
    """What is said of a search, as it was."""

    id: ClassVar[str] = ""
    facet: ClassVar[Facet] = "labels"

    def pruned(self, search: Search) -> frozenset[int]:
        """The nodes that are called pruned."""
        return search.unvisited()

    def visited(self, search: Search) -> list[int]:
        """The nodes that are called visited, in that order."""
        return list(search.windows)

    def window(self, window: Window) -> Window:
        """A window as it is written down."""
        return window

    def bound(self, search: Search, at: int, right: BoundName) -> BoundName:
        """What is called the bound that a cutoff at a node met."""
        return right


class TriggerAlsoPruned(Words):
    """The child after which the search stops is called pruned, too."""

    id = "trigger-also-pruned"

    def pruned(self, search: Search) -> frozenset[int]:
        return _with(search, (after for at, after, _, _ in search.stops if at in search.cut))


class TriggerLeafAlsoPruned(Words):
    """A leaf after which the search stops is called pruned, too, but no inner node."""

    def pruned(self, search: Search) -> frozenset[int]:
        triggers = (after for at, after, _, _ in search.stops if at in search.cut)
        return _with(search, (node for node in triggers if search.tree.kinds[node] is Kind.LEAF))


class WholeCutNodePruned(Words):
    """A node that is cut is called pruned as a whole, with the leaves that were looked at."""

    id = "whole-cut-node-pruned"

    def pruned(self, search: Search) -> frozenset[int]:
        return _with(search, search.cut)


class OraclePruning(Words):
    """A leaf is called pruned when it could be ±∞ without changing the root, all others as they are."""

    id = "oracle-pruning"

    def pruned(self, search: Search) -> frozenset[int]:
        tree = search.tree
        pruned = set(map(tree.index, search.solution.irrelevant))
        for index in range(len(tree) - 1, -1, -1):  # a node goes with all of its children
            children = tree.child_indexes(index)
            if children and pruned.issuperset(children):
                pruned.add(index)
        return frozenset(pruned)


class EverythingOffTheLinePruned(Words):
    """Everything that is not on the best line is called pruned."""

    id = "everything-off-the-best-line-pruned"

    def pruned(self, search: Search) -> frozenset[int]:
        tree = search.tree
        line = [tree.index(name) for name in search.solution.line]
        return frozenset(range(len(tree))).difference(line, range(line[-1], tree.ends[line[-1]]))


class VisitedInPostOrder(Words):
    """A node is written down when it is left, not when it is entered."""

    id = "visited-in-post-order"

    def visited(self, search: Search) -> list[int]:
        left: list[int] = []
        to_come = [0]
        while to_come:  # the last child first, and so the whole from its end
            index = to_come.pop()
            left.append(index)
            to_come += search.seen.get(index, ())
        return left[::-1]


class VisitedLevelByLevel(Words):
    """The nodes that were looked at are written down level by level."""

    id = "visited-level-by-level"

    def visited(self, search: Search) -> list[int]:
        return sorted(search.windows, key=search.tree.depths().__getitem__)


class LabelsSwapped(Words):
    """α and β are written in each other's place."""

    id = "alpha-beta-labels-swapped"
    facet: ClassVar[Facet] = "windows"

    def window(self, window: Window) -> Window:
        return window[1], window[0]


class LabelsSwappedThroughout(LabelsSwapped):
    """α and β are written in each other's place, also where it is said which of them was met."""

    def bound(self, search: Search, at: int, right: BoundName) -> BoundName:
        return "alpha" if right == "beta" else "beta"


class BoundsByRole(Words):
    """A cutoff is said to meet the bound that goes with what a node is taken for."""

    def bound(self, search: Search, at: int, right: BoundName) -> BoundName:
        roles: dict[Kind, BoundName] = {Kind.MAX: "beta", Kind.MIN: "alpha"}
        return roles.get(search.step.role(at), right)


class Moves:
    """The moves that are called best: by the search, or by the values of all nodes."""

    id: ClassVar[str] = ""
    facet: ClassVar[Facet] = "move"

    def by_search(self, search: Search) -> tuple[int, ...]:
        return search.moves()

    def by_values(self, search: Search, step: ValueStep) -> tuple[int, ...]:
        """The same of somebody who has worked out all values; `search` was done besides."""
        return step.moves(step.in_order(0), step.values, step.values[0])


class WrongMoves(Moves):
    """A move by the search or by the leaves, whatever the values say."""

    def by_search(self, search: Search) -> tuple[int, ...]:
        return () if search.tree.kinds[0] in (Kind.CHANCE, Kind.LEAF) else self.picked(search)

    def by_values(self, search: Search, step: ValueStep) -> tuple[int, ...]:
        return self.by_search(search)

    def picked(self, search: Search) -> tuple[int, ...]:
        raise NotImplementedError


class TieTakesLastMove(WrongMoves):
    """A later move that seems as good replaces the best one, though it may only be bounded."""

    id = "tie-takes-last-move"

    def picked(self, search: Search) -> tuple[int, ...]:
        return tuple([child for child in search.seen[0] if search.returned[child] == search.best][-1:])


class BestScoreNeverUpdated(WrongMoves):
    """Every move looks better than none, so the last one is played."""

    id = "best-score-never-updated"

    def picked(self, search: Search) -> tuple[int, ...]:
        return tuple(search.seen[0][-1:])


class BestMoveFollowsBestLeaf(WrongMoves):
    """The best move is the one towards the best leaf of the whole tree."""

    id = "best-move-follows-best-leaf"

    def picked(self, search: Search) -> tuple[int, ...]:
        tree, numbers = search.tree, search.solution.true.numbers
        best = (max if tree.kinds[0] is Kind.MAX else min)(number for number in numbers if number is not None)
        leads_there = (
            child for child in search.step.in_order(0) if best in numbers[child : tree.ends[child]]
        )
        return (next(leads_there),)


def _with(search: Search, nodes: Iterable[int]) -> frozenset[int]:
    """The nodes that were pruned, and all of these subtrees."""
    return search.unvisited().union(*(range(node, search.tree.ends[node]) for node in nodes))


WRONG_WORDS: tuple[type[Words], ...] = (
    TriggerAlsoPruned, WholeCutNodePruned, OraclePruning, EverythingOffTheLinePruned, VisitedInPostOrder,
    VisitedLevelByLevel, LabelsSwapped,
)  # fmt: skip
WRONG_MOVES: tuple[type[Moves], ...] = (TieTakesLastMove, BestScoreNeverUpdated, BestMoveFollowsBestLeaf)
