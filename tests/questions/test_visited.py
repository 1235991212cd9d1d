"""The question `visited`: sets and orders, what is understood, marks and what is said."""

from fractions import Fraction

import pytest

from grader.questions.kinds.visited import Visited
from grader.text.sentences import sentences
from tests.questions.asking import TEXTBOOK, asked, marked, solved
from tests.questions.reading import REASON, question_from, trouble

ALL = ("A", "B", "B1", "B2", "B3", "C", "C1", "D", "D1", "D2", "D3")
LEAVES = ("B1", "B2", "B3", "C1", "D1", "D2", "D3")
SMALL = "max(min(3, 5), min(2, 4))"  # C2 is pruned

KEYS = {"set": ALL, "order": ALL, "leaves": LEAVES}


@pytest.mark.parametrize(("form", "key"), KEYS.items(), ids=KEYS)
def test_the_key_has_the_form_that_is_asked_for(form: str, key: tuple[str, ...]) -> None:
    assert asked(Visited, as_=form).key(solved(TEXTBOOK)) == key


def test_an_order_is_that_of_the_search_and_a_set_that_of_the_tree() -> None:
    solution = solved(SMALL, order="right-to-left")
    assert asked(Visited, as_="order").key(solution) == ("A", "C", "C2", "C1", "B", "B2", "B1")
    assert asked(Visited, as_="set").key(solution) == ("A", "B", "B1", "B2", "C", "C1", "C2")


READINGS = {
    "a set in any order": ("set", "C, A; B C", ("A", "B", "C")),
    "an order": ("order", "[A, C, B]", ("A", "C", "B")),
    "an order with arrows for lines": ("order", "- A\n- C\n- B", ("A", "C", "B")),
    "a node that is entered once": ("order", "A, B, B1, B, B2", ("A", "B", "B1", "B2")),
    "leaves": ("leaves", "B1 c1 D1", ("B1", "C1", "D1")),
    "leaves by their utilities": ("leaves", "3, 12, 8", ("B1", "B2", "B3")),
    "leaves among all nodes": ("leaves", "A, B, B1, B2", ("B1", "B2")),
    "none": ("set", "none", ()),
    "an order with arrows": ("order", "A -> B -> B1", ("A", "B", "B1")),
    "an order with other arrows": ("order", "A→B→B1→B2, C", ("A", "B", "B1", "B2", "C")),
    "an order with arrows and moves": ("order", "A -> a2 -> C1", ("A", "C", "C1")),
    "edges of a set": ("set", "A->B, B->B1", ("A", "B", "B1")),
    "leaves with arrows": ("leaves", "B1 -> 12 -> B3", ("B1", "B2", "B3")),
    "words between names": ("set", "A, B and C.", ("A", "B", "C")),
}


@pytest.mark.parametrize(("form", "text", "answer"), READINGS.values(), ids=READINGS)
def test_an_answer_is_read(form: str, text: str, answer: tuple[str, ...]) -> None:
    assert asked(Visited, as_=form).read(text, solved(TEXTBOOK)) == answer


def test_an_inner_node_alone_is_no_leaf() -> None:
    why, part = trouble(asked(Visited, as_="leaves"), "B1, C", solved(TEXTBOOK))
    assert (why, part) == ("C is not a leaf, and none of its leaves is named", "C")


REASON_SMALL = "C is at most 2 after C1, but Max can already get 3 at B, so the rest of C cannot matter"
MATTERS = "With B2 = 5, the root A is worth 3; with B2 = 1, it is worth 2. So the search has to look at B2."
BOUND_SMALL = f"{REASON_SMALL} (v = 2 ≤ α = 3)"

SETS = {
    "right": ("B2 B1 C1 C B A", Fraction(1), ()),
    "too few": (
        "A B B1 C C1", Fraction(5, 6),
        ("A, B, B1, C and C1 are right.", f"B2 is missing. {MATTERS}"),
    ),
    "too many": (
        "A B B1 B2 C C1 C2", Fraction(5, 6),
        ("A, B, B1, B2, C and C1 are right.", f"The search never looks at C2: {BOUND_SMALL}."),
    ),
    "too few inner nodes": (
        "A B1 B2 C1", Fraction(4, 6),
        ("A, B1, B2 and C1 are right.", "B and C are missing: the search looks at them."),
    ),
    "nothing": (
        "none", Fraction(0),
        ("A, B, B1, B2, C and C1 are missing: the search looks at them.",),
    ),
}  # fmt: skip


@pytest.mark.parametrize(("text", "share", "feedback"), SETS.values(), ids=SETS)
def test_a_set_earns_right_minus_wrong(text: str, share: Fraction, feedback: tuple[str, ...]) -> None:
    result = marked(asked(Visited), text, solved(SMALL))
    assert (result.share, result.feedback) == (share, feedback)


TURNS = "At C, C1 turns α = 3, β = ∞, v = ∞ into α = 3, β = 2, v = 2."

ORDERS = {
    "right": ("A B B1 B2 C C1", Fraction(1), Fraction(1), ()),
    "one left out": (
        "A B B1 C C1", Fraction(5, 6), Fraction(1, 2),
        (
            "The first 3 are right, up to B1.",
            "After B1, the search looks at B2, not at C.",
            "To leave B2 out, the search would have to stop at B after B1.",
            "At B, B1 turns α = −∞, β = ∞, v = ∞ into α = −∞, β = 3, v = 3, so nothing is cut there.",
        ),
    ),
    "one too many": (
        "A B B1 B2 C C1 C2", Fraction(5, 6), Fraction(6, 7),
        (
            "The first 6 are right, up to C1.",
            "After C1, the search is over.",
            f"The search never looks at C2: {REASON_SMALL}.",
            TURNS,
        ),
    ),
    "one too many in between": (
        "A B B1 B2 C C2 C1", Fraction(5, 6), Fraction(5, 7),
        (
            "The first 5 are right, up to C.",
            "After C, the search looks at C1, not at C2.",
            "The search enters C with α = 3, β = ∞, v = ∞, and takes its children from left to right.",
            f"The search never looks at C2: {BOUND_SMALL}.",
        ),
    ),
    "two exchanged": (
        "A B B2 B1 C C1", Fraction(4, 6), Fraction(2, 6),
        (
            "The first 2 are right, up to B.",
            "After B, the search looks at B1, not at B2.",
            "The search enters B with α = −∞, β = ∞, v = ∞, and takes its children from left to right.",
        ),
    ),
    "given up": (
        "A", Fraction(1, 6), Fraction(1, 6),
        (
            "The beginning is right: A.",
            "After A, the search goes on to B.",
            "The search enters A with α = −∞, β = ∞, v = −∞, and takes its children from left to right.",
        ),
    ),
    "the root left out": (
        "B B1 B2 C C1", Fraction(5, 6), Fraction(0),
        ("The search looks at A first.",),
    ),
    "as nodes are finished": (
        "B1 B2 B C1 C A", Fraction(0), Fraction(0),
        (
            "The search looks at A first.",
            "That is the order in which nodes are finished; the question asks for the order in which they "
            "are first looked at.",
        ),
    ),
    "level by level": (
        "A B C B1 B2 C1", Fraction(4, 6), Fraction(2, 6),
        (
            "The first 2 are right, up to B.",
            "After B, the search looks at B1, not at C.",
            "That goes through the tree level by level; the search goes down to the leaves of one child "
            "before it looks at the next.",
            "The search enters B with α = −∞, β = ∞, v = ∞, and takes its children from left to right.",
        ),
    ),
    "nothing": ("none", Fraction(0), Fraction(0), ("The search looks at A first.",)),
}  # fmt: skip


@pytest.mark.parametrize(("text", "each", "prefix", "feedback"), ORDERS.values(), ids=ORDERS)
def test_an_order_earns_what_is_in_order_or_its_right_beginning(
    text: str, each: Fraction, prefix: Fraction, feedback: tuple[str, ...]
) -> None:
    solution = solved(SMALL)
    result = marked(asked(Visited, as_="order"), text, solution)
    assert (result.share, result.feedback) == (each, feedback)
    assert marked(asked(Visited, as_="order", credit="prefix"), text, solution).share == prefix


def test_the_reckoning_counts_what_is_in_the_right_order() -> None:
    question = asked(Visited, as_="order")
    assert marked(question, "A B C", solved(SMALL)).reckoning == "3 of 6 in the right order"
    assert marked(question, "A B B2 B1", solved(SMALL)).reckoning == "3 in the right order − 1 wrong of 6"


def test_what_is_out_of_order_is_wrong_and_what_is_left_out_is_missed() -> None:
    parts = marked(asked(Visited, as_="leaves"), "B2 B1", solved(SMALL)).parts
    assert parts == {"B1": "right", "B2": "wrong", "C1": "missed"}


def test_an_order_of_leaves_tells_why_one_of_them_is_never_looked_at() -> None:
    result = marked(asked(Visited, as_="leaves"), "B1 B2 B3 C1 C2 D1 D2 D3", solved(TEXTBOOK))
    assert result.share == Fraction(6, 7)
    assert result.feedback == (
        "The first 4 are right, up to C1.",
        "After C1, the search looks at D1, not at C2.",
        f"The search never looks at C2: {REASON}.",
        TURNS,
    )


STEPS = {
    "a child that changes nothing": (
        "A B B1 B2 C", "At B, B2 leaves α = −∞, β = 3, v = 3 as they are, so nothing is cut there.",
    ),
    "a subtree left out": (
        "A B B1 B2 B3 D", "At A, B turns α = −∞, β = ∞, v = −∞ into α = 3, β = ∞, v = 3, "
        "so nothing is cut there.",
    ),
    "given up after a cutoff": (
        "A B B1 B2 B3 C C1", "At A, C leaves α = 3, β = ∞, v = 3 as they are, so nothing is cut there.",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("text", "step"), STEPS.values(), ids=STEPS)
def test_the_first_step_that_differs_is_told_with_alpha_beta_and_v(text: str, step: str) -> None:
    assert marked(asked(Visited, as_="order"), text, solved(TEXTBOOK)).feedback[-1] == step


def test_an_order_of_leaves_tells_what_happened_where_the_search_goes_on() -> None:
    assert marked(asked(Visited, as_="leaves"), "B1 B2 B3 D1", solved(TEXTBOOK)).feedback[1:] == (
        "After B3, the search looks at C1, not at D1.",
        "At A, B turns α = −∞, β = ∞, v = −∞ into α = 3, β = ∞, v = 3, so nothing is cut there.",
    )


def test_a_search_from_the_right_takes_children_from_the_right() -> None:
    solution = solved(SMALL, order="right-to-left")
    assert marked(asked(Visited, as_="order"), "A B", solution).feedback[-1] == (
        "The search enters A with α = −∞, β = ∞, v = −∞, and takes its children from right to left."
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("A B B1 C", "After B1, the search looks at B2, not at C."),
        ("A C", "After A, the search looks at B, not at C."),
    ],
    ids=["after a child", "on entering"],
)
def test_plain_minimax_has_no_alpha_and_beta_to_tell(text: str, said: str) -> None:
    solution = solved(SMALL, search="minimax")
    assert marked(asked(Visited, as_="order"), text, solution).feedback[1:] == (said,)


def test_a_leaf_that_was_left_out_brings_its_counterexample() -> None:
    example = marked(asked(Visited), "A B B1 C C1", solved(SMALL)).counterexample
    assert example is not None
    assert example.leaf == "B2"


def test_an_answer_without_any_leaf_brings_no_counterexample() -> None:
    assert marked(asked(Visited), "A B C", solved(SMALL)).counterexample is None


def test_all_or_nothing_holds_for_orders_too() -> None:
    question = asked(Visited, as_="order", credit="all")
    assert marked(question, "A B B1 C C1", solved(SMALL)).share == 0
    assert marked(question, "A B B1 B2 C C1", solved(SMALL)).share == 1


def test_of_many_cutoffs_only_the_first_are_explained() -> None:
    solution = solved(f"max(min(3), {', '.join(['min(2, 2)'] * 8)})")
    everything = " ".join(solution.tree.names)
    assert marked(asked(Visited), everything, solution).feedback[-1] == (
        "There are 2 more cutoffs that you missed."
    )


def test_a_set_has_no_beginning_to_be_credited() -> None:
    solution = solved(SMALL)
    assert list(asked(Visited, credit="prefix").misfits(solution)) == [
        ("credit", "a set has no beginning", "write `each`, or ask for `as: order`")
    ]
    assert list(asked(Visited, as_="order", credit="prefix").misfits(solution)) == []


def test_a_set_is_asked_for_where_nothing_else_is_said() -> None:
    assert question_from(Visited, "{}") == asked(Visited, as_="set")
    assert question_from(Visited, "as: leaves") == asked(Visited, as_="leaves")


def test_the_question_says_what_it_wants() -> None:
    words = asked(Visited, as_="order").in_words(solved(SMALL), sentences())
    assert words == (
        "In what order does the search look at the nodes? Name all that it looks at, starting with the root."
    )
