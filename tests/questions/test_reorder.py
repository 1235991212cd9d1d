"""The question `reorder`: how orders may be told, what they earn, and what is said of them."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from grader.questions import Marking, Unread, Unreadable
from grader.questions.kinds.reorder import Reorder
from grader.rule import Rule
from grader.solving import solve
from grader.solving.best_order import children_of
from grader.text.sentences import sentences
from grader.tree import Tree
from tests import oracles
from tests.questions.asking import asked, marked, solved
from tests.strategies import cases

TREE = "A = max(a1 -> B = min(5, 9, 4), a2 -> C = min(3, 8, 6), a3 -> D = min(10, 7, 12))"
IRREGULAR = "A = max(B = min(8, 10), C = min(D = max(5, 4, 1), 7))"


def test_the_key_is_shown_as_the_sheet_prints_it() -> None:
    question, solution = asked(Reorder, of=("A", "D")), solved(TREE)
    key = question.key(solution)
    assert key == {"A": ("D", "B", "C"), "D": ("D1", "D2", "D3")}
    assert question.show(key, solution) == "{A: [D, B, C], D: [D1, D2, D3]}"
    assert question.plain(key) == {"A": ["D", "B", "C"], "D": ["D1", "D2", "D3"]}
    assert question.blank(solution) == "{A: , D: }"


def test_one_node_needs_no_name() -> None:
    question, solution = asked(Reorder, of="A"), solved(TREE)
    assert question.show(question.key(solution), solution) == "[D, B, C]"
    assert question.blank(solution) == ""


ORDER = {"A": ("D", "B", "C")}
READINGS = {
    "as printed": ("{A: [D, B, C]}", ORDER),
    "without brackets": ("A: D, B, C", ORDER),
    "with blanks": ("A = D B C", ORDER),
    "a list": ("[D, B, C]", ORDER),
    "names alone": ("D B C", ORDER),
    "in lines": ("- D\n- B\n- C", ORDER),
    "below its name": ("A:\n  - D\n  - B\n  - C", ORDER),
    "by moves": ("a3, a1, a2", ORDER),
    "moves and names": ("{a: [a3, B, a2]}", ORDER),
    "with arrows": ("D -> B -> C", ORDER),
    "one before the other": ("D > B > C", ORDER),
    "in words": ("D then B and C", ORDER),
    "in quotes": ('{"A": ["D", "B", "C"]}', ORDER),
    "all in one pair of quotes": ('{A: "D, B, C"}', ORDER),
    "a list in quotes": ('{A: "[D, B, C]"}', ORDER),
}


def test_what_is_said_of_one_node_spoils_no_other() -> None:
    question, solution = asked(Reorder, of=("A", "B")), solved(TREE)
    for spoilt in ('"B, C}, A: [D"', '"B1, A: [D, B, C]"', "[B1, B2: B3]"):
        given = question.read(f"{{A: [D, B, C], B: {spoilt}}}", solution)
        assert (given["A"], str(given["B"])) == (ORDER["A"], spoilt)
        assert isinstance(given["B"], Unread)


def test_error_lists_that_fit_no_node_name_none() -> None:
    with pytest.raises(Unreadable, match=r"unreadable\.which-node"):
        asked(Reorder, of=("A", "B")).read("[[], [], []]", solved(TREE))


@pytest.mark.parametrize(("text", "order"), READINGS.values(), ids=READINGS)
def test_an_order_may_be_written_in_many_ways(text: str, order: dict[str, Any]) -> None:
    assert asked(Reorder, of="A").read(text, solved(TREE)) == order


SEVERAL = {
    "as printed": "{A: [D, B, C], B: [B3, B1, B2]}",
    "in lines": "A: [D, B, C]\nB: [B3, B1, B2]",
    "with dashes": "- A: [D, B, C]\n- B: [B3, B1, B2]",
    "without brackets": "A: D, B, C; B: B3, B1, B2",
    "by utilities": "A: D B C, B: 4 5 9",
    "without names": "[[D, B, C], [B3, B1, B2]]",
    "the other way round": "B: 4, 5, 9, A: D, B, C",
}


@pytest.mark.parametrize("text", SEVERAL.values(), ids=SEVERAL)
def test_the_orders_of_several_nodes_are_told_apart(text: str) -> None:
    given = asked(Reorder, of=("A", "B")).read(text, solved(TREE))
    assert given == {"A": ("D", "B", "C"), "B": ("B3", "B1", "B2")}
    assert list(given) == ["A", "B"]


UNREADABLE = {
    "nothing": ("[]", "it gives no answer"),
    "a child is missing": ("D, B", "of the children of A, C is missing"),
    "children are missing": ("D", "of the children of A, B and C are missing"),
    "a child comes twice": ("D, B, D", "D is named twice"),
    "no child of it": ("D, B, B1", "B1 is not a child of A; its children are B, C and D"),
    "no node": ("D, B, X", "X is not a child of A; its children are B, C and D"),
    "another node": ("{B: [B1, B2, B3]}", "the question does not ask about the children of B"),
    "an unknown node": ("{X: [B1, B2, B3]}", "there is no node called X"),
    "a name in the list": ("{A: [{B: 3}]}", "write only names, without a colon or an equals sign"),
}


@pytest.mark.parametrize(("text", "why"), UNREADABLE.values(), ids=UNREADABLE)
def test_error_an_order_that_cannot_be_read_says_why(text: str, why: str) -> None:
    with pytest.raises(Unreadable) as refused:
        asked(Reorder, of="A").read(text, solved(TREE))
    assert refused.value.in_words(sentences()) == why


def test_error_a_list_without_a_name_may_belong_to_any_of_several_nodes() -> None:
    with pytest.raises(Unreadable) as refused:
        asked(Reorder, of=("A", "B")).read("[D, B, C]", solved(TREE))
    why = "“D, B, C” does not say which of the 2 nodes it is about; write the name before each, such as A:"
    assert refused.value.in_words(sentences()) == why


def test_what_cannot_be_read_costs_that_node_alone() -> None:
    question = asked(Reorder, of=("A", "D"))
    given = question.read("{A: [D, B, C], D: [D1, D2]}", solved(TREE))
    assert given["A"] == ("D", "B", "C")
    assert isinstance(given["D"], Unread)
    mark = marked(question, "{A: [D, B, C], D: [D1, D2]}", solved(TREE))
    assert mark.share == 1
    assert mark.parts == {"A": "right", "D": "unreadable"}
    assert mark.feedback == ("Your answer for D cannot be read: of the children of D, D3 is missing.",)


def test_a_node_given_twice_and_differently_cannot_be_read() -> None:
    with pytest.raises(Unreadable) as refused:
        asked(Reorder, of=("A", "D")).read("A: D B C, A: B C D", solved(TREE))
    assert refused.value.in_words(sentences()) == "A is given twice, and differently"


MARKS = {
    "the best": ("A: D, B, C", Fraction(1)),
    "as good": ("{A: [D, C, B], C: [C1, C3, C2]}", Fraction(1)),
    "half of the way": ("{A: [B, D, C], B: [B3, B1, B2], D: [D2, D1, D3]}", Fraction(0)),
    "as it stands": ("{A: [B, C, D]}", Fraction(0)),
    "worse": ("{C: [C2, C3, C1]}", Fraction(0)),
}


@pytest.mark.parametrize(("text", "share"), MARKS.values(), ids=MARKS)
def test_an_order_earns_what_it_saves(text: str, share: Fraction) -> None:
    assert marked(asked(Reorder, of="all"), text, solved(TREE)).share == share


def test_a_part_of_what_can_be_saved_earns_that_part() -> None:
    tree = "A = max(B = min(8, 10), C = min(D = max(5, 4, 1), 7), E = min(F = max(4, 2), 6, G = max(9, 3)))"
    mark = marked(asked(Reorder, of=("C", "E")), "{C: [C2, D]}", solved(tree))
    assert mark.share == Fraction(2, 3)
    assert mark.reckoning == "2 of 3 leaves saved"
    assert mark.parts == {"C": "right", "E": "missed"}
    assert mark.feedback == (
        "In your order, the search looks at 5 leaves (B1, B2, C2, F1 and F2); as the tree stands, it looks "
        "at "
        "7, and 4 would be enough.",
        "If you changed nothing but the children of E to [E2, F, G], it would look at only 4 leaves.",
        "You said nothing about E, so its children stayed as they were.",
    )


def test_credit_may_be_all_or_by_a_table_of_leaves_too_many() -> None:
    solution = solved(IRREGULAR)
    whole = asked(Reorder, of=("A", "C"), credit="all")
    assert marked(whole, "{C: [C2, D]}", solution).share == 1
    assert marked(whole, "{A: [C, B], C: [C2, D]}", solution).share == 0
    table = asked(Reorder, of=("A", "C"), credit={2: Fraction(1, 2)})
    assert marked(table, "{A: [B, C]}", solution).share == Fraction(1, 2)


def test_the_worst_child_first_is_recognised() -> None:
    mark = marked(asked(Reorder, of=("A", "B")), "{A: [C, B, D], B: [B2, B1, B3]}", solved(TREE))
    assert mark.feedback[-2:] == (
        "At A, a Max node, the child with the lowest value comes first. The higher the first value of a Max "
        "node, "
        "the sooner its other children can be cut off.",
        "At B, a Min node, the child with the highest value comes first. The lower the first value of a Min "
        "node, "
        "the sooner its other children can be cut off.",
    )


def test_the_best_child_first_may_not_be_enough() -> None:
    mark = marked(asked(Reorder, of=("A", "C")), "{A: [B, C], C: [D, C2]}", solved(IRREGULAR))
    assert mark.feedback[-1] == (
        "Best child first is a good rule of thumb, but not always the cheapest order: a smaller subtree that "
        "is good enough for a cutoff costs fewer leaves."
    )


def test_an_order_that_costs_more_is_told_so() -> None:
    mark = marked(asked(Reorder, of="C"), "C2, C3, C1", solved(TREE))
    assert mark.share == 0
    assert mark.feedback[1] == "That is more than the 7 you started with."


def test_where_the_given_order_is_the_best_it_is_right_and_no_other_earns_a_share() -> None:
    tree, question = "A = max(B = min(3, 4), C = min(2, 9))", asked(Reorder, of="A")
    assert marked(question, "B, C", solved(tree)).share == 1
    worse = marked(question, "C, B", solved(tree))
    assert (worse.share, worse.reckoning) == (Fraction(0), "4 leaves, and 3 at best")
    assert question.weakness(solved(tree)) is not None
    assert question.weakness(solved(TREE)) is None


MISFITS = {
    "a leaf": (("B1",), "`B1` has no children, so there is nothing to reorder"),
    "an only child": (("E",), "`E` has only one child, so there is nothing to reorder"),
    "no node": (("X",), "no node is named `X`"),
    "twice": (("A", "A"), "`A` is asked about twice"),
}


@pytest.mark.parametrize(("nodes", "message"), MISFITS.values(), ids=MISFITS)
def test_error_a_node_without_an_order_cannot_be_asked_about(nodes: tuple[str, ...], message: str) -> None:
    solution = solved("A = max(B = min(1, 2), E = min(4))")
    assert [said for _, said, _ in asked(Reorder, of=nodes).misfits(solution)] == [message]


def test_error_too_many_orders_are_an_error_of_the_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grader.solving.best_order.MOST_STEPS", 4_000)  # which is as much too few
    solution = solved(f"min(7, max({', '.join(map(str, range(40)))}))")
    (misfit,) = asked(Reorder, of="all").misfits(solution)
    message = "there are too many orders to find the best one in 400,000 steps"
    assert misfit == ("of", message, "ask about fewer nodes, or take a smaller tree")


def test_error_a_tree_without_a_choice_has_no_order() -> None:
    (misfit,) = asked(Reorder, of="all").misfits(solved("max(min(3))"))
    assert misfit[1] == "no node has several children"


def test_all_asks_about_every_node_with_several_children() -> None:
    question, solution = asked(Reorder, of="all"), solved("A = max(B = min(1, 2), E = min(4))")
    assert question.parts(solution) == ("A", "B")
    assert question.public_fields() == {"of": "all"}
    assert question.is_named


@settings(max_examples=2 * settings().max_examples)
@given(cases(), st.randoms(use_true_random=False))
def test_an_order_earns_what_a_plain_search_says(case: tuple[Tree, dict[str, Any]], random: Any) -> None:
    solution = solve(case[0], Rule(**case[1]))
    tree = solution.tree
    small = [name for name in tree.names if 2 <= len(children_of(tree, name)) <= 4]
    assume(small)
    nodes = tuple(random.sample(small, min(len(small), 2)))
    question = asked(Reorder, of=nodes)
    orders = {name: tuple(random.sample(own := children_of(tree, name), len(own))) for name in nodes}
    assert question.read(question.show(orders, solution), solution) == orders
    best, given = oracles.fewest_leaves(*case, nodes), solution.counts.leaves_evaluated
    reached = oracles.leaves_looked_at(*case, orders)
    mark = question.mark(orders, Marking(solution, sentences()))
    saved = Fraction(max(given - reached, 0), given - best) if given > best else Fraction(reached == best)
    assert mark.share == saved
    assert question.agrees(orders, solution) == (reached == best)
    assert (set(mark.parts.values()) == {"right"}) == (reached == best)
