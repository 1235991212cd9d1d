"""A tree in the order of search + Rule → Record: one loop, no recursion, so no tree is too deep."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain
from math import inf
from typing import TypeAlias

from grader.rule import OPEN, Rule, Window
from grader.solving.chance import ChanceOutcomes, outcomes_of
from grader.solving.minimax import TrueValues
from grader.solving.search_order import SearchOrder
from grader.text.numbers import Number
from grader.tree import Kind

# Where a search stopped at a node, after which child, with which window then, and the value so far.
Stop: TypeAlias = tuple[int, int, Window, Number]


@dataclass(frozen=True, slots=True)
class Record:
    """What a search did, by positions in the order of search.

    A stop skips the range from the end of its child to the end of its node. All else is visited
    from front to back, and `windows` has the window on entry for each visit.
    """

    order: SearchOrder
    windows: list[Window] = field(default_factory=list)
    returned: dict[int, Number] = field(default_factory=dict)  # of inner nodes; a leaf returns its number
    stops: list[Stop] = field(default_factory=list)
    unbounded: list[range] = field(default_factory=list)  # without pruning: these return their true values

    def visits(self) -> Iterator[int]:
        """The positions that were visited."""
        starts = [0, *(self.order.ends[at] for at, _, _, _ in self.stops)]
        stops = [*(self.order.ends[after] for _, after, _, _ in self.stops), len(self.order.nodes)]
        return chain.from_iterable(map(range, starts, stops))


def search(order: SearchOrder, rule: Rule, values: TrueValues) -> Record:
    """Search by the rule; the true `values` are asked for only where the rule forbids to prune."""
    kind = order.kinds[0]
    if rule.search == "minimax":
        everything = range(len(order.nodes))
        return Record(order, [OPEN] * len(everything), unbounded=[everything])
    if kind is Kind.LEAF:
        return Record(order, [rule.root_window])
    if kind is Kind.CHANCE and rule.chance == "none":
        record = Record(order, [rule.root_window])
        _visit_all_below(0, record, values, rule.root_window if rule.returns == "hard" else OPEN)
        return record
    return _alpha_beta(order, rule, values)


def _alpha_beta(  # noqa: C901, PLR0912, PLR0915  # one loop: a call for every node would halve its speed
    order: SearchOrder, rule: Rule, values: TrueValues
) -> Record:
    """The search of a tree with an inner root: `at` is the open node, the nodes above it are on the stack."""
    record = Record(order)
    kinds, ends, numbers = order.kinds, order.ends, order.numbers
    windows, returned, stops = record.windows, record.returned, record.stops
    maximum, chance = Kind.MAX, Kind.CHANCE
    keep, shallow, hard = rule.ties == "keep", rule.cutoffs == "shallow", rule.returns == "hard"
    event, plain_chance = rule.last_child == "event", rule.chance == "none"

    stack: list[tuple[int, int, bool, ChanceOutcomes | None, Number | None, Number, Number, Window]] = []
    at, end, maximizing = -1, 0, False
    outcomes: ChanceOutcomes | None = None  # of `at`, if it is a chance node
    value: Number | None = None  # of `at` so far; None before its first child, and at a chance node
    window = rule.root_window  # for the next child of `at`
    alpha, beta = window  # of `at`
    node = 0
    while True:
        windows.append(window)
        result = numbers[node]
        following = node + 1
        if result is None:
            kind = kinds[node]
            if kind is chance and plain_chance:
                result = _visit_all_below(node, record, values, window if hard else OPEN)
                following = ends[node]
            else:
                stack.append((at, end, maximizing, outcomes, value, alpha, beta, window))
                at, end = node, ends[node]
                maximizing = kind is maximum
                outcomes = value = None
                alpha, beta = window
                if kind is chance:
                    outcomes = outcomes_of(order, node, rule, window)
                    window = outcomes.next_window()
                elif shallow:
                    window = OPEN
                node = following
                continue
        while True:  # hand the result of `node` to `at`, and that of `at` to its parent where `at` is done
            if outcomes is None:
                if value is None or (result > value if maximizing else result < value):
                    value = result
                    if maximizing:
                        if value > alpha:
                            alpha = value
                            window = alpha, beta
                    elif value < beta:
                        beta = value
                        window = alpha, beta
                    if shallow:
                        window = (value, inf) if maximizing else (-inf, value)
                if alpha < beta or (keep and alpha == beta):
                    if following < end:
                        break
                elif following < end or event:
                    stops.append((at, node, (alpha, beta), value))
                result = value
            else:
                if outcomes.add(result):
                    if following < end:
                        window = outcomes.next_window()
                        break
                elif following < end or event:
                    stops.append((at, node, (alpha, beta), outcomes.value))
                result = outcomes.value
            node, following = at, end
            at, end, maximizing, outcomes, value, alpha, beta, window = stack.pop()
            if hard:
                result = _clip(result, window)
            returned[node] = result
            if not stack:
                return record
        node = following


def _visit_all_below(position: int, record: Record, values: TrueValues, clip_to: Window) -> Number:
    """Visit everything below a chance node with the open window; what the node itself reports."""
    below = range(position + 1, record.order.ends[position])
    record.windows.extend([OPEN] * len(below))
    record.unbounded.append(below)
    result = record.returned[position] = _clip(values.column[record.order.nodes[position]], clip_to)
    return result


def _clip(value: Number, window: Window) -> Number:
    return max(window[0], min(value, window[1]))
