"""`value`: what nodes are worth, and what a right step from wrong values earns."""

from fractions import Fraction

import pytest

from grader.questions.kinds.value import Values
from grader.text.sentences import sentences
from tests.questions.asking import asked, marked, solved
from tests.questions.values import ALL, ROOT

LUCK = "A = max(B = chance(1, 2, 4), C = chance(1/2 -> 3, 1/4 -> 1, 1/4 -> 0))"


def test_right_values_need_no_words() -> None:
    mark = marked(ALL, "{B: 3, C: 2, D: 2, A: 3}")
    assert (mark.share, mark.reckoning, mark.feedback) == (Fraction(1), "4 right of 4", ())


def test_a_right_step_from_a_wrong_value_is_carried_forward() -> None:
    mark = marked(ALL, "B: 8, C: 2, D: 2, A: 8")
    assert mark.share == Fraction(3, 4)
    assert mark.reckoning == "2 right + 1 carried forward of 4"
    assert mark.carried == ("A",)
    assert mark.feedback == (
        "C and D are right.",
        "B is a Min node over B1 = 3, B2 = 12 and B3 = 8: its value is the smallest of these, 3, not 8.",
        "A follows correctly from your own values, and counts.",
    )


def test_nothing_is_carried_forward_where_the_set_says_so() -> None:
    mark = marked(asked(Values, of=("B", "C", "D", "A"), carry=False), "B: 8, C: 2, D: 2, A: 8")
    assert mark.share == Fraction(1, 2)
    assert mark.feedback[-1] == (
        "A is a Max node over B = 3, C = 2 and D = 2: its value is the largest of these, 3, not 8."
    )


def test_a_wrong_step_from_a_wrong_value_earns_nothing() -> None:
    assert marked(ALL, "B: 8, C: 2, D: 2, A: 2").share == Fraction(1, 2)


def test_the_right_value_counts_whatever_stands_below_it() -> None:
    assert marked(ALL, "B: 8, C: 2, D: 2, A: 3").parts["A"] == "right"


def test_the_key_stands_in_for_a_value_that_is_blank() -> None:
    question = asked(Values, of=("B", "C", "A"))
    assert marked(question, "C: 5, A: 5").parts == {"B": "missed", "C": "wrong", "A": "carried"}
    tree = "A = max(B = min(C = max(1, 2), 9), 0)"
    assert marked(question, "C: 5, A: 5", solved(tree)).parts["A"] == "wrong"


def test_a_value_is_carried_through_a_node_that_nobody_asked_for() -> None:
    question = asked(Values, of=("C", "A"))
    assert marked(question, "C: 5, A: 5", solved("A = max(B = min(C = max(1, 2), 9), 0)")).carried == ("A",)


def test_values_of_other_questions_are_carried_forward_too() -> None:
    assert marked(ROOT, "8", own={"B": 8, "C": 2}).carried == ("A",)


def test_a_value_is_carried_through_a_chance_node() -> None:
    question = asked(Values, of=("B", "C", "A"))
    assert marked(question, "B: 3, C: 7/4, A: 3", solved(LUCK)).carried == ("A",)


ROUNDED = {
    "exact": ("7/3", "right"),
    "two decimals": ("2.33", "right"),
    "more decimals": ("2.333", "right"),
    "one decimal": ("2.3", "wrong"),
    "a wrong digit": ("2.334", "wrong"),
    "a whole number": ("2", "wrong"),
}


@pytest.mark.parametrize(("text", "verdict"), ROUNDED.values(), ids=ROUNDED)
def test_a_fraction_may_be_rounded(text: str, verdict: str) -> None:
    question = asked(Values, of="B")
    assert marked(question, text, solved(LUCK)).parts == {"B": verdict}


COARSE = {
    "one decimal": ("2.3", True),
    "a wrong digit": ("2.4", False),
    "too many, and wrong": ("2.334", False),
}


@pytest.mark.parametrize(("text", "said"), COARSE.values(), ids=COARSE)
def test_what_is_rounded_too_far_is_told_so(text: str, said: bool) -> None:
    feedback = marked(asked(Values, of="B"), text, solved(LUCK)).feedback
    told = "2.3 at B is rounded too far: give the exact fraction, or at least 2 decimal places."
    assert (told in feedback) is said


def test_what_is_rounded_too_far_is_told_after_what_is_wrong() -> None:
    tree = "A = max(B = chance(1, 2, 4), C = chance(1, 2, 5), D = chance(1, 2, 6))"
    feedback = marked(asked(Values, of=("B", "C", "D")), "B: 9, C: 2.7, D: 9", solved(tree)).feedback
    assert feedback[1:] == (
        "D is a chance node over D1 = 1, D2 = 2 and D3 = 6: its value is the expected value, 1/3 × 1 + 1/3 "
        "× 2 + 1/3 × 6 = 3, not 9.",
        "2.7 at C is rounded too far: give the exact fraction, or at least 2 decimal places.",
    )


def test_a_step_from_a_rounded_value_is_carried_forward() -> None:
    tree = "A = chance(B = chance(1, 2, 4), 5)"
    question = asked(Values, of=("B", "A"))
    assert marked(question, "B: 2.33, A: 3.665", solved(tree)).parts == {"B": "right", "A": "carried"}


def test_the_expected_value_is_explained_by_its_outcomes() -> None:
    question = asked(Values, of=("B", "C"))
    assert marked(question, "B: 2, C: 2", solved(LUCK)).feedback == (
        "B is a chance node over B1 = 1, B2 = 2 and B3 = 4: its value is the expected value, 1/3 × 1 + 1/3 "
        "× 2 + 1/3 × 4 = 7/3, not 2.",
        "C is a chance node over C1 = 3, C2 = 1 and C3 = 0: its value is the expected value, 1/2 × 3 + 1/4 "
        "× 1 + 1/4 × 0 = 7/4, not 2.",
    )
    assert marked(question, "B: 7/3, C: 2", solved(LUCK)).feedback[1] == (
        "C is a chance node over C1 = 3, C2 = 1 and C3 = 0: its value is the expected value, 1/2 × 3 + 1/4 "
        "× 1 + 1/4 × 0 = 7/4, not 2."
    )


def test_in_a_sum_a_negative_outcome_stands_in_brackets() -> None:
    (said,) = marked(asked(Values), "0", solved("chance(-3, 1)")).feedback
    assert said.endswith("its value is the expected value, 1/2 × (−3) + 1/2 × 1 = −1, not 0.")


def test_of_a_sum_with_many_outcomes_the_first_are_shown() -> None:
    (said,) = marked(asked(Values), "0", solved(f"chance({', '.join(map(str, range(20)))})")).feedback
    assert "1/20 × 0 + 1/20 × 1 + " in said
    assert said.endswith("1/20 × 9 + … = 19/2, not 0.")


def test_a_leaf_is_worth_what_stands_on_it() -> None:
    question = asked(Values, of="C1")
    assert marked(question, "3").feedback == ("C1 is a leaf, and worth 2, not 3.",)


def test_a_node_with_many_children_is_explained_by_the_first_of_them() -> None:
    numbers = ", ".join(map(str, range(30)))
    (said,) = marked(ROOT, "5", solved(f"max({numbers})")).feedback
    assert "A10 = 9 and …: its value is the largest of these, 29" in said


@pytest.mark.parametrize("kind", ["Max", "Min"])
def test_nothing_is_the_largest_or_smallest_of_an_only_child(kind: str) -> None:
    (said,) = marked(ROOT, "5", solved(f"{kind.lower()}(3)")).feedback
    assert said == f"A is a {kind} node whose only child is A1 = 3: its value is the same, 3, not 5."


def test_the_first_three_wrong_steps_are_explained_from_the_deepest_node_on_the_left() -> None:
    *explained, others = marked(ALL, "B: 4, C: 4, D: 4, A: 9").feedback
    assert [sentence[:15] for sentence in explained] == [f"{node} is a Min node" for node in "BCD"]
    assert others == "A is wrong too."


def test_a_tree_in_decimals_has_a_key_in_decimals() -> None:
    solution = solved("max(B = chance(0.25 -> 1.5, 0.75 -> 6.1), C = min(-2.5, 1))")
    question = asked(Values, of=("B", "C"))
    assert question.show(question.key(solution), solution) == "{B: 4.95, C: -2.5}"
    assert question.plain_key(solution) == {"B": "4.95", "C": "-2.5"}
    assert marked(question, "B: 4.95, C: -5/2", solution).share == 1


def test_a_question_may_be_marked_as_a_whole_or_by_a_table() -> None:
    text = "B: 3, C: 4, D: 2, A: 3"
    whole = marked(asked(Values, of=("B", "C", "D", "A"), credit="all"), text)
    assert (whole.share, whole.reckoning) == (Fraction(0), "not everything is right")
    table = marked(asked(Values, of=("B", "C", "D", "A"), credit={1: Fraction(1, 2)}), text)
    assert (table.share, table.reckoning) == (Fraction(1, 2), "1 wrong, which leaves 1/2")


def test_a_step_that_is_carried_forward_is_not_said_to_count_where_it_earns_nothing() -> None:
    whole = marked(asked(Values, of=("C", "D", "A"), credit="all"), "C: 4, D: 2, A: 4")
    assert (whole.share, whole.carried) == (Fraction(0), ("A",))
    assert whole.feedback[-1] == (
        "A follows correctly from your own values, but earns nothing, because not enough of the answer is "
        "right."
    )


MISFITS = {
    "an unknown node": (asked(Values, of=("C22",)), [("of", "no node is named `C22`", "did you mean `C2`?")]),
    "a node twice": (asked(Values, of=("B", "B")), [("of", "`B` is asked about twice", "name it once")]),
    "a pruned node": (
        asked(Values, of="C2", as_="returned"),
        [("of", "the search never visits `C2`", "ask about a node that it visits")],
    ),
    "the true value of a pruned node": (asked(Values, of="C2"), []),
}  # fmt: skip


@pytest.mark.parametrize(("question", "expected"), MISFITS.values(), ids=MISFITS)
def test_error_question_does_not_fit_the_tree(question: Values, expected: list[tuple[str, str, str]]) -> None:
    assert list(question.misfits(solved())) == expected


WORDS = {
    "one": (ROOT, "", "What is the minimax value of A?"),
    "several": (ALL, "", "What are the minimax values of B, C, D and A?"),
    "with chance": (
        ROOT,
        LUCK,
        "What is the minimax value of A? Give a fraction, or round to at least 2 decimal places.",
    ),
    "reported": (
        asked(Values, of="C", as_="returned"),
        "",
        "Which value does the search report at C? Where it stops early you may give the bound instead, "
        "such as <= 2.",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("question", "tree", "words"), WORDS.values(), ids=WORDS)
def test_the_question_is_asked_in_words(question: Values, tree: str, words: str) -> None:
    assert question.in_words(solved(tree) if tree else solved(), sentences()) == words


def test_the_sheet_has_a_form_for_several_nodes() -> None:
    assert ALL.blank(solved()) == "{B: , C: , D: , A: }"
    assert ROOT.blank(solved()) == ""


def test_a_name_that_is_no_plain_word_stands_in_quotes() -> None:
    solution = solved('"2nd try" = max(B = min(1, 2), 3)')
    question = asked(Values, of=("2nd try", "B"))
    assert question.show(question.key(solution), solution) == '{"2nd try": 3, B: 1}'
    assert question.read("2nd try: 3, B: 1", solution) == question.key(solution)


def test_a_deep_tree_is_marked() -> None:
    depth = 20_000
    solution = solved("max(" * depth + "1" + ")" * depth, search="minimax")
    bottom, leaf = solution.tree.names[-2:]
    mark = marked(asked(Values, of=(bottom, "A")), f"{bottom}: 5, A: 5", solution)
    assert mark.parts == {bottom: "wrong", "A": "carried"}
    assert leaf in mark.feedback[0]
