"""A Solution and nodes of its tree → an order of their children with which the search looks at fewest leaves.

What a search costs below a node depends on the window with which it is entered, and on nothing else that
happened before; and every node is entered once. So it is enough to know, for each node and window, how few
leaves lead to each of the results that it can return there. Instead of all orders of the children, only what
was searched so far and the value then is told apart.
"""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from math import inf
from typing import Any, NamedTuple, TypeAlias

from grader.memory import remembered
from grader.rule import OPEN, Window
from grader.solving.chance import Star1
from grader.solving.minimax import expected, probabilities
from grader.solving.solution import Solution, solve
from grader.text.numbers import Number
from grader.tree import Kind, Tree, TreeBuilder

MOST_STEPS = 400_000  # about a second

ChildOrders: TypeAlias = Mapping[str, Sequence[str]]  # the names of a node's children from left to right


class TooManyOrders(Exception):
    """There are more orders than can be compared in `MOST_STEPS` steps."""


@dataclass(frozen=True, slots=True)
class BestOrder:
    """The fewest leaves that a search can look at, orders that reach it, and the tree's own number."""

    orders: Mapping[str, tuple[str, ...]]
    leaves: int
    given: int


@remembered
def best_order(solution: Solution, nodes: tuple[str, ...]) -> BestOrder:
    """The best order of the children of these nodes, in which no order changes in vain.

    Raises `TooManyOrders`.
    """
    tree = solution.tree
    given = solution.counts.leaves_evaluated
    own = {name: children_of(tree, name) for name in nodes}
    leaves, found = _Orders(solution, frozenset(map(tree.index, nodes))).fewest()
    orders = own if leaves == given else {**own, **{name: found.get(name, own[name]) for name in nodes}}
    for name in nodes if leaves < given else ():
        less = {**orders, name: own[name]}
        if orders[name] != own[name] and leaves_in_order(solution, less) == leaves:
            orders = less
    return BestOrder(orders, leaves, given)


def children_of(tree: Tree, name: str) -> tuple[str, ...]:
    """The names of a node's children as they stand."""
    return tuple(tree.names[child] for child in tree.child_indexes(tree.index(name)))


def leaves_in_order(solution: Solution, orders: ChildOrders) -> int:
    """How many leaves the search looks at when the children stand in another order."""
    return in_order(solution, orders).counts.leaves_evaluated


def in_order(solution: Solution, orders: ChildOrders) -> Solution:
    """The same tree searched by the same rule, but with children in another order."""
    return solve(reordered(solution.tree, orders), solution.rule)


def reordered(tree: Tree, orders: ChildOrders) -> Tree:
    """The tree with the children of some nodes in another order; every node keeps its name."""
    changed = {tree.index(name): [tree.index(child) for child in order] for name, order in orders.items()}
    kept, to_come = [], [0]
    while to_come:
        index = to_come.pop()
        kept.append(index)
        to_come += reversed(changed.get(index) or tree.child_indexes(index))
    places = {index: place for place, index in enumerate(kept)}
    return TreeBuilder(
        kinds=[tree.kinds[index] for index in kept],
        parents=[-1, *(places[tree.parents[index]] for index in kept[1:])],
        ends=[place + tree.ends[index] - index for place, index in enumerate(kept)],
        given_names=[tree.names[index] for index in kept],  # automatic names would not be the same
        labels=[tree.labels[index] for index in kept],
        probabilities=[tree.probabilities[index] for index in kept],
        utilities=[tree.utilities[index] for index in kept],
        estimates=[tree.estimates[index] for index in kept],
        features=[tree.features[index] for index in kept],
        in_decimals=tree.in_decimals,
    ).tree()


class _Visit(NamedTuple):
    """A node that is searched with a window, and what it returns there."""

    node: int
    window: Window
    result: Number


class _Way(NamedTuple):
    """The fewest leaves that lead to a result, and the last child on the way there; the others are before."""

    leaves: int
    last: _Visit | None = None
    before: _Way | None = None

    def visits(self) -> list[_Visit]:
        """The children in the order of search."""
        found = []
        way: _Way | None = self
        while way is not None and way.last is not None:
            found.append(way.last)
            way = way.before
        return found[::-1]


_Ways: TypeAlias = dict[Number, _Way]  # by the result
_Entry: TypeAlias = tuple[int, Window]
_Working: TypeAlias = Generator[_Entry, _Ways, _Ways]  # asks for the ways of a child, and gets them
# What was searched of a node's children, as bits, and what that came to: a value so far, or all results.
_State: TypeAlias = tuple[int, Any]


@dataclass(slots=True)
class _Orders:
    """The ways of all nodes and windows that can come up; the nodes in `free` may change their order."""

    solution: Solution
    free: Collection[int]
    ways: dict[_Entry, _Ways] = field(default_factory=dict)
    steps: int = 0

    def fewest(self) -> tuple[int, dict[str, tuple[str, ...]]]:
        """The fewest leaves, and the orders of the nodes that are entered then, by name."""
        if self.solution.rule.search == "minimax":
            return self.solution.counts.leaves_evaluated, {}
        root: _Entry = (0, self.solution.rule.root_window)
        ways = self.worked_out(root)
        result = min(ways, key=lambda each: ways[each].leaves)
        return ways[result].leaves, dict(self._told(_Visit(*root, result)))

    def worked_out(self, entry: _Entry) -> _Ways:
        """The ways of a node, those below it first: nothing recurses."""
        stack = [(entry, self._working(entry))]
        answer: _Ways | None = None
        while stack:
            entry, working = stack[-1]
            try:
                below = next(working) if answer is None else working.send(answer)
            except StopIteration as done:
                answer = self.ways[entry] = done.value
                stack.pop()
                continue
            answer = self.ways.get(below)
            if answer is None:
                stack.append((below, self._working(below)))
        assert answer is not None
        return answer

    def _working(self, entry: _Entry) -> _Working:
        index, window = entry
        tree, rule = self.solution.tree, self.solution.rule
        if tree.kinds[index] is Kind.LEAF:
            number = self.solution.true.numbers[index]
            assert number is not None
            return {number: _Way(1)}
        if tree.kinds[index] is not Kind.CHANCE:
            ways = yield from self._of_player(index, window)
        elif rule.chance == "none":
            ways = {self.solution.true.column[index]: _Way(self._leaves_below(index))}
        elif rule.chance == "star1":
            ways = yield from self._of_star1(index, window)
        else:
            ways = yield from self._of_outcomes(index)
        return _clipped(ways, window) if rule.returns == "hard" else ways

    def _of_player(self, index: int, window: Window) -> _Working:
        """A Max or Min node: the state is its value so far."""
        maximizing, rule = self.solution.tree.kinds[index] is Kind.MAX, self.solution.rule
        keep, shallow = rule.ties == "keep", rule.cutoffs == "shallow"
        ended: _Ways = {}
        for searched, value, way, nexts in (states := _States(self, index)):
            alpha, beta = _narrowed(window, value, maximizing)
            below = _below(value, maximizing) if shallow else (alpha, beta)
            for child, bit in nexts:
                for result, cost in (yield child, below).items():
                    self.count()
                    best = result if value is None else (max if maximizing else min)(value, result)
                    low, high = _narrowed(window, best, maximizing)
                    goes_on = low < high or (keep and low == high)
                    longer = _Way(way.leaves + cost.leaves, _Visit(child, below, result), way)
                    if goes_on and searched | bit != states.all:
                        states.add((searched | bit, best), longer)
                    else:
                        _keep(ended, best, longer)
        return ended

    def _of_outcomes(self, index: int) -> _Working:
        """A chance node whose outcomes are all searched with the full window: the state is their results."""
        tree, window = self.solution.tree, self.solution.rule.bounds
        places = {child: place for place, child in enumerate(tree.child_indexes(index))}
        ways: dict[tuple[Number, ...], _Way] = {(): _Way(0)}
        for child in places:  # whose order makes no difference
            found = yield child, window
            ways_then: dict[tuple[Number, ...], _Way] = {}
            for results, way in ways.items():
                for result, cost in found.items():
                    self.count()
                    longer = _Way(way.leaves + cost.leaves, _Visit(child, window, result), way)
                    _keep(ways_then, (*results, result), longer)
            ways = ways_then
        ended: _Ways = {}
        for results, way in ways.items():
            _keep(ended, expected(tree, index, results), way)
        return ended

    def _of_star1(self, index: int, window: Window) -> _Working:
        """A chance node that may stop early: the state is the total so far, and the probability left."""
        tree, rule = self.solution.tree, self.solution.rule
        chances = dict(zip(tree.child_indexes(index), probabilities(tree, index), strict=True))
        ended: _Ways = {}
        for searched, state, way, nexts in (states := _States(self, index)):
            total, rest = state or (0, 1)
            for child, bit in nexts:
                chance = iter((chances[child],))
                outcome = Star1(window, rule.bounds, rule.ties == "cut", chance, rest=rest, total=total)
                below = outcome.next_window()
                for result, cost in (yield child, below).items():
                    self.count()
                    then = copy(outcome)
                    goes_on = then.add(result)
                    longer = _Way(way.leaves + cost.leaves, _Visit(child, below, result), way)
                    if goes_on and searched | bit != states.all:
                        states.add((searched | bit, (then.total, then.rest)), longer)
                    else:
                        _keep(ended, then.value, longer)
        return ended

    def count(self) -> None:
        """One more step."""
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise TooManyOrders

    def in_search_order(self, index: int) -> list[int]:
        """The children of a node as the search meets them."""
        children = self.solution.tree.child_indexes(index)
        return children if self.solution.rule.order == "left-to-right" else children[::-1]

    def _leaves_below(self, index: int) -> int:
        tree = self.solution.tree
        return tree.kinds[index : tree.ends[index]].count(Kind.LEAF)

    def _told(self, root: _Visit) -> Iterator[tuple[str, tuple[str, ...]]]:
        """The order of every node on the way to a result: what is searched first, and then the rest."""
        names, mirrored = self.solution.tree.names, self.solution.rule.order == "right-to-left"
        to_come = [root]
        while to_come:
            index, window, result = to_come.pop()
            visits = self._way(index, window, result).visits()
            searched = [visit.node for visit in visits]
            rest = [child for child in self.in_search_order(index) if child not in searched]
            order = [names[child] for child in (*searched, *rest)]
            yield names[index], tuple(order[::-1] if mirrored else order)
            to_come += visits

    def _way(self, index: int, window: Window, result: Number) -> _Way:
        return self.ways[index, window][result]


class _States:
    """The states of a node, each when all that lead to it are known, with the children that may be next."""

    def __init__(self, orders: _Orders, index: int) -> None:
        children = orders.in_search_order(index)
        self.children = [(child, 1 << place) for place, child in enumerate(children)]
        self.all = (1 << len(children)) - 1
        self.is_free = index in orders.free
        self.found: list[dict[_State, _Way]] = [{} for _ in children]  # by how many were searched
        self.found[0][0, None] = _Way(0)

    def __iter__(self) -> Iterator[tuple[int, Any, _Way, list[tuple[int, int]]]]:
        for states in self.found:
            for (searched, reached), way in states.items():
                nexts = [(child, bit) for child, bit in self.children if not searched & bit]
                yield searched, reached, way, nexts if self.is_free else nexts[:1]

    def add(self, state: _State, way: _Way) -> None:
        _keep(self.found[state[0].bit_count()], state, way)


def _keep(ways: dict[Any, _Way], reached: Any, way: _Way) -> None:
    """Remember a way if it is the first to get there, or shorter than those before."""
    known = ways.get(reached)
    if known is None or way.leaves < known.leaves:
        ways[reached] = way


def _narrowed(window: Window, value: Number | None, maximizing: bool) -> Window:
    """A node's alpha and beta, with its value so far."""
    alpha, beta = window
    if value is None:
        return window
    return (max(alpha, value), beta) if maximizing else (alpha, min(beta, value))


def _below(value: Number | None, maximizing: bool) -> Window:
    """What a child gets where only the bound of its own parent counts."""
    if value is None:
        return OPEN
    return (value, inf) if maximizing else (-inf, value)


def _clipped(ways: _Ways, window: Window) -> _Ways:
    """The same results as a node reports them that keeps to its window."""
    low, high = window
    found: _Ways = {}
    for result, way in ways.items():
        _keep(found, max(low, min(result, high)), way)
    return found
