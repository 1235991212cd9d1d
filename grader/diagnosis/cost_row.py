"""What an answer costs under each of the usual hypotheses, in a row: one number with a field for each.

So the rows of many answers are added at once, and what is predicted is compared once for all who predict it.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from functools import cache
from sys import byteorder

from grader.diagnosis.hypothesis import AS_REPORTED, RIGHTLY, Hypothesis, conventions, one_idea

_COST = "I"
_BITS = 8 * array(_COST).itemsize


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


def capped(row: int, most: int) -> int:
    """The row with nothing above `most`."""
    if not row:
        return 0
    costs = array(_COST, [min(cost, most) for cost in costs_of(row)])
    return int.from_bytes(costs.tobytes(), byteorder)
