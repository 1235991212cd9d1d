"""`line`: the principal variation, from the root to a leaf or to the first chance node."""

from fractions import Fraction

import pytest

from grader.questions import Unreadable
from grader.questions.kinds.line import Line
from grader.text.sentences import sentences
from tests.questions.asking import asked, marked, solved

QUESTION = asked(Line)
MOVES = "A = max(a1 -> B = min(b1 -> 3, b2 -> 12), a2 -> C = min(c1 -> 2, c2 -> 4))"
DEEP = "A = max(B = min(C = max(3, 4), D = max(5, 6)), E = min(F = max(1, 2), 9))"

READINGS = {
    "as the sheet prints it": "[A, B, B1]",
    "without brackets": "A, B, B1",
    "without the root": "B, B1",
    "with blanks": "A B B1",
    "with arrows": "A -> B -> B1",
    "with other arrows": "A→B→B1",
    "with moves": "a1, b1",
    "with moves and arrows": "a1 -> b1",
    "with a name and a move": "[A, a1, B1]",
    "in another case": "a, b, B1",
    "by sides": "left, left",
    "on lines": "- A\n- B\n- B1",
    "with moves and names": "A, a1, B, b1, B1",
    "with the leaf by its utility": "A, B, 3",
    "with a full stop": "a1, b1.",
    "with a word between": "B and B1",
}


@pytest.mark.parametrize("text", READINGS.values(), ids=READINGS)
def test_a_line_is_read(text: str) -> None:
    assert QUESTION.read(text, solved(MOVES)) == ("A", "B", "B1")


def test_a_name_with_blanks_is_one_step() -> None:
    solution = solved('A = max("2nd try" = min(x = 3, 4), 1)')
    assert QUESTION.read("A, 2nd try, x", solution) == ("A", "2nd try", "x")


REFUSED = {
    "an unknown node": ("A, Q", "there is no node called Q"),
    "nothing": ("[]", "it gives no answer"),
    "a utility that several leaves have": (
        "A, B, 2",
        "several leaves have the utility 2, such as C1 and D3; write the name of each leaf that you mean",
    ),
    "values": ("A: 3", "write only names, without a colon or an equals sign"),
}


@pytest.mark.parametrize(("text", "why"), REFUSED.values(), ids=REFUSED)
def test_error_no_line_can_be_read(text: str, why: str) -> None:
    with pytest.raises(Unreadable) as refused:
        QUESTION.read(text, solved())
    assert refused.value.in_words(sentences()) == why


def test_a_utility_is_one_of_a_child_before_it_is_one_of_the_tree() -> None:
    assert QUESTION.read("A, D, 2", solved()) == ("A", "D", "D3")
    assert QUESTION.read("A, C, 12", solved()) == ("A", "C", "B2")


def test_the_principal_variation_earns_everything() -> None:
    mark = marked(QUESTION, "[A, B, B1]")
    assert (mark.share, mark.reckoning, mark.feedback) == (
        Fraction(1),
        "2 of 2 right from the start",
        (),
    )
    assert mark.parts == {"B": "right", "B1": "right"}


MARKS = {
    "astray at the end": (
        "B, D, D1",
        Fraction(1, 3),
        (
            "The line is right up to B.",
            "At B, Min goes to C, which is worth 4, not to D, which is worth 6.",
        ),
        {"B": "right", "C": "missed", "C2": "missed", "D": "wrong", "D1": "wrong"},
    ),
    "astray at once": (
        "E, F, F2",
        Fraction(0),
        ("At A, Max goes to B, which is worth 4, not to E, which is worth 2.",),
        {"B": "missed", "C": "missed", "C2": "missed", "E": "wrong", "F": "wrong", "F2": "wrong"},
    ),
    "too short": (
        "B, C",
        Fraction(2, 3),
        ("The line is right up to C.", "The line goes on from C to C2."),
        {"B": "right", "C": "right", "C2": "missed"},
    ),
    "too long": (
        "B, C, C2, C1",
        Fraction(3, 4),
        ("The line is right up to C2.", "The line ends at C2: nobody moves there."),
        {"B": "right", "C": "right", "C2": "right", "C1": "wrong"},
    ),
    "with a gap": (
        "B, C2",
        Fraction(1, 3),
        ("The line is right up to B.", "C2 does not follow B: the line goes on to C."),
        {"B": "right", "C": "missed", "C2": "wrong"},
    ),
}  # fmt: skip


@pytest.mark.parametrize(("text", "share", "feedback", "parts"), MARKS.values(), ids=MARKS)
def test_the_right_beginning_counts(
    text: str, share: Fraction, feedback: tuple[str, ...], parts: dict[str, str]
) -> None:
    mark = marked(QUESTION, text, solved(DEEP))
    assert (mark.share, mark.feedback, dict(mark.parts)) == (share, feedback, parts)


def test_a_line_that_the_students_own_values_lead_along_is_carried_forward() -> None:
    own = {"C": 4, "D": 6, "B": 4, "F": 8, "E": 8}
    mark = marked(QUESTION, "E, F, F2", solved(DEEP), own)
    assert mark.share == 1
    assert mark.carried == ("E", "F", "F2")
    assert mark.feedback == ("The line goes on correctly from your own values, and that counts.",)


def test_a_line_is_carried_forward_as_far_as_it_goes() -> None:
    mark = marked(QUESTION, "E, F, F1", solved(DEEP), {"E": 8})
    assert mark.share == Fraction(2, 3)
    assert mark.feedback[1] == "At F, Max goes to F2, which is worth 2, not to F1, which is worth 1."


def test_a_line_that_is_carried_forward_is_not_said_to_count_where_it_earns_nothing() -> None:
    mark = marked(asked(Line, credit="all"), "E, F, F1", solved(DEEP), {"E": 8})
    assert mark.share == 0
    assert mark.feedback[0] == (
        "The line goes on correctly from your own values, but that earns nothing, because not enough of the "
        "answer is right."
    )


def test_nothing_is_carried_forward_where_the_set_says_so() -> None:
    assert marked(asked(Line, carry=False), "E, F, F2", solved(DEEP), {"E": 8}).share == 0


TIES = "A = max(B = min(3, 3), C = min(3, 4))"


@pytest.mark.parametrize(
    ("best", "right"), [("first", ["B, B1"]), ("last", ["C, C1"]), ("any", ["B, B1", "B, B2", "C, C1"])]
)
def test_of_tied_moves_the_rule_says_which_are_right(best: str, right: list[str]) -> None:
    solution = solved(TIES, best=best)
    lines = ["B, B1", "B, B2", "C, C1"]
    assert [line for line in lines if marked(QUESTION, line, solution).share == 1] == right


def test_a_tied_move_that_the_rule_does_not_take_is_explained() -> None:
    assert marked(QUESTION, "C, C1", solved(TIES)).feedback == (
        "At A, B and C are worth the same, and among equal moves the rule takes the first one searched, B.",
    )


def test_the_line_ends_at_a_chance_node() -> None:
    solution = solved("A = max(B = chance(1, 2), 0)")
    assert marked(QUESTION, "A, B", solution).share == 1
    assert marked(QUESTION, "A, B, B1", solution).share == Fraction(1, 2)


@pytest.mark.parametrize(
    ("credit", "share"), [("all", 0), ("prefix", Fraction(2, 3)), ({1: Fraction(1, 4)}, Fraction(1, 4))]
)
def test_credit_may_be_given_in_another_way(credit: str, share: Fraction) -> None:
    assert marked(asked(Line, credit=credit), "B, C, C1", solved(DEEP)).share == share


def test_error_nobody_moves_at_the_root() -> None:
    ((field, message, _),) = QUESTION.misfits(solved("chance(1, 2)"))
    assert (field, message) == ("ask", "there is no line of play, because nobody moves at the root")
    assert list(QUESTION.misfits(solved())) == []


def test_the_question_is_asked_in_words() -> None:
    assert QUESTION.in_words(solved(), sentences()) == (
        "Which line of play follows when both sides play their best from A? Name the nodes in order."
    )
