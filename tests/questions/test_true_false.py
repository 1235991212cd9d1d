"""The question `true-false`: the words that are understood, marks, and what the author says."""

import pytest

from grader.questions.kinds.true_false import TrueFalse
from grader.text.sentences import sentences
from grader.text.source import InputError
from tests.questions.asking import TEXTBOOK, asked, marked, solved
from tests.questions.reading import question_from, trouble

CLAIM = asked(TrueFalse, right=True, text="Pruning never changes the root.", feedback={False: "See B."})

TRUE = [
    "true",
    "True",
    "TRUE",
    "T",
    "t",
    "yes",
    "y",
    "Right",
    "correct",
    "✓",
    "1",
    "[true]",
    "yes.",
    "“yes”",
    "對",
]
FALSE = ["false", "F", "no", "n", "wrong", "Incorrect", "✗", "0", "(false)", "no!", "錯"]


@pytest.mark.parametrize("text", TRUE)
def test_words_for_true_are_read(text: str) -> None:
    assert CLAIM.read(text, solved(TEXTBOOK)) is True


@pytest.mark.parametrize("text", FALSE)
def test_words_for_false_are_read(text: str) -> None:
    assert CLAIM.read(text, solved(TEXTBOOK)) is False


@pytest.mark.parametrize("text", ["maybe", "true or false", "tr ue", "-"])
def test_other_words_are_unreadable(text: str) -> None:
    assert trouble(CLAIM, text, solved(TEXTBOOK)) == (f"{text} means neither true nor false", text)


def test_a_right_answer_earns_everything() -> None:
    result = marked(CLAIM, "T", solved(TEXTBOOK))
    assert result.share == 1
    assert result.feedback == ()


def test_a_wrong_answer_earns_nothing_and_hears_why() -> None:
    result = marked(CLAIM, "no", solved(TEXTBOOK))
    assert result.share == 0
    assert result.feedback == ("It is true.", "See B.")


def test_what_is_said_of_the_right_answer_is_said_too() -> None:
    question = asked(TrueFalse, right=False, feedback={False: "As in the lecture."})
    assert marked(question, "false", solved(TEXTBOOK)).feedback == ("As in the lecture.",)
    assert marked(question, "true", solved(TEXTBOOK)).feedback == ("It is false.",)


@pytest.mark.parametrize("right", [True, False])
def test_the_key_is_shown_and_read_back(right: bool) -> None:
    solution = solved(TEXTBOOK)
    question = asked(TrueFalse, right=right)
    assert question.read(question.show(question.key(solution), solution), solution) is right
    assert question.plain(question.key(solution)) is right


def test_the_question_states_the_claim() -> None:
    solution = solved(TEXTBOOK)
    assert CLAIM.in_words(solution, sentences()) == "True or false? Pruning never changes the root."
    assert asked(TrueFalse, right=True).in_words(solution, sentences()) == "True or false?"


def test_the_fields_are_read_from_a_set() -> None:
    text = "{text: Pruning never changes the root., right: yes, feedback: {false: See B.}}"
    assert question_from(TrueFalse, text) == CLAIM


MISTAKES = {
    "no answer": ("text: It holds.", "`right` is missing"),
    "neither": ("right: maybe", "`maybe` is neither true nor false"),
    "feedback for another answer": ("{right: true, feedback: {maybe: x}}", "there is no field `maybe` here"),
}


@pytest.mark.parametrize(("text", "message"), MISTAKES.values(), ids=MISTAKES)
def test_a_claim_without_a_right_answer_is_refused(text: str, message: str) -> None:
    with pytest.raises(InputError) as refused:
        question_from(TrueFalse, text)
    assert [mistake.message for mistake in refused.value.mistakes] == [message]
