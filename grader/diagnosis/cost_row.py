"""What an answer costs under each of the usual hypotheses, in a row: one number with a field for each.

So the rows of many answers are added, capped and compared at once, and what is predicted is compared once
for all who predict it.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import compress
from sys import byteorder

from grader.diagnosis.hypothesis import AS_REPORTED, RIGHTLY, Hypothesis, conventions, one_idea

_COST = "I"
_BITS = 8 * array(_COST).itemsize
_MOST = (1 << _BITS) - 1
_SIGN = 1 << _BITS - 1


@cache
def in_row() -> tuple[Hypothesis, ...]:
    """The hypotheses of a row: `RIGHTLY`, one idea in every way, and right answers by another convention."""
    return (RIGHTLY, *one_idea(), AS_REPORTED, *conventions())


@cache
def places() -> dict[Hypothesis, int]:
    """Where in a row the cost of a hypothesis stands."""
    return {hypothesis: place for place, hypothesis in enumerate(in_row())}


@cache
def ideas_in_row() -> range:
    """The places of ideas in a row."""
    return range(1, 1 + len(one_idea()))


def ones(at: Iterable[int]) -> int:
    """A row with a 1 in these places."""
    return sum(1 << _BITS * place for place in at)


def costs_of(row: int) -> array[int]:
    """The costs that stand in a row."""
    return array(_COST, row.to_bytes(_BITS // 8 * len(in_row()), byteorder))


def cost_at(row: int, place: int) -> int:
    """The cost that stands in one place."""
    return row >> _BITS * place & _MOST


def places_below(row: int, cost: int) -> Sequence[int]:
    """The places in which less stands than this cost."""
    below = _where_set(_everywhere() * (_SIGN + cost - 1) - row)
    return tuple(compress(range(len(in_row())), costs_of(below))) if below else ()


def capped(row: int, most: int) -> int:
    """The row with nothing above `most`."""
    above = _where_set(row + _everywhere() * (_SIGN - 1 - most))
    return row & ~(above * _MOST) | above * most


def _where_set(row: int) -> int:
    """A 1 in all places whose sign is set; no cost is so large that it would set one."""
    return row >> _BITS - 1 & _everywhere()


@cache
def _everywhere() -> int:
    return ones(range(len(in_row())))
