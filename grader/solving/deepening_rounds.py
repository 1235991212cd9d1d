"""A Solution and depths → the same search once for each depth, in the order that the rule says."""

from __future__ import annotations

from functools import cache

from grader.memory import remembered
from grader.rule import Rule
from grader.solving.best_order import children_of, reordered
from grader.solving.solution import Solution
from grader.tree import Kind, Tree


def rounds(solution: Solution, depths: tuple[int, ...]) -> tuple[Solution, ...]:
    """One search of the whole tree for each depth, in this order; an `InputError` where one cannot be."""
    return tuple(last_round(solution, depths[:number]) for number in range(1, len(depths) + 1))


@remembered
def last_round(solution: Solution, depths: tuple[int, ...]) -> Solution:
    """The search to the last of these depths, after those to the others.

    With `deepening: reorder`, every round goes through the children of Max and Min nodes in the order of
    their values in the round before, pruned or not: the best for whoever moves first, and those alike in
    the order that they had.
    """
    if solution.rule.deepening != "reorder" or len(depths) == 1:
        return searched_to(solution, depths[-1])
    tree = _best_first(solution.whole, last_round(solution, depths[:-1]))
    return solution.searched(tree, _to_depth(solution.rule, depths[-1]))


@remembered
def searched_to(solution: Solution, depth: int) -> Solution:
    """The search of the tree as it stands to a depth, whatever other rounds there are."""
    return solution.searched(solution.whole, _to_depth(solution.rule, depth))


@cache
def _to_depth(rule: Rule, depth: int) -> Rule:
    return rule.changed(depth=depth)


def new_orders(tree: Tree, searched: Solution) -> dict[str, tuple[str, ...]]:
    """The nodes whose children a round meets in another order than those of the tree, with that order."""
    mirrored = searched.rule.order == "right-to-left"
    orders = {name: children_of(searched.tree, name) for name in searched.tree.names}
    return {
        name: order[::-1] if mirrored else order
        for name, order in orders.items()
        if order and order != children_of(tree, name)
    }


def _best_first(tree: Tree, last: Solution) -> Tree:
    """The tree with the children of each node in the order of their values."""
    searched = last.tree
    return reordered(
        tree,
        {
            searched.names[index]: _order(last, index)
            for index, kind in enumerate(searched.kinds)
            if kind in (Kind.MAX, Kind.MIN)
        },
    )


def _order(last: Solution, index: int) -> list[str]:
    tree, values = last.tree, last.values
    children = [tree.names[child] for child in tree.child_indexes(index)]
    mirrored = last.rule.order == "right-to-left"
    met = children[::-1] if mirrored else children
    sign = -1 if tree.kinds[index] is Kind.MAX else 1
    # A search whose values are all that it knows, as somebody may imagine one, has none of what it skips.
    known = [child for child in met if child in values]
    best = sorted(known, key=lambda child: sign * values[child])
    order = [*best, *(child for child in met if child not in values)]
    return order[::-1] if mirrored else order
