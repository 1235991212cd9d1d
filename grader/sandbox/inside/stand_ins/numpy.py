"""`numpy`: its infinities and the few functions that searches use, on plain numbers and lists."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from grader.sandbox.inside.stand_ins.absent import part_of

inf = Inf = infty = Infinity = PINF = math.inf
NINF = -math.inf
nan = NaN = math.nan
pi, e = math.pi, math.e
float64 = float
maximum, minimum = max, min
isclose, isinf, isnan, sqrt, log, exp, floor, ceil = (
    math.isclose, math.isinf, math.isnan, math.sqrt, math.log, math.exp, math.floor, math.ceil,
)  # fmt: skip
max = amax = max  # noqa: A001, PLW0127 - as numpy calls them
min = amin = min  # noqa: A001, PLW0127
sum, abs = sum, abs  # noqa: A001, PLW0127


def argmax(numbers: Sequence[Any]) -> int:
    """The place of the first of the largest numbers."""
    return max(range(len(numbers)), key=numbers.__getitem__)


def argmin(numbers: Sequence[Any]) -> int:
    """The place of the first of the smallest numbers."""
    return min(range(len(numbers)), key=numbers.__getitem__)


def mean(numbers: Sequence[Any]) -> Any:
    return sum(numbers) / len(numbers)


def average(numbers: Sequence[Any], weights: Sequence[Any] | None = None) -> Any:
    """The mean, weighted where there are weights."""
    if weights is None:
        return mean(numbers)
    return sum(number * weight for number, weight in zip(numbers, weights, strict=True)) / sum(weights)


__getattr__ = part_of("numpy", "is not here: programs have no numpy, only its infinity and a few functions")
