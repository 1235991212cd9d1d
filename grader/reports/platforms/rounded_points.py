"""Points → hundredths, for platforms that know no fractions: the rounded points add up to the rounded sum."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import ceil, floor

_UNITS = 100
_HALF = Fraction(1, 2)


def hundredths(points: Sequence[int | Fraction]) -> list[int]:
    """Each rounded up or down such that the sum is the rounded sum; the largest remainders are rounded up."""
    scaled = [Fraction(number) * _UNITS for number in points]
    rounded = [floor(number) for number in scaled]
    left = floor(sum(scaled) + _HALF) - sum(rounded)
    by_remainder = sorted(range(len(scaled)), key=lambda index: rounded[index] - scaled[index])
    for index in by_remainder[:left]:
        rounded[index] += 1
    return rounded


def hundredths_above(points: int | Fraction) -> int:
    """Rounded up: no share of the points is ever more than that."""
    return ceil(Fraction(points) * _UNITS)
