"""The question `choice`: options by letter or by words, marks, and what the author says of each."""

from fractions import Fraction

import pytest

from grader.questions.kinds.choice import Choice, Option
from grader.text.sentences import sentences
from grader.text.source import InputError
from tests.questions.asking import TEXTBOOK, asked, marked, solved
from tests.questions.reading import question_from, trouble

ONE = asked(
    Choice,
    text="When does a search with α and β stop at a Min node?",
    options=(
        Option("always, after two children", feedback="It depends on their values."),
        Option("when v ≤ α", right=True),
        Option("when v ≥ β"),
        Option("never"),
    ),
)
SEVERAL = asked(
    Choice,
    options=(
        Option("values", right=True, feedback="So does plain minimax."),
        Option("best moves", right=True),
        Option("colours"),
    ),
)

READINGS = {
    "a letter": ("b", ("b",)),
    "a capital": ("B", ("b",)),
    "a letter in brackets": ("(b)", ("b",)),
    "a letter and a bracket": ("b)", ("b",)),
    "a letter and a dot": ("b.", ("b",)),
    "the words": ("when v ≤ α", ("b",)),
    "the words, spaced otherwise": ("When v≤α.", ("b",)),
    "words with a comma": ("always, after two children", ("a",)),
    "letter and words": ("a) always, after two children", ("a",)),
    "letter, colon and words": ("d: never", ("d",)),
    "a list": ("[c, b]", ("b", "c")),
    "letters and blanks": ("b c", ("b", "c")),
    "a word between": ("c) and b)", ("b", "c")),
    "a word in Chinese between": ("b 和 c", ("b", "c")),
    "words in a list": ('["never", "always, after two children"]', ("a", "d")),
    "lines": ("- b\n- never", ("b", "d")),
    "lists in a list": ("[[b], [c]]", ("b", "c")),
    "repeats": ("b, b", ("b",)),
    "an empty list": ("[]", ()),
}


@pytest.mark.parametrize(("text", "letters"), READINGS.values(), ids=READINGS)
def test_an_answer_is_read(text: str, letters: tuple[str, ...]) -> None:
    assert ONE.read(text, solved(TEXTBOOK)) == letters


TROUBLES = {
    "a letter too far": ("e", "e"),
    "other words": ("b, when it rains", "when it rains"),
    "something about an option": ("c: maybe", "c: maybe"),
    "nothing but a word between": ("and", "and"),
}


@pytest.mark.parametrize(("text", "part"), TROUBLES.values(), ids=TROUBLES)
def test_what_names_no_option_is_unreadable(text: str, part: str) -> None:
    assert trouble(ONE, text, solved(TEXTBOOK)) == (f"there is no option called {part}", part)


MARKS = {
    "right": ("b", Fraction(1), ()),
    "wrong, with a word from the author": (
        "a", Fraction(0), ("a: It depends on their values.", "You did not choose b, which is right."),
    ),
    "wrong": ("c", Fraction(0), ("c is not right.", "You did not choose b, which is right.")),
    "one too many": ("b, c", Fraction(0), ("b is right.", "c is not right.")),
    "nothing": ("[]", Fraction(0), ("You did not choose b, which is right.",)),
}  # fmt: skip


@pytest.mark.parametrize(("text", "share", "feedback"), MARKS.values(), ids=MARKS)
def test_one_right_option_is_chosen_or_not(text: str, share: Fraction, feedback: tuple[str, ...]) -> None:
    result = marked(ONE, text, solved(TEXTBOOK))
    assert (result.share, result.feedback) == (share, feedback)


MARKS_OF_SEVERAL = {
    "all": ("a, b", Fraction(1), ("a: So does plain minimax.",)),
    "one of two": ("b", Fraction(1, 2), ("b is right.", "You did not choose a, which is right.")),
    "one too many": (
        "a, b, c", Fraction(1, 2),
        ("a and b are right.", "a: So does plain minimax.", "c is not right."),
    ),
    "none of them": ("c", Fraction(0), ("c is not right.", "You did not choose a and b, which are right.")),
}  # fmt: skip


@pytest.mark.parametrize(("text", "share", "feedback"), MARKS_OF_SEVERAL.values(), ids=MARKS_OF_SEVERAL)
def test_several_right_options_are_a_set(text: str, share: Fraction, feedback: tuple[str, ...]) -> None:
    result = marked(SEVERAL, text, solved(TEXTBOOK))
    assert (result.share, result.feedback) == (share, feedback)


@pytest.mark.parametrize(("question", "shown"), [(ONE, "b"), (SEVERAL, "[a, b]")])
def test_the_key_is_shown_and_read_back(question: Choice, shown: str) -> None:
    solution = solved(TEXTBOOK)
    key = question.key(solution)
    assert question.show(key, solution) == shown
    assert question.read(shown, solution) == key


def test_the_question_lists_its_options() -> None:
    assert ONE.in_words(solved(TEXTBOOK), sentences()) == (
        "When does a search with α and β stop at a Min node?\n"
        "a) always, after two children\n"
        "b) when v ≤ α\n"
        "c) when v ≥ β\n"
        "d) never\n"
        "Write the letter of the right option."
    )
    assert SEVERAL.in_words(solved(TEXTBOOK), sentences()).endswith("Write the letters of all right options.")


def test_options_are_read_from_a_set() -> None:
    text = "{text: Why?, options: [{text: because, right: yes, feedback: Good.}, {text: 3}]}"
    options = (Option("because", right=True, feedback="Good."), Option("3"))
    assert question_from(Choice, text) == asked(Choice, text="Why?", options=options)


MISTAKES = {
    "one option": (
        "options: [{text: x, right: true}]", "a choice has 2 to 26 options", "add an option",
    ),
    "too many options": (
        f"options: [{', '.join(f'{{text: option {number}, right: yes}}' for number in range(27))}]",
        "a choice has 2 to 26 options", "take some out",
    ),
    "nothing right": (
        "options: [{text: x}, {text: y}]",
        "none of the options is right", "write `right: true` at one of them",
    ),
    "the same twice": (
        "options: [{text: One day, right: true}, {text: one  day.}]",
        "`One day` could also mean another option", "use other words, and no other option's letter",
    ),
    "another's letter": (
        "options: [{text: C, right: true}, {text: x}, {text: y}]",
        "`C` could also mean another option", "use other words, and no other option's letter",
    ),
    "no options": ("{}", "`options` is missing", "add `options: …`"),
    "an option without words": (
        "options: [{right: true}, {text: x}]", "`text` is missing", "add `text: …`",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("text", "message", "hint"), MISTAKES.values(), ids=MISTAKES)
def test_options_that_cannot_be_told_apart_are_refused(text: str, message: str, hint: str) -> None:
    with pytest.raises(InputError) as refused:
        question_from(Choice, text)
    assert [(mistake.message, mistake.hint) for mistake in refused.value.mistakes] == [(message, hint)]


def test_an_option_may_be_its_own_letter() -> None:
    question = question_from(Choice, "options: [{text: a}, {text: b, right: true}]")
    assert question.key(solved(TEXTBOOK)) == ("b",)
