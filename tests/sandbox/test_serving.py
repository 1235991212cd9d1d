"""The tree stays with us: what a question tells, what it does not, and the log of all of them."""

import os
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.rule import Rule
from grader.sandbox.run import TreeTask
from grader.sandbox.run.packed_messages import Forged, NodeFacts, pack_facts
from grader.sandbox.run.tree_server import OutOfVisits, Serving
from grader.solving.static_evaluation import static_evaluation
from grader.tree import Kind, Tree
from grader.tree.language import parse_tree
from tests.sandbox.programs import LIMITS, Served, task
from tests.strategies import trees


def _facts(tree: str, rule: Rule | None = None) -> NodeFacts:
    """What is told about a root, as it is before it is packed."""
    told: list[NodeFacts] = []

    def keep(facts: NodeFacts) -> bytes:
        told.append(facts)
        return b""

    serving = Serving(task(tree, rule), keep)
    serving.look(serving.root)
    return told[0]


def test_a_leaf_tells_its_utility() -> None:
    assert _facts("7/3") == NodeFacts(Kind.LEAF, "7/3", end="won")


def test_an_inner_node_tells_its_moves_and_how_to_ask_about_its_children() -> None:
    facts = _facts("max(left -> 1, 2)")
    assert facts[:4] == (Kind.MAX, None, ("left", None), ())
    assert [len(handle) for handle in facts.handles] == [8, 8]


def test_a_chance_node_tells_its_probabilities() -> None:
    assert _facts("chance(1/4 -> 1, 3/4 -> 2)").probabilities == ("1/4", "3/4")


def test_outcomes_without_a_probability_are_equally_likely() -> None:
    assert _facts("chance(1, 2, 3)").probabilities == ("1/3", "1/3", "1/3")


def test_nothing_is_told_about_children_but_their_handles() -> None:
    one, other = _facts("max(1, min(2, 3))"), _facts("max(chance(4, max(5, 6, 7)), -100)")
    assert one[:4] == other[:4]


WORTH = {
    "a utility": ("5", 0, Rule(), 5),
    "an estimate": ("max~7(1, 2)", 0, Rule(), 7),
    "no estimate": ("max(1, 2)", 0, Rule(), None),
    "features": ("max{m=3, p=2}(1, 2)", 0, Rule(evaluation=(("m", 1), ("p", -1))), 1),
    "features of a leaf": ("max(1, {m=3})", 2, Rule(evaluation=(("m", 2),)), 6),
    "features without a weight": ("max{m=3}(1, 2)", 0, Rule(), None),
    "an unknown leaf": ("max(?x, 1)", 1, Rule(), None),
}


@pytest.mark.parametrize(("tree", "index", "rule", "worth"), WORTH.values(), ids=WORTH)
def test_what_a_node_is_worth(tree: str, index: int, rule: Rule, worth: int | None) -> None:
    assert static_evaluation(parse_tree(tree), index, rule) == worth


def test_the_log_has_the_nodes_in_the_order_of_first_asking() -> None:
    served = Served("A = max(B = min(1, 2), 3)")
    (_, right) = served.ask(served.serving.root).handles
    served.ask(right)
    served.ask(served.serving.root)
    assert served.visited == "A A2"


def test_a_node_that_was_asked_before_tells_the_same_again() -> None:
    served = Served("max(1, 2)")
    assert served.ask(served.serving.root) == served.ask(served.serving.root)


def test_no_handle_is_the_same_in_another_run() -> None:
    one, other = Served("max(1, 2)"), Served("max(1, 2)")
    handles = [served.ask(served.serving.root).handles for served in (one, other)]
    assert len({one.serving.root, other.serving.root, *handles[0], *handles[1]}) == 6


FORGED = {"guessed": bytes(8), "too short": b"", "too long": bytes(16)}


@pytest.mark.parametrize("handle", FORGED.values(), ids=FORGED)
def test_error_a_handle_that_was_never_handed_out(handle: bytes) -> None:
    with pytest.raises(Forged, match="it asked about a node that nothing led to"):
        Served("max(1, 2)").ask(handle)


def test_error_a_handle_of_another_run() -> None:
    earlier = Served("max(1, 2)")
    handle = earlier.ask(earlier.serving.root).handles[0]
    with pytest.raises(Forged):
        Served("max(1, 2)").ask(handle)


def test_a_question_too_many_ends_the_run_and_is_not_logged() -> None:
    serving = Serving(
        TreeTask(parse_tree("max(1, 2)"), Rule(), LIMITS, visits=1), lambda facts: facts.handles[0]
    )
    child = serving.look(serving.root)
    with pytest.raises(OutOfVisits):
        serving.look(child)
    assert serving.visited == ("A",)


def test_the_same_question_counts_every_time() -> None:
    serving = Serving(TreeTask(parse_tree("1"), Rule(), LIMITS, visits=1), pack_facts)
    serving.look(serving.root)
    with pytest.raises(OutOfVisits):
        serving.look(serving.root)


def test_handles_that_happen_to_be_alike_are_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    draws = [b"r" * 8, b"b" * 8 + b"a" * 16 + b"r" * 8]
    monkeypatch.setattr(os, "urandom", lambda _: draws.pop(0))
    served = Served("max(1, 2)")
    assert served.ask(served.serving.root).handles == (b"a" * 8, b"b" * 8)


@given(trees(), st.randoms(use_true_random=False))
def test_all_nodes_can_be_reached_in_any_order_and_the_log_is_that_order(tree: Tree, random: Random) -> None:
    served = Served(tree)
    known = {0: served.serving.root}
    waiting, order = [0], []
    while waiting:
        index = waiting.pop(random.randrange(len(waiting)))
        facts = served.ask(known[index])
        assert facts.kind == tree.kinds[index]
        assert facts.worth == tree.utilities[index]
        order.append(tree.names[index])
        known |= dict(zip(tree.child_indexes(index), facts.handles, strict=True))
        waiting += tree.child_indexes(index)
    assert served.serving.visited == tuple(order)
    assert sorted(order) == sorted(tree.names)
