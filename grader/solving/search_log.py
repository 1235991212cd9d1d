"""Record → Log: what a search did, in terms of the tree's nodes instead of positions in a search."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import chain
from typing import Literal, TypeAlias, cast

from grader.rule import Rule, Window
from grader.solving.alpha_beta import Record, Stop
from grader.solving.minimax import TrueValues, expected
from grader.solving.search_order import SearchOrder
from grader.text.numbers import Number
from grader.tree import Kind, Tree


@dataclass(frozen=True, slots=True)
class Log:
    """What a search did, by the indexes of nodes; `windows` are on entry, in the order of visiting."""

    tree: Tree
    rule: Rule
    windows: dict[int, Window]
    returned: dict[int, Number]
    stops: tuple[Stop, ...]
    unbounded: frozenset[int]  # the nodes whose window the rule never narrows


def write_log(record: Record, rule: Rule, values: TrueValues) -> Log:
    """The same search, by nodes of the tree."""
    order = record.order
    visits = order.indexes(record.visits())
    unbounded = order.indexes(chain.from_iterable(record.unbounded))
    returned = dict(zip(visits, map(values.numbers.__getitem__, visits), strict=True))
    returned.update(zip(order.indexes(record.returned), record.returned.values(), strict=True))
    if unbounded:
        returned.update((index, values.column[index]) for index in unbounded)
    log = Log(
        order.tree,
        rule,
        dict(zip(visits, record.windows, strict=True)),
        cast("dict[int, Number]", returned),
        tuple(_stop(order, stop) for stop in record.stops) if order.mirrored else tuple(record.stops),
        frozenset(unbounded),
    )
    return _tested_first(log) if rule.exit == "tested" and log.stops else log


def _tested_first(log: Log) -> Log:
    """The same, but a stop has the window before the value that made it one."""
    windows = exits(log)
    return replace(log, stops=tuple((at, after, windows[at], value) for at, after, _, value in log.stops))


def _stop(order: SearchOrder, stop: Stop) -> Stop:
    at, after, window, value = stop
    return order.nodes[at], order.nodes[after], window, value


def visited_children(log: Log) -> dict[int, list[int]]:
    """The visited children of each visited node, in the order of search."""
    children: dict[int, list[int]] = {index: [] for index in log.windows}
    for index in log.windows:
        if index:
            children[log.tree.parents[index]].append(index)
    return children


def skipped(log: Log, index: int) -> list[int]:
    """The children of a visited node that were not visited, in the order of search."""
    children = [child for child in log.tree.child_indexes(index) if child not in log.windows]
    return children if log.rule.order == "left-to-right" else children[::-1]


def exits(log: Log) -> dict[int, Window]:
    """Alpha and beta at each visited node after its last update; by the rule, a cut comes before it."""
    windows = dict(log.windows)
    for index in log.windows:
        parent = log.tree.parents[index]
        if parent >= 0 and parent not in log.unbounded:
            windows[parent] = narrowed(log, parent, windows[parent], log.returned[index])
    return windows


def histories(log: Log) -> dict[int, tuple[Window, ...]]:
    """Alpha and beta at each visited node: on entry, and then after every child that changed them."""
    found = {index: [window] for index, window in log.windows.items()}
    for index in log.windows:  # siblings return in the order in which they are entered
        parent = log.tree.parents[index]
        if parent >= 0 and parent not in log.unbounded:
            window = narrowed(log, parent, found[parent][-1], log.returned[index])
            if window != found[parent][-1]:
                found[parent].append(window)
    return {index: tuple(windows) for index, windows in found.items()}


def narrowed(log: Log, index: int, window: Window, result: Number) -> Window:
    """Alpha and beta at a node after a child has returned."""
    kind = log.tree.kinds[index]
    if kind is Kind.CHANCE:
        return window
    alpha, beta = window
    after = (max(alpha, result), beta) if kind is Kind.MAX else (alpha, min(beta, result))
    return window if log.rule.exit == "tested" and log.rule.closes(after) else after


# Of what a node returned: whether the node's value is at most that, and whether it is at least that.
_Known: TypeAlias = tuple[bool, bool]

BoundKind: TypeAlias = Literal["exact", "upper", "lower"]
_WORDS: Mapping[_Known, BoundKind] = {(True, True): "exact", (True, False): "upper", (False, True): "lower"}


def bounds(log: Log) -> dict[int, BoundKind]:
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
