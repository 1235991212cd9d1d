"""`depths`: the same question for each depth, in the tree's order or by the values of the depth before."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.questions import Marking, Unread, Unreadable
from grader.questions.depth_question import AtDepths
from grader.questions.kinds.best_move import BestMoveAtDepths
from grader.questions.kinds.count import CountAtDepths
from grader.questions.kinds.value import ValuesAtDepths
from grader.rule import Rule
from grader.solving import Solution, solve
from grader.solving.deepening_rounds import new_orders, rounds
from grader.text.sentences import sentences
from tests import oracles
from tests.questions.asking import asked, marked, solved
from tests.strategies import trees

PROGRESSIVE = (
    "A = max~10(B = min~11(F = 10, G = max~12(K = 7, L = 11)), "
    "C = min~2(H = 9, I = max~12(M = 12, N = 13)), D = 3, E = min~6(J = max~7(O = 8)))"
)
DEPTHS = (1, 2, 3)
VALUE = asked(ValuesAtDepths, depths=DEPTHS)
MOVE = asked(BestMoveAtDepths, depths=DEPTHS)
COUNT = asked(CountAtDepths, of="leaves-evaluated", depths=DEPTHS)
BOTH = asked(ValuesAtDepths, of=("B", "A"), depths=(1, 2))


@pytest.mark.parametrize("ties", ["cut", "keep"])
@pytest.mark.parametrize("deepening", ["none", "reorder"])
def test_progressive_deepening_is_as_published(ties: Any, deepening: Any) -> None:
    """MIT 6.034, lab 3: the official tests have 11, 10, 10 with 4, 5 and 6 static evaluations."""
    solution = solved(PROGRESSIVE, ties=ties, deepening=deepening)
    assert VALUE.show(VALUE.key(solution), solution) == "{1: 11, 2: 10, 3: 10}"
    assert COUNT.key(solution) == {"1": 4, "2": 5, "3": 6}


READINGS = {
    "as the sheet prints it": "{1: 11, 2: 10, 3: 10}",
    "as a list": "[11, 10, 10]",
    "in a row": "11 10 10",
    "in a row over lines": "11\n  10 10",
    "with a word": "depth 1: 11, depth 2 = 10, d 3: 10",
    "as a variable": "d=1: 11; d=2: 10; depth = 3: 10",
    "in Chinese": "深度1：11，第2層：10，深度 3：10",
    "as JSON has it": '{"1": 11, "2": "10", "3": 10}',
    "on lines": "1: 11\n2: 10\n3: 10",
    "as a list on lines": "- 11\n- 10\n- 10",
    "as pairs on lines": "- 1: 11\n- 2: 10\n- 3: 10",
    "with the node": "{1: A = 11, 2: {A: 10}, 3: 10}",
}


@pytest.mark.parametrize("text", READINGS.values(), ids=READINGS)
def test_answers_by_depth_are_read(text: str) -> None:
    assert VALUE.read(text, solved(PROGRESSIVE)) == {"1": {"A": 11}, "2": {"A": 10}, "3": {"A": 10}}


def test_answers_about_several_nodes_are_read() -> None:
    expected = {"1": {"B": 11, "A": 11}, "2": {"B": 10, "A": 10}}
    for text in ("{1: {B: 11, A: 11}, 2: {B: 10, A: 10}}", "[{B: 11, A: 11}, {B: 10, A: 10}]"):
        assert BOTH.read(text, solved(PROGRESSIVE)) == expected


UNREADABLE = {
    "one number": ("11", "depths.which"),
    "too many": ("11, 10, 10, 10", "depths.which"),
    "names": ("B: 11, C: 10, D: 3", "depths.which"),
    "another depth": ("{4: 11}", "depths.not-asked"),
    "a word": ("{1: eleven}", "unreadable.no-number"),
    "nothing": ("{1: , 2: }", "unreadable.nothing-given"),
}


@pytest.mark.parametrize(("text", "key"), UNREADABLE.values(), ids=UNREADABLE)
def test_what_belongs_to_no_depth_is_unreadable(text: str, key: str) -> None:
    with pytest.raises(Unreadable) as refused:
        VALUE.read(text, solved(PROGRESSIVE))
    assert refused.value.key == key


def test_a_depth_that_is_given_twice_or_not_asked_costs_itself_alone() -> None:
    given = VALUE.read("{1: 11, 2: 10, 2: 9, 7: 3}", solved(PROGRESSIVE))
    assert [name for name, part in given.items() if isinstance(part, Unread)] == ["2", "7"]
    mark = marked(VALUE, "{1: 11, 2: 10, 2: 9, 7: 3}", solved(PROGRESSIVE))
    assert (mark.share, mark.reckoning) == (Fraction(1, 3), "1 right of 3")


def test_every_depth_counts_and_the_first_wrong_one_is_explained() -> None:
    mark = marked(COUNT, "{1: 4, 2: 6}", solved(PROGRESSIVE, deepening="reorder"))
    assert (mark.share, mark.parts) == (Fraction(1, 3), {"1": "right", "2": "wrong", "3": "missed"})
    assert mark.feedback == (
        "Depth 1 is right.",
        "At depth 2: The search evaluates 5 leaves, not 6: F, G, J, D and H.",
        "The search to depth 2 goes through these children in a new order: A: B, E, D, C.",
        "There is no answer for depth 3.",
    )


def test_every_node_of_every_depth_counts() -> None:
    mark = marked(BOTH, "{1: {B: 11, A: 3}, 2: {B: 10}}", solved(PROGRESSIVE))
    assert mark.parts == {"1 B": "right", "1 A": "wrong", "2 B": "right", "2 A": "missed"}
    assert mark.share == Fraction(1, 2)


def test_sides_are_those_of_the_drawing_whatever_the_order_of_search() -> None:
    solution = solved("max~0(B = min~1(5, 6), C = min~2(3, 4))", deepening="reorder")
    question = asked(BestMoveAtDepths, depths=(1, 2))
    assert question.key(solution) == {"1": "C", "2": "B"}
    assert question.read("{1: right, 2: left}", solution) == {"1": "C", "2": "B"}
    form = question.answer_form(solution)
    assert [option.value for option in form.form.options] == ["B", "C"]  # type: ignore[union-attr]


MISFITS = {
    "no evaluation": ("max(min(3, 4), 2)", VALUE, "at depth 1, `B` is where the depth ends"),
    "no such node yet": (PROGRESSIVE, asked(ValuesAtDepths, of=("G",), depths=(1, 2)), "at depth 1, no node"),
}


@pytest.mark.parametrize(("tree", "question", "message"), MISFITS.values(), ids=MISFITS)
def test_every_depth_has_to_be_possible(tree: str, question: AtDepths, message: str) -> None:
    ((_, said, _),) = question.misfits(solved(tree))
    assert said.startswith(message)


def order_of(case: Solution, name: str) -> list[str]:
    tree = case.tree
    children = [tree.names[child] for child in tree.child_indexes(tree.index(name))]
    return children if case.rule.order == "left-to-right" else children[::-1]


@given(
    trees(estimates=True, infinities=False),
    st.sampled_from(("left-to-right", "right-to-left")),
    st.sampled_from(("cut", "keep")),
    st.sampled_from(("soft", "hard")),
)
def test_rounds_agree_with_a_search_of_sorted_trees(tree: Any, order: Any, ties: Any, returns: Any) -> None:
    """Each round by plain recursion, on a tree whose children were sorted by hand."""
    fields = {
        "order": order, "ties": ties, "returns": returns, "evaluation": {"mobility": 1, "material": -1},
    }  # fmt: skip
    solution = solve(tree, Rule(**fields, deepening="reorder"))
    found = rounds(solution, DEPTHS)
    values: dict[str, Any] = {}
    orders = {name: order_of(solution, name) for name in tree.names}
    for depth, searched in zip(DEPTHS, found, strict=True):
        for node in tree:
            if str(node.kind) in ("max", "min"):
                sign = -1 if str(node.kind) == "max" else 1
                if all(child in values for child in orders[node.name]):
                    orders[node.name].sort(key=lambda child: sign * values[child])
        assert all(
            order_of(searched, name) == orders[name]
            for name in searched.tree.names
            if order_of(searched, name)
        )
        explored = oracles.explore(searched.whole, {**fields, "depth": depth})
        assert dict(searched.returned) == explored.returned
        values = oracles.true_values(oracles.plain(tree, {**fields, "depth": depth}))
        assert dict(searched.values) == values
        changed = new_orders(tree, searched)
        assert all(list(children) == orders[name] for name, children in changed.items())


@given(trees(estimates=True, infinities=False), st.sampled_from(("none", "reorder")))
def test_the_right_answer_by_depth_reads_back_and_earns_everything(tree: Any, deepening: Any) -> None:
    solution = solve(tree, Rule(deepening=deepening, evaluation=(("material", 2), ("mobility", 1))))
    for question in (VALUE, COUNT, MOVE):
        if any(question.misfits(solution)):
            continue
        key = question.key(solution)
        given = question.read(question.show(key, solution), solution)
        assert given == key
        assert question.mark(given, Marking(solution, sentences())).share == 1
