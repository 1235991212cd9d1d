"""A misconception and a rule → the smallest tree, of many grown at random, in which it shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import Any

from grader.checking.asked_questions import every_question
from grader.checking.exposure import shows
from grader.checking.renumbered_tree import allowed_pools, leaf_indexes
from grader.checking.suggestion import Example
from grader.diagnosis import Idea
from grader.rule import Rule
from grader.solving import solve
from grader.text.numbers import Number
from grader.text.source import InputError
from grader.tree import Kind, Tree, TreeBuilder

_TREES = 240  # of every sort
_SORTS = (
    "max min", "min max", "max min max", "max min max min", "min max min", "max min min",
    "max chance", "max chance min", "min chance max", "max min chance",
    "chance max min",
)  # fmt: skip
_GOES_ON = 0.7  # how likely a branch is to grow where it may
_OUTCOMES = tuple(
    tuple(Fraction(part, sum(parts)) for part in parts)
    for parts in ((1, 1), (1, 3), (2, 1), (1, 1, 1), (1, 2, 1))
)
# A rule under which every misconception can show.
_TELLING: Mapping[str, Any] = {"preset": "aima", "utilities": [-30, 30]}


def smallest_example(idea: Idea, rule: Rule) -> Example | None:
    """A small tree in which the idea shows under the rule; or else under another, which is then named."""
    return _example(idea, rule) or _example(idea, Rule.from_fields(_TELLING), _TELLING)


def _example(idea: Idea, rule: Rule, named: Mapping[str, Any] | None = None) -> Example | None:
    for tree in _small_trees(rule):
        try:
            solution = solve(tree, rule)
        except InputError:  # a depth, say, at which this tree has no evaluations
            continue
        asks = tuple(question.ask for question in every_question(solution) if shows(idea, question, solution))
        if asks:
            return Example(tree, asks, named)
    return None


def _small_trees(rule: Rule) -> list[Tree]:
    """Trees of many shapes, the smallest first; always the same ones."""
    random = Random(7)  # noqa: S311 - chance here guards no secret
    pools = allowed_pools(rule)
    trees = [
        _grown(random, tuple(map(Kind, sort.split())), pools[place % len(pools)])
        for sort in _SORTS
        for place in range(_TREES if pools else 0)
    ]
    return sorted(dict.fromkeys(trees), key=_size)


def _size(tree: Tree) -> tuple[int, bool, int, int]:
    """How large a tree is: its nodes, whether some are chance nodes, leaves that are equal, and its text."""
    utilities = [tree.utilities[leaf] for leaf in leaf_indexes(tree)]
    return len(tree), Kind.CHANCE in tree.kinds, len(utilities) - len(set(utilities)), len(str(tree))


def _grown(random: Random, kinds: Sequence[Kind], pool: Sequence[Number]) -> Tree:
    """A tree with these kinds from the top down, some branches of which end early."""
    builder = TreeBuilder()
    builder.open(kinds[0])
    left = [_children(random, kinds[0])]  # the probabilities of children still to come, at every open node
    while left:
        if not left[-1]:
            left.pop()
            builder.close()
            continue
        probability = left[-1].pop()
        if len(left) < len(kinds) and random.random() < _GOES_ON:
            builder.open(kinds[len(left)], probability=probability)
            left.append(_children(random, kinds[len(left)]))
        else:
            builder.leaf(random.choice(pool), probability=probability)
    return builder.tree()


def _children(random: Random, kind: Kind) -> list[Number | None]:
    """What the children of a node are reached with: a probability below chance, else nothing."""
    return list(random.choice(_OUTCOMES)) if kind is Kind.CHANCE else [None] * random.choice((2, 2, 3))
