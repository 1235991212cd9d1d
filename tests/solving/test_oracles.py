"""The independent engines agree with one another, so a solver that agrees with them is right."""

from collections.abc import Mapping
from dataclasses import replace
from math import inf
from random import Random
from typing import Any, TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.text.numbers import Number
from grader.tree import Tree
from grader.tree.language import parse_tree
from tests import oracles
from tests.strategies import cases, written_trees

Case: TypeAlias = tuple[Tree, dict[str, Any]]

DEEP: dict[str, Any] = {"search": "alpha-beta", "cutoffs": "deep"}
STAR1: dict[str, Any] = {**DEEP, "infinities": False, "ties": "cut", "chance": "star1"}
LOW, HIGH = -5, 11


def test_the_recursion_tells_the_story_of_the_textbook() -> None:
    record = oracles.explore(parse_tree("max(min(3, 12, 8), min(2, 4, 6), min(14, 5, 2))"), {})
    assert record.visited == ["A", "B", "B1", "B2", "B3", "C", "C1", "D", "D1", "D2", "D3"]
    assert record.pruned == ["C2", "C3"]
    assert record.windows["C1"] == (3, inf)
    assert record.exits["C"] == (3, 2)
    assert [record.returned[name] for name in "ABCD"] == [3, 3, 2, 2]
    assert record.cutoffs == [oracles.Cut("C", "C1", 3, 2, "alpha", ("C2", "C3"))]


@pytest.mark.parametrize(("best", "moves"), [("first", ["x"]), ("last", ["z"]), ("any", ["x", "z"])])
def test_the_best_moves_are_chosen_among_the_tied_ones(best: str, moves: list[str]) -> None:
    assert oracles.best_moves(parse_tree("max(x -> 4, y -> 2, z -> 4)"), {"best": best}) == moves


def test_the_line_ends_at_the_first_chance_node() -> None:
    assert oracles.line(parse_tree("max(1, min(9, chance(2, 4)))"), {}) == ["A", "B", "C"]


@given(cases(chance_nodes=False, returns="soft", **DEEP))
def test_the_closed_form_keeps_what_the_recursion_visits_with_the_same_windows(case: Case) -> None:
    windows = oracles.closed_form(*case)
    keeps_ties = case[1].get("ties") == "keep"
    entered = oracles.explore(*case).windows
    assert {leaf: window for leaf, window in entered.items() if leaf in windows} == {
        leaf: (alpha, beta)
        for leaf, (alpha, beta) in windows.items()
        if alpha < beta or (keeps_ties and alpha == beta)
    }


@given(cases(chance_nodes=False, ties="cut", **DEEP))
def test_without_chance_a_leaf_is_visited_iff_it_can_matter(case: Case) -> None:
    assert visited_leaves(*case) == oracles.decisive_leaves(*case)


@given(cases(chance_nodes=False, **DEEP))
def test_both_ways_to_say_that_a_leaf_can_matter_agree(case: Case) -> None:
    assert oracles.decisive_leaves(*case) == set(oracles.decisive_spans(*case))


@given(cases(**STAR1))
def test_under_star1_a_leaf_is_visited_iff_it_can_matter(case: Case) -> None:
    assert visited_leaves(*case) == set(oracles.decisive_spans(*case))


@given(cases(utilities=(LOW, HIGH), limits=False, **STAR1))
def test_a_leaf_that_can_matter_has_a_counterexample(case: Case) -> None:
    for leaf in oracles.decisive_spans(*case):
        assert depends_on(*case, leaf, oracles.counterexample(*case, leaf))


@given(cases(utilities=(LOW, HIGH), limits=False, **STAR1), st.randoms(use_true_random=False))
def test_a_pruned_leaf_matters_for_no_utilities_to_its_right(case: Case, random: Random) -> None:
    leaves = oracles.leaves(*case)
    for leaf in set(leaves) - visited_leaves(*case):
        others = {other: random.randint(LOW, HIGH) for other in leaves[leaves.index(leaf) + 1 :]}
        assert not depends_on(*case, leaf, others)


@given(cases(**DEEP))
def test_a_reported_value_is_a_bound_or_exact_by_its_place_in_the_window(case: Case) -> None:
    record, values = oracles.explore(*case), true_values(*case)
    for name, reported in record.returned.items():
        alpha, beta = record.windows[name]
        assert values[name] <= reported or reported >= beta
        assert values[name] >= reported or reported <= alpha


@given(cases(ties="keep", returns="soft", **DEEP))
def test_when_ties_are_kept_a_reported_value_on_the_edge_of_its_window_is_exact(case: Case) -> None:
    record, values = oracles.explore(*case), true_values(*case)
    on_the_edge = [name for name, reported in record.returned.items() if reported in record.windows[name]]
    assert [record.returned[name] for name in on_the_edge] == [values[name] for name in on_the_edge]


@given(cases())
def test_the_root_reports_its_value_as_far_as_its_window_shows(case: Case) -> None:
    record, values = oracles.explore(*case), true_values(*case)
    root = record.visited[0]
    alpha, beta = record.windows[root]
    assert max(alpha, min(record.returned[root], beta)) == max(alpha, min(values[root], beta))


@given(cases(**(DEEP | {"ties": "cut"})))
def test_when_ties_are_cut_soft_and_hard_returns_visit_the_same(case: Case) -> None:
    tree, fields = case
    soft, hard = (oracles.explore(tree, {**fields, "returns": returns}) for returns in ("soft", "hard"))
    assert soft.visited == hard.visited


@given(cases(ties="keep", returns="hard", **DEEP))
def test_when_ties_are_kept_hard_returns_prune_no_more_than_soft_ones(case: Case) -> None:
    assert pruned(case) <= pruned(case, returns="soft")


@given(cases(search="alpha-beta", returns="soft"))
def test_kept_ties_prune_no_more_than_cut_ties(case: Case) -> None:
    assert pruned(case, ties="keep") <= pruned(case, ties="cut")


@given(cases(search="alpha-beta"))
def test_minimax_looks_at_every_node_and_reports_its_value(case: Case) -> None:
    tree, fields = case
    record = oracles.explore(tree, {**fields, "search": "minimax"})
    assert record.pruned == []
    assert record.returned == true_values(tree, fields)


@given(written_trees())
def test_a_drawn_text_writes_the_drawn_tree(written: tuple[str, Tree]) -> None:
    text, tree = written
    assert parse_tree(text) == tree


def visited_leaves(tree: Tree, fields: dict[str, Any]) -> set[str]:
    return set(oracles.leaves(tree, fields)) & set(oracles.explore(tree, fields).visited)


def true_values(tree: Tree, fields: dict[str, Any]) -> dict[str, Number]:
    return oracles.true_values(oracles.plain(tree, fields))


def pruned(case: Case, **changes: str) -> set[str]:
    tree, fields = case
    return set(oracles.explore(tree, {**fields, **changes}).pruned)


def depends_on(tree: Tree, fields: dict[str, Any], leaf: str, others: Mapping[str, Number]) -> bool:
    """Whether the root, seen through its window, tells the leaf's least utility from its greatest."""
    root = oracles.plain(tree, fields)
    alpha, beta = oracles.root_window(fields)
    low, high = (oracles.true_values(changed(root, {**others, leaf: end}))[root.name] for end in (LOW, HIGH))
    return max(alpha, min(low, beta)) != max(alpha, min(high, beta))


def changed(node: oracles.Plain, utilities: Mapping[str, Number]) -> oracles.Plain:
    """The same tree with other utilities at some leaves."""
    children = tuple(changed(child, utilities) for child in node.children)
    return replace(node, utility=utilities.get(node.name, node.utility), children=children)
