"""A plan → numbers for all leaves that keep its order, exactly; False where the range has no room for it.

A plan wants each comparison decided, so it has no room where equal numbers are all there is; numbers that are
just drawn have their place there.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from grader.generating.cut_plan import CutPlan, Lottery, NumberOrder
from grader.generating.draws import Draws
from grader.generating.shape import NodeSketch
from grader.text.numbers import Finite, exact

_TRIES = 24  # to find outcomes whose expected value is the wanted one …
_MOST_TRIES = 300  # … and for all chance nodes of a plan: below each other, tries would multiply


def fill_in(plan: CutPlan, pool: Sequence[Finite], draws: Draws, *, distinct: bool) -> bool:
    """Give a number of the pool to every leaf; whether there was room."""
    filler = _Filler(pool, draws, distinct)
    return filler.fill(plan.order, None, None) and filler.fill_rest(plan)


def draw_numbers(root: NodeSketch, pool: Sequence[Finite], draws: Draws, *, distinct: bool) -> bool:
    """Give every leaf any number of the pool, whatever was planned; whether there are enough of them."""
    ends = [spot for spot in root.walk() if spot.is_end]
    if distinct and len(ends) > len(pool):
        return False
    numbers = draws.shuffled(pool) if distinct else [draws.choice(pool) for _ in ends]
    for spot, number in zip(ends, numbers, strict=False):
        spot.number = number
    return True


@dataclass(slots=True)
class _Limits:
    """For each number of an order which are less and which are more, and between which places it must lie."""

    above: list[list[int]]
    below: list[list[int]]
    least: list[int]
    most: list[int]

    def tighten(self) -> bool:
        """Let every number leave room for those that are less and more; whether there is any."""
        upwards = _upwards(self.above, self.below)
        for each in upwards:
            self.least[each] = max([self.least[each], *(self.least[other] + 1 for other in self.below[each])])
        for each in reversed(upwards):
            self.most[each] = min([self.most[each], *(self.most[other] - 1 for other in self.above[each])])
        return all(low <= high for low, high in zip(self.least, self.most, strict=True))

    def replace_bound(self, bound: int, value: Fraction, pool: Sequence[Finite]) -> None:
        """Turn a bound that is no number of the pool into limits of those that it bounds."""
        for each in self.below[bound]:
            self.most[each] = min(self.most[each], bisect_left(pool, value) - 1)
            self.above[each].remove(bound)
        for each in self.above[bound]:
            self.least[each] = max(self.least[each], bisect_right(pool, value))
            self.below[each].remove(bound)
        self.above[bound], self.below[bound] = [], []


def _limits(order: NumberOrder, places: int) -> _Limits:
    number = len(order.spots)
    above: list[list[int]] = [[] for _ in range(number)]
    below: list[list[int]] = [[] for _ in range(number)]
    for less, more in order.less:
        above[less].append(more)
        below[more].append(less)
    return _Limits(above, below, [0] * number, [places - 1] * number)


@dataclass(slots=True)
class _Filler:
    """Numbers are chosen by their places in the pool, from the smallest up."""

    pool: Sequence[Finite]
    draws: Draws
    distinct: bool
    used: set[int] = field(default_factory=set)
    tries_left: int = _MOST_TRIES

    def fill(self, order: NumberOrder, main: int | None, last: tuple[int, Fraction] | None) -> bool:
        """Number an order whose main number has that place, and one number of which is that bound."""
        limits = _limits(order, len(self.pool))
        if main is not None and order.main is not None:
            limits.least[order.main] = limits.most[order.main] = main
        if last is not None:
            limits.replace_bound(*last, self.pool)
        if not limits.tighten():
            return False
        places = self._places(order, limits)
        return places is not None and self._lotteries(order, places)

    def _places(self, order: NumberOrder, limits: _Limits) -> list[int] | None:
        places = [0] * len(order.spots)
        for each in _upwards(limits.above, limits.below):
            low = max([limits.least[each], *(places[other] + 1 for other in limits.below[each])])
            spot = order.spots[each]
            free = self._free(low, limits.most[each], is_leaf=spot is not None)
            if not free:
                return None
            place = self.draws.choice(free)
            if limits.above[each]:  # the lower one of two, so that numbers do not crowd at the end
                place = min(place, self.draws.choice(free))
            places[each] = place
            if spot is not None:
                self.used.add(place)
                spot.number = self.pool[place]
        return places

    def _free(self, low: int, high: int, *, is_leaf: bool) -> Sequence[int]:
        """The places from `low` to `high` that are not taken, where no two leaves may be equal."""
        if not (self.distinct and is_leaf):
            return range(low, high + 1)
        return [place for place in range(low, high + 1) if place not in self.used]

    def _lotteries(self, order: NumberOrder, places: Sequence[int]) -> bool:
        return all(
            self._lottery(
                lottery, self.pool[places[lottery.number if lottery.above is None else lottery.above]]
            )
            for lottery in order.lotteries
        )

    def _lottery(self, lottery: Lottery, value: Finite) -> bool:
        """Numbers for the outcomes of a chance node that is to be worth `value`, or to run into it."""
        kept = set(self.used)
        for _ in range(_TRIES):
            if not self.tries_left:
                return False
            self.tries_left -= 1
            self.used = set(kept)
            if self._outcomes(lottery, value):
                return True
        return False

    def _outcomes(self, lottery: Lottery, value: Finite) -> bool:
        *first, last = lottery.outcomes
        left = Fraction(value)
        for order, probability in zip(first, lottery.probabilities, strict=False):
            place = self.draws.below(len(self.pool))
            left -= probability * self.pool[place]
            if not self.fill(order, place, None):
                return False
        needed = left / lottery.probabilities[-1]
        if lottery.last is not None:
            return self.fill(last, None, (lottery.last, needed))
        place = bisect_left(self.pool, needed)
        if place == len(self.pool) or self.pool[place] != needed:
            return False
        return self.fill(last, place, None)

    def fill_rest(self, plan: CutPlan) -> bool:
        """Numbers for leaves that nobody looks at."""
        for spot in plan.skipped:
            free = self._free(0, len(self.pool) - 1, is_leaf=True)
            if not free:
                return False
            place = self.draws.choice(free)
            self.used.add(place)
            spot.number = self.pool[place]
        return True


def _upwards(above: Sequence[Sequence[int]], below: Sequence[Sequence[int]]) -> list[int]:
    """All numbers, each after those that are less."""
    waiting = [len(less) for less in below]
    ready = [each for each, number in enumerate(waiting) if not number]
    order = []
    while ready:
        each = ready.pop()
        order.append(each)
        for other in above[each]:
            waiting[other] -= 1
            if not waiting[other]:
                ready.append(other)
    return order


def allowed(pool: Sequence[Finite], low: Finite | float, high: Finite | float) -> tuple[Finite, ...]:
    """The numbers of a pool that lie between bounds."""
    return tuple(exact(Fraction(number)) for number in pool if low <= number <= high)
