"""ValueStep: how the value of a node is worked out from those below it, and what follows for its moves.

An idea about values replaces one of its steps. The same step is taken by a search, by somebody who works
out all values first, and by whoever goes on with wrong values of their own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from math import isnan
from typing import ClassVar, Literal, TypeAlias

from grader.rule import Window
from grader.solving import Solution
from grader.solving.minimax import expected, probabilities
from grader.text.numbers import Number
from grader.tree import Kind

# What of a student's work an idea spoils; the rest is done rightly.
Facet: TypeAlias = Literal["values", "chance", "search", "labels", "windows", "move"]


class Undefined(ArithmeticError):
    """A wrong idea asks for ∞ − ∞ at the node of that name, so that it has no answer."""


class ValueStep:
    """The step as it should be, about a solved puzzle."""

    id: ClassVar[str] = ""
    facet: ClassVar[Facet] = "values"
    is_from_children: ClassVar[bool] = True  # and nothing further down

    def __init__(self, solution: Solution) -> None:
        self.solution = solution
        self.tree = solution.tree

    # The decisions.

    def role(self, index: int) -> Kind:
        """As what a node is treated."""
        return self.tree.kinds[index]

    def chosen(self, role: Kind, values: Sequence[Number]) -> Number:
        """What a player takes of the values that have been seen."""
        return max(values) if role is Kind.MAX else min(values)

    def expectation(self, index: int, outcomes: Sequence[Number]) -> Number:
        """What chance is worth with these outcomes, from left to right."""
        return expected(self.tree, index, outcomes)

    def value(self, index: int, seen: Sequence[int], known: Mapping[int, Number]) -> Number:
        """The value of an inner node: of a player's by the children seen, of chance by all."""
        if self.role(index) is Kind.CHANCE:
            return self.expectation(index, [known[child] for child in self.tree.child_indexes(index)])
        return self.chosen(self.role(index), [known[child] for child in seen])

    def best(self, index: int, seen: Sequence[int], known: Mapping[int, Number], value: Number) -> list[int]:
        """The children that a player may choose whose node has this value."""
        return [child for child in seen if known[child] == value]

    def passed_down(self, index: int, window: Window) -> Window:
        """The window of a player's child as that child sees it."""
        return window

    # What follows from them.

    def is_expected_at(self, index: int) -> bool:
        """Whether a node is worth its expected value, as it should be, so that Star1 can reckon with it."""
        return self.facet != "chance" and self.tree.kinds[index] is self.role(index) is Kind.CHANCE

    def in_order(self, index: int) -> Sequence[int]:
        """The children of a node in the order of search."""
        children = self.tree.child_indexes(index)
        return children if self.solution.rule.order == "left-to-right" else children[::-1]

    def probabilities(self, index: int) -> list[Number]:
        """The probabilities of a chance node's outcomes, from left to right."""
        return probabilities(self.tree, index)

    @cached_property
    def values(self) -> dict[int, Number]:
        """The value of every node, worked out from below."""
        return self.values_with({})[0]

    def values_with(self, own: Mapping[int, Number]) -> tuple[dict[int, Number], dict[int, Number]]:
        """The value of every node where some are somebody's own; and each inner node's step from these."""
        known: dict[int, Number] = {}
        stepped: dict[int, Number] = {}
        for index in range(len(self.tree) - 1, -1, -1):  # every child before its parent
            number = self.solution.true.numbers[index]
            if number is None:
                number = stepped[index] = self.value(index, self.in_order(index), known)
                if isnan(number):
                    raise Undefined(self.tree.names[index])
            known[index] = own.get(index, number)
        return known, stepped

    def moves(self, seen: Sequence[int], known: Mapping[int, Number], value: Number) -> tuple[int, ...]:
        """The children of the root that are called best, by the rule for equals; none at chance."""
        if self.tree.kinds[0] in (Kind.LEAF, Kind.CHANCE):
            return ()
        found = self.best(0, seen, known, value)
        return tuple({"first": found[:1], "last": found[-1:], "any": found}[self.solution.rule.best])


class PayoffStep(ValueStep):
    """The step of several players, about what somebody found who may wish for the wrong thing."""

    def value(self, index: int, seen: Sequence[int], known: Mapping[int, Number]) -> Number:
        del seen  # they look at everything
        return self.solution.true.result(index, [known[child] for child in self.tree.child_indexes(index)])

    def best(self, index: int, seen: Sequence[int], known: Mapping[int, Number], value: Number) -> list[int]:
        wish = self.solution.true.wish
        return [child for child in seen if wish(index, known[child]) == wish(index, value)]
