"""Probabilities to choose from, and a number of outcomes → the ways to give each one that add up to 1."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache


@cache
def splits(probabilities: tuple[Fraction, ...], number: int) -> tuple[tuple[Fraction, ...], ...]:
    """The ways, in a stable order; none where there is no such sum."""
    return tuple(_sums_to(probabilities, number, Fraction(1)))


def _sums_to(
    probabilities: Sequence[Fraction], number: int, total: Fraction
) -> Iterator[tuple[Fraction, ...]]:
    if number == 1:
        if total in probabilities:
            yield (total,)
        return
    for first in probabilities:
        if first < total:
            for rest in _sums_to(probabilities, number - 1, total - first):
                yield (first, *rest)
