"""`count`: how many leaves or nodes a search looks at."""

from fractions import Fraction

import pytest

from grader.questions import Unreadable
from grader.questions.kinds.count import COUNTED, Count
from grader.text.sentences import sentences
from tests.questions.asking import asked, marked, solved

LEAVES = asked(Count, of="leaves-evaluated")


@pytest.mark.parametrize(("of", "number"), [*zip(COUNTED, (7, 11, 2), strict=True)], ids=COUNTED)
def test_each_thing_is_counted(of: str, number: int) -> None:
    question = asked(Count, of=of)
    assert question.key(solved()) == number
    assert marked(question, str(number)).share == 1


@pytest.mark.parametrize("text", ["7", "[7]", "７", "7.0", "14/2", " 7 ", "= 7", "7 (B1, B2)", "7."])
def test_a_count_is_read(text: str) -> None:
    assert LEAVES.read(text, solved()) == 7


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("seven", "seven is not a number"),
        ("B1, B2", "“B1, B2” is not one number; write the number alone, such as 5 or 7/3"),
        ("7 nodes", "“7 nodes” is not one number; write the number alone, such as 5 or 7/3"),
        ("n: 7", "“n: 7” is not one number; write the number alone, such as 5 or 7/3"),
        ("7 (?)", "“7, (?)” is not one number; write the number alone, such as 5 or 7/3"),
        ("7,5", "a comma separates answers; write decimals with a point, as in 7.5"),
    ],
)
def test_error_no_count_can_be_read(text: str, why: str) -> None:
    with pytest.raises(Unreadable) as refused:
        LEAVES.read(text, solved())
    assert refused.value.in_words(sentences()) == why


FEEDBACK = {
    "leaves evaluated": (
        "leaves-evaluated",
        "9",
        ("The search evaluates 7 leaves, not 9: B1, B2, B3, C1, D1, D2 and D3.",),
    ),
    "nodes without the root": (
        "nodes-visited",
        "10",
        (
            "The search visits 11 nodes, not 10: A, B, B1, B2, B3, C, C1, D, D1, D2 and D3.",
            "The root, A, counts too.",
        ),
    ),
    "leaves pruned": ("leaves-pruned", "3", ("The search skips 2 leaves, not 3: C2 and C3.",)),
}  # fmt: skip


@pytest.mark.parametrize(("of", "text", "feedback"), FEEDBACK.values(), ids=FEEDBACK)
def test_a_wrong_count_is_answered_by_what_is_counted(of: str, text: str, feedback: tuple[str, ...]) -> None:
    mark = marked(asked(Count, of=of), text)
    assert (mark.share, mark.feedback, mark.parts) == (Fraction(0), feedback, {of: "wrong"})


def test_where_nothing_is_pruned_that_is_said() -> None:
    mark = marked(asked(Count, of="leaves-pruned"), "1", solved(search="minimax"))
    assert mark.feedback == ("The search looks at every leaf: it skips none, not 1.",)


@pytest.mark.parametrize("of", COUNTED)
def test_the_question_is_asked_in_words(of: str) -> None:
    question = asked(Count, of=of)
    assert question.in_words(solved(), sentences()).startswith("How many ")
    assert list(question.misfits(solved())) == []
    assert question.blank(solved()) == ""
