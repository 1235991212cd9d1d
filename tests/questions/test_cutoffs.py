"""The question `cutoffs`: how a cutoff may be told, marks and what is said."""

from fractions import Fraction

import pytest

from grader.questions.kinds.cutoffs import Cutoffs
from grader.questions.reading.cuts import Cut
from grader.text.sentences import sentences
from tests.questions.asking import TEXTBOOK, asked, marked, solved
from tests.questions.reading import REASON, question_from, trouble

SHOWN = "[{at: C, after: C1, bound: alpha}]"


def test_the_key_is_shown_as_the_sheet_prints_it() -> None:
    solution = solved(TEXTBOOK)
    question = asked(Cutoffs)
    assert question.key(solution) == (Cut("C", "C1", "alpha"),)
    assert question.show(question.key(solution), solution) == SHOWN
    assert question.plain(question.key(solution)) == [{"at": "C", "after": "C1", "bound": "alpha"}]


WHOLE = (Cut("C", "C1", "alpha"),)
PLACE = (Cut("C", "C1"),)

READINGS = {
    "as printed": (SHOWN, WHOLE),
    "without brackets": ("at: C, after: C1, bound: alpha", WHOLE),
    "other order": ("{after: C1, bound: alpha, at: C}", WHOLE),
    "lines": ("at: C\nafter: C1\nbound: α", WHOLE),
    "a list in lines": ("- at: C\n  after: C1\n  bound: alpha", WHOLE),
    "in words": ("C after C1", PLACE),
    "in more words": ("at C after C1 by alpha", WHOLE),
    "the bound behind it": ("C after C1 alpha", WHOLE),
    "the bound in brackets": ("C after C1 (α)", WHOLE),
    "the bound after a colon": ("C after C1: alpha", WHOLE),
    "as a pair": ("C: C1", PLACE),
    "as fields of the node": ("{C: {after: C1, bound: alpha}}", WHOLE),
    "in a row": ("[C, C1, alpha]", WHOLE),
    "rows": ("[[C, C1, alpha], [D, D1, beta]]", (*WHOLE, Cut("D", "D1", "beta"))),
    "small letters": ("c after c1", PLACE),
    "the child by its utility": ("D after 5", (Cut("D", "D2"),)),
    "a utility that occurs elsewhere too": ("C after 2", PLACE),
    "the child by its move": ("A after a2", (Cut("A", "C"),)),
    "a node that is no child": ("C after B1", (Cut("C", "B1"),)),
    "several": ("D after D1, C after C1", (*PLACE, Cut("D", "D1"))),
    "several of which one has a bound": (
        "[{at: C, after: C1}, {bound: beta, at: D, after: D1}]", (*PLACE, Cut("D", "D1", "beta")),
    ),
    "several lines": ("C after C1\nD after D1 (beta)", (*PLACE, Cut("D", "D1", "beta"))),
    "a bound that is left empty": ("{at: C, after: C1, bound: }", PLACE),
    "one twice": ("C after C1, C after C1", PLACE),
    "none": ("none", ()),
    "an empty list": ("[]", ()),
}  # fmt: skip


@pytest.mark.parametrize(("text", "cuts"), READINGS.values(), ids=READINGS)
def test_an_answer_is_read(text: str, cuts: tuple[Cut, ...]) -> None:
    assert asked(Cutoffs).read(text, solved(TEXTBOOK)) == cuts


INCOMPLETE = "a cutoff needs a node and the child after which the search stops there"
TROUBLES = {
    "no child": ("D after D1, C", INCOMPLETE, "C"),
    "nothing after `after`": ("C after", INCOMPLETE, "C"),
    "no such bound": (
        "{at: C, after: C1, bound: gamma}", "gamma is neither alpha nor beta", "gamma",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("text", "why", "part"), TROUBLES.values(), ids=TROUBLES)
def test_what_tells_no_cutoff_is_unreadable(text: str, why: str, part: str) -> None:
    assert trouble(asked(Cutoffs), text, solved(TEXTBOOK)) == (why, part)


@pytest.mark.parametrize(("text", "part"), [("X after C1", "X"), ("C after X", "X"), ("C after 99", "99")])
def test_a_node_that_there_is_not_is_unreadable(text: str, part: str) -> None:
    assert trouble(asked(Cutoffs), text, solved(TEXTBOOK))[1] == part


TURNS = "At C, C1 turns α = 3, β = ∞, v = ∞ into α = 3, β = 2, v = 2."

MARKS = {
    "right": (SHOWN, Fraction(1), ()),
    "without the bound": (
        "C after C1", Fraction(1),
        ("You left out the bound at C after C1, which costs nothing: it is α.",),
    ),
    "another bound": (
        "C after C1 (beta)", Fraction(0),
        (f"At C after C1, it is α that makes the search stop: {REASON}.", TURNS),
    ),
    "another child": (
        "C after C2", Fraction(0),
        (f"At C, the search stops after C1, not after C2: {REASON}.", TURNS),
    ),
    "two other children": (
        "C after C2, C after C3", Fraction(0),
        (
            f"At C, the search stops after C1, not after C2: {REASON}.",
            TURNS,
            f"At C, the search stops after C1, not after C3: {REASON}.",
        ),
    ),
    "another node": (
        "D after D1", Fraction(0),
        (
            "The search does not stop early at D.",
            "At D, D1 turns α = 3, β = ∞, v = ∞ into α = 3, β = 14, v = 14.",
            f"The search stops at C after C1: {REASON}.",
            TURNS,
        ),
    ),
    "after the last child": (
        "C after C1 alpha, D after D3 alpha", Fraction(0),
        (
            "C after C1 is right.",
            "After D3, nothing is left to skip at D, so this is not a cutoff.",
            "At D, D3 turns α = 3, β = 5, v = 5 into α = 3, β = 2, v = 2.",
        ),
    ),
    "a node that is never reached": (
        "C2 after C3", Fraction(0),
        ("The search never gets to C2.", f"The search stops at C after C1: {REASON}.", TURNS),
    ),
    "nothing": ("none", Fraction(0), (f"The search stops at C after C1: {REASON}.", TURNS)),
}  # fmt: skip


@pytest.mark.parametrize(("text", "share", "feedback"), MARKS.values(), ids=MARKS)
def test_a_cutoff_is_marked_and_explained(text: str, share: Fraction, feedback: tuple[str, ...]) -> None:
    result = marked(asked(Cutoffs), text, solved(TEXTBOOK))
    assert (result.share, result.feedback) == (share, feedback)


def test_one_of_two_cutoffs_earns_half() -> None:
    solution = solved("max(min(3, 5), min(2, 4), min(1, 4))")
    result = marked(asked(Cutoffs), "D after D1", solution)
    assert result.share == Fraction(1, 2)
    assert result.parts == {
        "{at: C, after: C1, bound: alpha}": "missed",
        "{at: D, after: D1, bound: alpha}": "right",
    }


def test_a_bound_that_is_left_out_or_given_for_the_same_place_counts_once() -> None:
    result = marked(asked(Cutoffs), "C after C1, C after C1 alpha", solved(TEXTBOOK))
    assert result.share == 1


def test_a_cut_after_the_last_child_counts_where_the_rule_says_so() -> None:
    solution = solved("max(min(3), min(5, 2))", last_child="event")
    question = asked(Cutoffs)
    assert question.show(question.key(solution), solution) == "[{at: C, after: C2, bound: alpha}]"
    assert marked(question, "B after B1", solution).feedback[0] == "The search does not stop early at B."


def test_the_bounds_of_several_cutoffs_are_told_together() -> None:
    solution = solved("max(min(3, 5), min(2, 4), min(1, 4))")
    assert marked(asked(Cutoffs), "C after C1, D after D1", solution).feedback == (
        "You left out the bounds at C after C1 and D after D1, which costs nothing: they are α.",
    )


def test_nodes_called_like_the_words_of_an_answer_are_told_in_quotes() -> None:
    solution = solved("max(min(3), at = min(after = 2, 4), alpha = min(beta = 1, 7))")
    question = asked(Cutoffs)
    shown = question.show(question.key(solution), solution)
    assert shown == '[{at: "at", after: "after", bound: alpha}, {at: alpha, after: beta, bound: alpha}]'
    assert question.read(shown, solution) == question.key(solution)


def test_a_name_of_several_words_needs_no_quotes() -> None:
    solution = solved('max(min(3), "2nd try" = min("a leaf" = 2, 4))')
    assert asked(Cutoffs).read("2nd try after a leaf (alpha)", solution) == (
        Cut("2nd try", "a leaf", "alpha"),
    )


def test_the_question_asks_for_place_and_bound() -> None:
    question = question_from(Cutoffs, "{}")
    assert question.in_words(solved(TEXTBOOK), sentences()) == (
        "Where does the search stop early: at which node, after which child, "
        "and is it α or β that makes it stop?"
    )
