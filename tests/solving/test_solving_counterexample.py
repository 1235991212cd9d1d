"""Why a leaf cannot be pruned: an example that a student can check by hand."""

from typing import Any

import pytest
from hypothesis import given

from grader.rule import Rule
from grader.solving import Solution, solve
from grader.solving.counterexample import Counterexample, refute
from grader.solving.minimax import true_values
from grader.text.numbers import Number
from grader.tree import Kind, Tree
from grader.tree.language import parse_tree
from tests.strategies import cases


def root_with(solution: Solution, changes: dict[str, Number]) -> Number:
    numbers = list(solution.true.numbers)
    for name, number in changes.items():
        numbers[solution.tree.index(name)] = number
    return true_values(solution.tree, numbers)[0]


def test_a_leaf_that_matters_as_the_tree_is_needs_no_other_change() -> None:
    solution = solve(parse_tree("max(min(3, 12, 8), min(2, 4, 6), min(14, 5, 2))"))
    assert refute(solution, "B1") == Counterexample("B1", {}, (3, 1), (3, 2))


def test_leaves_still_to_come_are_changed_where_they_would_hide_it() -> None:
    solution = solve(parse_tree("max(min(3, 12, 8), min(2, 4, 6), min(14, 5, 2))"))
    example = refute(solution, "D2")
    assert example is not None
    assert example.changed == {"D3": 14}
    assert example.values[0] != example.values[1]


@pytest.mark.parametrize("leaf", ["C2", "C3"])
def test_a_pruned_leaf_cannot_be_refuted(leaf: str) -> None:
    assert refute(solve(parse_tree("max(min(3, 12, 8), min(2, 4, 6), min(14, 5, 2))")), leaf) is None


def test_a_search_from_the_right_may_change_what_stands_on_the_left() -> None:
    solution = solve(parse_tree("max(min(4, 1), min(3, 2))"), Rule(order="right-to-left"))
    example = refute(solution, "C2")
    assert example is not None
    assert set(example.changed) <= {"B1", "B2", "C1"}


def test_utilities_stay_within_their_bounds() -> None:
    rule = Rule(chance="star1", utilities=(-2, 2))
    tree = parse_tree("max(chance(min(2, 2), min(1, 2)), chance(min(0, 2), min(-1, 0)))")
    solution = solve(tree, rule)
    for leaf in (name for name in solution.visited if tree[name].is_leaf):
        example = refute(solution, leaf)
        assert example is None or all(
            -2 <= number <= 2 for number in (*example.changed.values(), *example.utilities)
        )


@given(cases(limits=False))
def test_every_leaf_that_can_matter_is_refuted_and_the_example_holds(
    case: tuple[Tree, dict[str, Any]],
) -> None:
    tree, fields = case
    solution = solve(tree, Rule(**fields))
    order = {name: number for number, name in enumerate(solution.visited)}
    left_to_right = solution.rule.order == "left-to-right"
    for name in order:
        node = solution.tree[name]
        if node.kind is not Kind.LEAF:
            continue
        example = refute(solution, name)
        if example is None:
            continue
        first, second = example.values
        assert first != second
        for utility, value in zip(example.utilities, example.values, strict=True):
            assert root_with(solution, {**example.changed, name: utility}) == value
        for changed in example.changed:
            later = solution.tree.index(changed) > node.index
            assert later == left_to_right
