"""A tree and its leaves' numbers → the true minimax value of every node, in one backward sweep."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import cast

from grader.solving.arithmetic import mean, weighted_sum
from grader.text.numbers import Number, exact
from grader.tree import Kind, Tree


@dataclass(frozen=True)  # without slots: the column is kept in the instance's own dictionary
class TrueValues:
    """The true values of a tree, worked out when first asked for; `numbers` are those of its leaves."""

    tree: Tree
    numbers: Sequence[Number | None]

    @cached_property
    def column(self) -> list[Number]:
        """The value of each node by its index."""
        return true_values(self.tree, self.numbers)

    def result(self, index: int, outcomes: Sequence[Number]) -> Number:
        """What an inner node is worth when its children, from left to right, are worth `outcomes`."""
        kind = self.tree.kinds[index]
        if kind is Kind.CHANCE:
            return expected(self.tree, index, outcomes)
        return max(outcomes) if kind is Kind.MAX else min(outcomes)

    def wish(self, index: int, value: Number) -> Number:
        """What whoever moves at a node makes as large as possible, at a child that is worth `value`."""
        return value if self.tree.kinds[index] is Kind.MAX else -value


def true_values(tree: Tree, numbers: Sequence[Number | None]) -> list[Number]:
    """The value of each node by its index; `nan` at a chance node whose outcomes are both +∞ and −∞."""
    parents, kinds = tree.parents, tree.kinds
    maximum, chance = Kind.MAX, Kind.CHANCE
    values = list(numbers)
    outcomes: defaultdict[int, list[Number]] = defaultdict(list)  # of chance nodes, the last one first
    for index in range(len(values) - 1, 0, -1):  # every child before its parent
        value = values[index]
        if value is None:  # only a chance node has not got its value from its children by now
            value = values[index] = expected(tree, index, outcomes.pop(index)[::-1])
        parent = parents[index]
        kind = kinds[parent]
        best = values[parent]
        if kind is chance:
            outcomes[parent].append(value)
        elif best is None or (value > best if kind is maximum else value < best):
            values[parent] = value
    if values[0] is None:
        values[0] = expected(tree, 0, outcomes.pop(0)[::-1])
    return cast("list[Number]", values)


def expected(tree: Tree, index: int, outcomes: Sequence[Number]) -> Number:
    """What a chance node is worth when its children, from left to right, are worth `outcomes`."""
    if tree.probabilities[index + 1] is None:
        return mean(outcomes)
    return weighted_sum(probabilities(tree, index), outcomes)


def probabilities(tree: Tree, index: int) -> list[Number]:
    """The probability of each child of a chance node; where none are given, all are equally likely."""
    children = tree.child_indexes(index)
    return [_probability(tree.probabilities[child], len(children)) for child in children]


def _probability(given: Number | None, outcomes: int) -> Number:
    return exact(Fraction(1, outcomes)) if given is None else given
