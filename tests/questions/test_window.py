"""`window`: alpha and beta at nodes, on entry and on exit."""

from fractions import Fraction
from math import inf

import pytest

from grader.questions import Unreadable
from grader.questions.window import Window
from grader.sentences import sentences
from tests.questions.asking import asked, marked, solved

ONE = asked(Window, of=("C",))
TWO = asked(Window, of=("C", "B"))

READINGS = {
    "as the sheet prints it": "{C: [3, inf]}",
    "with parentheses": "C: (3, ∞)",
    "with two kinds of brackets": "C = [3, ∞)",
    "without a colon": "C (3, inf)",
    "without brackets": "C: 3, inf",
    "without commas": "C: 3 inf",
    "without a name": "[3, inf]",
    "without name and brackets": "3, +inf",
    "in words": "C: 3 to inf",
    "with points": "3..inf",
    "by letters": "α = 3, β = ∞",
    "by letters under the name": "C: α = 3, β = ∞",
    "by names": "C: {beta: inf, alpha: 3}",
    "by names without colons": "C: alpha 3, beta inf",
    "on lines": "C:\n  alpha: 3\n  beta: inf",
    "as a list on lines": "C:\n- 3\n- inf",
}


@pytest.mark.parametrize("text", READINGS.values(), ids=READINGS)
def test_a_window_is_read(text: str) -> None:
    assert ONE.read(text, solved()) == {"C": (3, inf)}


SEVERAL = {
    "as the sheet prints it": "{C: [3, inf], B: [-inf, inf]}",
    "without brackets": "C: 3, inf, B: -inf, inf",
    "in the order of the question": "[(3, inf), (-inf, inf)]",
    "by letters": "C: α=3, β=∞, B: α=−∞, β=∞",
    "on lines": "C: (3, inf)\nB: (-inf, inf)",
}


@pytest.mark.parametrize("text", SEVERAL.values(), ids=SEVERAL)
def test_several_windows_are_read(text: str) -> None:
    assert TWO.read(text, solved()) == {"C": (3, inf), "B": (-inf, inf)}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("C: 3", "two numbers are expected, such as [3, inf]"),
        ("C: [3, 4, 5]", "two numbers are expected, such as [3, inf]"),
        ("C: alpha 3, alpha 4", "two numbers are expected, such as [3, inf]"),
        ("C: [3, x]", "x is not a number"),
        ("C: <= 2", "<= is not a number"),
    ],
)
def test_error_no_window_can_be_read(text: str, why: str) -> None:
    with pytest.raises(Unreadable) as refused:
        ONE.read(text, solved())
    assert refused.value.in_words(sentences()) == why


def test_the_window_on_exit_is_another_one() -> None:
    question = asked(Window, of="C", form="exit")
    assert question.key(solved()) == {"C": (3, 2)}
    assert marked(question, "[3, 2]").share == 1
    assert question.show(question.key(solved()), solved()) == "[3, 2]"


FEEDBACK = {
    "alpha": ("[2, inf]", "When the search enters C, β is right, but α is 3, not 2."),
    "beta": ("[3, 4]", "When the search enters C, α is right, but β is ∞, not 4."),
    "both": ("[-inf, 4]", "When the search enters C, α is 3 and β is ∞, not −∞ and 4."),
    "swapped": ("[inf, 3]", "When the search enters C, α is 3 and β is ∞: they are the wrong way round."),
}


@pytest.mark.parametrize(("text", "why"), FEEDBACK.values(), ids=FEEDBACK)
def test_a_wrong_window_is_explained(text: str, why: str) -> None:
    mark = marked(ONE, text)
    assert (mark.share, mark.feedback) == (Fraction(0), (why,))


def test_the_first_wrong_window_is_the_first_that_the_search_opens() -> None:
    mark = marked(TWO, "C: [0, 1], B: [0, 1]")
    assert mark.feedback == (
        "When the search enters B, α is −∞ and β is ∞, not 0 and 1.",
        "C is wrong too.",
    )


def test_each_node_counts() -> None:
    mark = marked(TWO, "C: [3, inf], B: [0, inf]")
    assert (mark.share, mark.reckoning) == (Fraction(1, 2), "1 right of 2")


def test_error_the_search_never_comes_there() -> None:
    assert list(asked(Window, of=("C2",)).misfits(solved())) == [
        ("of", "the search never visits `C2`", "ask about a node that it visits")
    ]


@pytest.mark.parametrize(("form", "verb"), [("entry", "enters"), ("exit", "leaves")])
def test_the_question_is_asked_in_words(form: str, verb: str) -> None:
    question = asked(Window, of="C", form=form)
    assert question.in_words(solved(), sentences()) == f"What are α and β when the search {verb} C?"
