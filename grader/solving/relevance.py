"""What is certain before all is seen: whether a leaf can matter, and between which numbers a node lies."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import inf, isinf, isnan

from grader.rule import OPEN, Rule, Window
from grader.solving.arithmetic import weighted_sum
from grader.solving.chance import Star1
from grader.solving.minimax import expected, probabilities
from grader.text.numbers import Number, exact
from grader.tree import Kind, Tree

_NEVER: Window = (inf, -inf)  # a span in which no value lies


@dataclass(frozen=True, slots=True)
class Sanity:
    """The check of one leaf by ±∞, in both of its meanings.

    `lowest` and `highest` are what the root is worth with the leaf at −∞ and at +∞ and all others as
    they are (`nan` for ∞ − ∞), and `changes` says whether one of them differs from `value`.
    `can_matter` says whether the search must look at the leaf when it comes there: some utilities of
    the leaves that are still to come make what is asked at the root depend on it.
    """

    leaf: str
    value: Number
    lowest: Number
    highest: Number
    changes: bool
    can_matter: bool


def check_leaf(tree: Tree, rule: Rule, values: Sequence[Number], leaf: int) -> Sanity:
    """Both checks of one leaf."""
    lowest, highest = (_root_with(tree, values, leaf, number) for number in OPEN)
    changes = any(not isnan(root) and root != values[0] for root in (lowest, highest))
    return Sanity(
        tree.names[leaf], values[0], lowest, highest, changes, _can_matter(tree, rule, values, leaf)
    )


def irrelevant_leaves(tree: Tree, values: Sequence[Number]) -> list[int]:
    """The leaves that could be ±∞ without changing the root, all others as they are.

    From the root down, each node has the span in which a change of its value changes the root.
    """
    spans = [OPEN] * len(tree)
    found = []
    for index, kind in enumerate(tree.kinds):
        if kind is Kind.LEAF:
            if spans[index][0] >= spans[index][1]:
                found.append(index)
            continue
        children = tree.child_indexes(index)
        below = [values[child] for child in children]
        inside = (_outcome_spans if kind is Kind.CHANCE else _player_spans)(tree, index, spans[index], below)
        for child, span in zip(children, inside, strict=True):
            spans[child] = span
    return found


def _root_with(tree: Tree, values: Sequence[Number], leaf: int, number: Number) -> Number:
    """What the root is worth if this leaf were worth `number`."""
    index = leaf
    while index > 0:
        child, index = index, tree.parents[index]
        below = [number if sibling == child else values[sibling] for sibling in tree.child_indexes(index)]
        if tree.kinds[index] is Kind.CHANCE:
            number = expected(tree, index, below)
        else:
            number = max(below) if tree.kinds[index] is Kind.MAX else min(below)
        if isnan(number):
            return number
    return number


def _can_matter(tree: Tree, rule: Rule, values: Sequence[Number], leaf: int) -> bool:
    """Whether all that comes before the leaf leaves a span of values open at it."""
    window = rule.root_window
    path = [node.index for node in tree.path(tree[leaf])]
    for parent, child in pairwise(path):
        window = _window_below(tree, rule, values, (parent, child), window)
        if window[0] >= window[1]:
            return False
    return True


def _window_below(
    tree: Tree, rule: Rule, values: Sequence[Number], edge: tuple[int, int], window: Window
) -> Window:
    """The window at a child, from that of its parent and the values of the children before it."""
    parent, child = edge
    step = 1 if rule.order == "left-to-right" else -1
    children = tree.child_indexes(parent)[::step]
    before = [values[sibling] for sibling in children[: children.index(child)]]
    if tree.kinds[parent] is Kind.MAX:
        return max([window[0], *before]), window[1]
    if tree.kinds[parent] is Kind.MIN:
        return window[0], min([window[1], *before])
    outcomes = Star1(
        window, rule.bounds, cuts_ties=True, probabilities=iter(probabilities(tree, parent)[::step])
    )
    window = outcomes.next_window()
    for value in before:
        window = outcomes.next_window() if outcomes.add(value) else _NEVER
        if window is _NEVER:
            break
    return window


def _player_spans(tree: Tree, index: int, span: Window, below: Sequence[Number]) -> list[Window]:
    """Only beyond the best of its siblings does a child decide its parent's value."""
    maximizing = tree.kinds[index] is Kind.MAX
    best = max(below) if maximizing else min(below)
    others: list[Number] = [best] * len(below)
    if below.count(best) == 1:
        place = below.index(best)
        rest = [*below[:place], *below[place + 1 :]]
        others[place] = max(rest, default=-inf) if maximizing else min(rest, default=inf)
    low, high = span
    return [(max(low, other), high) if maximizing else (low, min(high, other)) for other in others]


def _outcome_spans(tree: Tree, index: int, span: Window, below: Sequence[Number]) -> list[Window]:
    """An outcome moves its parent by its share, unless another outcome is infinite."""
    shares = probabilities(tree, index)
    infinite = [place for place, value in enumerate(below) if isinf(value)]
    finite = weighted_sum(shares, [0 if isinf(value) else value for value in below])
    spans = []
    for place, (share, value) in enumerate(zip(shares, below, strict=True)):
        if infinite not in ([], [place]):
            spans.append(_NEVER)
            continue
        others = finite if isinf(value) else finite - share * value
        spans.append((_shared(span[0], others, share), _shared(span[1], others, share)))
    return spans


def _shared(bound: Number, others: Number, share: Number) -> Number:
    """What an outcome must be for its parent to be at the bound."""
    return bound if isinf(bound) else exact(Fraction(bound - others) / Fraction(share))


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
