"""The solver agrees with engines that share no code with it: a plain recursion and the closed form."""

from operator import attrgetter
from typing import Any

from hypothesis import given, settings

from grader.rule import Rule
from grader.solving import Solution, solve
from grader.tree import Tree
from tests import oracles
from tests.strategies import cases

Case = tuple[Tree, dict[str, Any]]


def solved(case: Case) -> Solution:
    return solve(case[0], Rule(**case[1]))


@settings(max_examples=2 * settings().max_examples)
@given(cases())
def test_the_search_does_what_plain_recursion_does(case: Case) -> None:
    solution, record = solved(case), oracles.explore(*case)
    assert list(solution.visited) == record.visited
    assert dict(solution.windows) == record.windows
    assert dict(solution.exits) == record.exits
    assert dict(solution.returned) == record.returned
    assert list(solution.pruned) == record.pruned


@settings(max_examples=2 * settings().max_examples)
@given(cases())
def test_the_cutoffs_are_those_of_plain_recursion(case: Case) -> None:
    shared = attrgetter("at", "after", "alpha", "beta", "bound", "skipped")
    assert list(map(shared, solved(case).cutoffs)) == list(map(shared, oracles.explore(*case).cutoffs))


@settings(max_examples=2 * settings().max_examples)
@given(cases())
def test_values_best_moves_and_line_follow_the_definition(case: Case) -> None:
    solution = solved(case)
    values = oracles.true_values(oracles.plain(*case))
    assert dict(solution.values) == values
    assert solution.value == values[solution.tree.names[0]]
    assert list(solution.best_moves) == oracles.best_moves(*case)
    assert list(solution.line) == oracles.line(*case)


@given(cases(chance_nodes=False, search="alpha-beta", cutoffs="deep", returns="soft"))
def test_without_chance_the_visited_leaves_and_their_windows_have_a_closed_form(case: Case) -> None:
    expected = {
        leaf: (alpha, beta)
        for leaf, (alpha, beta) in oracles.closed_form(*case).items()
        if alpha < beta or (alpha == beta and case[1].get("ties") == "keep")
    }
    solution = solved(case)
    leaves = {node.name for node in solution.tree.leaves}
    assert {name: window for name, window in solution.windows.items() if name in leaves} == expected


@given(cases(infinities=False, search="alpha-beta", cutoffs="deep", ties="cut", chance="star1"))
def test_with_star1_a_leaf_is_pruned_exactly_if_it_cannot_matter(case: Case) -> None:
    solution = solved(case)
    decisive = oracles.decisive_spans(*case)
    for leaf in solution.tree.leaves:
        assert (leaf.name in solution.pruned) == (leaf.name not in decisive)
        assert solution.sanity(leaf.name).can_matter == (leaf.name in decisive)
