"""The order with which a search looks at fewest leaves is that of a brute force over all permutations."""

from math import factorial, prod
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from grader.rule import Rule
from grader.solving import solve
from grader.solving.best_order import (
    BestOrder,
    TooManyOrders,
    best_order,
    children_of,
    in_order,
    leaves_in_order,
    reordered,
)
from grader.tree import Tree
from grader.tree.language import parse_tree
from tests import oracles
from tests.strategies import cases

Case = tuple[Tree, dict[str, Any]]

MOST_PERMUTATIONS = 150


def inner_nodes(tree: Tree) -> tuple[str, ...]:
    return tuple(node.name for node in tree if len(tree.children(node)) > 1)


def orders_of(tree: Tree, nodes: tuple[str, ...]) -> int:
    return prod(factorial(len(children_of(tree, name))) for name in nodes)


def best(text: str, *nodes: str, **fields: Any) -> BestOrder:
    solution = solve(parse_tree(text), Rule(**fields))
    return best_order(solution, nodes or inner_nodes(solution.tree))


def agrees(case: Case, nodes: tuple[str, ...]) -> None:
    """The number is that of all permutations, and the order reaches it."""
    solution = solve(case[0], Rule(**case[1]))
    found = best_order(solution, nodes)
    assert found.given == solution.counts.leaves_evaluated
    assert found.leaves == oracles.fewest_leaves(*case, nodes)
    assert leaves_in_order(solution, found.orders) == found.leaves
    assert tuple(found.orders) == nodes
    assert all(
        sorted(order) == sorted(children_of(solution.tree, name)) for name, order in found.orders.items()
    )


def some_nodes(case: Case, data: st.DataObject) -> tuple[str, ...]:
    """All nodes with several children, or a few of them where these have too many orders to try them all."""
    tree = solve(case[0], Rule(**case[1])).tree
    nodes = inner_nodes(tree)
    assume(nodes)
    if orders_of(tree, nodes) > MOST_PERMUTATIONS:
        chosen = data.draw(st.sets(st.sampled_from(nodes), min_size=1, max_size=3))
        nodes = tuple(name for name in nodes if name in chosen)
    assume(orders_of(tree, nodes) <= MOST_PERMUTATIONS)
    return nodes


@settings(max_examples=3 * settings().max_examples)
@given(cases(), st.data())
def test_no_permutation_looks_at_fewer_leaves(case: Case, data: st.DataObject) -> None:
    agrees(case, some_nodes(case, data))


@settings(max_examples=2 * settings().max_examples)
@given(
    cases(limits=False, search="alpha-beta", chance="star1", utilities=(-20, 20), infinities=False), st.data()
)
def test_no_permutation_looks_at_fewer_leaves_with_star1(case: Case, data: st.DataObject) -> None:
    agrees(case, some_nodes(case, data))


@given(cases(), st.randoms(use_true_random=False))
def test_a_reordered_tree_keeps_its_names_and_values(case: Case, random: Any) -> None:
    tree = case[0]
    orders = {
        name: tuple(random.sample(children := children_of(tree, name), len(children))) for name in tree.names
    }
    other = reordered(tree, orders)
    assert {name: children_of(other, name) for name in other.names} == orders
    one, two = solve(tree, Rule(**case[1])), solve(other, Rule(**case[1]))
    assert {name: one.values[name] for name in one.tree.names} == {
        name: two.values[name] for name in one.tree.names
    }
    assert (
        reordered(other, {name: children_of(tree, name) for name in tree.names}).utilities == tree.utilities
    )


def test_the_textbook_tree_needs_five_leaves_at_best() -> None:
    found = best("max(min(3, 12, 8), min(2, 4, 6), min(14, 5, 2))")
    assert (found.given, found.leaves) == (7, 5)
    assert found.orders["D"][0] == "D3"


def test_what_need_not_change_stays_as_it_is() -> None:
    found = best("max(min(3, 12, 8), min(2, 4, 6), min(14, 5, 2))")
    assert {name: order for name, order in found.orders.items() if name != "D"} == {
        "A": ("B", "C", "D"), "B": ("B1", "B2", "B3"), "C": ("C1", "C2", "C3"),
    }  # fmt: skip


def test_where_the_given_order_is_the_best_it_is_the_answer() -> None:
    found = best("max(min(3, 4), min(2, 9))")
    assert (found.given, found.leaves) == (3, 3)
    assert found.orders == {"A": ("B", "C"), "B": ("B1", "B2"), "C": ("C1", "C2")}


def test_a_small_refutation_comes_before_a_large_one() -> None:
    found = best("A = max(B = min(8, 10), C = min(D = max(5, 4, 1), 7))", "C")
    assert (found.given, found.leaves) == (5, 3)
    assert found.orders == {"C": ("C2", "D")}


def test_only_the_nodes_in_question_change() -> None:
    assert best("max(min(3, 12, 8), min(2, 4, 6), min(14, 5, 2))", "A").leaves == 7


def test_an_order_stands_from_left_to_right_also_where_the_search_comes_from_the_right() -> None:
    found = best("A = max(B = min(2, 9), C = min(3, 4))", "B", order="right-to-left")
    assert (found.given, found.leaves, found.orders) == (4, 3, {"B": ("B2", "B1")})


def test_a_uniform_tree_needs_as_many_leaves_as_the_closed_form_says() -> None:
    numbers = [place * 10 % 27 for place in range(27)]
    nodes = [f"max{tuple(numbers[place : place + 3])}" for place in range(0, 27, 3)]
    moves = [f"min({', '.join(nodes[place : place + 3])})" for place in range(0, 9, 3)]
    text = f"max({', '.join(moves)})"
    assert best(text).leaves == 3**2 + 3 - 1


def test_without_pruning_no_order_is_better() -> None:
    found = best("max(min(3, 12, 8), min(2, 4, 6))", search="minimax")
    assert found.given == found.leaves == 6


def test_too_many_orders_are_refused() -> None:
    with pytest.raises(TooManyOrders):
        best(f"min(7, max({', '.join(map(str, range(40)))}))")


def test_a_deep_tree_is_no_matter() -> None:
    depth = 3_000
    text = "".join("max(1, " if level % 2 else "min(2, " for level in range(depth)) + "0" + ")" * depth
    solution = solve(parse_tree(text))
    found = best_order(solution, ("A",))
    assert found.leaves <= found.given
    assert in_order(solution, found.orders).value == solution.value
