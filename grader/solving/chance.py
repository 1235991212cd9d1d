"""What a search does at a chance node: the window of each outcome, and when the rest cannot matter."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import inf, isinf
from typing import TypeAlias

from grader.rule import Rule, Window
from grader.solving.arithmetic import minus, plus, product, quotient
from grader.solving.search_order import SearchOrder
from grader.text.numbers import Number


def outcomes_of(order: SearchOrder, position: int, rule: Rule, window: Window) -> ChanceOutcomes:
    """The outcomes of a chance node that is entered with this window: `next_window`, then `add`, in turn."""
    if rule.chance == "star1":
        return Star1(window, rule.bounds, rule.ties == "cut", iter(order.probabilities(position)))
    return Afresh(order, position, rule.bounds)


@dataclass(slots=True)
class Afresh:
    """Every outcome is searched, each with the full window."""

    order: SearchOrder
    position: int
    bounds: Window
    results: list[Number] = field(default_factory=list)

    def next_window(self) -> Window:
        return self.bounds

    def add(self, result: Number) -> bool:
        """Take in what an outcome returned; the search always goes on."""
        self.results.append(result)
        return True

    @property
    def value(self) -> Number:
        """The expected value."""
        return self.order.expected(self.position, self.results)


@dataclass(slots=True)
class Star1:
    """Ballard's Star1: an outcome counts only as far as the bounds of all utilities let it matter.

    `value` is what the node reports: the expected value, or a bound on it where the search stopped.
    """

    window: Window
    bounds: Window
    cuts_ties: bool
    probabilities: Iterator[Number]
    probability: Number = 0  # of the outcome that is searched now
    rest: Number = 1  # the probability of all outcomes after it
    total: Number = 0  # the share of all outcomes before it
    value: Number = 0

    def next_window(self) -> Window:
        """What the next outcome would have to lie in for this node to matter."""
        self.probability = next(self.probabilities)
        self.rest -= self.probability
        low, high = self.bounds
        least, most = self._range()
        alpha = _needed(self.window[0], most, self.probability, otherwise=-inf)
        beta = _needed(self.window[1], least, self.probability, otherwise=inf)
        return max(alpha, low), min(beta, high)

    def add(self, result: Number) -> bool:
        """Take in what an outcome returned; whether the search goes on to the next one."""
        self.total = self.value = plus(self.total, product(self.probability, result))
        alpha, beta = self.window
        least, most = self._range()
        if most < alpha or (self.cuts_ties and most == alpha):
            self.value = most
        elif least > beta or (self.cuts_ties and least == beta):
            self.value = least
        else:
            return True
        return False

    def _range(self) -> Window:
        """The least and the most that the total can become with the outcomes in `rest`."""
        low, high = self.bounds
        return plus(self.total, product(self.rest, low)), plus(self.total, product(self.rest, high))


ChanceOutcomes: TypeAlias = Afresh | Star1


def _needed(bound: Number, others: Number, probability: Number, otherwise: Number) -> Number:
    """What an outcome must be for the node to reach the bound; `otherwise` where anything will do."""
    difference = minus(bound, others)
    if difference is None:
        return otherwise
    return difference if isinf(difference) else quotient(difference, probability)
