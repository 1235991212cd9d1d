"""Record → Log: what a search did, told by the nodes of the tree instead of positions in a search."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import cast

from grader.rule import Rule, Window
from grader.solving.alpha_beta import Record, Stop
from grader.solving.minimax import TrueValues
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
    return Log(
        order.tree,
        rule,
        dict(zip(visits, record.windows, strict=True)),
        cast("dict[int, Number]", returned),
        tuple(_stop(order, stop) for stop in record.stops) if order.mirrored else tuple(record.stops),
        frozenset(unbounded),
    )


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
    """Alpha and beta at each visited node after its last update."""
    windows = dict(log.windows)
    for index in log.windows:
        parent = log.tree.parents[index]
        if parent >= 0 and parent not in log.unbounded:
            windows[parent] = narrowed(log.tree.kinds[parent], windows[parent], log.returned[index])
    return windows


def narrowed(kind: Kind, window: Window, result: Number) -> Window:
    """Alpha and beta at a node after a child has returned."""
    alpha, beta = window
    if kind is Kind.MAX:
        return max(alpha, result), beta
    return (alpha, min(beta, result)) if kind is Kind.MIN else window
