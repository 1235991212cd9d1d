"""A puzzle, and the work and way of somebody → Imagined: what they would answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import cast

from grader.ideas.catalogue import Way, Work
from grader.ideas.search import Search
from grader.ideas.value_step import Undefined, ValueStep
from grader.ideas.wrong_words import Words
from grader.memory import remembered
from grader.rule import Rule, Window
from grader.solving import Counts, Cutoff, Solution
from grader.solving.max_n import PayoffValues
from grader.solving.number_line import Segments
from grader.solving.search_log import BoundKind, Log
from grader.solving.solution import ByName
from grader.solving.unknown_leaf import OpenSolution
from grader.text.numbers import Number
from grader.tree import Kind, Tree


class NotPredicted(LookupError):
    """The work says nothing about what was asked."""


@remembered
def imagine(solution: Solution, work: Work, way: Way) -> Solution:
    """What somebody answers who works like this; raises `Undefined`."""
    if isinstance(solution.true, PayoffValues):  # nothing but the wishes of players makes a difference
        return replace(solution, true=replace(solution.true, wish_of=work.wish))
    assert not solution.is_open, "an open solution is imagined by `imagine_open`"
    step = _step(solution, work.step)
    if way == "values-first":
        search = _search(solution, work.search, ValueStep)
    else:
        search = _search(solution, work.search, work.step, own=way == "own-values")
    moves = work.moves()
    found = moves.by_search(search) if way == "run" else moves.by_values(search, step)
    values = search.returned if way == "run" else step.values
    return Imagined(
        solution.tree, solution.rule, solution.true, solution.record, solution.whole,
        step=step, search=search, words=work.words(), known=values, chosen=found, work=work, way=way,
    )  # fmt: skip


@remembered
def imagine_open(solution: OpenSolution, work: Work, way: Way) -> ImaginedOpen:
    """The same of a tree with an unknown leaf."""
    return ImaginedOpen(
        solution.tree, solution.rule, solution.true, solution.record, solution.whole,
        truth=solution, work=work, way=way,
    )  # fmt: skip


@remembered
def _step(solution: Solution, step: type[ValueStep]) -> ValueStep:
    return step(solution)


@remembered
def _searched(solution: Solution, search: type[Search], step: type[ValueStep], own: bool) -> Search:
    work = _step(solution, step)
    return search(solution, work, work.values if own else None)


def _search(solution: Solution, search: type[Search], step: type[ValueStep], *, own: bool = False) -> Search:
    return _searched(solution, search, step, own)


@dataclass(frozen=True)  # without slots, like the solution that it stands for
class Imagined(Solution):
    """What somebody finds; what their work says nothing about raises `NotPredicted`."""

    step: ValueStep = field(kw_only=True, repr=False, compare=False)
    search: Search = field(kw_only=True, repr=False, compare=False)
    words: Words = field(kw_only=True, repr=False, compare=False)
    known: Mapping[int, Number] = field(kw_only=True, repr=False, compare=False)
    chosen: tuple[int, ...] = field(kw_only=True, repr=False, compare=False)
    work: Work = field(kw_only=True, repr=False, compare=False)
    way: Way = field(kw_only=True, repr=False, compare=False)

    def searched(self, tree: Tree, rule: Rule) -> Solution:
        try:
            return imagine(super().searched(tree, rule), self.work, self.way)
        except Undefined:
            raise NotPredicted("another tree") from None

    @cached_property
    def log(self) -> Log:
        raise NotPredicted("log")

    @cached_property
    def value(self) -> Number:
        return self.values[self.tree.names[0]]

    @cached_property
    def values(self) -> Mapping[str, Number]:
        return ByName(self.tree, cast("dict[int, Number]", self.known), self.known)

    @property
    def returned(self) -> Mapping[str, Number]:
        return ByName(self.tree, self.search.returned, self.search.returned)

    @cached_property
    def windows(self) -> Mapping[str, Window]:
        return self._windows(self.search.windows)

    @cached_property
    def exits(self) -> Mapping[str, Window]:
        return self._windows(self.search.exits)

    @cached_property
    def histories(self) -> Mapping[str, tuple[Window, ...]]:
        shown = {
            index: tuple(map(self.words.window, windows)) for index, windows in self.search.histories.items()
        }
        return ByName(self.tree, shown, shown)

    @property
    def cutoff_windows(self) -> tuple[Window, ...]:
        return tuple(self.words.window(window) for _, _, window, _ in self.search.stops)

    @cached_property
    def bounds(self) -> Mapping[str, BoundKind]:
        raise NotPredicted("bounds")

    def known_after(self, leaf: str) -> Mapping[str, Window]:
        if type(self.step) is not ValueStep:
            raise NotPredicted("bounds")
        return super().known_after(leaf)

    @cached_property
    def visited(self) -> tuple[str, ...]:
        return tuple(self.tree.names[index] for index in self.words.visited(self.search))

    @cached_property
    def pruned(self) -> tuple[str, ...]:
        return tuple(self.tree.names[index] for index in sorted(self.words.pruned(self.search)))

    @cached_property
    def counts(self) -> Counts:
        evaluated = sum(self.tree.kinds[index] is Kind.LEAF for index in self.words.visited(self.search))
        pruned = sum(self.tree.kinds[index] is Kind.LEAF for index in self.words.pruned(self.search))
        return Counts(evaluated, len(self.visited), pruned)

    @cached_property
    def best_moves(self) -> tuple[str, ...]:
        if not self.chosen and self.tree.kinds[0] in (Kind.MAX, Kind.MIN):  # no child was better than a start
            raise NotPredicted("move")
        return tuple(self.tree[child].move for child in self.chosen)

    @cached_property
    def line(self) -> tuple[str, ...]:
        """From each node the first child, or the last by the rule, that seems to be worth as much."""
        index, names = 0, [self.tree.names[0]]
        while self.tree.kinds[index] not in (Kind.LEAF, Kind.CHANCE):
            alike = self._best(index)
            if not alike:
                raise NotPredicted("line")
            index = alike[-1 if self.rule.best == "last" else 0]
            names.append(self.tree.names[index])
        return tuple(names)

    @cached_property
    def cutoffs(self) -> tuple[Cutoff, ...]:
        return tuple(map(self._cutoff, self.search.stops))

    @cached_property
    def deep_cutoffs(self) -> tuple[bool, ...]:
        raise NotPredicted("deep cutoffs")

    @cached_property
    def irrelevant(self) -> tuple[str, ...]:
        if type(self.step) is not ValueStep:
            raise NotPredicted("irrelevant")
        return super().irrelevant

    def _best(self, index: int) -> list[int]:
        if index == 0:
            return list(self.chosen)
        seen = [child for child in self.search.children(index) if child in self.known]
        return self.step.best(index, seen, self.known, self.known[index]) if index in self.known else []

    def _windows(self, windows: Mapping[int, Window]) -> Mapping[str, Window]:
        shown = {index: self.words.window(window) for index, window in windows.items()}
        return ByName(self.tree, shown, shown)

    def _cutoff(self, stop: tuple[int, int, Window, Number]) -> Cutoff:
        at, after, (alpha, beta), value = stop
        children: Sequence[int] = self.tree.child_indexes(at)
        names = self.tree.names
        skipped = tuple(names[child] for child in children if child not in self.search.windows)
        low = self.tree.kinds[at] is Kind.MIN or (self.tree.kinds[at] is Kind.CHANCE and value <= alpha)
        bound = self.words.bound(self.search, at, "alpha" if low else "beta")
        return Cutoff(names[at], names[after], alpha, beta, value, bound, None, skipped, False, "")


@dataclass(frozen=True)  # without slots, like the solution that it stands for
class ImaginedOpen(OpenSolution):
    """What somebody finds for every number in the place of an unknown leaf."""

    truth: OpenSolution = field(kw_only=True, repr=False, compare=False)
    work: Work = field(kw_only=True, repr=False, compare=False)
    way: Way = field(kw_only=True, repr=False, compare=False)

    def at(self, number: Number) -> Solution:
        return imagine(self.truth.at(number), self.work, self.way)

    def at_turn(self, number: Number) -> Solution:
        return imagine(self.truth.at_turn(number), self.work, self.way)

    def numbers_where(self, holds: Callable[[Solution], bool]) -> Segments:
        """The numbers; whoever does more with them than compare and add says nothing of an unknown."""
        try:
            return super().numbers_where(holds)
        except (TypeError, Undefined):
            raise NotPredicted("unknown") from None
