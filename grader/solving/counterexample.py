"""A leaf that the search must look at → leaves' values under which the root depends on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import isinf, isnan

from grader.solving.minimax import true_values
from grader.solving.solution import Solution
from grader.text.numbers import Number, exact
from grader.tree import Kind

_MOST_LISTED = 4


@dataclass(frozen=True, slots=True)
class Counterexample:
    """Two trees that differ in one leaf and in the root's value; the search could not tell them apart before.

    `changed` has new utilities of leaves that the search comes to after `leaf`; `utilities` are the two
    of the leaf itself, the tree's own first where that is one of them, and `values` those of the root.
    """

    leaf: str
    changed: Mapping[str, Number]
    utilities: tuple[Number, Number]
    values: tuple[Number, Number]
    solution: Solution | None = field(default=None, repr=False, compare=False)  # of the tree it is about

    @property
    def changes_many(self) -> bool:
        """Whether more leaves change than a sentence can list; a drawing shows them."""
        return len(self.changed) > _MOST_LISTED


def refute(solution: Solution, leaf: str) -> Counterexample | None:
    """Why a leaf cannot be pruned, with as few other leaves changed as possible; None where it could be."""
    if not solution.sanity(leaf).can_matter:
        return None
    index = solution.tree.index(leaf)
    for low, high in _extremes(solution, index):
        for outcomes in (None, low, high):
            changed = _transparent(solution, index, {Kind.MAX: low, Kind.MIN: high, Kind.CHANCE: outcomes})
            for pair in _pairs(solution, index, low, high):
                if _differ(solution, index, changed, pair):
                    changed = _fewest(solution, index, changed, pair)
                    return _told(solution, index, changed, pair)
    return None


def _extremes(solution: Solution, leaf: int) -> list[tuple[Number, Number]]:
    """What leaves still to come could be: the bounds that hold at the leaf, or beyond all numbers."""
    finite = [number for number in solution.true.numbers if number is not None and not isinf(number)]
    least, most = solution.rule.bounds
    lowest, highest = min(finite, default=0) - 1, max(finite, default=0) + 1
    alpha, beta = solution.log.windows[leaf]
    spread = highest - lowest
    pairs = [(alpha, beta)] + [(lowest - far * spread, highest + far * spread) for far in (0, 10, 10**6)]
    return [(max(least, low), min(most, high)) for low, high in pairs if not isinf(low) and not isinf(high)]


def _later(solution: Solution, leaf: int) -> range:
    """The nodes that come after a leaf in the order of search, the leaf's own ancestors among them."""
    if solution.rule.order == "left-to-right":
        return range(leaf + 1, len(solution.tree))
    return range(leaf)


def _transparent(solution: Solution, leaf: int, below: Mapping[Kind, Number | None]) -> dict[int, Number]:
    """New numbers for the leaves still to come, with which they hide nothing of what the leaf is worth.

    `below` has them by the kind of the node on the way to the root that a leaf hangs from: low for Max
    and high for Min; None leaves the tree as it is.
    """
    tree = solution.tree
    path = {node.index for node in tree.path(tree[leaf])}
    fork: dict[int, int] = {}  # for each later node, the node on the way to the root that it hangs from
    changed = {}
    for index in sorted(_later(solution, leaf)):
        parent = tree.parents[index]
        if index in path:
            continue
        fork[index] = parent if parent in path else fork[parent]
        number = below[tree.kinds[fork[index]]]
        if tree.kinds[index] is Kind.LEAF and number is not None:
            changed[index] = number
    return changed


def _pairs(solution: Solution, leaf: int, low: Number, high: Number) -> list[tuple[Number, Number]]:
    """Two utilities for the leaf, close to its own one if possible."""
    own = solution.true.numbers[leaf]
    assert own is not None
    middle = exact(Fraction(low + high) / 2)
    return [(own, low), (own, high), (own, middle), (low, high), (low, middle), (middle, high)]


def _roots(
    solution: Solution, leaf: int, changed: Mapping[int, Number], pair: Sequence[Number]
) -> list[Number]:
    """What the root is worth with each of the two utilities."""
    roots = []
    for utility in pair:
        column = list(solution.true.numbers)
        for index, number in changed.items():
            column[index] = number
        column[leaf] = utility
        roots.append(true_values(solution.tree, column)[0])
    return roots


def _differ(solution: Solution, leaf: int, changed: Mapping[int, Number], pair: Sequence[Number]) -> bool:
    """Whether the root differs, inside the window that the search starts with."""
    alpha, beta = solution.rule.root_window
    first, second = _roots(solution, leaf, changed, pair)
    if isnan(first) or isnan(second):
        return False
    return max(alpha, min(first, beta)) != max(alpha, min(second, beta))


def _fewest(
    solution: Solution, leaf: int, changed: dict[int, Number], pair: Sequence[Number]
) -> dict[int, Number]:
    """The same example with every change undone that it does not need."""
    numbers = solution.true.numbers
    needed = {index: number for index, number in changed.items() if numbers[index] != number}
    for index in sorted(needed, reverse=True):
        without = {other: number for other, number in needed.items() if other != index}
        if _differ(solution, leaf, without, pair):
            needed = without
    return needed


def _told(
    solution: Solution, leaf: int, changed: Mapping[int, Number], pair: tuple[Number, Number]
) -> Counterexample:
    names = solution.tree.names
    first, second = _roots(solution, leaf, changed, pair)
    by_name = {names[index]: changed[index] for index in sorted(changed)}
    return Counterexample(names[leaf], by_name, pair, (first, second), solution)
