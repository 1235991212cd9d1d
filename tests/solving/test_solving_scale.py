"""A tree may be as deep or as wide as it likes, and good order saves what theory says."""

from itertools import cycle, islice

import pytest

from grader.rule import Rule
from grader.solving import solve, steps_table
from grader.tree import Kind, Tree, TreeBuilder
from grader.tree.language import parse_tree

DEPTH = 100_000
DEEP = [10_000, pytest.param(DEPTH, marks=pytest.mark.slow)]  # ten times as deep as Python calls go


def chain(kinds: tuple[Kind, ...], depth: int) -> Tree:
    """A tree so many levels deep; each node has a leaf, then the next level, then another leaf."""
    builder = TreeBuilder()
    for level, kind in enumerate(islice(cycle(kinds), depth)):
        builder.open(kind)
        builder.leaf(level % 7)
    for level in range(depth):
        builder.leaf(level % 5)
        builder.close()
    return builder.tree()


@pytest.mark.parametrize("depth", DEEP)
@pytest.mark.parametrize("order", ["left-to-right", "right-to-left"])
@pytest.mark.parametrize("fields", [{}, {"ties": "keep", "returns": "hard"}, {"cutoffs": "shallow"}], ids=str)
def test_a_very_deep_tree_is_just_a_tree(order: str, fields: dict[str, str], depth: int) -> None:
    tree = chain((Kind.MAX, Kind.MIN), depth)
    solution = solve(tree, Rule(order=order, **fields))  # type: ignore[arg-type]
    assert solution.value == solve(tree, Rule(search="minimax")).value
    assert len(solution.visited) + len(solution.pruned) == len(tree)
    assert len(solution.bounds) == len(solution.exits) == len(solution.visited)
    assert len(solution.cutoffs) <= depth


@pytest.mark.parametrize("depth", DEEP)
def test_all_that_is_worked_out_later_is_worked_out_for_deep_trees_too(depth: int) -> None:
    solution = solve(chain((Kind.MAX, Kind.MIN, Kind.MIN), depth), Rule(ties="keep", last_child="event"))
    assert steps_table(solution.steps).count("\n") == len(solution.steps)
    assert solution.line[0] == "A"
    assert len(solution.irrelevant) > depth
    assert solution.sanity(solution.tree.names[1]).leaf == "A1"
    assert solution.to_dict()["value"] == solution.value


def test_deep_chance_nodes_need_no_recursion() -> None:
    builder = TreeBuilder()
    for _ in range(3_000):  # the denominator doubles with every level
        builder.open(Kind.CHANCE)
        builder.leaf(0)
    for _ in range(3_000):
        builder.close()
    assert solve(builder.tree(), Rule(chance="star1", utilities=(0, 1))).value == 0


def test_a_depth_limit_on_a_deep_tree() -> None:
    builder = TreeBuilder()
    for _ in range(DEPTH):
        builder.open(Kind.MAX, estimate=1)
    builder.leaf(3)
    for _ in range(DEPTH):
        builder.close()
    assert len(solve(builder.tree(), Rule(depth=DEPTH - 1)).visited) == DEPTH


@pytest.mark.parametrize(("branching", "depth"), [(2, 1), (2, 6), (3, 4), (3, 5), (4, 3), (5, 4)])
def test_best_order_visits_as_few_leaves_as_theory_says(branching: int, depth: int) -> None:
    leaves = solve(perfectly_ordered(branching, depth)).counts.leaves_evaluated
    assert leaves == branching ** -(-depth // 2) + branching ** (depth // 2) - 1


def perfectly_ordered(branching: int, depth: int) -> Tree:
    """A uniform tree whose first child is always the best one for whoever moves."""

    def text(level: int, value: int) -> str:
        if level == depth:
            return str(value)
        worse = -1 if level % 2 == 0 else 1
        values = [value + worse * place * branching ** (depth - level) for place in range(branching)]
        return f"{'min' if level % 2 else 'max'}({', '.join(text(level + 1, each) for each in values)})"

    return parse_tree(text(0, 0))
