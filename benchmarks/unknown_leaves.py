"""What the key of `for-which` costs on a tree of 40 leaves, against one solve of the same tree."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from random import Random

from benchmarks.measuring import Figure, seconds
from grader.rule import Rule
from grader.solving import solve
from grader.solving.unknown_leaf import OpenSolution, solve_as_far, with_numbers
from grader.tree import Tree
from grader.tree.language import parse_tree

AIMS = {"min": 160, "chance": 300}


def figures() -> Iterator[Figure]:
    for kind, most in AIMS.items():
        tree = forty_leaves(kind)
        opened = solve_as_far(tree, Rule(chance="star1", utilities=(-50, 50)))
        assert isinstance(opened, OpenSolution)
        plain = with_numbers(tree, {"x": 3})
        key, once = seconds(
            partial(opened.numbers_where, lambda found: not found.pruned),
            partial(lambda tree, rule: solve(tree, rule).pruned, plain, opened.rule),
        )
        what = "without chance nodes" if kind == "min" else "with chance nodes"
        yield Figure(f"the key of `for-which`, 40 leaves {what}: solves", key / once, at_most=most)


def forty_leaves(kind: str) -> Tree:
    """Max over five nodes of that kind over two Max nodes of four leaves, of which one in the middle is x."""
    random = Random(7)
    leaves = [str(random.randint(-40, 40)) for _ in range(40)]
    leaves[18] = "?x"
    pairs = [f"max({', '.join(leaves[start : start + 4])})" for start in range(0, 40, 4)]
    return parse_tree(
        f"max({', '.join(f'{kind}({one}, {two})' for one, two in zip(pairs[::2], pairs[1::2], strict=True))})"
    )
