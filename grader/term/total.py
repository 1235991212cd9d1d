"""Shares of sets and a TotalRule → Reckoned: what is dropped, each part's share, and the total, all exact.

A set's share is what was earned after lateness of what could be earned, at most its `cap`. A part's share is
the weighted mean of the sets that count, to which bonus sets add without being counted in its weight:

    part = (Σ weight · share + Σ bonus weight · share) / Σ weight

`drop` sets of a part are left out: those without which its share is highest, so that more points never make
a total lower. Where all weights are equal, these are the lowest. At least one set stays. The total is the
weighted mean of the parts, at most `cap`, times `of`; it is rounded once, at the end, and half goes up.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from grader.term.course import Part, TotalRule

NOTHING = Fraction(0)


@dataclass(frozen=True, slots=True)
class Scored:
    """A set that counts for a student: its share, and how it enters the total."""

    set: str
    share: Fraction
    weight: Fraction = Fraction(1)
    part: str = ""
    bonus: bool = False
    droppable: bool = True


@dataclass(frozen=True, slots=True)
class PartShare:
    """What a part comes to: its share, and the weights by which its sets make it."""

    part: Part
    share: Fraction
    weight: Fraction  # of its sets that count, bonus sets aside


@dataclass(frozen=True, slots=True)
class Reckoned:
    """A total before and after rounding; `share` is that of the whole, None where nothing counts yet."""

    share: Fraction | None
    total: Fraction | None
    rounded: Fraction | None
    parts: tuple[PartShare, ...]
    dropped: frozenset[str]


def reckon(scored: Sequence[Scored], rule: TotalRule) -> Reckoned:
    """What the sets of one student come to."""
    shares, dropped = [], set[str]()
    for part in rule.parts:
        own = [one for one in scored if one.part == part.id]
        if any(not one.bonus for one in own):
            left_out = dropped_of(own, part.drop)
            dropped |= left_out
            shares.append(_part_share([one for one in own if one.set not in left_out], part))
    if not shares:
        return Reckoned(None, None, None, (), frozenset())
    weight = sum((one.part.weight for one in shares), NOTHING)
    share = sum((one.part.weight * one.share for one in shares), NOTHING) / weight
    share = at_most(share, rule.cap)
    total = share * rule.of
    return Reckoned(share, total, rounded(total, rule.decimals), tuple(shares), frozenset(dropped))


def dropped_of(scored: Sequence[Scored], number: int) -> frozenset[str]:
    """The sets of a part without which its share is highest, `number` of them if so many may be dropped.

    The best ratio is found by raising a bound on it: of sets left out at that bound, those with least
    `weight · (share − bound)` are best, and the ratio that is left is the next bound, until it stays.
    """
    number = most_dropped(scored, number)
    if number == 0:
        return frozenset()
    able = [one for one in scored if one.droppable and not one.bonus]
    places = {one.set: place for place, one in enumerate(scored)}
    left_out: list[Scored] = []
    bound = _ratio(scored)
    while True:
        by_loss = sorted(
            able, key=lambda one: (one.weight * (one.share - bound), -one.weight, places[one.set])
        )
        chosen = by_loss[:number]
        ratio = _ratio([one for one in scored if one not in chosen])
        if left_out and ratio <= bound:
            return frozenset(one.set for one in left_out)
        left_out, bound = chosen, ratio


def most_dropped(scored: Sequence[Scored], number: int) -> int:
    """How many sets of a part are dropped: only those that may be, and never all."""
    counted = [one for one in scored if not one.bonus]
    return max(0, min(number, sum(one.droppable for one in counted), len(counted) - 1))


def at_most(share: Fraction, cap: Fraction | None) -> Fraction:
    """A share, or its cap where it is above that."""
    return share if cap is None else min(share, cap)


def rounded(total: Fraction, decimals: int) -> Fraction:
    """So many decimals; what lies in the middle goes up, exactly."""
    step = Fraction(10) ** decimals
    return Fraction((total * step + Fraction(1, 2)).__floor__()) / step


def _part_share(scored: Sequence[Scored], part: Part) -> PartShare:
    return PartShare(part, at_most(_ratio(scored), part.cap), _weight(scored))


def _ratio(scored: Sequence[Scored]) -> Fraction:
    return sum((one.weight * one.share for one in scored), NOTHING) / _weight(scored)


def _weight(scored: Iterable[Scored]) -> Fraction:
    return sum((one.weight for one in scored if not one.bonus), NOTHING)
