"""`for-which`: for which numbers in the place of an unknown leaf something holds."""

from fractions import Fraction
from typing import Any

import pytest

from grader.questions import Unreadable
from grader.questions.conditions import Condition
from grader.questions.kinds.for_which import ForWhich
from grader.questions.reading.number_sets import read_number_set
from grader.rule import Rule
from grader.solving import Solution
from grader.solving.unknown_cases import unknown_cases
from grader.solving.unknown_leaf import OpenSolution, solve_as_far
from grader.text.sentences import sentences
from grader.tree.language import parse_tree
from tests.questions.asking import asked, marked
from tests.questions.reading import trouble

TREE = "A = max(a1 -> B = min(3, 12, 8), a2 -> C = min(?x, 4, 6), a3 -> D = min(14, 5, 2))"
PRUNED = asked(ForWhich, name="x", holds=(Condition("pruned", "C2"),))
BETWEEN = asked(ForWhich, name="x", holds=(Condition("value", "A", ">", 3), Condition("value", "C", "<", 4)))

NOT_FOUR = asked(ForWhich, name="x", holds=(Condition("value", "C", "!=", 4),))


def opened(tree: str = TREE, **rule: Any) -> Solution:
    return solve_as_far(parse_tree(tree), Rule(**rule))


READINGS = {
    "x >= 7": "x >= 7", "x>5": "x > 5", "5 < x ≤ 9": "5 < x <= 9", "[5, 9)": "5 <= x < 9",
    "x ∈ [5, 9)": "5 <= x < 9", "at least 7": "x >= 7", "x < 2 or x > 9": "x < 2 or x > 9",
    "(-∞, 2) ∪ (9, inf)": "x < 2 or x > 9", "x ≠ 5": "x != 5", "{7, 8}": "x = 7 or x = 8", "all": "always",
    "always": "always", "none": "never", "never": "never", "7 or more": "x >= 7", "x 至少 7": "x >= 7",
    "x > 3 but x < 9": "3 < x < 9", "greater than 3 but at most 9": "3 < x <= 9", "all but 5": "x != 5",
    "any number but not 5": "x != 5", "R \\ {5}": "x != 5", "(-inf, 2) U {7}": "x < 2 or x = 7",
    "x \\leq 3": "x <= 3", "smaller or equal 3": "x <= 3", "up to 3": "x <= 3",
    "above 3 and below 9": "3 < x < 9",
    "any x other than 5": "x != 5", "5 and above": "x >= 5",
    "9 >= x > 5": "5 < x <= 9", "x > 5 and x < 9": "5 < x < 9", "]5, 9[": "5 < x < 9",
}  # fmt: skip


@pytest.mark.parametrize(("text", "shown"), READINGS.items(), ids=READINGS)
def test_a_set_of_numbers_is_read_and_shown_so_that_it_is_read_again(text: str, shown: str) -> None:
    given = PRUNED.read(text, opened())
    assert PRUNED.show(given, opened()) == shown
    assert PRUNED.read(shown, opened()) == given


DUMPED = {
    "a block of numbers": ("0: null\n1: null", "x = 0 or x = 1"),
    "a group of numbers": ("{0: null, 1: null}", "x = 0 or x = 1"),
    "an interval over lines": ("\n- -5\n- 9\n", "-5 <= x <= 9"),
}


@pytest.mark.parametrize(("text", "shown"), DUMPED.values(), ids=DUMPED)
def test_what_a_program_made_of_brackets_is_read_as_these(text: str, shown: str) -> None:
    assert PRUNED.show(PRUNED.read(text, opened()), opened()) == shown


@pytest.mark.parametrize(
    "text", ["x", "small", "between 3 and 4", "x < 2, x > 9", "7,8", "[9, 5]", "x = inf", "[inf]"]
)
def test_error_what_is_not_certain_is_not_guessed(text: str) -> None:
    assert trouble(PRUNED, text, opened())


def test_about_a_tree_in_decimals_the_key_is_in_decimals() -> None:
    solution = opened("A = max(B = chance(0.5 -> ?x, 0.5 -> 2.25), C = min(1.75, 3))")
    best = asked(ForWhich, name="x", holds=(Condition("best-move", "B"),))
    assert best.show(best.key(solution), solution) == best.plain_key(solution) == "x >= 1.25"
    value = asked(ForWhich, name="x", holds=(Condition("value", number=Fraction(7, 4)),))
    assert value.in_full(solution, sentences()).endswith("the value of the root is 1.75?")
    assert isinstance(solution, OpenSolution)
    shown = [
        (case.shown_numbers(solution, "x"), case.shown_value("x", solution.tree.pretty))
        for case in unknown_cases(solution)
    ]
    assert shown == [("x < 1.25", "1.75"), ("x >= 1.25", "1.125 + 0.5x")]


def test_ties_decide_whether_an_end_belongs_to_the_key() -> None:
    assert PRUNED.show(PRUNED.key(opened()), opened()) == "x <= 3"
    assert PRUNED.show(PRUNED.key(opened(ties="keep")), opened()) == "x < 3"


SHARES = {
    "right": (PRUNED, "x <= 3", Fraction(1)),
    "an end open instead of closed": (PRUNED, "x < 3", Fraction(1, 2)),
    "another number": (PRUNED, "x <= 2", Fraction(0)),
    "one end of two": (BETWEEN, "x > 3", Fraction(1, 2)),
    "both ends the wrong way": (BETWEEN, "[3, 4]", Fraction(1, 2)),
    "nothing": (PRUNED, "never", Fraction(0)),
    "the opposite": (NOT_FOUR, "4", Fraction(0)),
    "the opposite as an interval": (NOT_FOUR, "[4, 4]", Fraction(0)),
}


@pytest.mark.parametrize(("question", "text", "share"), SHARES.values(), ids=SHARES)
def test_an_answer_is_marked_by_its_ends(question: ForWhich, text: str, share: Fraction) -> None:
    assert marked(question, text, opened()).share == share


def test_a_wrong_answer_is_refuted_by_a_number() -> None:
    assert marked(PRUNED, "x <= 6", opened()).feedback == (
        "x = 4 is in your answer, but with x = 4 the search looks at C2.",
    )


def test_answers_are_compared_within_the_utilities() -> None:
    question = asked(ForWhich, name="x", holds=(Condition("best-move", "a2"),))
    solution = opened(utilities=(0, 20))
    assert marked(question, "3 < x <= 20", solution).share == marked(question, "x > 3", solution).share == 1


def test_of_whole_numbers_any_way_to_name_them_is_right() -> None:
    question = asked(ForWhich, name="x", holds=(Condition("best-move", "a2"),), over="integers")
    assert marked(question, "x >= 4", opened()).share == marked(question, "x > 3", opened()).share == 1


def test_an_extreme_number_is_right_or_wrong() -> None:
    question = asked(ForWhich, name="x", holds=(Condition("pruned", "C2"),), extreme="largest")
    assert question.key(opened()) == 3
    assert marked(question, "x = 3", opened()).share == 1
    assert marked(question, "2", opened()).feedback == (
        "x = 3 is larger than 2, and with x = 3 it is also true that the search never looks at C2.",
    )


def test_an_extreme_whole_number_is_whole() -> None:
    question = asked(
        ForWhich, name="x", holds=(Condition("best-move", "a2"),), over="integers", extreme="smallest"
    )
    assert marked(question, "3.5", opened()).feedback == (
        "The question asks for a whole number, and 3.5 is not one.",
    )
    assert marked(question, "5", opened()).feedback == (
        "x = 4 is smaller than 5, and with x = 4 it is also true that the best move is a2.",
    )


def test_of_whole_numbers_an_answer_is_shown_as_it_was_read() -> None:
    question = asked(ForWhich, name="x", holds=(Condition("best-move", "a2"),), over="integers")
    for text, shown in {"5 < x < 7": "5 < x < 7", "[6, 7)": "6 <= x < 7", "{6, 7}": "{6, 7}"}.items():
        assert question.plain(question.read(text, opened())) == shown


def test_error_where_nothing_holds_there_is_no_extreme_number() -> None:
    question = asked(ForWhich, name="x", holds=(Condition("value", "A", ">", 99),), extreme="smallest")
    ((_, message, _),) = question.misfits(opened())
    assert message == "there is no smallest number here: the condition holds for no number"


DEEP = {
    "brackets": "(" * 990 + "x > 5" + ")" * 990,
    "parts in brackets": "5&(" * 490 + "5" + ")" * 490,
    "exceptions": "5\\" * 900 + "5",
}


@pytest.mark.parametrize("text", DEEP.values(), ids=DEEP)
def test_error_nothing_is_nested_too_deep_to_be_refused(text: str) -> None:
    with pytest.raises(Unreadable, match=r"unreadable\.too-deep"):
        read_number_set(text, "x")


def test_many_intervals_are_not_deep() -> None:
    text = " or ".join(f"[{low}, {low + 1}[" for low in range(0, 60, 2))
    assert len(read_number_set(text, "x")) == 30


def test_error_an_open_end_has_no_extreme_number() -> None:
    question = asked(ForWhich, name="x", holds=(Condition("best-move", "a2"),), extreme="smallest")
    ((field, message, _),) = question.misfits(opened())
    assert field == "extreme"
    assert message == "there is no smallest number here: the condition holds for `x > 3`"
