"""A tree with unknown leaves or blanks → OpenSolution; what is seen of one unknown → when it is so.

The search itself runs on linear numbers: one run settles all x up to the next point at which it would turn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import inf
from typing import Generic, TypeVar, cast

from grader.memory import remembered
from grader.rule import Rule
from grader.solving.alpha_beta import Record
from grader.solving.linear_number import OpenStretch
from grader.solving.minimax import TrueValues
from grader.solving.number_line import Segment, Segments, joined_up
from grader.solving.search_log import Log
from grader.solving.search_order import search_order
from grader.solving.solution import Counts, Solution, limited, solve
from grader.text.numbers import Finite, Number
from grader.tree import Tree, Unknown

T = TypeVar("T")


@dataclass(frozen=True)  # without slots, like every solution
class OpenSolution(Solution):
    """A tree whose search cannot run before all leaves are numbers; nothing is known of it but its rule."""

    @property
    def is_open(self) -> bool:
        return True

    @property
    def unknowns(self) -> tuple[str, ...]:
        return unknowns_of(self.whole)

    @property
    def blanks(self) -> tuple[str, ...]:
        return blanks_of(self.whole)

    @cached_property
    def _open(self) -> tuple[tuple[int, str], ...]:
        return tuple(_open_leaves(self.whole))

    def filled(self, numbers: Mapping[str, Number]) -> Solution:
        """The same with numbers for all blanks, by the names of the leaves."""
        found = {index: numbers[name] for index, name in self._open if name in numbers}
        return solve(self.whole.with_utilities(found, in_place=True), self.rule)

    @property
    def range(self) -> Segments:
        """What every leaf lies in, the unknown ones too."""
        low, high = self.rule.bounds
        return joined_up([Segment(low, high, True, True)])

    def at(self, number: Number) -> Solution:
        """The same with a number for every unknown and blank."""
        return self.filled(dict.fromkeys((*self.unknowns, *self.blanks), number))

    def at_turn(self, number: Number) -> Solution:
        """The same, remembered: one number turns the answers to many questions."""
        return _turned(self, number)

    def numbers_where(self, holds: Callable[[Solution], bool]) -> Segments:
        """For which numbers, of those that a leaf may have, something holds."""
        return joined_up(case.segment for case in cases(self, holds) if case.seen)

    @cached_property
    def log(self) -> Log:
        return Log(self.tree, self.rule, {}, {}, (), frozenset())

    @cached_property
    def pruned(self) -> tuple[str, ...]:
        return ()

    @cached_property
    def counts(self) -> Counts:
        return Counts(0, 0, 0)

    @cached_property
    def best_moves(self) -> tuple[str, ...]:
        return ()

    @cached_property
    def line(self) -> tuple[str, ...]:
        return ()


def solve_as_far(tree: Tree, rule: Rule) -> Solution:
    """The tree solved; one with unknown leaves or blanks stays open."""
    open_leaves = (*unknowns_of(tree), *blanks_of(tree))
    if not open_leaves:
        return solve(tree, rule)
    _ = solve(with_numbers(tree, dict.fromkeys(open_leaves, _allowed(rule))), rule)  # refuses all else
    ends = limited(tree, rule.limit)
    numbers = cast("tuple[Number | None, ...]", ends.utilities)
    return OpenSolution(
        ends, rule, TrueValues(ends, numbers), Record(search_order(ends, numbers, rule.order)), tree
    )


def unknowns_of(tree: Tree) -> tuple[str, ...]:
    """The names of the unknowns, in the order of the tree."""
    leaves = (utility for utility in tree.utilities if isinstance(utility, Unknown))
    return tuple(dict.fromkeys(leaf.name for leaf in leaves if leaf.name))


def blanks_of(tree: Tree) -> tuple[str, ...]:
    """The names of the leaves that are left blank, in the order of the tree."""
    blank = Unknown("")
    return tuple(tree.names[index] for index, utility in enumerate(tree.utilities) if utility == blank)


def _open_leaves(tree: Tree) -> Iterator[tuple[int, str]]:
    """The index of every unknown leaf and blank, and its name."""
    for index, leaf in enumerate(tree.utilities):
        if isinstance(leaf, Unknown):
            yield index, leaf.name or tree.names[index]


def with_numbers(tree: Tree, numbers: Mapping[str, Number]) -> Tree:
    """The tree with numbers for some of its unknowns and blanks; its mistakes still have their places."""
    found = {index: numbers[name] for index, name in _open_leaves(tree) if name in numbers}
    return tree.with_utilities(found, in_place=True) if found else tree


@dataclass(frozen=True, slots=True)
class SeenCase(Generic[T]):
    """A stretch of the line without a turn, or a point at which something turns, and what is seen there."""

    segment: Segment
    seen: T


def cases(solution: OpenSolution, observe: Callable[[Solution], T]) -> Iterator[SeenCase[T]]:
    """What is seen for every number, from left to right, in solutions with numbers or with linear ones."""
    for segment in solution.range:
        if segment.low_in:
            yield _point(solution, observe, segment.low)
        here = segment.low
        while here < segment.high:
            stretch, found = _stretch(solution, here, segment.high)
            seen = observe(found)
            yield SeenCase(Segment(here, stretch.ahead), seen)
            here = stretch.ahead
            if here < segment.high or (segment.high_in and not segment.is_point):
                yield _point(solution, observe, here)


def _point(solution: OpenSolution, observe: Callable[[Solution], T], number: Number) -> SeenCase[T]:
    return SeenCase(Segment(number, number, True, True), observe(solution.at_turn(number)))


@remembered
def _turned(solution: OpenSolution, number: Number) -> Solution:
    return solution.at(number)


@remembered
def _stretch(solution: OpenSolution, behind: Number, most: Number) -> tuple[OpenStretch, Solution]:
    """What holds right of a point. Whoever looks may find that it ends sooner, and it then does for all."""
    stretch = OpenStretch(behind, most)
    return stretch, solution.at(cast("Number", stretch.unknown()))


def _allowed(rule: Rule) -> Finite:
    """A number that every leaf may have."""
    low, high = rule.bounds
    if low <= 0 <= high:
        return 0
    return cast("Finite", low if low > -inf else high)
