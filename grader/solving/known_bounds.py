"""A tree and the nodes that a search has entered → between which numbers every node's value lies then."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from math import inf, isnan

from grader.rule import Window
from grader.solving.minimax import expected
from grader.text.numbers import Number
from grader.tree import Kind, Tree


def known_values(
    tree: Tree, numbers: Sequence[Number | None], seen: Collection[int], bounds: Window
) -> tuple[Window, ...]:
    """What is certain of each node, by its index; a leaf that was not seen may be anything in the bounds."""
    least, most = (
        _values(tree, [number if index in seen else end for index, number in enumerate(numbers)], certain)
        for end, certain in zip(bounds, (inf, -inf), strict=True)
    )
    return tuple(zip(least, most, strict=True))


def _values(tree: Tree, numbers: Sequence[Number | None], certain: Number) -> list[Number]:
    """The value of each node where every leaf is that; of ∞ and −∞ at chance, one is `certain`."""
    found: list[Number] = [0] * len(tree)
    for index in range(len(tree) - 1, -1, -1):  # every child before its parent
        number = numbers[index]
        if tree.kinds[index] is not Kind.LEAF:
            number = _value(tree, index, [found[child] for child in tree.child_indexes(index)])
        assert number is not None
        found[index] = certain if isnan(number) else number
    return found


def _value(tree: Tree, index: int, outcomes: Sequence[Number]) -> Number:
    kind = tree.kinds[index]
    if kind is Kind.CHANCE:
        return expected(tree, index, outcomes)
    return max(outcomes) if kind is Kind.MAX else min(outcomes)
