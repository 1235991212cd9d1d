"""Laws of every search, whatever the tree: what a rule may change, and what it may not."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from grader.rule import OPEN, Rule
from grader.solving import Solution, solve
from grader.text.numbers import Number
from grader.tree import Tree, TreeBuilder
from tests.strategies import cases, trees

Case = tuple[Tree, dict[str, Any]]

BOUNDED_STAR1 = cases(
    infinities=False, limits=False, search="alpha-beta", cutoffs="deep", chance="star1", utilities=(-4, 10)
)


def solved(case: Case, **changes: Any) -> Solution:
    tree, fields = case
    return solve(tree, Rule(**{**fields, **changes}))


@given(cases(), st.sampled_from(("reset", "none")), st.sampled_from(("soft", "hard")))
def test_values_never_depend_on_the_search(case: Case, chance: str, returns: str) -> None:
    plain = solved(case, search="minimax")
    other = solved(case, search="alpha-beta", chance=chance, returns=returns)
    assert other.value == plain.value
    assert dict(other.values) == dict(plain.values)
    assert other.best_moves == plain.best_moves


@given(cases(search="minimax"))
def test_minimax_visits_everything_with_open_windows_and_reports_true_values(case: Case) -> None:
    solution = solved(case)
    assert solution.pruned == ()
    assert set(solution.windows.values()) == set(solution.exits.values()) == {OPEN}
    assert dict(solution.returned) == dict(solution.values)
    assert set(solution.bounds.values()) == {"exact"}
    assert solution.cutoffs == ()


@given(cases(search="alpha-beta"))
def test_keeping_ties_prunes_a_part_of_what_cutting_them_prunes(case: Case) -> None:
    assert set(solved(case, ties="keep").pruned) <= set(solved(case, ties="cut").pruned)


@given(cases(search="alpha-beta", returns="soft"))
def test_shallow_cutoffs_prune_a_part_of_what_deep_ones_prune(case: Case) -> None:
    assert set(solved(case, cutoffs="shallow").pruned) <= set(solved(case, cutoffs="deep").pruned)


@given(cases(search="alpha-beta"))
def test_where_ties_are_cut_soft_and_hard_visit_the_same(case: Case) -> None:
    soft, hard = (solved(case, ties="cut", cutoffs="deep", returns=returns) for returns in ("soft", "hard"))
    assert soft.visited == hard.visited


@given(cases(search="alpha-beta"))
def test_where_ties_are_kept_hard_visits_at_least_what_soft_visits(case: Case) -> None:
    soft, hard = (solved(case, ties="keep", cutoffs="deep", returns=returns) for returns in ("soft", "hard"))
    assert set(soft.visited) <= set(hard.visited)


@given(cases(order="right-to-left"))
def test_from_right_to_left_is_from_left_to_right_in_the_mirrored_tree(case: Case) -> None:
    there = solved(case)
    back = solved((mirrored(case[0]), case[1]), order="left-to-right")
    assert there.visited == back.visited
    assert dict(there.windows) == dict(back.windows)
    assert dict(there.returned) == dict(back.returned)
    assert dict(there.bounds) == dict(back.bounds)
    assert there.cutoffs == back.cutoffs
    assert there.steps == back.steps
    assert (there.line, there.best_moves) == (back.line, back.best_moves)
    assert set(there.irrelevant) == set(back.irrelevant)


@settings(max_examples=3 * settings().max_examples)
@given(st.one_of(cases(cutoffs="deep"), cases(chance="reset"), BOUNDED_STAR1))
def test_bounds_mean_what_they_say(case: Case) -> None:
    solution = solved(case)
    for name, bound in solution.bounds.items():
        value, returned = solution.values[name], solution.returned[name]
        assert {"exact": value == returned, "upper": value <= returned, "lower": value >= returned}[bound]


@given(cases(returns="soft", cutoffs="deep", search="alpha-beta"))
def test_what_is_returned_inside_the_window_is_exact(case: Case) -> None:
    solution = solved(case)
    for name, (alpha, beta) in solution.windows.items():
        if alpha < solution.returned[name] < beta:
            assert solution.bounds[name] == "exact"


@given(cases(search="alpha-beta"))
def test_a_cutoff_skips_whole_subtrees_and_together_they_are_what_is_pruned(case: Case) -> None:
    solution = solved(case)
    tree = solution.tree
    skipped = [tree[name] for cutoff in solution.cutoffs for name in cutoff.skipped]
    below = {node.name for top in skipped for node in tree.subtree(top)}
    assert below == set(solution.pruned)


@given(cases(search="alpha-beta"))
def test_a_bound_is_what_the_node_that_set_it_returned(case: Case) -> None:
    solution = solved(case, chance="reset")
    for cutoff in solution.cutoffs:
        if cutoff.set_by is not None:
            assert solution.returned[cutoff.set_by] == getattr(cutoff, cutoff.bound)


@given(cases(search="alpha-beta"))
def test_no_shallow_cutoff_is_called_deep(case: Case) -> None:
    assert not any(cutoff.deep for cutoff in solved(case, cutoffs="shallow", chance="reset").cutoffs)


@given(cases(search="alpha-beta"))
def test_only_events_after_the_last_child_skip_nothing(case: Case) -> None:
    silent, events = (solved(case, last_child=choice).cutoffs for choice in ("silent", "event"))
    assert silent == tuple(cutoff for cutoff in events if cutoff.skipped)


@given(cases())
def test_when_the_cut_is_tested_shows_only_in_windows_after_a_cut(case: Case) -> None:
    updated, tested = (solved(case, exit=choice) for choice in ("updated", "tested"))
    assert dict(updated.windows) == dict(tested.windows)
    assert (dict(updated.returned), dict(updated.bounds)) == (dict(tested.returned), dict(tested.bounds))
    for before, after in zip(tested.cutoffs, updated.cutoffs, strict=True):
        assert replace(before, alpha=after.alpha, beta=after.beta) == after
    for name, (alpha, beta) in updated.exits.items():
        if not updated.rule.closes((alpha, beta)):
            assert tested.exits[name] == (alpha, beta)


@given(cases())
def test_the_steps_tell_the_same_story(case: Case) -> None:
    solution = solved(case)
    entered = [step for step in solution.steps if step.action in {"enter", "leaf"}]
    assert tuple(step.node for step in entered) == solution.visited
    assert {step.node: (step.alpha, step.beta) for step in entered} == dict(solution.windows)
    left = [step for step in solution.steps if step.action in {"return", "leaf"}]
    assert {step.node: step.value for step in left} == dict(solution.returned)
    assert {step.node: (step.alpha, step.beta) for step in left} == dict(solution.exits)
    cuts = [(step.node, step.alpha, step.beta, step.value) for step in solution.steps if step.action == "cut"]
    assert cuts == [(cutoff.at, cutoff.alpha, cutoff.beta, cutoff.value) for cutoff in solution.cutoffs]


@given(cases())
def test_the_counts_add_up(case: Case) -> None:
    solution = solved(case)
    counts = solution.counts
    assert counts.nodes_visited == len(solution.visited)
    assert counts.leaves_evaluated + counts.leaves_pruned == len(solution.tree.leaves)


@given(trees(decorated=False, infinities=False))
def test_a_leaf_is_irrelevant_if_no_number_in_its_place_changes_the_root(tree: Tree) -> None:
    solution = solve(tree)
    irrelevant = set(solution.irrelevant)
    for leaf in tree.leaves:
        roots = {solve(with_utility(tree, leaf.index, number)).value for number in OPEN}
        assert (leaf.name in irrelevant) == (roots == {solution.value})
        sanity = solution.sanity(leaf.name)
        assert {sanity.lowest, sanity.highest} == roots
        assert sanity.changes == (leaf.name not in irrelevant)


@given(cases(utilities=None, window=OPEN))
def test_what_cannot_matter_does_not_matter_as_things_are(case: Case) -> None:
    solution = solved(case)
    for leaf in solution.tree.leaves:
        sanity = solution.sanity(leaf.name)
        assert sanity.can_matter or not sanity.changes


def with_utility(tree: Tree, index: int, utility: Number) -> Tree:
    """The tree with another utility at one leaf."""
    return rebuilt(tree, 1, {index: utility})


def mirrored(tree: Tree) -> Tree:
    """The tree with every node's children the other way round, under the same names."""
    return rebuilt(tree, -1, {})


def rebuilt(tree: Tree, step: int, utilities: Mapping[int, Number]) -> Tree:
    builder = TreeBuilder()

    def add(index: int) -> None:
        node = tree[index]
        builder.open(
            node.kind, name=node.name, label=node.label, probability=node.probability,
            utility=utilities.get(index, node.utility), estimate=node.estimate, features=node.features,
        )  # fmt: skip
        for child in tree.child_indexes(index)[::step]:
            add(child)
        builder.close()

    add(0)
    return builder.tree()
