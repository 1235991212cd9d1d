"""The question `irrelevant`: which leaves matter, and the proof for one that does."""

from fractions import Fraction

import pytest

from grader.questions.kinds.irrelevant import Irrelevant
from grader.text.sentences import sentences
from tests.questions.asking import TEXTBOOK, asked, marked, solved
from tests.questions.reading import question_from

READINGS = {
    "a list": ("[C2, C3]", ("C2", "C3")),
    "an inner node": ("C", ("C1", "C2", "C3")),
    "utilities": ("4, 6", ("C2", "C3")),
    "none": ("none", ()),
}


@pytest.mark.parametrize(("text", "answer"), READINGS.values(), ids=READINGS)
def test_an_answer_is_read_as_leaves(text: str, answer: tuple[str, ...]) -> None:
    assert asked(Irrelevant).read(text, solved(TEXTBOOK)) == answer


MARKS = {
    "right": ("C2, C3, D1, D2", Fraction(1), ()),
    "too few": (
        "C2, C3, D2", Fraction(3, 4),
        ("C2, C3 and D2 are right.", "D1 does not matter: whatever its number, A stays 3."),
    ),
    "nothing": (
        "none", Fraction(0),
        ("C2, C3, D1 and D2 do not matter: change any one of them to any number, and A stays 3.",),
    ),
    "one that matters when it is low": (
        "B2, C2, C3, D1, D2", Fraction(3, 4),
        ("C2, C3, D1 and D2 are right.", "B2 matters: if it were −∞, A would be 2 instead of 3."),
    ),
    "one that matters when it is high": (
        "D", Fraction(1, 4),
        (
            "D1 and D2 are right.",
            "D3 matters: if it were ∞, A would be 5 instead of 3.",
            "C2 and C3 do not matter: change any one of them to any number, and A stays 3.",
        ),
    ),
}  # fmt: skip


@pytest.mark.parametrize(("text", "share", "feedback"), MARKS.values(), ids=MARKS)
def test_a_leaf_that_matters_is_proved_to_do_so(
    text: str, share: Fraction, feedback: tuple[str, ...]
) -> None:
    result = marked(asked(Irrelevant), text, solved(TEXTBOOK))
    assert (result.share, result.feedback) == (share, feedback)


def test_where_every_leaf_matters_naming_none_earns_everything() -> None:
    assert marked(asked(Irrelevant), "none", solved("max(1, 2)")).share == 1


def test_of_many_leaves_that_matter_only_the_first_are_proved_to() -> None:
    solution = solved("chance(1, 2, 3, 4, 5, 6, 7, 8)")
    *proofs, last = marked(asked(Irrelevant), "A", solution).feedback
    assert len(proofs) == 6
    assert last == "A7 and A8 matter in the same way."


def test_the_question_names_the_root() -> None:
    question = question_from(Irrelevant, "{}")
    assert question.in_words(solved(TEXTBOOK), sentences()) == (
        "Which leaves could each be ∞ or −∞, with all others as they are, without changing the value of A?"
    )
