"""`window`: alpha and beta at nodes, on entry and on exit."""

from fractions import Fraction
from math import inf
from typing import Any

import pytest

from grader.questions import Unreadable
from grader.questions.kinds.window import Windows
from grader.text.sentences import sentences
from tests.questions.asking import asked, marked, solved

ONE = asked(Windows, of=("C",))
TWO = asked(Windows, of=("C", "B"))

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
    "between": "C is between 3 and inf",
    "as a set": "C ∈ [3, inf]",
    "in words in Chinese": "C：3 到 ∞",
    "between in Chinese": "C：介於 3 和 ∞ 之間",
    "with points": "3..inf",
    "by letters": "α = 3, β = ∞",
    "by letters under the name": "C: α = 3, β = ∞",
    "by names": "C: {beta: inf, alpha: 3}",
    "by names without colons": "C: alpha 3, beta inf",
    "on lines": "C:\n  alpha: 3\n  beta: inf",
    "as a list on lines": "C:\n- 3\n- inf",
    "by letters with nothing between": "C: α=3 β=∞",
    "as YAML writes infinity": "C: [3, .inf]",
    "with a full stop": "C (3, ∞).",
    "with nothing but blanks": "C 3 inf",
}


@pytest.mark.parametrize("text", READINGS.values(), ids=READINGS)
def test_a_window_is_read(text: str) -> None:
    assert ONE.read(text, solved()) == {"C": (3, inf)}


OTHERS = {
    "a minus that stands apart": ("[3, - 3]", (3, -3)),
    "such a minus at both ends": ("− 3 to - 2", (-3, -2)),
    "mixed numbers": ("[2 2/3, 3⅓]", (Fraction(8, 3), Fraction(10, 3))),
}


@pytest.mark.parametrize(("text", "expected"), OTHERS.values(), ids=OTHERS)
def test_other_numbers_are_read(text: str, expected: Any) -> None:
    assert ONE.read(text, solved()) == {"C": expected}


SEVERAL = {
    "as the sheet prints it": "{C: [3, inf], B: [-inf, inf]}",
    "without brackets": "C: 3, inf, B: -inf, inf",
    "in the order of the question": "[(3, inf), (-inf, inf)]",
    "by letters": "C: α=3, β=∞, B: α=−∞, β=∞",
    "on lines": "C: (3, inf)\nB: (-inf, inf)",
    "by letters with nothing between": "C: α=3 β=∞ B: α=−∞ β=∞",
    "with nothing but blanks": "C 3 inf B -inf inf",
    "with a minus that stands apart": "C: (3, ∞), B: (- inf, ∞)",
}


@pytest.mark.parametrize("text", SEVERAL.values(), ids=SEVERAL)
def test_several_windows_are_read(text: str) -> None:
    assert TWO.read(text, solved()) == {"C": (3, inf), "B": (-inf, inf)}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("C: 3", "“3” is not an interval; write two numbers, such as [3, inf]"),
        ("C: [3, 4, 5]", "“[3, 4, 5]” is not an interval; write two numbers, such as [3, inf]"),
        ("C: alpha 3, alpha 4", "“alpha 3, alpha 4” is not an interval; write two numbers, such as [3, inf]"),
        ("C: [3, x]", "x is not a number"),
        ("C: <= 2", "<= is not a number"),
    ],
)
def test_error_no_window_can_be_read(text: str, why: str) -> None:
    with pytest.raises(Unreadable) as refused:
        ONE.read(text, solved())
    assert refused.value.in_words(sentences()) == why


def test_the_window_on_exit_is_another_one() -> None:
    question = asked(Windows, of="C", as_="exit")
    assert question.key(solved()) == {"C": (3, 2)}
    assert marked(question, "[3, 2]").share == 1
    assert question.show(question.key(solved()), solved()) == "[3, 2]"


SET = "α comes from B: at A, it turns α = −∞, β = ∞, v = −∞ into α = 3, β = ∞, v = 3."
UNSET = "Nothing has changed β since the search started."

FEEDBACK = {
    "alpha": ("[2, inf]", ("When the search enters C, β is right, but α is 3, not 2.", SET)),
    "beta": ("[3, 4]", ("When the search enters C, α is right, but β is ∞, not 4.", UNSET)),
    "both": ("[-inf, 4]", ("When the search enters C, α is 3 and β is ∞, not −∞ and 4.", SET, UNSET)),
    "swapped": (
        "[inf, 3]",
        ("When the search enters C, α is 3 and β is ∞: you have them the wrong way round.",),
    ),
}


@pytest.mark.parametrize(("text", "why"), FEEDBACK.values(), ids=FEEDBACK)
def test_a_wrong_window_is_explained(text: str, why: tuple[str, ...]) -> None:
    mark = marked(ONE, text)
    assert (mark.share, mark.feedback) == (Fraction(0), why)


MISTAKEN = {
    "the parent's": (
        "max(min(3, 12), min(2, 4))", "C: [-inf, inf]",
        "[−∞, ∞] is the window with which the search enters A, before B changes it there.",
    ),
    "that of the sibling before": (
        "max(min(3, 12), min(2, 4))", "C: [-inf, 3]",
        "[−∞, 3] is the window with which the search leaves B; what was found there does not hold for C, "
        "which gets the window of A.",
    ),
    "that of the start": (
        "max(3, min(5, max(1, min(D1 = 2, 7))))", "D: [-inf, inf]",
        "[−∞, ∞] is the window with which the search starts; by the time it gets to D, the window is "
        "narrower.",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("tree", "text", "told"), MISTAKEN.values(), ids=MISTAKEN)
def test_a_window_that_is_another_ones_is_recognised(tree: str, text: str, told: str) -> None:
    question = asked(Windows, of=text[0])
    assert marked(question, text, solved(tree)).feedback[1] == told


def test_a_window_of_nothing_near_by_is_not_said_to_be_anybodys() -> None:
    assert len(marked(ONE, "[2, inf]").feedback) == 2


STAR = "A = max(B = 5, C = chance(1/2 -> D = min(1, 2), 1/2 -> 9))"
DEEP = "max(3, min(5, max(1, min(D1 = 2, 7))))"

STEPS: dict[str, tuple[str, dict[str, Any], str, str, tuple[str, ...]]] = {
    "a bound that a child set": (
        "max(min(3, 12), min(2, 4))", {}, "exit", "C: [3, inf]",
        ("β comes from C1: at C, it turns α = 3, β = ∞, v = ∞ into α = 3, β = 2, v = 2.",),
    ),
    "a bound that no child set": (
        "max(min(3, 12), min(2, 4))", {}, "exit", "C: [2, 2]",
        ("α comes from B: at A, it turns α = −∞, β = ∞, v = −∞ into α = 3, β = ∞, v = 3.",),
    ),
    "a bound from further up": (
        DEEP, {}, "entry", "D: [1, 5]",
        ("α comes from A1: at A, it turns α = −∞, β = ∞, v = −∞ into α = 3, β = ∞, v = 3.",),
    ),
    "only the parent's bound": (
        DEEP, {"cutoffs": "shallow"}, "entry", "D: [1, 5]",
        ("Under this rule, only the parent's value so far is a bound, and it does not set β.",),
    ),
    "a bound by way of chance": (
        STAR, {"chance": "star1", "utilities": (0, 9)}, "entry", "D: [5, 9]",
        ("α comes from B by way of the chance node C: "
         "at A, it turns α = 0, β = 9, v = −∞ into α = 5, β = 9, v = 5.",),
    ),
    "no bound by way of chance": (
        STAR, {"chance": "star1", "utilities": (0, 9)}, "entry", "D: [1, 8]",
        ("The chance node above D passes no bound on to β there, and nothing has changed it since.",),
    ),
    "an outcome that starts afresh": (
        STAR, {}, "entry", "D: [5, 9]",
        ("D is an outcome of a chance node and starts afresh, and nothing has changed α and β since.",),
    ),
    "plain minimax": (
        DEEP, {"search": "minimax"}, "entry", "D: [5, inf]",
        ("Plain minimax keeps the window open everywhere.",),
    ),
    "expectimax": (
        STAR, {"search": "minimax"}, "entry", "D: [5, inf]",
        ("Plain expectimax keeps the window open everywhere.",),
    ),
}  # fmt: skip


@pytest.mark.parametrize(("tree", "rule", "form", "text", "steps"), STEPS.values(), ids=STEPS)
def test_what_set_a_wrong_bound_is_told(
    tree: str, rule: dict[str, Any], form: str, text: str, steps: tuple[str, ...]
) -> None:
    question = asked(Windows, of=(text[0],), as_=form)
    assert marked(question, text, solved(tree, **rule)).feedback[1:] == steps


def test_in_a_tree_that_nobody_follows_by_hand_only_the_window_is_told() -> None:
    leaves = ", ".join(map(str, range(600)))
    mark = marked(asked(Windows, of="B"), "[0, inf]", solved(f"max(min({leaves}))"))
    assert mark.feedback == ("When the search enters B, β is right, but α is −∞, not 0.",)


FIRST = {
    ("entry", "left-to-right"): "When the search enters B,",
    ("entry", "right-to-left"): "When the search enters C,",
    ("exit", "left-to-right"): "When the search leaves B1,",
    ("exit", "right-to-left"): "When the search leaves C2,",
}


@pytest.mark.parametrize(("form", "order", "said"), [(*key, said) for key, said in FIRST.items()])
def test_the_first_wrong_window_is_the_first_of_the_search(form: str, order: str, said: str) -> None:
    question = asked(Windows, of=("B", "B1", "C", "C2"), as_=form)
    answer = "B: [9, 8], B1: [9, 8], C: [9, 8], C2: [9, 8]"
    solution = solved("max(min(3, 12), min(4, 5))", order=order)
    assert marked(question, answer, solution).feedback[0].startswith(said)


def test_the_first_wrong_window_is_the_first_that_the_search_opens() -> None:
    mark = marked(TWO, "C: [0, 1], B: [0, 1]")
    assert mark.feedback == (
        "When the search enters B, α is −∞ and β is ∞, not 0 and 1.",
        "Nothing has changed α and β since the search started.",
        "When the search enters C, α is 3 and β is ∞, not 0 and 1.",
        "α comes from B: at A, it turns α = −∞, β = ∞, v = −∞ into α = 3, β = ∞, v = 3.",
        "Nothing has changed β since the search started.",
    )


def test_a_window_that_starts_at_the_bounds_of_the_utilities_says_so() -> None:
    solution = solved(utilities=(-20, 20))
    assert marked(asked(Windows, of="B"), "[-inf, 20]", solution).feedback == (
        "When the search enters B, β is right, but α is −20, not −∞.",
        "All utilities lie in [−20, 20], so the search starts there, and nothing has changed α since.",
    )


def test_each_node_counts() -> None:
    mark = marked(TWO, "C: [3, inf], B: [0, inf]")
    assert (mark.share, mark.reckoning) == (Fraction(1, 2), "1 right of 2")


def test_error_the_search_never_comes_there() -> None:
    assert list(asked(Windows, of=("C2",)).misfits(solved())) == [
        ("of", "the search never visits `C2`", "ask about a node that it visits")
    ]


@pytest.mark.parametrize(("form", "verb"), [("entry", "enters"), ("exit", "leaves")])
def test_the_question_is_asked_in_words(form: str, verb: str) -> None:
    question = asked(Windows, of="C", as_=form)
    assert question.in_words(solved(), sentences()) == f"What are α and β when the search {verb} C?"
