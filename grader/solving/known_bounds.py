"""Log → what the search knows about each visited node: its value exactly, or only a bound."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from grader.solving.minimax import expected
from grader.solving.search_log import Log, skipped, visited_children
from grader.text.numbers import Number
from grader.tree import Kind

# Of what a node returned: whether the node's value is at most that, and whether it is at least that.
_Known: TypeAlias = tuple[bool, bool]

_WORDS = {(True, True): "exact", (True, False): "upper", (False, True): "lower"}


def bounds(log: Log) -> dict[int, str]:
    """For each visited node whether what it returned is its value, or an upper or a lower bound of it."""
    children = visited_children(log)
    cut_short = {at: value for at, _, _, value in log.stops if skipped(log, at)}
    known: dict[int, _Known] = {}
    for index in reversed(log.windows):  # every child before its parent
        below = {child: known[child] for child in children[index]}
        known[index] = _known(log, index, below, cut_short.get(index)) if below else (True, True)
    # Shallow cutoffs can hand a Star1 node an empty window, below which nothing is known for certain;
    # it then reports what Star1 takes for an upper bound.
    return {index: _WORDS.get(known[index], "upper") for index in log.windows}


def _known(log: Log, index: int, below: Mapping[int, _Known], cut_at: Number | None) -> _Known:
    """What is known of an inner node from its children, from clipping, and from the rule's utilities."""
    chance = log.tree.kinds[index] is Kind.CHANCE
    value, (at_most, at_least) = (_of_chance if chance else _of_player)(log, index, below, cut_at)
    returned = log.returned[index]
    low, high = log.rule.bounds
    return (at_most and value <= returned) or returned >= high, (
        at_least and value >= returned
    ) or returned <= low


def _of_player(
    log: Log, index: int, below: Mapping[int, _Known], cut_at: Number | None
) -> tuple[Number, _Known]:
    """One child is enough to know that Max gets that much; that it is all needs every child."""
    maximizing = log.tree.kinds[index] is Kind.MAX
    value = (max if maximizing else min)(log.returned[child] for child in below)
    some, every = (1, 0) if maximizing else (0, 1)
    reached = any(known[some] for child, known in below.items() if log.returned[child] == value)
    closed = cut_at is None and all(known[every] for known in below.values())
    return value, (closed, reached) if maximizing else (reached, closed)


def _of_chance(
    log: Log, index: int, below: Mapping[int, _Known], cut_at: Number | None
) -> tuple[Number, _Known]:
    """A sum is known as far as all of its terms are; a cut counts the rest at its best or its worst."""
    at_most, at_least = (all(known[side] for known in below.values()) for side in (0, 1))
    if cut_at is None:
        outcomes = [log.returned[child] for child in sorted(below)]
        return expected(log.tree, index, outcomes), (at_most, at_least)
    hopeless = cut_at <= log.windows[index][0]
    return cut_at, (at_most and hopeless, at_least and not hopeless)
