"""A tree and its pattern → the same tree with children in each other's places, where no search can tell."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations

from grader.generating.draws import Draws
from grader.generating.search_pattern import Pattern
from grader.text.numbers import Number, Payoffs
from grader.tree import Kind, Tree

_SWAPS = 12  # pairs of children that are tried in each other's place …
_ARRANGEMENTS = 4  # … until so many are fair …
_MOST_NODES = 60  # … in a tree of at most so many nodes


def arrangements(pattern: Pattern, stated: Collection[Number], draws: Draws) -> Sequence[Tree]:
    """The tree as it is written, and a few in which children of the same shape have changed places.

    A search looks at children by position. So these are what two subtrees have at their leaves; `stated`
    numbers stay where they are.
    """
    written = pattern.written.tree
    found = [written]
    if len(written) > _MOST_NODES:
        return found
    swaps = list(_swaps(written, stated))
    for _ in range(min(_SWAPS, len(swaps))):
        tree = _swapped(found[-1], *swaps.pop(draws.below(len(swaps))))
        if tree.utilities != found[-1].utilities and not any(pattern.differences(tree)):
            found.append(tree)
            if len(found) > _ARRANGEMENTS:
                break
    return found


def _swaps(tree: Tree, stated: Collection[Number]) -> Iterator[tuple[int, int]]:
    """Pairs of siblings that have the same shape, and at their leaves numbers that may move."""
    for parent in range(len(tree)):
        for one, other in combinations(tree.child_indexes(parent), 2):
            if _subtree(tree, one) == _subtree(tree, other) and all(
                _may_move(tree, index, stated) for child in (one, other) for index in _range(tree, child)
            ):
                yield one, other


def _range(tree: Tree, index: int) -> range:
    return range(index, tree.ends[index])


def _subtree(tree: Tree, index: int) -> Hashable:
    nodes = slice(index, tree.ends[index])
    ends = tuple(end - index for end in tree.ends[nodes])
    return tree.kinds[nodes], ends, tree.probabilities[nodes]


def _may_move(tree: Tree, index: int, stated: Collection[Number]) -> bool:
    if tree.kinds[index] is not Kind.LEAF:
        return tree.estimates[index] is None and tree.features[index] is None
    utility = tree.utilities[index]
    numbers = utility if isinstance(utility, Payoffs) else (utility,)
    return all(isinstance(number, int | Fraction) and number not in stated for number in numbers)


def _swapped(tree: Tree, one: int, other: int) -> Tree:
    pairs = list(zip(_range(tree, one), _range(tree, other), strict=True))
    moved = [(new, tree.utilities[old]) for pair in pairs for old, new in (pair, pair[::-1])]
    return tree.with_utilities(
        {index: utility for index, utility in moved if isinstance(utility, int | Fraction | Payoffs)}
    )
