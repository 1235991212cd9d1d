"""Late sets and a SlipRule → which days of lateness cost nothing: spent so that the total is highest.

A slip day moves the due date of one set by 24 hours for one student. Of all ways to spend them, the one with
the highest total is chosen, of these the one with fewest days, and of these the one that spends them on
earlier sets. What is said in a table is taken as said, but no day is spent that would change nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import NamedTuple, TypeAlias

from grader.term.course import Part, SlipRule, TotalRule
from grader.term.total import NOTHING, Scored, at_most, most_dropped

Spent: TypeAlias = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class LateSet:
    """A set that came late: `shares[k]` is its share if k slip days are spent on it."""

    set: str
    shares: tuple[Fraction, ...]

    def useful(self, most: int) -> int:
        """How many days may be worth spending: after the last that changes anything, none is."""
        best = max(self.shares[: most + 1])
        return self.shares.index(best)


def spend_for_most(
    scored: Sequence[Scored], late: Sequence[LateSet], rule: SlipRule, total: TotalRule
) -> Spent:
    """The days of each late set, so that the total is highest."""
    shares = {one.set: one.shares[: one.useful(rule.per_set) + 1] for one in late}
    most = min(rule.days, sum(len(given) - 1 for given in shares.values()))
    weight = sum((part.weight for part in total.parts if any(_counts(one, part) for one in scored)), NOTHING)
    if not most or not weight:
        return {}
    whole = [_Way(NOTHING, {})] + [None] * most
    for part in total.parts:
        own = [one for one in scored if one.part == part.id]
        if any(not one.bonus for one in own):
            ways = _ways_of_part(own, shares, part, most)
            whole = _joined(whole, ways, part.weight)
    return max(
        enumerate(way for way in whole if way is not None),
        key=lambda way: (at_most(way[1].share / weight, total.cap), -way[0]),
    )[1].spent


def spend_as_said(said: Spent, late: Sequence[LateSet], rule: SlipRule) -> Spent:
    """The days that a student asked for, set after set while there are any; none that changes nothing."""
    left, spent = rule.days, dict[str, int]()
    for one in late:
        wished = min(said.get(one.set, 0), rule.per_set, left)
        days = one.useful(wished) if wished > 0 else 0
        if days:
            spent[one.set] = days
            left -= days
    return spent


@dataclass(frozen=True, slots=True)
class _Way:
    """A way to spend exactly so many days: what it comes to, and the days of each set."""

    share: Fraction
    spent: Spent


def _counts(one: Scored, part: Part) -> bool:
    return one.part == part.id and not one.bonus


def _joined(whole: Sequence[_Way | None], ways: Sequence[_Way | None], weight: Fraction) -> list[_Way | None]:
    """Ways through the parts so far and one more, by the number of days in all."""
    joined: list[_Way | None] = [None] * len(whole)
    for before, old in enumerate(whole):
        for more, new in enumerate(ways):
            if old is None or new is None or before + more >= len(whole):
                continue
            share = old.share + weight * new.share
            kept = joined[before + more]
            if kept is None or share > kept.share:
                joined[before + more] = _Way(share, {**old.spent, **new.spent})
    return joined


def _ways_of_part(
    scored: Sequence[Scored], shares: Mapping[str, tuple[Fraction, ...]], part: Part, most: int
) -> list[_Way | None]:
    """For every number of days the best that a part can come to with exactly so many."""
    table = _PartTable.of(scored, shares, most_dropped(scored, part.drop))
    ways: list[_Way | None] = []
    for days in range(most + 1):
        best = table.best(days)
        ways.append(None if best is None else _Way(at_most(best[0], part.cap), table.spent(best[1])))
    return ways


@dataclass(frozen=True, slots=True)
class _Item:
    """A set in whole numbers: its weight, and what it earns of `whole` by the days spent on it."""

    scored: Scored
    weight: int
    points: tuple[int, ...]

    @property
    def counted(self) -> int:
        """Its weight in what is divided by, which a bonus set has none of."""
        return 0 if self.scored.bonus else self.weight

    @property
    def can_go(self) -> bool:
        return self.scored.droppable and not self.scored.bonus


class _Row(NamedTuple):
    """A way so far: how far it is above a bound, the days of each late set, what is earned, of how much."""

    above: int
    spent: tuple[int, ...]
    earned: int
    weight: int


_Rows: TypeAlias = dict[tuple[int, int], _Row]  # by the days that are spent, and how many are dropped


@dataclass(frozen=True, slots=True)
class _PartTable:
    """A part in whole numbers: sets that came late, and the others, on which no day is spent."""

    late: tuple[_Item, ...]
    others: tuple[_Item, ...]
    whole: int
    drops: int

    @classmethod
    def of(
        cls, scored: Sequence[Scored], shares: Mapping[str, tuple[Fraction, ...]], drops: int
    ) -> _PartTable:
        given = [shares.get(one.set, (one.share,)) for one in scored]
        by = lcm(*(one.weight.denominator for one in scored))
        whole = lcm(*(share.denominator for each in given for share in each))
        items = [
            _Item(one, int(one.weight * by), tuple(int(share * whole) for share in each))
            for one, each in zip(scored, given, strict=True)
        ]
        late = tuple(item for item in items if len(item.points) > 1)
        return cls(late, tuple(item for item in items if len(item.points) == 1), whole, drops)

    def best(self, days: int) -> tuple[Fraction, tuple[int, ...]] | None:
        """The highest ratio with exactly so many days, by raising a bound on it; and the days of each set."""
        bound, found = Fraction(-1), None
        while (row := self._above(days, bound)) is not None:
            ratio = Fraction(row.earned, row.weight * self.whole)
            if found is not None and ratio <= bound:
                break
            bound, found = ratio, row.spent
        return None if found is None else (bound, found)

    def spent(self, days: Sequence[int]) -> Spent:
        return {item.scored.set: number for item, number in zip(self.late, days, strict=True) if number}

    def _above(self, days: int, bound: Fraction) -> _Row | None:
        """The way that is furthest above a ratio: days are spent and sets dropped one set after the other."""
        up, down = bound.denominator, bound.numerator * self.whole
        rows = dict(self._without_days(up, down))
        for item in self.late:
            after: _Rows = {}
            for (used, dropped), row in rows.items():
                for number, points in enumerate(item.points[: days - used + 1]):
                    _keep(after, (used + number, dropped), _added(row, item, points, (up, down), (number,)))
                if dropped < self.drops and item.can_go:
                    _keep(after, (used, dropped + 1), row._replace(spent=(*row.spent, 0)))
            rows = after
        return rows.get((days, self.drops))

    def _without_days(self, up: int, down: int) -> Iterator[tuple[tuple[int, int], _Row]]:
        """Ways through the sets that came in time: with none dropped, with the worst, the worst two, …"""
        row = _Row(0, (), 0, 0)
        for item in self.others:
            row = _added(row, item, item.points[0], (up, down), ())
        yield (0, 0), row
        able = [item for item in self.others if item.can_go]
        able.sort(key=lambda item: (item.weight * (item.points[0] * up - down), -item.weight))
        for number, item in enumerate(able[: self.drops], 1):
            earned, weight = row.earned - item.weight * item.points[0], row.weight - item.weight
            row = _Row(earned * up - weight * down, (), earned, weight)
            yield (0, number), row


def _added(row: _Row, item: _Item, points: int, bound: tuple[int, int], days: tuple[int, ...]) -> _Row:
    earned, weight = row.earned + item.weight * points, row.weight + item.counted
    return _Row(earned * bound[0] - weight * bound[1], (*row.spent, *days), earned, weight)


def _keep(rows: _Rows, at: tuple[int, int], row: _Row) -> None:
    """Keep the better of two; of equal ones, that which spends days on earlier sets."""
    if at not in rows or row[:2] > rows[at][:2]:
        rows[at] = row
