"""Sums and products of exact numbers, in which ∞ has its place: 0 · ∞ is 0, and ∞ is never rounded to."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import inf, isinf, nan

from grader.solving.linear_number import is_linear
from grader.text.numbers import Number, exact


def weighted_sum(weights: Sequence[Number], numbers: Sequence[Number]) -> Number:
    """Σ weight · number, or `nan` where both +∞ and −∞ are among the terms."""
    terms = [product(weight, number) for weight, number in zip(weights, numbers, strict=True)]
    infinite = {term for term in terms if isinf(term)}
    if infinite:
        return infinite.pop() if len(infinite) == 1 else nan
    return in_one_form(sum(terms))


def mean(numbers: Sequence[Number]) -> Number:
    """The expected value of equally likely outcomes, or `nan` as above."""
    if inf in numbers or -inf in numbers:
        return weighted_sum([1] * len(numbers), numbers)
    return quotient(sum(numbers), len(numbers))


def product(weight: Number, number: Number) -> Number:
    """Weight times number."""
    if weight == 0 or (not is_linear(number) and number == 0):
        return 0
    if isinf(number):
        return number if weight > 0 else -number
    return weight * number


def plus(total: Number, term: Number) -> Number:
    """Total plus term, where an infinite total stays: whatever comes after it cannot matter."""
    if isinf(total):
        return total
    return term if isinf(term) else in_one_form(total + term)


def minus(number: Number, term: Number) -> Number | None:
    """Number minus term, or None for ∞ − ∞."""
    if isinf(number):
        return None if number == term else number
    return -term if isinf(term) else in_one_form(number - term)


def quotient(number: Number, divisor: Number) -> Number:
    """A finite number divided by another one."""
    return number / divisor if is_linear(number) else exact(Fraction(number) / Fraction(divisor))


def in_one_form(number: Number) -> Number:
    """A finite number as an `int` where it is whole; one that depends on an unknown stays as it is."""
    return number if is_linear(number) else exact(Fraction(number))
