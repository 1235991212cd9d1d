"""`value`: what nodes are worth, and what a right step from wrong values earns."""

from fractions import Fraction
from math import inf
from typing import Any

import pytest

from grader.numbers import Number
from grader.questions import Unreadable
from grader.questions.by_node import Unread
from grader.questions.quantities import Bound
from grader.questions.value import Value
from grader.sentences import sentences
from tests.questions.asking import asked, marked, solved

ALL = asked(Value, of=("B", "C", "D", "A"))
ROOT = asked(Value)
REPORTED = asked(Value, of=("B", "C", "D", "A"), form="returned")
LUCK = "A = max(B = chance(1, 2, 4), C = chance(1/2 -> 3, 1/4 -> 1, 1/4 -> 0))"

READINGS: dict[str, tuple[str, Any]] = {
    "as the sheet prints it": ("{B: 3, C: 2, D: 2, A: 3}", {"B": 3, "C": 2, "D": 2, "A": 3}),
    "with equals signs": ("B=3, C=2", {"B": 3, "C": 2}),
    "on lines": ("B: 3\nC: 2", {"B": 3, "C": 2}),
    "behind dashes": ("- B: 3\n- C: 2", {"B": 3, "C": 2}),
    "in two groups": ("{B: 3}, {C: 2}", {"B": 3, "C": 2}),
    "with blanks only": ("B 3, C 2", {"B": 3, "C": 2}),
    "with commas only": ("B, 3, C, 2", {"B": 3, "C": 2}),
    "in the order of the question": ("3, 2, 2, 3", {"B": 3, "C": 2, "D": 2, "A": 3}),
    "in that order with blanks": ("[3 2 2 3]", {"B": 3, "C": 2, "D": 2, "A": 3}),
    "in another order": ("A: 3, B: 3", {"B": 3, "A": 3}),
    "names in another case": ("b: 3, a: 3", {"B": 3, "A": 3}),
    "a node that nobody asked for": ("B: 3, C2: 4", {"B": 3, "C2": 4}),
    "the same twice": ("B: 3, B: 3", {"B": 3}),
    "fractions": ("B: 7/3, C: −7 / 3", {"B": Fraction(7, 3), "C": Fraction(-7, 3)}),
    "fractions in one sign": ("B: ½, C: -⅔", {"B": Fraction(1, 2), "C": Fraction(-2, 3)}),
    "decimals": ("B: 2.5, C: -.5", {"B": Fraction(5, 2), "C": Fraction(-1, 2)}),
    "infinities": ("B: -∞, C: +inf, D: Infinity", {"B": -inf, "C": inf, "D": inf}),
    "full-width digits": ("Ｂ：３", {"B": 3}),
    "a number in brackets": ("B: (3)", {"B": 3}),
    "a form that is filled in partly": ("{B: , C: 2, D: , A: }", {"C": 2}),
    "a minus that stands apart": ("B: - 3, C = − 2", {"B": -3, "C": -2}),
    "such a minus in the order of the question": ("- 3 2 − 2 3", {"B": -3, "C": 2, "D": -2, "A": 3}),
    "mixed numbers": ("B: 2⅔, C -2 2/3", {"B": Fraction(8, 3), "C": Fraction(-8, 3)}),
    "infinities as YAML has them": ("B: .inf, C: -.inf", {"B": inf, "C": -inf}),
    "with nothing but blanks": ("B 3 C 2 D 2 A 3", {"B": 3, "C": 2, "D": 2, "A": 3}),
    "with equals signs behind colons": ("B: =3, C: = 2", {"B": 3, "C": 2}),
    "with full stops": ("B: 3. C: 7/3.", {"B": 3, "C": Fraction(7, 3)}),
}  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), READINGS.values(), ids=READINGS)
def test_values_are_read(text: str, expected: dict[str, Number]) -> None:
    assert ALL.read(text, solved()) == expected


@pytest.mark.parametrize("text", ["3", "A: 3", "A = 3", "{A: 3}", "[3]", "A 3", "a: 3", "= 3", "3.", "“3”"])
def test_the_value_of_one_node_needs_no_name(text: str) -> None:
    assert ROOT.read(text, solved()) == {"A": 3}


@pytest.mark.parametrize("text", ["- 3", "− 3", "– 3", "-3", "A: - 3", "* - 3", "(- 3)", "- 3.", "- 3\n"])
def test_a_minus_is_never_taken_for_a_dash_before_the_answer(text: str) -> None:
    assert ROOT.read(text, solved()) == {"A": -3}


@pytest.mark.parametrize("text", ["C <= - 3", "C: at most − 3", "<= - 3 "])
def test_a_bound_may_have_a_minus_that_stands_apart(text: str) -> None:
    assert asked(Value, of=("C",), form="returned").read(text, solved()) == {"C": Bound("<=", -3)}


@pytest.mark.parametrize("text", ["C: <= 2", "C <= 2", "C≤2", "C: =<2", "C: at most 2", "{C: ⩽ 2}", "C=<=2"])
def test_a_bound_is_read_where_the_search_is_asked_for(text: str) -> None:
    assert REPORTED.read(text, solved()) == {"C": Bound("<=", 2)}


REFUSED = {
    "no number": ("x", "it does not say which of the 4 nodes this is about"),
    "no number anywhere": ("B: x, C: y", "x is not a number"),
    "a bound": ("B: <= 2", "<= 2 is not a number"),
    "a decimal comma": ("B: 2,5", "a comma separates answers; a decimal has a point, as in 2.5"),
    "a lone dash": ("-", "it does not say which of the 4 nodes this is about"),
    "an empty form": ("{B: , C: }", "it gives no answer"),
    "an unknown node": ("Q: 3", "there is no node called Q"),
    "a misspelt node": ("C22: 3", "there is no node called C22; perhaps C2 is meant"),
    "too few numbers": ("3, 2", "it does not say which of the 4 nodes this is about"),
    "a number before the first name": ("3, B: 2", "it does not say which node this is about"),
    "two values for a node": ("B: 3, B: 4", "B is given twice, and differently"),
    "several numbers for a node": ("B: 3 4", "3 4 is not a number"),
    "a list for a node": ("B: [3, 4]", "… is not a number"),
    "a dash that may be a minus": ("B - 3", "B - 3 is not a number"),
    "a minus before a minus": ("B: - -3", "- -3 is not a number"),
    "a long number": (f"B: {'1' * 301}", f"{'1' * 39}… has more than 300 digits"),
}


@pytest.mark.parametrize(("text", "why"), REFUSED.values(), ids=REFUSED)
def test_error_values_cannot_be_read(text: str, why: str) -> None:
    with pytest.raises(Unreadable) as refused:
        ALL.read(text, solved())
    assert refused.value.in_words(sentences()) == why


def test_error_a_decimal_comma_alone() -> None:
    with pytest.raises(Unreadable) as refused:
        ROOT.read("2,5", solved())
    assert refused.value.in_words(sentences()).endswith("as in 2.5")


def test_what_cannot_be_read_costs_that_node_alone() -> None:
    given = ALL.read("B: 3, C: ?, D: 2, A: 3", solved())
    assert isinstance(given["C"], Unread)
    assert ALL.plain(given) == {"B": 3, "C": "?", "D": 2, "A": 3}
    mark = marked(ALL, "B: 3, C: ?, D: 2, A: 3")
    assert mark.share == Fraction(3, 4)
    assert mark.parts["C"] == "unreadable"
    assert mark.feedback == (
        "B, D and A are right.",
        "What you gave for C cannot be read: ? is not a number.",
    )


def test_one_part_in_another_form_costs_that_part_alone() -> None:
    assert marked(ALL, "B: 3, C: ≤2, D: =2").parts == {
        "B": "right", "C": "unreadable", "D": "right", "A": "missed",
    }  # fmt: skip


def test_a_name_that_nobody_has_is_kept_with_its_value_and_told() -> None:
    text = "B: 3, C: 2, D: 2, A: 3, Z: 5"
    assert ALL.plain(ALL.read(text, solved()))["Z"] == "5"
    mark = marked(ALL, text)
    assert mark.share == 1
    assert mark.feedback[-1] == "What you gave for Z cannot be read: there is no node called Z."


def test_a_huge_number_is_shortened_in_the_feedback() -> None:
    (said,) = marked(ROOT, "1e300").feedback
    assert said.endswith(f"the largest of these, 3, not 1{'0' * 38}….")


def test_the_example_for_one_value_is_a_number() -> None:
    assert (ROOT.example, ALL.example) == ("-7/3", "{K: 17, L: -7/3}")


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
        "A is the right step from your own values, and counts.",
    )


def test_nothing_is_carried_forward_where_the_set_says_so() -> None:
    mark = marked(asked(Value, of=("B", "C", "D", "A"), carry=False), "B: 8, C: 2, D: 2, A: 8")
    assert mark.share == Fraction(1, 2)
    assert mark.feedback[-1] == "A is wrong too."


def test_a_wrong_step_from_a_wrong_value_earns_nothing() -> None:
    assert marked(ALL, "B: 8, C: 2, D: 2, A: 2").share == Fraction(1, 2)


def test_the_right_value_counts_whatever_stands_below_it() -> None:
    assert marked(ALL, "B: 8, C: 2, D: 2, A: 3").parts["A"] == "right"


def test_the_key_stands_in_for_a_value_that_is_blank() -> None:
    question = asked(Value, of=("B", "C", "A"))
    assert marked(question, "C: 5, A: 5").parts == {"B": "missed", "C": "wrong", "A": "carried"}
    tree = "A = max(B = min(C = max(1, 2), 9), 0)"
    assert marked(question, "C: 5, A: 5", solved(tree)).parts["A"] == "wrong"


def test_a_value_is_carried_through_a_node_that_nobody_asked_for() -> None:
    question = asked(Value, of=("C", "A"))
    assert marked(question, "C: 5, A: 5", solved("A = max(B = min(C = max(1, 2), 9), 0)")).carried == ("A",)


def test_values_of_other_questions_are_carried_forward_too() -> None:
    assert marked(ROOT, "8", own={"B": 8, "C": 2}).carried == ("A",)


def test_a_value_is_carried_through_a_chance_node() -> None:
    question = asked(Value, of=("B", "C", "A"))
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
    question = asked(Value, of="B")
    assert marked(question, text, solved(LUCK)).parts == {"B": verdict}


COARSE = {
    "one decimal": ("2.3", True),
    "a wrong digit": ("2.4", False),
    "too many, and wrong": ("2.334", False),
}


@pytest.mark.parametrize(("text", "said"), COARSE.values(), ids=COARSE)
def test_what_is_rounded_too_far_is_told_so(text: str, said: bool) -> None:
    feedback = marked(asked(Value, of="B"), text, solved(LUCK)).feedback
    told = "2.3 at B is rounded too far: give the exact fraction, or at least 2 decimals."
    assert (told in feedback) is said


def test_what_is_rounded_too_far_is_not_only_wrong_too() -> None:
    tree = "A = max(B = chance(1, 2, 4), C = chance(1, 2, 5), D = chance(1, 2, 6))"
    feedback = marked(asked(Value, of=("B", "C", "D")), "B: 9, C: 2.7, D: 9", solved(tree)).feedback
    assert feedback[1:] == (
        "D is wrong too.",
        "2.7 at C is rounded too far: give the exact fraction, or at least 2 decimals.",
    )


def test_a_step_from_a_rounded_value_is_carried_forward() -> None:
    tree = "A = chance(B = chance(1, 2, 4), 5)"
    question = asked(Value, of=("B", "A"))
    assert marked(question, "B: 2.33, A: 3.665", solved(tree)).parts == {"B": "right", "A": "carried"}


def test_the_expected_value_is_explained_by_its_outcomes() -> None:
    question = asked(Value, of=("B", "C"))
    assert marked(question, "B: 2, C: 2", solved(LUCK)).feedback == (
        "B is a chance node over B1 = 1, B2 = 2 and B3 = 4: its value is the expected one, "
        "1/3 × 1 + 1/3 × 2 + 1/3 × 4 = 7/3, not 2.",
        "C is wrong too.",
    )
    assert marked(question, "B: 7/3, C: 2", solved(LUCK)).feedback[1] == (
        "C is a chance node over C1 = 3, C2 = 1 and C3 = 0: its value is the expected one, "
        "1/2 × 3 + 1/4 × 1 + 1/4 × 0 = 7/4, not 2."
    )


def test_in_a_sum_a_negative_outcome_stands_in_brackets() -> None:
    (said,) = marked(asked(Value), "0", solved("chance(-3, 1)")).feedback
    assert said.endswith("its value is the expected one, 1/2 × (−3) + 1/2 × 1 = −1, not 0.")


def test_of_a_sum_with_many_outcomes_the_first_are_shown() -> None:
    (said,) = marked(asked(Value), "0", solved(f"chance({', '.join(map(str, range(20)))})")).feedback
    assert "1/20 × 0 + 1/20 × 1 + " in said
    assert said.endswith("1/20 × 9 + … = 19/2, not 0.")


def test_what_a_clipped_chance_node_is_made_of_has_its_probabilities() -> None:
    solution = solved("chance(1/4 -> 2, 3/4 -> 6)", returns="hard", window=(0, 4))
    (said,) = marked(asked(Value, of="A", form="returned"), "5", solution).feedback
    assert said == (
        "At A the search sees A1 = 2 with probability 1/4 and A2 = 6 with probability 3/4, "
        "but reports nothing outside its window there, from 0 to 4: it reports 4, not 5."
    )


def test_a_leaf_is_worth_what_stands_on_it() -> None:
    question = asked(Value, of="C1")
    assert marked(question, "3").feedback == ("C1 is a leaf, and worth 2, not 3.",)


def test_a_node_with_many_children_is_explained_by_the_first_of_them() -> None:
    numbers = ", ".join(map(str, range(30)))
    (said,) = marked(ROOT, "5", solved(f"max({numbers})")).feedback
    assert "A10 = 9 and …: its value is the largest of these, 29" in said


def test_the_first_wrong_step_is_that_of_the_deepest_node_on_the_left() -> None:
    assert marked(ALL, "B: 4, C: 4, D: 4, A: 9").feedback[0].startswith("B is a Min node")
    assert marked(ALL, "B: 4, C: 4, D: 4, A: 9").feedback[1] == "C, D and A are wrong too."


def test_the_search_from_the_right_reports_the_right_side_first() -> None:
    solution = solved(order="right-to-left")
    assert marked(REPORTED, "B: 4, C: 4, D: 4, A: 9", solution).feedback[0].startswith("At D the search sees")


REPORTS = {
    "a number where the search stopped": ("C: 2", "right"),
    "the bound that it is": ("C: <= 2", "right"),
    "the bound the other way round": ("C: >= 2", "wrong"),
    "a strict bound": ("C: < 2", "wrong"),
    "another bound": ("C: <= 3", "wrong"),
    "a bound where the value is exact": ("B: <= 3", "wrong"),
}


@pytest.mark.parametrize(("text", "verdict"), REPORTS.values(), ids=REPORTS)
def test_what_the_search_reports_may_be_a_bound(text: str, verdict: str) -> None:
    mark = marked(REPORTED, text)
    assert mark.parts[text[0]] == verdict


REASONS = {
    "soft": (
        {},
        "C: 6",
        "At C the search sees C1 = 2, and reports the smallest of these, 2, not 6.",
    ),
    "hard": (
        {"returns": "hard"},
        "C: 2",
        "At C the search sees C1 = 2, but reports nothing outside its window there, from 3 to ∞: "
        "it reports 3, not 2.",
    ),
    "the sign of a bound": ({}, "C: >= 2", "What the search knows of C is that its value is at most 2."),
    "a bound on an exact value": ({}, "B: <= 3", "3 is the exact value of B, not a bound."),
    "another bound": (
        {},
        "C: <= 5",
        "At C the search sees C1 = 2, and reports the smallest of these, 2, not <= 5.",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("rule", "text", "why"), REASONS.values(), ids=REASONS)
def test_a_wrong_report_is_explained(rule: dict[str, str], text: str, why: str) -> None:
    assert why in marked(REPORTED, text, solved(**rule)).feedback


def test_a_report_is_carried_over_the_children_that_the_search_visits() -> None:
    tree = "A = max(B = min(3, 12), C = min(D = max(1, 2), 4))"
    question = asked(Value, of=("D", "C"), form="returned")
    assert marked(question, "D: 1, C: 1", solved(tree)).carried == ("C",)


def test_a_bound_is_carried_only_in_the_direction_of_the_search() -> None:
    tree = "A = max(B = min(3, 12), C = min(D = max(1, 2), 4))"
    question = asked(Value, of=("D", "C"), form="returned")
    assert marked(question, "D: 1, C <= 1", solved(tree)).carried == ("C",)
    assert marked(question, "D: 1, C >= 1", solved(tree)).carried == ()
    assert marked(question, "D: 1, C < 1", solved(tree)).carried == ()


def test_a_report_of_a_hard_search_is_carried_inside_its_window() -> None:
    tree = "A = max(B = min(3, 12), C = min(D = max(1, 2), 4))"
    question = asked(Value, of=("D", "C"), form="returned")
    solution = solved(tree, returns="hard")
    assert marked(question, "D: 1, C: 1", solution).carried == ()
    assert marked(question, "D: 5, C: 5", solution).carried == ("C",)


STAR = "A = max(B = 5, C = chance(1/2 -> D = min(1, 2), 1/2 -> 9))"


def test_a_cut_chance_node_is_explained_and_carried_with_the_best_for_what_is_skipped() -> None:
    solution = solved(STAR, chance="star1", utilities=(0, 9))
    question = asked(Value, of=("D", "C"), form="returned")
    assert marked(question, "D: 1, C: 4", solution).feedback == (
        "D is right.",
        "At C the search sees D = 1, counts every outcome that it skips as 9, "
        "and reports 1/2 × 1 + 1/2 × 9 = 5, not 4.",
    )
    assert marked(question, "D: 0, C: 9/2", solution).carried == ("C",)


def test_a_question_may_be_marked_as_a_whole_or_by_a_table() -> None:
    text = "B: 3, C: 4, D: 2, A: 3"
    whole = marked(asked(Value, of=("B", "C", "D", "A"), credit="all"), text)
    assert (whole.share, whole.reckoning) == (Fraction(0), "not all right")
    table = marked(asked(Value, of=("B", "C", "D", "A"), credit={1: Fraction(1, 2)}), text)
    assert (table.share, table.reckoning) == (Fraction(1, 2), "1 wrong, which leaves 1/2")


MISFITS = {
    "an unknown node": (asked(Value, of=("C22",)), [("of", "no node is named `C22`", "did you mean `C2`?")]),
    "a node twice": (asked(Value, of=("B", "B")), [("of", "`B` is asked about twice", "name it once")]),
    "a pruned node": (
        asked(Value, of="C2", form="returned"),
        [("of", "the search never visits `C2`", "ask about a node that it visits")],
    ),
    "the true value of a pruned node": (asked(Value, of="C2"), []),
}  # fmt: skip


@pytest.mark.parametrize(("question", "expected"), MISFITS.values(), ids=MISFITS)
def test_error_question_does_not_fit_the_tree(question: Value, expected: list[tuple[str, str, str]]) -> None:
    assert list(question.misfits(solved())) == expected


WORDS = {
    "one": (ROOT, "", "What is the minimax value of A?"),
    "several": (ALL, "", "What are the minimax values of B, C, D and A?"),
    "with chance": (
        ROOT,
        LUCK,
        "What is the minimax value of A? Give a fraction, or round to 2 decimals or more.",
    ),
    "reported": (
        asked(Value, of="C", form="returned"),
        "",
        "Which value does the search report at C? Where it stops early you may give the bound instead, "
        "such as <= 2.",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("question", "tree", "words"), WORDS.values(), ids=WORDS)
def test_the_question_is_asked_in_words(question: Value, tree: str, words: str) -> None:
    assert question.in_words(solved(tree) if tree else solved(), sentences()) == words


def test_the_sheet_has_a_form_for_several_nodes() -> None:
    assert ALL.blank(solved()) == "{B: , C: , D: , A: }"
    assert ROOT.blank(solved()) == ""


def test_a_name_that_is_no_plain_word_stands_in_quotes() -> None:
    solution = solved('"2nd try" = max(B = min(1, 2), 3)')
    question = asked(Value, of=("2nd try", "B"))
    assert question.show(question.key(solution), solution) == '{"2nd try": 3, B: 1}'
    assert question.read("2nd try: 3, B: 1", solution) == question.key(solution)


def test_a_deep_tree_is_marked() -> None:
    depth = 20_000
    solution = solved("max(" * depth + "1" + ")" * depth, search="minimax")
    bottom, leaf = solution.tree.names[-2:]
    mark = marked(asked(Value, of=(bottom, "A")), f"{bottom}: 5, A: 5", solution)
    assert mark.parts == {bottom: "wrong", "A": "carried"}
    assert leaf in mark.feedback[0]
