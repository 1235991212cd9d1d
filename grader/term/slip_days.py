"""Late sets and a SlipRule → which days of lateness cost nothing: spent so that the total is highest.

A slip day moves the due date of one set by 24 hours for one student. Of all ways to spend them, the one with
the highest total is chosen, of these the one with fewest days, and of these the one that spends them on
earlier sets. What is said in a table is taken as said, but no day is spent that would change nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import TypeAlias

from grader.term.course import Part, SlipRule, TotalRule
from grader.term.reckoning import NOTHING, Scored, at_most, most_dropped

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
    if not most:
        return {}
    whole = [_Way(NOTHING, {})] + [None] * most
    for part in total.parts:
        own = [one for one in scored if one.part == part.id]
        if any(not one.bonus for one in own):
            ways = _ways_of_part(own, shares, part, most)
            whole = _joined(whole, ways, part.weight)
    weight = sum(part.weight for part in total.parts if any(_counts(one, part) for one in scored))
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


_Row: TypeAlias = tuple[int, tuple[int, ...], tuple[int, ...]]  # its worth, the days of each set, the dropped
_Rows: TypeAlias = dict[tuple[int, int], _Row]  # by the days that are spent, and how many are dropped


@dataclass(frozen=True, slots=True)
class _PartTable:
    """A part in whole numbers: what a set earns is `weight · points` of `weight · whole`, by days spent."""

    sets: tuple[Scored, ...]
    weights: tuple[int, ...]
    points: tuple[tuple[int, ...], ...]
    whole: int
    drops: int

    @classmethod
    def of(
        cls, scored: Sequence[Scored], shares: Mapping[str, tuple[Fraction, ...]], drops: int
    ) -> _PartTable:
        given = [shares.get(one.set, (one.share,)) for one in scored]
        by = lcm(*(one.weight.denominator for one in scored))
        whole = lcm(*(share.denominator for each in given for share in each))
        return cls(
            tuple(scored),
            tuple(int(one.weight * by) for one in scored),
            tuple(tuple(int(share * whole) for share in each) for each in given),
            whole,
            drops,
        )

    def best(self, days: int) -> tuple[Fraction, tuple[int, ...]] | None:
        """The highest ratio with exactly so many days, by raising a bound on it; and the days of each set."""
        bound, found = Fraction(-1), None
        while (way := self._above(days, bound)) is not None:
            spent, dropped = way
            ratio = self._ratio(spent, dropped)
            if found is not None and ratio <= bound:
                break
            bound, found = ratio, spent
        return None if found is None else (bound, found)

    def spent(self, days: Sequence[int]) -> Spent:
        return {one.set: number for one, number in zip(self.sets, days, strict=True) if number}

    def _above(self, days: int, bound: Fraction) -> tuple[tuple[int, ...], frozenset[int]] | None:
        """The way that is furthest above a ratio: days are spent and sets dropped one set after the other."""
        up, down = bound.denominator, bound.numerator * self.whole
        rows: _Rows = {(0, 0): (0, (), ())}
        for place, one in enumerate(self.sets):
            after: _Rows = {}
            base = 0 if one.bonus else down
            for (used, dropped), (value, spent, left_out) in rows.items():
                for number, points in enumerate(self.points[place][: days - used + 1]):
                    gain = self.weights[place] * (points * up - base)
                    _keep(after, (used + number, dropped), (value + gain, (*spent, number), left_out))
                if dropped < self.drops and one.droppable and not one.bonus:
                    _keep(after, (used, dropped + 1), (value, (*spent, 0), (*left_out, place)))
            rows = after
        found = rows.get((days, self.drops))
        return None if found is None else (found[1], frozenset(found[2]))

    def _ratio(self, spent: Sequence[int], dropped: frozenset[int]) -> Fraction:
        kept = [place for place in range(len(self.sets)) if place not in dropped]
        earned = sum(self.weights[place] * self.points[place][spent[place]] for place in kept)
        weight = sum(self.weights[place] for place in kept if not self.sets[place].bonus)
        return Fraction(earned, weight * self.whole)


def _keep(rows: _Rows, at: tuple[int, int], row: _Row) -> None:
    """Keep the better of two; of equal ones, that which spends days on earlier sets."""
    if at not in rows or row[:2] > rows[at][:2]:
        rows[at] = row
