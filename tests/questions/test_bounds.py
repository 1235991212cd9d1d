"""`bounds`: what the search knows of a node's value."""

from math import inf
from typing import Any

import pytest

from grader.questions import Unreadable
from grader.questions.kinds.bounds import Bounds
from grader.text.sentences import sentences
from tests.questions.asking import asked, marked, solved

ONE = asked(Bounds, of=("C",))
MIN_ROOT = "A = min(B = max(3, 4), C = max(5, 6))"

READINGS: dict[str, tuple[str, Any]] = {
    "an interval": ("{C: [-inf, 2]}", (-inf, 2)),
    "in parentheses": ("C: (−∞, 2]", (-inf, 2)),
    "a bound": ("C: <= 2", (-inf, 2)),
    "a bound without a colon": ("C≤2", (-inf, 2)),
    "a bound alone": ("<= 2", (-inf, 2)),
    "a bound in words": ("at most 2", (-inf, 2)),
    "a bound in Chinese": ("至多 2", (-inf, 2)),
    "a lower bound": (">= 8", (8, inf)),
    "a lower bound without a blank": ("≥8", (8, inf)),
    "a number": ("C: 2", (2, 2)),
    "two numbers": ("C: 2, 3", (2, 3)),
    "by names": ("C: {lower: 2, upper: 3}", (2, 3)),
}


@pytest.mark.parametrize(("text", "expected"), READINGS.values(), ids=READINGS)
def test_an_interval_is_read(text: str, expected: Any) -> None:
    assert ONE.read(text, solved()) == {"C": expected}


@pytest.mark.parametrize("text", ["C: x", "C: about 2", "C: [1, 2, 3]", "C: []"])
def test_error_no_interval_can_be_read(text: str) -> None:
    with pytest.raises(Unreadable):
        ONE.read(text, solved())


KEYS = {
    "exact": (solved(), "B", (3, 3)),
    "upper": (solved(), "C", (-inf, 2)),
    "lower": (solved(MIN_ROOT), "C", (5, inf)),
}


@pytest.mark.parametrize(("solution", "name", "interval"), KEYS.values(), ids=KEYS)
def test_the_key_is_what_the_search_knows(solution: Any, name: str, interval: Any) -> None:
    assert asked(Bounds, of=(name,)).key(solution) == {name: interval}


FEEDBACK = {
    "exact": (
        "B: [3, inf]",
        "The search knows more about B than that its value is in [3, ∞]: it is exactly 3.",
    ),
    "exact, but another": (
        "B: [4, 5]",
        "The search knows the value of B exactly: it is 3, not somewhere in [4, 5].",
    ),
    "too wide": (
        "C <= 5",
        "The search knows more about C than that its value is in [−∞, 5]: it is at most 2.",
    ),
    "upper": (
        "C: [2, 2]",
        "The search only knows that the value of C is at most 2, not that it is in [2, 2].",
    ),
    "a strict bound": (
        "C < 2",
        "The search only knows that the value of C is at most 2, and 2 itself is possible; it does not know "
        "that the value is < 2.",
    ),
    "a strict bound of an exact value": (
        "B < 5",
        "The search knows the value of B exactly: it is 3, not < 5.",
    ),
}


@pytest.mark.parametrize(("text", "why"), FEEDBACK.values(), ids=FEEDBACK)
def test_a_wrong_interval_is_explained(text: str, why: str) -> None:
    assert marked(asked(Bounds, of=(text[0],)), text).feedback == (why,)


def test_the_known_bounds_of_all_utilities_say_as_much_as_infinity() -> None:
    solution = solved(utilities=(0, 20))
    assert marked(ONE, "C: [0, 2]", solution).share == 1
    assert marked(ONE, "C: [-inf, 2]", solution).share == 1
    assert marked(ONE, "C <= 2", solution).share == 1
    assert marked(ONE, "C: [1, 2]", solution).share == 0
    assert marked(ONE, "C: [-5, 2]", solution).share == 0


BOUNDED = "max(chance(0.5 -> 7, 0.5 -> 6.4), C = chance(0.5 -> 1.4, 0.5 -> 3))"
WITHIN = {
    "too wide": (
        "C: [0, 10]",
        "The search knows more about C than that its value is in [0, 10]: it is in [0, 5.7].",
    ),
    "an end that is left out": (
        "C <= 8",
        "The search knows more about C than that its value is in [−∞, 8]: it is in [0, 5.7].",
    ),
    "too narrow": (
        "C: [1, 5.7]",
        "The search only knows that the value of C is in [0, 5.7], not that it is in [1, 5.7].",
    ),
}


@pytest.mark.parametrize(("text", "why"), WITHIN.values(), ids=WITHIN)
def test_what_is_known_lies_within_the_utilities(text: str, why: str) -> None:
    solution = solved(BOUNDED, chance="star1", utilities=(0, 10))
    assert marked(ONE, text, solution).feedback == (why,)


def test_the_key_lies_within_the_utilities() -> None:
    assert ONE.key(solved(utilities=(0, 20))) == {"C": (0, 2)}
    assert ONE.key(solved(MIN_ROOT, utilities=(0, 20))) == {"C": (5, 20)}


def test_a_strict_bound_is_wrong_as_it_is_for_what_the_search_reports() -> None:
    assert marked(ONE, "C <= 2").share == 1
    assert marked(ONE, "C < 2").share == 0
    assert ONE.show(ONE.read("C < 2", solved()), solved()) == "{C: < 2}"


def test_a_strict_lower_bound_is_explained() -> None:
    (said,) = marked(ONE, "C > 5", solved(MIN_ROOT)).feedback
    assert said.endswith("is at least 5, and 5 itself is possible; it does not know that the value is > 5.")


def test_the_question_is_asked_in_words() -> None:
    assert ONE.in_words(solved(), sentences()) == (
        "What does the search know about the value of C? Give the least and the most that it can be."
    )


@pytest.mark.parametrize("text", ["C: [0, 4.4]", "C: [-inf, 4.4]", "C <= 4.4", "C: [0, 22/5]", 'C: "<= 4.4"'])
def test_the_least_that_is_known_is_the_least_utility(text: str) -> None:
    solution = solved("max(5, C = chance(0.8 -> 3, 0.2 -> 9))", chance="star1", utilities=(0, 10))
    assert ONE.show(ONE.key(solution), solution) == "{C: [0, 4.4]}"
    assert marked(ONE, text, solution).share == 1
