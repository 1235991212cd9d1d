"""Why the search looks at a leaf that somebody calls pruned: by an example, or by the rule."""

from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from grader.questions import Marking
from grader.questions.kinds.pruned import Pruned
from grader.questions.reasons.refutation import Proof, prove
from grader.questions.reasons.window_steps import MOST_NODES
from grader.rule import Rule
from grader.solving import Solution, solve
from grader.solving.counterexample import Counterexample
from grader.text.numbers import Number
from grader.text.sentences import sentences
from grader.tree import Kind, Tree, TreeBuilder
from tests.questions.asking import TEXTBOOK, asked, marked, solved
from tests.strategies import cases

Case = tuple[Tree, dict[str, Any]]


def proof_of(solution: Solution, *names: str) -> Proof:
    return prove({solution.tree.index(name) for name in names}, Marking(solution, sentences()))


def test_the_leaves_that_would_hide_it_are_supposed_to_be_others() -> None:
    mark = marked(asked(Pruned), "C2, C3, D2", solved(TEXTBOOK))
    assert mark.feedback == (
        "C2 and C3 are right.",
        "D2 is not pruned. Suppose D3 were 14. With D2 = 5, the root A is worth 5; with D2 = 3, it is worth "
        "3. So the search has to look at D2.",
    )
    assert mark.counterexample == Counterexample("D2", {"D3": 14}, (5, 3), (5, 3))


def test_leaves_with_the_same_new_utility_are_told_together() -> None:
    tree = "max(min(max(4, 5), max(3, 8)), min(max(6, 2), max(9, 1)), chance(min(3, 4), max(7, -2)))"
    assert proof_of(solved(tree), "F1").why.startswith("Suppose F2, G1 and I1 were −3. With F1 = 3, ")


def test_of_many_changed_leaves_a_few_are_named_and_the_others_counted() -> None:
    proof = proof_of(solved("max(1, 9, 9, 9, 9, 9, 9)", utilities=(0, 9)), "A1")
    assert proof.why.startswith(
        "Suppose A2, A3 and 4 more leaves were 0. With A1 = 1, the root A is worth 1; "
    )
    assert proof.counterexample is not None
    assert proof.counterexample.changes_many
    four = proof_of(solved("max(1, 9, 9, 9, 9)", utilities=(0, 9)), "A1").why
    assert four.startswith("Suppose A2, A3, A4 and A5 were 0. ")


def test_leaves_with_different_new_utilities_are_told_apart() -> None:
    why = proof_of(solved("max(min(3, 12), min(14, 2), min(20, 20))"), "C1").why
    assert why.startswith("Suppose C2 were 21 and D1 were 1. With C1 = 14, the root A is worth 14; ")


def test_the_first_of_several_wrong_leaves_is_the_first_of_the_search() -> None:
    tree = "max(min(4, 1), min(3, 2))"
    assert " look at B1" in proof_of(solved(tree), "B1", "C1").why
    assert " look at C1" in proof_of(solved(tree, order="right-to-left"), "B1", "C1").why


def test_of_a_node_the_first_leaf_below_it_is_refuted() -> None:
    tree = "max(min(4, 1), min(3, 2))"
    assert proof_of(solved(tree), "C").why.endswith("look at C1, below C.")
    assert proof_of(solved(tree, order="right-to-left"), "C").why.endswith("look at C2, below C.")


def test_nothing_is_said_about_what_is_right() -> None:
    mark = marked(asked(Pruned), "C2, C3", solved(TEXTBOOK))
    assert (mark.feedback, mark.counterexample) == ((), None)


STAR = "A = max(B = 5, C = chance(1/2 -> D = min(1, 2), 1/2 -> 9))"
DEEP = "max(3, min(5, max(1, min(D1 = 2, 7))))"

BY_THE_RULE: dict[str, tuple[str, dict[str, Any], str, str]] = {
    "plain minimax": (
        TEXTBOOK, {"search": "minimax"}, "B2", "The rule here is plain minimax, which looks at every node.",
    ),
    "expectimax": (
        STAR, {"search": "minimax"}, "B", "The rule here is plain expectimax, which looks at every node.",
    ),
    "ties that are kept": (
        "max(min(3, 5), min(3, 4))", {"ties": "keep"}, "C2",
        "If ties were cut (α ≥ β), the search would skip C2; under this rule, they are not.",
    ),
    "shallow cutoffs": (
        DEEP, {"cutoffs": "shallow"}, "D2",
        "A bound from further up would make the search skip D2; under this rule, only the parent's counts.",
    ),
    "chance that starts afresh": (
        STAR, {"utilities": (0, 9)}, "C2",
        "A search with bounds at chance nodes (Star1) would skip C2; under this rule, every outcome is "
        "searched with the full window.",
    ),
    "chance without pruning": (
        "chance(max(min(3, 5), min(2, 4)), 1)", {"chance": "none"}, "D2",
        "A search that prunes below chance nodes would skip D2; under this rule, nothing is pruned there.",
    ),
    "two fields of the rule": (
        "max(3, chance(2, 3))", {"ties": "keep", "utilities": (0, 4)}, "B2",
        "Nothing that follows can make the root depend on B2, "
        "but under this rule the search looks at it anyway.",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("tree", "rule", "leaf", "why"), BY_THE_RULE.values(), ids=BY_THE_RULE)
def test_where_a_leaf_cannot_matter_the_rule_is_the_reason(
    tree: str, rule: dict[str, Any], leaf: str, why: str
) -> None:
    solution = solved(tree, **rule)
    assert leaf in solution.visited
    assert proof_of(solution, leaf) == Proof(why)


def test_an_example_differs_inside_the_window_that_the_search_starts_with() -> None:
    solution = solved("min(-3)", window=(-2, 3))
    example = proof_of(solution, "A1").counterexample
    assert example is not None
    first, second = (max(-2, min(value, 3)) for value in example.values)
    assert first != second


def test_nobody_has_to_check_a_large_tree_by_hand() -> None:
    solution = solved(f"max({', '.join(map(str, range(MOST_NODES)))})")
    assert marked(asked(Pruned), "A1", solution).feedback == ("A1 is not pruned: the search looks at it.",)
    edges = asked(Pruned, as_="edges")
    assert marked(edges, "A1", solution).feedback[1:] == ("A->A1 is not pruned: the search goes along it.",)


def test_a_wrong_claim_about_a_tree_a_hundred_thousand_levels_deep_is_no_trouble() -> None:
    builder = TreeBuilder()
    for level in range(100_000):
        builder.open((Kind.MAX, Kind.MIN)[level % 2])
    builder.leaf(9, name="deepest")
    for _ in range(100_000):
        builder.close()
    solution = solve(builder.tree())
    assert marked(asked(Pruned), "deepest", solution).feedback == (
        "deepest is not pruned: the search looks at it.",
    )


@given(cases(), st.data())
@settings(max_examples=2 * settings().max_examples)
def test_every_claim_that_is_refuted_is_truly_refuted(case: Case, data: st.DataObject) -> None:
    """Both trees are solved anew: the search cannot tell them apart before the leaf, and the root differs."""
    tree, fields = case
    solution = solve(tree, Rule(**fields))
    leaves = [name for name in solution.visited if solution.tree[name].is_leaf]
    claimed = data.draw(st.sampled_from(leaves))
    example = proof_of(solution, claimed).counterexample
    assume(example is not None)
    assert example is not None
    assert example.leaf == claimed
    before = solution.visited[: solution.visited.index(claimed)]
    assert not {*before, claimed} & example.changed.keys()
    others = [root_value(solution, {**example.changed, claimed: utility}) for utility in example.utilities]
    assert others == list(example.values)
    assert others[0] != others[1]


def root_value(solution: Solution, changes: dict[str, Number]) -> Number:
    """What the root is worth by plain minimax over another tree, built and solved afresh."""
    builder = TreeBuilder()
    ends: list[int] = []
    tree = solution.tree
    for node in tree:
        while ends and ends[-1] == node.index:
            builder.close()
            ends.pop()
        if node.is_leaf:
            utility = changes.get(node.name, solution.values[node.name])
            builder.leaf(utility, name=node.name, probability=node.probability)
        else:
            builder.open(node.kind, name=node.name, probability=node.probability)
            ends.append(node.end)
    for _ in ends:
        builder.close()
    return solve(builder.tree(), Rule(search="minimax")).value


@given(cases(), st.data())
@settings(max_examples=2 * settings().max_examples)
def test_a_leaf_that_only_the_rule_looks_at_never_matters(case: Case, data: st.DataObject) -> None:
    tree, fields = case
    solution = solve(tree, Rule(**fields))
    claimed = data.draw(st.sampled_from([name for name in solution.visited if solution.tree[name].is_leaf]))
    proof = proof_of(solution, claimed)
    if proof.why and proof.counterexample is None and solution.rule.search != "minimax":
        assert not solution.sanity(claimed).can_matter
