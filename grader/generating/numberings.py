"""A tree → other numbers for it in the same order and of the same size, drawn as multiples of a step."""

from __future__ import annotations

import operator
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import repeat
from math import ceil, floor, gcd, lcm
from typing import NamedTuple

from grader.generating.draws import Draws
from grader.text.numbers import Number, Payoffs
from grader.tree import Tree

_FINEST = 1_000  # the largest common denominator with which numbers are changed


class Numberings(NamedTuple):
    """The numbers of a tree in their order, as multiples of a step, and those that each may become."""

    old: tuple[int | Fraction, ...]
    units: tuple[int, ...]
    finest: int
    choices: tuple[Sequence[int], ...]

    @staticmethod
    def of(tree: Tree, stated: Iterable[Number], bounds: Collection[Number] = ()) -> Numberings | None:
        """What may become of the numbers of a tree, and of `bounds` that go with them; `stated` ones stay.

        None where all must stay: features are weighed, and very fine fractions stay fine.
        """
        old = tuple(sorted({*finite_numbers(tree), *_finite(bounds)}))
        finest = lcm(*(number.denominator for number in old)) if old else 0
        if any(tree.features) or not 0 < finest <= _FINEST:
            return None
        fixed = sorted(number * finest for number in stated if not isinstance(number, float))
        units = [int(number * finest) for number in old]
        slack = max(2, (units[-1] - units[0]) // 4)
        spans = [_span(one, fixed, slack) for one in units]
        lows, highs = [low for low, _ in spans], [high for _, high in spans]
        for place in range(1, len(lows)):
            lows[place] = max(lows[place], lows[place - 1] + 1)
        for place in reversed(range(len(highs) - 1)):
            highs[place] = min(highs[place], highs[place + 1] - 1)
        choices = map(_of_denominator, units, lows, highs, repeat(finest))
        return Numberings(old, tuple(units), finest, tuple(choices))

    def drawn(self, draws: Draws) -> tuple[int, ...]:
        """Other numbers in the same order; drawn from below or from above, so that neither is preferred."""
        upwards = draws.below(2) == 0
        found: list[int] = []
        for choices, own in zip(*((self.choices, self.units) if upwards else self._mirrored), strict=True):
            free = choices
            if found:
                last = found[-1]
                free = [one for one in choices if (one > last if upwards else one < last)]
            found.append(draws.choice(free) if free else own)
        units = tuple(found if upwards else reversed(found))
        return units if all(map(operator.lt, units, units[1:])) else self.units

    def congruent(self, tree: Tree) -> Numberings:
        """Only numbers that differ by multiples of all denominators, so that expectations stay as nice."""
        shares = (share for share in tree.probabilities if isinstance(share, int | Fraction))
        step = self.finest * lcm(*(share.denominator for share in shares))
        near = zip(self.units, self.choices, strict=True)
        choices = [[one for one in choices if (one - own) % step == 0] for own, choices in near]
        return self._replace(choices=tuple(choices))

    def stretched(self, draws: Draws) -> tuple[int, ...]:
        """X ↦ a·x + b for all numbers, which leaves most expectations as nice as they were."""
        low, gap = self.units[0], gcd(*(one - self.units[0] for one in self.units)) or 1
        span = (self.units[-1] - low) // gap
        wider = max(1, gap // 4)
        gaps = [one for one in range(gap - wider, gap + wider + 1) if one > 0 and span * one < 2 * span * gap]
        new = draws.choice(gaps)
        most = max(2, span * gap // (4 * self.finest))
        start = low + draws.between(-most, most) * self.finest
        units = tuple(start + (one - low) // gap * new for one in self.units)
        fits = (one in choices for one, choices in zip(units, self.choices, strict=True))
        return units if all(fits) else self.units

    def mapping(self, units: Iterable[int]) -> Mapping[Number, Number]:
        """What becomes of each number."""
        new = (_plain(Fraction(one, self.finest)) for one in units)
        return dict(zip(self.old, new, strict=True))

    @property
    def _mirrored(self) -> tuple[Sequence[Sequence[int]], Sequence[int]]:
        return self.choices[::-1], self.units[::-1]


class NumberingRow:
    """All numberings that keep the order, in a row: how many there are, and the one at each place."""

    def __init__(self, numberings: Numberings) -> None:
        self._choices = numberings.choices
        # For each number and each of its choices: in how many ways it can go on with what is above.
        self._ways: list[list[int]] = []
        above: list[tuple[int, int]] = []
        for choices in reversed(self._choices):
            ways = [sum(number for other, number in above if other > one) if above else 1 for one in choices]
            self._ways.insert(0, ways)
            above = list(zip(choices, ways, strict=True))

    @property
    def number(self) -> int:
        return sum(self._ways[0])

    def at(self, place: int) -> tuple[int, ...]:
        """The numbering at a place, counted from 0."""
        found: list[int] = []
        for choices, ways in zip(self._choices, self._ways, strict=True):
            for one, number in zip(choices, ways, strict=True):
                if found and one <= found[-1]:
                    continue
                if place < number:
                    found.append(one)
                    break
                place -= number
        return tuple(found)


def _span(own: int, fixed: Sequence[Number], slack: int) -> tuple[int, int]:
    """The least and the most: the sign stays, and so does what is stated, and the order with it."""
    if own == 0 or own in fixed:
        return own, own
    low, high = own - slack, own + slack
    low, high = (max(low, 1), high) if own > 0 else (low, min(high, -1))
    for other in fixed:
        if other < own:
            low = max(low, floor(other) + 1)
        else:
            high = min(high, ceil(other) - 1)
    return low, high


def _of_denominator(own: int, low: int, high: int, finest: int) -> Sequence[int]:
    """The multiples that have the denominator of this one."""
    if finest == 1:
        return range(low, high + 1)
    parts = gcd(own, finest)
    return [one for one in range(low, high + 1) if gcd(one, finest) == parts]


def _plain(number: Fraction) -> Number:
    return number.numerator if number.denominator == 1 else number


def finite_numbers(tree: Tree) -> Iterator[int | Fraction]:
    """All finite numbers of a tree that are compared."""
    for utility in (*tree.utilities, *tree.estimates):
        yield from _finite(utility if isinstance(utility, Payoffs) else (utility,))


def _finite(numbers: Iterable[object]) -> Iterator[int | Fraction]:
    return (number for number in numbers if isinstance(number, int | Fraction))


def with_numbers_changed(tree: Tree, numbers: Mapping[Number, Number]) -> Tree:
    """The tree with other numbers, at the leaves and in static evaluations."""

    def mapped(utility: object) -> Number | Payoffs | None:
        if isinstance(utility, Payoffs):
            return Payoffs(numbers.get(number, number) for number in utility)
        return numbers[utility] if isinstance(utility, int | Fraction) else None

    changed = {
        index: new for index, utility in enumerate(tree.utilities) if (new := mapped(utility)) is not None
    }
    estimates = tuple(None if own is None else numbers.get(own, own) for own in tree.estimates)
    return tree.with_utilities(changed).with_estimates(estimates)
