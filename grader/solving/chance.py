"""What a search does at a chance node: the window of each outcome, and when the rest cannot matter."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import inf, isinf

from grader.numbers import Number, exact
from grader.rule import Rule, Window
from grader.solving.sums import minus, plus, product


@dataclass(slots=True)
class Outcomes:
    """One chance node as a search meets its outcomes: `next_window`, then `add`, for each in turn.

    `value` is what the node reports: the expected value, or a bound on it where Star1 stopped.
    """

    rule: Rule
    window: Window
    probabilities: Iterator[Number]
    probability: Number = 0  # of the outcome that is searched now
    rest: Number = 1  # the probability of all outcomes after it
    total: Number = 0  # the share of the outcomes before it
    value: Number = 0

    def next_window(self) -> Window:
        """The window for the next outcome: what it would have to be for this node to matter."""
        self.probability = next(self.probabilities)
        self.rest -= self.probability
        low, high = self.rule.bounds
        if self.rule.chance != "star1":
            return low, high
        least, most = self._range()
        alpha = _needed(self.window[0], most, self.probability, otherwise=-inf)
        beta = _needed(self.window[1], least, self.probability, otherwise=inf)
        return max(alpha, low), min(beta, high)

    def add(self, value: Number) -> bool:
        """Take an outcome's value in; whether the search goes on to the next outcome."""
        self.total = self.value = plus(self.total, product(self.probability, value))
        if self.rule.chance != "star1":
            return True
        alpha, beta = self.window
        least, most = self._range()
        if most < alpha or (most == alpha and self.rule.ties == "cut"):
            self.value = most
        elif least > beta or (least == beta and self.rule.ties == "cut"):
            self.value = least
        else:
            return True
        return False

    def _range(self) -> Window:
        """The least and the most that the total can become with the outcomes in `rest`."""
        low, high = self.rule.bounds
        return plus(self.total, product(self.rest, low)), plus(self.total, product(self.rest, high))


def _needed(bound: Number, others: Number, probability: Number, otherwise: Number) -> Number:
    """What an outcome must be for the node to reach the bound; `otherwise` where anything will do."""
    difference = minus(bound, others)
    if difference is None:
        return otherwise
    return difference if isinf(difference) else exact(Fraction(difference) / Fraction(probability))
