"""Sums and products of exact numbers, in which ∞ has its place: 0 · ∞ is 0, and ∞ is never rounded to."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import inf, isinf, nan

from grader.text.numbers import Number, exact


def weighted_sum(weights: Sequence[Number], numbers: Sequence[Number]) -> Number:
    """Σ weight · number, or `nan` where both +∞ and −∞ are among the terms."""
    terms = [product(weight, number) for weight, number in zip(weights, numbers, strict=True)]
    infinite = {term for term in terms if isinf(term)}
    if infinite:
        return infinite.pop() if len(infinite) == 1 else nan
    return exact(Fraction(sum(terms)))


def mean(numbers: Sequence[Number]) -> Number:
    """The expected value of equally likely outcomes, or `nan` as above."""
    if inf in numbers or -inf in numbers:
        return weighted_sum([1] * len(numbers), numbers)
    return exact(Fraction(sum(numbers)) / len(numbers))


def product(weight: Number, number: Number) -> Number:
    """Weight times number."""
    if weight == 0 or number == 0:
        return 0
    if isinf(number):
        return number if weight > 0 else -number
    return weight * number


def plus(total: Number, term: Number) -> Number:
    """Total plus term, where an infinite total stays: whatever comes after it cannot matter."""
    if isinf(total):
        return total
    return term if isinf(term) else exact(Fraction(total + term))


def minus(number: Number, term: Number) -> Number | None:
    """Number minus term, or None for ∞ − ∞."""
    if isinf(number):
        return None if number == term else number
    return -term if isinf(term) else exact(Fraction(number - term))
