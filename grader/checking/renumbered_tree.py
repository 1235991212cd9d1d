"""A tree → the same tree with other numbers at its leaves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from random import Random

from grader.rule import Rule
from grader.solving import Solution
from grader.text.numbers import Number, Payoffs, exact
from grader.tree import Kind, Tree

# Few numbers make ties and equal subtrees; some ideas show only beyond ±15, at 0, or between whole numbers.
_POOLS: tuple[Sequence[Number], ...] = (
    range(-9, 10),
    range(-2, 3),
    (0, 1),
    range(16, 31),
    range(-30, -15),
    tuple(exact(Fraction(quarters, 4)) for quarters in range(13)),
)


def leaf_indexes(tree: Tree) -> list[int]:
    return [index for index, kind in enumerate(tree.kinds) if kind is Kind.LEAF]


def renumbered(solution: Solution, times: int) -> Iterator[Tree]:
    """The tree of a solution with numbers at random, always the same ones, that its rule allows."""
    random = Random(7)  # noqa: S311 - chance here guards no secret
    leaves = leaf_indexes(solution.tree)
    pools = allowed_pools(solution.rule)
    for time in range(times if pools else 0):
        pool = pools[time % len(pools)]
        yield solution.tree.with_utilities({leaf: _utility(solution.tree, pool, random) for leaf in leaves})


def _utility(tree: Tree, pool: Sequence[Number], random: Random) -> Number | Payoffs:
    """One number, or one for each of several players."""
    if not tree.players:
        return random.choice(pool)
    return Payoffs(random.choice(pool) for _ in range(tree.players))


def allowed_pools(rule: Rule) -> list[Sequence[Number]]:
    """The numbers to choose from, as far as they lie within the bounds that the rule states."""
    low, high = rule.bounds
    within = [[number for number in pool if low <= number <= high] for pool in _POOLS]
    return [pool for pool in within if len(pool) > 1]
