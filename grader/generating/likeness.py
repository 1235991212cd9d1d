"""The facts of a tree → the goals of trees like it: the same size, shape and kinds, cuts and difficulty."""

from __future__ import annotations

from fractions import Fraction
from itertools import groupby

from grader.generating.goal_fields import GoalRange, NumberRange
from grader.generating.goals import NICE, Goals
from grader.generating.tree_facts import TreeFacts
from grader.text.numbers import Finite
from grader.tree import Kind, Tree

_TENTH = 10  # the figure of difficulty may differ by one part in so many

_ASKED = (
    "leaves", "depth", "branching", "numbers", "cutoffs", "deep", "leaves-pruned", "difficulty",
)  # fmt: skip


def goals_like(facts: TreeFacts) -> Goals:
    """What a tree must have to be as hard as this one in the same way."""
    tree, rule = facts.solution.whole, facts.solution.rule
    widths = [
        len(tree.child_indexes(index)) for index, kind in enumerate(tree.kinds) if kind is not Kind.LEAF
    ]
    kinds = tuple(kind for kind in (Kind.MAX, Kind.MIN, Kind.CHANCE) if kind in tree.kinds)
    figure = facts.difficulty.figure
    prunes = rule.search != "minimax"
    return Goals(
        leaves=GoalRange(facts.leaves, facts.leaves),
        depth=GoalRange(facts.depth, facts.depth),
        branching=GoalRange(max(2, min(widths)), max(2, *widths)),
        kinds=kinds,
        layers=_layers(tree),
        root=tree.kinds[0],
        numbers=_numbers(facts),
        cutoffs=_exactly(len(facts.cut_kinds)) if prunes else None,
        deep=_exactly(facts.deep) if prunes else None,
        leaves_pruned=_exactly(facts.leaves_pruned) if prunes else None,
        probabilities=_probabilities(tree),
        difficulty=GoalRange(figure - figure // _TENTH, figure + figure // _TENTH),
        asked=frozenset(_ASKED),
    )


def _exactly(number: int) -> GoalRange:
    return GoalRange(number, number)


def _layers(tree: Tree) -> tuple[Kind, ...]:
    """The kinds of the levels, where each level has but one."""
    inner = sorted(
        (depth, kind) for depth, kind in zip(tree.depths(), tree.kinds, strict=True) if kind is not Kind.LEAF
    )
    levels = [{kind for _, kind in group} for _, group in groupby(inner, key=lambda pair: pair[0])]
    return (
        tuple(kind for level in levels for kind in level) if all(len(level) == 1 for level in levels) else ()
    )


def _numbers(facts: TreeFacts) -> NumberRange:
    finite: list[Finite] = [number for number in facts.numbers if not isinstance(number, float)]
    low, high = min(finite, default=0), max(finite, default=20)
    if any(Fraction(number).denominator > 1 for number in finite):
        return NumberRange(Fraction(low).__floor__(), Fraction(high).__ceil__(), Fraction(1, 2))
    return NumberRange(low, high)


def _probabilities(tree: Tree) -> tuple[Fraction, ...]:
    given = {
        Fraction(each) for each in tree.probabilities if each is not None and not isinstance(each, float)
    }
    widths = {len(tree.child_indexes(index)) for index, kind in enumerate(tree.kinds) if kind is Kind.CHANCE}
    return tuple(sorted(given | {Fraction(1, width) for width in widths})) or NICE
