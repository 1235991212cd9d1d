"""The student's own values → what each step from them gives, where they are not the key's."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from grader.memory import remembered
from grader.solving import Solution
from grader.solving.arithmetic import plus, product
from grader.solving.cutoff import BoundName
from grader.solving.minimax import expected, probabilities
from grader.solving.search_log import visited_children
from grader.text.numbers import Number, Payoffs, Typed, same_value
from grader.tree import Kind


@dataclass(frozen=True, slots=True)
class Steps(ABC):
    """How the value of a node follows from those of its children."""

    solution: Solution

    @abstractmethod
    def right(self, index: int) -> Number:
        """The key's value of a node."""

    @abstractmethod
    def children(self, index: int) -> Sequence[int]:
        """The children that count, from left to right."""

    @abstractmethod
    def result(self, index: int, outcomes: Sequence[Number]) -> Number:
        """The value of a node whose children that count are worth `outcomes`."""


class TrueSteps(Steps):
    """The true values: every child counts."""

    __slots__ = ()

    def right(self, index: int) -> Number:
        return self.solution.true.column[index]

    def children(self, index: int) -> Sequence[int]:
        return self.solution.tree.child_indexes(index)

    def result(self, index: int, outcomes: Sequence[Number]) -> Number:
        return self.solution.true.result(index, outcomes)


class ReportedSteps(Steps):
    """What the search reports: the children that it visits count."""

    __slots__ = ()

    def right(self, index: int) -> Number:
        return self.solution.log.returned[index]

    def children(self, index: int) -> Sequence[int]:
        return sorted(_visited_children(self.solution)[index])

    def result(self, index: int, outcomes: Sequence[Number]) -> Number:
        value = self.before_clipping(index, outcomes)
        if self.solution.rule.returns == "soft":
            return value
        low, high = self.solution.log.windows[index]
        return max(low, min(value, high))

    def before_clipping(self, index: int, outcomes: Sequence[Number]) -> Number:
        """What a fail-soft search would report."""
        kind = self.solution.tree.kinds[index]
        return self._expected(index, outcomes) if kind is Kind.CHANCE else _BEST[kind](outcomes)

    def rest(self, index: int) -> Number:
        """What skipped outcomes of a chance node count as: the most or the least that there can be."""
        return self.solution.rule.bounds[_failed(self.solution).get(index) == "alpha"]

    def _expected(self, index: int, outcomes: Sequence[Number]) -> Number:
        tree, children = self.solution.tree, self.children(index)
        if len(children) == len(tree.child_indexes(index)):
            return expected(tree, index, outcomes)
        visited = dict(zip(children, outcomes, strict=True))
        rest = self.rest(index)
        total: Number = 0
        for child, probability in zip(tree.child_indexes(index), probabilities(tree, index), strict=True):
            total = plus(total, product(probability, visited.get(child, rest)))
        return total


_BEST = {Kind.MAX: max, Kind.MIN: min}


class OwnValues:
    """What a student takes the nodes for: the given values, and what follows from them for the others.

    `results` has what the step gives at each node above a value that is not the key's. A step takes the
    student's value of a child, or what the child's own step gives where there is none.
    """

    __slots__ = ("_given", "_steps", "results")

    def __init__(self, steps: Steps, own: Mapping[str, Number]) -> None:
        tree = steps.solution.tree
        self._steps = steps
        self._given = {tree.index(name): number for name, number in own.items()}
        self.results: dict[int, Number] = {}
        other = [index for index, number in self._given.items() if number != steps.right(index)]
        for index in sorted(_above(tree.parents, other), reverse=True):  # every child before its parent
            self.results[index] = steps.result(index, [self.worth(child) for child in steps.children(index)])

    def worth(self, index: int) -> Number:
        """The student's value of a node, or what follows from those below it."""
        if index in self._given:
            return self._given[index]
        return self.results[index] if index in self.results else self._steps.right(index)


def unrounded(steps: Steps, own: Mapping[str, Number], rounding: int) -> dict[str, Number]:
    """The student's own values, exact where they are right but for rounding."""
    exact = dict(own)
    for name, number in own.items():
        if type(number) in (Typed, Payoffs) or not rounding:  # nothing else can be rounded
            right = steps.right(steps.solution.tree.index(name))
            exact[name] = right if same_value(number, right, rounding) else number
    return exact


def best_children(solution: Solution, index: int, worth: Callable[[int], Number]) -> list[int]:
    """The children that the rule lets a player choose when nodes are worth so much; none by chance."""
    tree, rule = solution.tree, solution.rule
    children = tree.child_indexes(index)
    if not children or tree.kinds[index] is Kind.CHANCE:
        return []
    wishes = [solution.true.wish(index, worth(child)) for child in children]
    most = max(wishes)
    best = [child for child, wish in zip(children, wishes, strict=True) if wish == most]
    return (best if rule.order == "left-to-right" else best[::-1])[_CHOSEN[rule.best]]


_CHOSEN = {"first": slice(1), "last": slice(-1, None), "any": slice(None)}


def _above(parents: Sequence[int], indexes: Iterable[int]) -> set[int]:
    """All nodes above these."""
    found: set[int] = set()
    for index in indexes:
        parent = parents[index]
        while parent >= 0 and parent not in found:
            found.add(parent)
            parent = parents[parent]
    return found


@remembered
def _visited_children(solution: Solution) -> Mapping[int, Sequence[int]]:
    return visited_children(solution.log)


@remembered
def _failed(solution: Solution) -> Mapping[int, BoundName]:
    """By node, the bound at which the search stopped there."""
    return {solution.tree.index(cutoff.at): cutoff.bound for cutoff in solution.cutoffs}
