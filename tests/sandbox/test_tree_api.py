"""`api: tree`: what a node answers, and that asking is visiting."""

import copy
from fractions import Fraction
from math import inf
from typing import Any

import pytest

from grader.rule import Rule
from grader.sandbox.inside.tree_api import Node, arguments
from tests.sandbox.programs import TEXTBOOK, Served


def _root(tree: str = TEXTBOOK, rule: Rule | None = None) -> tuple[Node, Served]:
    served = Served(tree, rule)
    return Node(served.serving.root, served.ask), served


ANSWERS: dict[str, tuple[str, str, Any]] = {
    "a max node's kind": ("max(1, 2)", "kind", "max"),
    "a min node's kind": ("min(1, 2)", "kind", "min"),
    "a chance node's kind": ("chance(1, 2)", "kind", "chance"),
    "a leaf's kind": ("1", "kind", "leaf"),
    "is a leaf": ("1", "is_leaf", True),
    "is no leaf": ("max(1, 2)", "is_leaf", False),
    "a utility": ("5", "utility", 5),
    "a fraction": ("7/3", "utility", Fraction(7, 3)),
    "infinity": ("-inf", "utility", -inf),
    "labels": (TEXTBOOK, "moves", ("a1", "a2", "a3")),
    "numbers": ("max(5, 6)", "moves", (1, 2)),
    "some labels": ("max(5, b -> 6)", "moves", (1, "b")),
    "no moves": ("5", "moves", ()),
    "no children": ("5", "children", ()),
    "probabilities": ("chance(1/3 -> 5, 2/3 -> 6)", "probabilities", (Fraction(1, 3), Fraction(2, 3))),
    "an estimate": ("min~5/2(1, 2)", "estimate", Fraction(5, 2)),
    "a leaf's estimate": ("5", "estimate", 5),
}


@pytest.mark.parametrize(("tree", "question", "answer"), ANSWERS.values(), ids=ANSWERS)
def test_a_node_answers_and_is_visited_by_that(tree: str, question: str, answer: Any) -> None:
    root, served = _root(tree)
    assert served.visited == ""
    assert getattr(root, question) == answer
    assert served.visited == "A"


def test_children_are_handed_out_without_being_visited() -> None:
    root, served = _root()
    assert len(root.children) == 3
    assert served.visited == "A"


def test_a_child_is_visited_when_it_is_asked() -> None:
    root, served = _root()
    assert root.children[1].kind == "min"
    assert root.child("a3").kind == "min"
    assert served.visited == "A C D"


def test_the_way_to_a_child_is_its_label_or_its_number() -> None:
    root, _ = _root("max(5, b -> 6)")
    assert (root.child(1).utility, root.child("b").utility) == (5, 6)


def test_a_node_asks_only_once() -> None:
    root, served = _root()
    assert [root.kind, root.is_leaf, root.moves, root.children] == [
        root.kind, root.is_leaf, root.moves, root.children,
    ]  # fmt: skip
    assert served.serving.asked == 1


MISUSES: dict[str, tuple[str, str, str]] = {
    "the utility of an inner node": (
        "max(1, 2)", "utility", "a max node has no utility, only a leaf has: ask `is_leaf` first",
    ),
    "the probabilities of a max node": (
        "max(1, 2)", "probabilities", "a max node has no probabilities, only a chance node has",
    ),
    "an estimate that is not there": ("min(1, 2)", "estimate", "this min node has no estimate"),
    "the utility of an unknown leaf": ("?x", "estimate", "this leaf node has no estimate"),
}  # fmt: skip


@pytest.mark.parametrize(("tree", "question", "message"), MISUSES.values(), ids=MISUSES)
def test_error_a_question_that_a_node_cannot_answer(tree: str, question: str, message: str) -> None:
    root, _ = _root(tree)
    with pytest.raises(AttributeError) as caught:
        getattr(root, question)
    assert str(caught.value) == message


MOVES = {
    "an unknown move": (TEXTBOOK, "no move is called 9 here; the moves are 'a1', 'a2', 'a3'"),
    "a leaf": ("5", "no move is called 9 here; a leaf has no moves"),
    "many moves": (
        "max(1, 1, 1, 1, 1, 1, 1, 1)", "no move is called 9 here; the moves are 1, 2, 3, 4, 5, 6, 7, 8",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("tree", "message"), MOVES.values(), ids=MOVES)
def test_error_a_move_that_is_not_there(tree: str, message: str) -> None:
    root, _ = _root(tree)
    with pytest.raises(ValueError, match="no move") as caught:
        root.child(9)
    assert str(caught.value) == message


def test_error_very_many_moves_are_not_all_listed() -> None:
    root, _ = _root(f"max({'1, ' * 50})")
    with pytest.raises(ValueError, match=r"the moves are 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, …$"):
        root.child(99)


def test_error_a_node_is_no_list() -> None:
    root, served = _root()
    with pytest.raises(TypeError, match="a node is not a list: go through its `children`"):
        list(root)
    assert served.visited == ""


def test_to_print_a_node_is_not_to_visit_it() -> None:
    root, served = _root()
    assert repr(root) == "<node, not visited>"
    assert served.visited == ""
    assert root.kind == "max"
    assert repr(root) == "<max node>"


def test_a_node_can_be_a_key_and_carry_notes() -> None:
    root, _ = _root()
    root.best = "a1"  # type: ignore[attr-defined]
    assert {root: root.best}[root] == "a1"  # type: ignore[attr-defined]
    assert root.children[0] is root.child("a1")


def test_a_copy_of_a_node_is_the_node() -> None:
    root, _ = _root()
    assert copy.copy(root) is root
    assert copy.deepcopy(root) is root


def test_a_function_gets_the_depth_where_the_rule_has_one() -> None:
    root, _ = _root()
    assert arguments(root, {"depth": None}, print) == (root,)
    assert arguments(root, {"depth": 2}, print) == (root, 2)
