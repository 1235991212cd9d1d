"""Linear: a number `start + rise · x` just right of a point, which notes where a comparison would turn.

A search that runs on such numbers does the same up to the nearest noted point, for every x before it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from math import inf, isinf
from typing import Any

from grader.text.numbers import Finite, Number, exact, pretty_number


@dataclass(slots=True)
class OpenStretch:
    """The numbers right of `behind`, as far as `ahead`: nearest of the points at which something turns."""

    behind: Number
    ahead: Number = inf

    def unknown(self) -> Linear:
        """The unknown itself."""
        return Linear(0, 1, self)


@dataclass(slots=True, eq=False)
class Linear:
    """Exactly `start + rise · x`, where x is on the stage; compared with numbers and others of the stage."""

    start: Finite
    rise: Finite
    stage: OpenStretch = field(repr=False)

    def at(self, x: Finite) -> Finite:
        """The number that it is for one x."""
        return exact(Fraction(self.start + self.rise * x))

    def plain(self) -> Number | Linear:
        """The same, as a plain number where it does not depend on x."""
        return self if self.rise else self.start

    def __str__(self) -> str:
        return linear_text(self.start, self.rise, "x")

    def __float__(self) -> float:
        """Any finite number: all that is asked of it is that it is not infinite."""
        return 0.0

    def __hash__(self) -> int:
        return hash((self.start, self.rise))

    def __neg__(self) -> Linear:
        return Linear(-self.start, -self.rise, self.stage)

    def __add__(self, other: Number | Linear) -> Number | Linear:
        if isinstance(other, Linear):
            return Linear(self.start + other.start, self.rise + other.rise, self.stage).plain()
        return other if isinstance(other, float) else Linear(self.start + other, self.rise, self.stage)

    __radd__ = __add__

    def __sub__(self, other: Number | Linear) -> Number | Linear:
        return self + -other

    def __rsub__(self, other: Number) -> Number | Linear:
        return -self + other

    def __mul__(self, other: Finite) -> Number | Linear:
        if isinstance(other, Linear | float):
            return NotImplemented
        return Linear(self.start * other, self.rise * other, self.stage).plain()

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Number | Linear:
        if isinstance(other, Linear | float):
            return NotImplemented
        return self * (1 / Fraction(other))

    def __lt__(self, other: Number | Linear) -> bool:
        return self._sign(other) < 0

    def __le__(self, other: Number | Linear) -> bool:
        return self._sign(other) <= 0

    def __gt__(self, other: Number | Linear) -> bool:
        return self._sign(other) > 0

    def __ge__(self, other: Number | Linear) -> bool:
        return self._sign(other) >= 0

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, int | Fraction | float | Linear):
            return NotImplemented
        return self._sign(other) == 0

    def _sign(self, other: Any) -> int:
        """Whether it is less (−1), the same (0) or more (1) where x is just right of the point behind."""
        if isinstance(other, Linear):
            start, rise = self.start - other.start, self.rise - other.rise
        elif isinstance(other, float) and isinf(other):
            return -1 if other > 0 else 1
        else:
            start, rise = self.start - other, self.rise
        if not rise:
            return (start > 0) - (start < 0)
        turn = Fraction(-start) / rise
        if turn <= self.stage.behind:
            return 1 if rise > 0 else -1
        if turn < self.stage.ahead:
            self.stage.ahead = exact(turn)
        return -1 if rise > 0 else 1


def is_linear(number: object) -> bool:
    """Whether a number depends on an unknown."""
    return type(number) is Linear


def linear_text(
    start: Finite, rise: Finite, unknown: str, show: Callable[[Number], str] = pretty_number
) -> str:
    """`3 + x/2` as people write it, or `3 + 0.5x` where numbers are shown as decimals."""
    if not rise:
        return show(start)
    size = abs(Fraction(rise))
    factor = "" if size.numerator == 1 else str(size.numerator)
    divided = "" if size.denominator == 1 else f"/{size.denominator}"
    term = f"{show(size)}{unknown}" if "." in show(size) else f"{factor}{unknown}{divided}"
    if not start:
        return term if rise > 0 else f"−{term}"
    return f"{show(start)} {'+' if rise > 0 else '−'} {term}"
