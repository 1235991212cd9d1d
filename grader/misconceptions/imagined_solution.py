"""A search that went wrong → Imagined: what somebody who searches like that would answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import cast

from grader.misconceptions.replaceable_search import Search
from grader.rule import Window
from grader.solving import Counts, Cutoff, Solution
from grader.solving.reasons import BoundName
from grader.solving.search_log import BoundKind, Log
from grader.solving.solution import ByName
from grader.text.numbers import Number
from grader.tree import Kind


class NotPredicted(LookupError):
    """The misconception says nothing about what was asked."""


@dataclass(frozen=True)  # without slots, like the solution that it stands for
class Imagined(Solution):
    """What a misconception predicts; what it is silent about raises `NotPredicted`.

    Where a wrong search still always finds the root's value, whoever searches like that is taken to
    know the true values of all nodes; else `values` has what the search returned where it went.
    """

    search: Search = field(kw_only=True, repr=False, compare=False)

    @classmethod
    def by(cls, search: Search) -> Imagined:
        """What somebody would answer whose search went like this."""
        right = search.solution
        return cls(right.tree, right.rule, right.true, right.record, right.whole, search=search)

    @cached_property
    def log(self) -> Log:
        raise NotPredicted("log")

    @cached_property
    def value(self) -> Number:
        return self.values[self.tree.names[0]]

    @cached_property
    def values(self) -> Mapping[str, Number]:
        if self.search.always_right:
            return super().values
        return ByName(self.tree, self.search.returned, self.search.returned)

    @property
    def returned(self) -> Mapping[str, Number]:
        self._speak("returned")
        return ByName(self.tree, self.search.returned, self.search.returned)

    @cached_property
    def windows(self) -> Mapping[str, Window]:
        return self._windows(self.search.windows)

    @cached_property
    def exits(self) -> Mapping[str, Window]:
        return self._windows(self.search.exits)

    @cached_property
    def bounds(self) -> Mapping[str, BoundKind]:
        raise NotPredicted("bounds")

    @cached_property
    def visited(self) -> tuple[str, ...]:
        self._speak("visited")
        return tuple(self.tree.names[index] for index in self.search.windows)

    @cached_property
    def pruned(self) -> tuple[str, ...]:
        self._speak("pruned")
        return tuple(self.tree.names[index] for index in sorted(self.search.unvisited()))

    @cached_property
    def counts(self) -> Counts:
        return cast("Counts", _Counts(self))

    @cached_property
    def best_moves(self) -> tuple[str, ...]:
        self._speak("move")
        chosen = self.search.chosen()
        if not chosen and self.tree.kinds[0] in (Kind.MAX, Kind.MIN):  # no child was better than the start
            raise NotPredicted("move")
        return tuple(self.tree[child].move for child in chosen)

    @cached_property
    def line(self) -> tuple[str, ...]:
        self._speak("line")
        return super().line if self.search.always_right else self._own_line()

    @cached_property
    def cutoffs(self) -> tuple[Cutoff, ...]:
        self._speak("visited")
        return tuple(map(self._cutoff, self.search.stops))

    @cached_property
    def irrelevant(self) -> tuple[str, ...]:
        if not self.search.always_right:
            raise NotPredicted("irrelevant")
        return super().irrelevant

    def _speak(self, part: str) -> None:
        if part in self.search.silent:
            raise NotPredicted(part)

    def _windows(self, windows: Mapping[int, Window]) -> Mapping[str, Window]:
        self._speak("windows")
        shown = {index: self.search.shown_window(window) for index, window in windows.items()}
        return ByName(self.tree, shown, shown)

    def _own_line(self) -> tuple[str, ...]:
        """From each node the first child, or the last by the rule, that returned as much as the node did."""
        returned = self.search.returned
        index, names = 0, [self.tree.names[0]]
        while self.tree.kinds[index] not in (Kind.LEAF, Kind.CHANCE):
            children = [child for child in self.search.children(index) if child in returned]
            alike = [child for child in children if returned[child] == returned[index]]
            if not alike:
                raise NotPredicted("line")
            index = alike[-1 if self.rule.best == "last" else 0]
            names.append(self.tree.names[index])
        return tuple(names)

    def _cutoff(self, stop: tuple[int, int, Window, Number]) -> Cutoff:
        at, after, (alpha, beta), value = stop
        children = self.tree.child_indexes(at)
        skipped = tuple(self.tree.names[child] for child in children if child not in self.search.windows)
        low = self.tree.kinds[at] is Kind.MIN or (self.tree.kinds[at] is Kind.CHANCE and value <= alpha)
        names = self.tree.names
        bound: BoundName = "alpha" if low else "beta"
        return Cutoff(names[at], names[after], alpha, beta, value, bound, None, skipped, False, "")


class _Counts:
    """How many nodes are visited, and how many leaves are pruned, where these are predicted."""

    def __init__(self, imagined: Imagined) -> None:
        self._imagined = imagined

    @property
    def leaves_evaluated(self) -> int:
        return self._leaves(self._imagined.visited)

    @property
    def nodes_visited(self) -> int:
        return len(self._imagined.visited)

    @property
    def leaves_pruned(self) -> int:
        return self._leaves(self._imagined.pruned)

    def _leaves(self, names: Sequence[str]) -> int:
        tree = self._imagined.tree
        return sum(tree.kinds[tree.index(name)] is Kind.LEAF for name in names)
