"""`best-move`: which move is best at the root, also by the student's own values."""

from fractions import Fraction
from math import inf
from typing import Any

import pytest

from grader.questions import Unreadable
from grader.questions.kinds.best_move import BestMove
from grader.text.sentences import sentences
from tests.questions.asking import asked, marked, solved

QUESTION = asked(BestMove)
TIES = "A = max(a1 -> min(3, 5), a2 -> min(2, 4), a3 -> min(3, 9))"

READINGS = {
    "the move": "a1",
    "in another case": "A1",
    "the child's name": "B",
    "in quotes": '"a1"',
    "in curly quotes": "“a1”",
    "in corner quotes": "「a1」",
    "in brackets": "[a1]",
    "behind a dash": "- a1",
    "as an edge": "A -> B",
    "as an edge with its move": "A→a1",
    "twice": "a1, B",
}


@pytest.mark.parametrize("text", READINGS.values(), ids=READINGS)
def test_a_move_is_read(text: str) -> None:
    assert QUESTION.read(text, solved()) == "a1"


@pytest.mark.parametrize(("text", "move"), [("left", "B"), ("right", "C"), ("Right", "C"), ("左", "B")])
def test_of_two_children_a_side_is_enough(text: str, move: str) -> None:
    assert QUESTION.read(text, solved("A = max(B = min(1, 2), C = min(3, 4))")) == move


def test_a_move_may_be_called_like_a_side_or_have_blanks_and_commas_in_it() -> None:
    solution = solved('A = max(right -> min(1, 2), left -> min(3, 4), "wait, and see" -> 0)')
    assert QUESTION.read("right", solution) == "right"
    assert QUESTION.read("wait, and see", solution) == "wait, and see"


@pytest.mark.parametrize("name", ["no", "on", "y", "1.10", "0o7", "null", "7"])
def test_a_move_may_be_called_whatever_yaml_takes_for_something_else(name: str) -> None:
    assert QUESTION.read(name, solved(f'max("{name}" -> min(3, 4), 2)')) == name


REFUSED = {
    "an unknown move": ("a4", "a4 is not a move at A; the moves there are a1, a2 and a3"),
    "a value": ("3", "3 is not a move at A; the moves there are a1, a2 and a3"),
    "a node further down": ("C2", "C2 is not a move at A; the moves there are a1, a2 and a3"),
    "a side of three": ("left", "left is not a move at A; the moves there are a1, a2 and a3"),
    "nothing": ("[]", "it gives no answer"),
    "a value behind it": ("a1: 3", "write only names, without a colon or an equals sign"),
}


@pytest.mark.parametrize(("text", "why"), REFUSED.values(), ids=REFUSED)
def test_error_no_move_can_be_read(text: str, why: str) -> None:
    with pytest.raises(Unreadable) as refused:
        QUESTION.read(text, solved())
    assert refused.value.in_words(sentences()) == why


def test_the_best_move_earns_everything() -> None:
    mark = marked(QUESTION, "a1")
    assert (mark.share, mark.reckoning, mark.feedback, mark.parts) == (
        Fraction(1),
        "1 right of 1",
        (),
        {"a1": "right"},
    )


def test_another_move_is_compared_with_the_best() -> None:
    mark = marked(QUESTION, "a3")
    assert mark.share == 0
    assert mark.feedback == ("The moves are worth a1 = 3, a2 = 2 and a3 = 2: a1 is worth the most, not a3.",)


CHOSEN: dict[str, tuple[str, str, Any]] = {
    "the first": ("first", "a1", "a1"),
    "the last": ("last", "a3", "a3"),
    "any": ("any", "a3", ("a1", "a3")),
}


@pytest.mark.parametrize(("best", "text", "key"), CHOSEN.values(), ids=CHOSEN)
def test_of_tied_moves_the_rule_says_which_is_right(best: str, text: str, key: Any) -> None:
    solution = solved(TIES, best=best)
    assert QUESTION.key(solution) == key
    assert marked(QUESTION, text, solution).share == 1
    assert marked(QUESTION, QUESTION.show(key, solution), solution).share == 1


def test_a_tied_move_that_the_rule_does_not_take_is_explained() -> None:
    assert marked(QUESTION, "a3", solved(TIES)).feedback == (
        "a3 and a1 are worth the same, and among equal moves the rule takes the first one searched, a1.",
    )


def test_naming_a_wrong_move_beside_the_right_one_is_wrong() -> None:
    assert marked(QUESTION, "a1, a2", solved(TIES, best="any")).share == 0


def test_a_move_that_is_best_by_the_students_own_values_is_carried_forward() -> None:
    mark = marked(QUESTION, "a2", own={"B": 3, "C": 4, "D": 2})
    assert mark.share == 1
    assert mark.carried == ("a2",)
    assert mark.feedback == ("a2 is best by your own values, and counts.",)


def test_own_values_further_down_count_too() -> None:
    assert marked(QUESTION, "a2", own={"C1": 9, "C2": 9}).carried == ("a2",)


def test_of_moves_that_tie_by_own_values_the_rule_takes_one() -> None:
    own = {"B": 3, "C": 5, "D": 5}
    assert marked(QUESTION, "a2", own=own).carried == ("a2",)
    assert marked(QUESTION, "a3", own=own).share == 0
    assert marked(QUESTION, "a3", solved(best="last"), own).carried == ("a3",)


def test_nothing_is_carried_forward_where_the_set_says_so() -> None:
    assert marked(asked(BestMove, carry=False), "a2", own={"C": inf}).share == 0


def test_min_wants_the_smallest() -> None:
    solution = solved("A = min(B = max(1, 2), C = max(3, 4))")
    assert QUESTION.in_words(solution, sentences()) == "Which move is best for Min at A?"
    assert marked(QUESTION, "C", solution).feedback == (
        "The moves are worth B = 2 and C = 4: B is worth the least, not C.",
    )


@pytest.mark.parametrize("tree", ["chance(1, 2)", "5"])
def test_error_nobody_moves_at_the_root(tree: str) -> None:
    ((field, message, _),) = QUESTION.misfits(solved(tree))
    assert (field, message) == ("ask", "there is no best move, because nobody moves at the root")


def test_a_question_that_fits_has_no_misfits() -> None:
    assert list(QUESTION.misfits(solved())) == []
