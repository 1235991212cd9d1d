"""Misconceptions about what to write down: the search is right, but its answer is put in another way."""

from __future__ import annotations

from collections.abc import Sequence

from grader.misconceptions.replaceable_search import Search
from grader.rule import Window
from grader.tree import Kind

_ONLY_PRUNED = frozenset(("visited", "windows", "returned", "line"))


class TriggerAlsoPruned(Search):
    """The child after which the search stops is called pruned, too."""

    id = "trigger-also-pruned"
    silent = frozenset(("visited",))

    def unvisited(self) -> frozenset[int]:
        triggers = [range(after, self.tree.ends[after]) for at, after, _, _ in self.stops if self.skips(at)]
        return super().unvisited().union(*triggers)

    def skips(self, at: int) -> bool:
        return any(child not in self.windows for child in self.tree.child_indexes(at))


class OraclePruning(Search):
    """A leaf is called pruned when it could be ±∞ without changing the root, all others as they are."""

    id = "oracle-pruning"
    silent = frozenset(("visited",))

    def unvisited(self) -> frozenset[int]:
        pruned = set(map(self.tree.index, self.solution.irrelevant))
        for index in range(len(self.tree) - 1, -1, -1):  # a node goes with all of its children
            children = self.tree.child_indexes(index)
            if children and pruned.issuperset(children):
                pruned.add(index)
        return frozenset(pruned)


class SortsChildrenFirst(Search):
    """Children are put in order first, the best one in front, and then searched."""

    id = "sorts-children-first"
    silent = _ONLY_PRUNED

    def children(self, frame_index: int) -> Sequence[int]:
        children = super().children(frame_index)
        values = self.solution.true.column
        if self.tree.kinds[frame_index] is Kind.CHANCE:
            return children
        reverse = self.tree.kinds[frame_index] is Kind.MAX
        return sorted(children, key=values.__getitem__, reverse=reverse)

    def chosen(self) -> tuple[int, ...]:
        right = set(self.solution.best_moves)
        return tuple(child for child in self.tree.child_indexes(0) if self.tree[child].move in right)


class TieTakesLastMove(Search):
    """A later move that seems as good replaces the best one, though it may only be bounded."""

    id = "tie-takes-last-move"
    silent = frozenset(("line",))

    def chosen(self) -> tuple[int, ...]:
        visited = [child for child in self.children(0) if child in self.returned]
        best = self.returned[0]
        return tuple([child for child in visited if self.returned[child] == best][-1:])


class BestScoreNeverUpdated(Search):
    """Every move looks better than none, so the last one is played."""

    id = "best-score-never-updated"
    silent = frozenset(("line",))

    def chosen(self) -> tuple[int, ...]:
        if self.tree.kinds[0] in (Kind.CHANCE, Kind.LEAF):
            return ()
        return tuple([child for child in self.children(0) if child in self.returned][-1:])


class LabelsSwapped(Search):
    """α and β are written in each other's place."""

    id = "alpha-beta-labels-swapped"

    def shown_window(self, window: Window) -> Window:
        return window[1], window[0]


REPORTING = (
    TriggerAlsoPruned, OraclePruning, SortsChildrenFirst, TieTakesLastMove, BestScoreNeverUpdated,
    LabelsSwapped,
)  # fmt: skip
