"""`value`: in which ways numbers for nodes may be written, and what cannot be read."""

from fractions import Fraction
from math import inf
from typing import Any

import pytest

from grader.questions import Unreadable
from grader.questions.kinds.value import Values
from grader.questions.reading.by_node import Unread
from grader.questions.reading.quantities import Bound
from grader.text.numbers import Number
from grader.text.sentences import sentences
from tests.questions.asking import asked, marked, solved
from tests.questions.values import ALL, REPORTED, ROOT

READINGS: dict[str, tuple[str, Any]] = {
    "as the sheet prints it": ("{B: 3, C: 2, D: 2, A: 3}", {"B": 3, "C": 2, "D": 2, "A": 3}),
    "with equals signs": ("B=3, C=2", {"B": 3, "C": 2}),
    "on lines": ("B: 3\nC: 2", {"B": 3, "C": 2}),
    "behind dashes": ("- B: 3\n- C: 2", {"B": 3, "C": 2}),
    "in two groups": ("{B: 3}, {C: 2}", {"B": 3, "C": 2}),
    "with blanks only": ("B 3, C 2", {"B": 3, "C": 2}),
    "with commas only": ("B, 3, C, 2", {"B": 3, "C": 2}),
    "in the order of the question": ("3, 2, 2, 3", {"B": 3, "C": 2, "D": 2, "A": 3}),
    "in that order with blanks": ("[3 2 2 3]", {"B": 3, "C": 2, "D": 2, "A": 3}),
    "in another order": ("A: 3, B: 3", {"B": 3, "A": 3}),
    "names in another case": ("b: 3, a: 3", {"B": 3, "A": 3}),
    "a node that nobody asked for": ("B: 3, C2: 4", {"B": 3, "C2": 4}),
    "the same twice": ("B: 3, B: 3", {"B": 3}),
    "fractions": ("B: 7/3, C: −7 / 3", {"B": Fraction(7, 3), "C": Fraction(-7, 3)}),
    "fractions in one sign": ("B: ½, C: -⅔", {"B": Fraction(1, 2), "C": Fraction(-2, 3)}),
    "decimals": ("B: 2.5, C: -.5", {"B": Fraction(5, 2), "C": Fraction(-1, 2)}),
    "infinities": ("B: -∞, C: +inf, D: Infinity", {"B": -inf, "C": inf, "D": inf}),
    "full-width digits": ("Ｂ：３", {"B": 3}),
    "a number in brackets": ("B: (3)", {"B": 3}),
    "a form that is filled in partly": ("{B: , C: 2, D: , A: }", {"C": 2}),
    "a minus that stands apart": ("B: - 3, C = − 2", {"B": -3, "C": -2}),
    "such a minus in the order of the question": ("- 3 2 − 2 3", {"B": -3, "C": 2, "D": -2, "A": 3}),
    "mixed numbers": ("B: 2⅔, C -2 2/3", {"B": Fraction(8, 3), "C": Fraction(-8, 3)}),
    "infinities as YAML has them": ("B: .inf, C: -.inf", {"B": inf, "C": -inf}),
    "with nothing but blanks": ("B 3 C 2 D 2 A 3", {"B": 3, "C": 2, "D": 2, "A": 3}),
    "with equals signs behind colons": ("B: =3, C: = 2", {"B": 3, "C": 2}),
    "with full stops": ("B: 3. C: 7/3.", {"B": 3, "C": Fraction(7, 3)}),
}  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), READINGS.values(), ids=READINGS)
def test_values_are_read(text: str, expected: dict[str, Number]) -> None:
    assert ALL.read(text, solved()) == expected


@pytest.mark.parametrize("text", ["3", "A: 3", "A = 3", "{A: 3}", "[3]", "A 3", "a: 3", "= 3", "3.", "“3”"])
def test_the_value_of_one_node_needs_no_name(text: str) -> None:
    assert ROOT.read(text, solved()) == {"A": 3}


@pytest.mark.parametrize("text", ["- 3", "− 3", "– 3", "-3", "A: - 3", "* - 3", "(- 3)", "- 3.", "- 3\n"])
def test_a_minus_is_never_taken_for_a_dash_before_the_answer(text: str) -> None:
    assert ROOT.read(text, solved()) == {"A": -3}


@pytest.mark.parametrize("text", ["C <= - 3", "C: at most − 3", "<= - 3 "])
def test_a_bound_may_have_a_minus_that_stands_apart(text: str) -> None:
    assert asked(Values, of=("C",), as_="returned").read(text, solved()) == {"C": Bound("<=", -3)}


@pytest.mark.parametrize("text", ["C: <= 2", "C <= 2", "C≤2", "C: =<2", "C: at most 2", "{C: ⩽ 2}", "C=<=2"])
def test_a_bound_is_read_where_the_search_is_asked_for(text: str) -> None:
    assert REPORTED.read(text, solved()) == {"C": Bound("<=", 2)}


REFUSED = {
    "no number": (
        "x",
        "“x” does not say which of the 4 nodes it is about; write the name before each, such as B:",
    ),
    "no number anywhere": ("B: x, C: y", "x is not a number"),
    "a bound": ("B: <= 2", "“<= 2” is not one number; write the number alone, such as 5 or 7/3"),
    "a decimal comma": ("B: 2,5", "a comma separates answers; write decimals with a point, as in 2.5"),
    "a decimal comma in quotes": (
        "B: '2,5'",
        "a comma separates answers; write decimals with a point, as in 2.5",
    ),
    "a lone dash": (
        "-",
        "“-” does not say which of the 4 nodes it is about; write the name before each, such as B:",
    ),
    "an empty form": ("{B: , C: }", "it gives no answer"),
    "an unknown node": ("Q: 3", "there is no node called Q"),
    "a misspelt node": ("C22: 3", "there is no node called C22; perhaps you meant C2"),
    "too few numbers": (
        "3, 2",
        "“3, 2” does not say which of the 4 nodes it is about; write the name before each, such as B:",
    ),
    "a number before the first name": (
        "3, B: 2",
        "“3” does not say which node it is about; write a name before it, such as B:",
    ),
    "two values for a node": ("B: 3, B: 4", "B is given twice, and differently"),
    "several numbers for a node": (
        "B: 3 4",
        "“3 4” is not one number; write the number alone, such as 5 or 7/3",
    ),
    "a list for a node": (
        "B: [3, 4]",
        "“[3, 4]” is not one number; write the number alone, such as 5 or 7/3",
    ),
    "a dash that may be a minus": (
        "B - 3",
        "“B - 3” is not one number; write the number alone, such as 5 or 7/3",
    ),
    "a minus before a minus": (
        "B: - -3",
        "“- -3” is not one number; write the number alone, such as 5 or 7/3",
    ),
    "a long number": (f"B: {'1' * 301}", f"{'1' * 39}… has more than 300 digits"),
}


@pytest.mark.parametrize(("text", "why"), REFUSED.values(), ids=REFUSED)
def test_error_values_cannot_be_read(text: str, why: str) -> None:
    with pytest.raises(Unreadable) as refused:
        ALL.read(text, solved())
    assert refused.value.in_words(sentences()) == why


def test_error_a_decimal_comma_alone() -> None:
    with pytest.raises(Unreadable) as refused:
        ROOT.read("2,5", solved())
    assert refused.value.in_words(sentences()).endswith("as in 2.5")


def test_what_cannot_be_read_costs_that_node_alone() -> None:
    given = ALL.read("B: 3, C: ?, D: 2, A: 3", solved())
    assert isinstance(given["C"], Unread)
    assert ALL.plain(given) == {"B": 3, "C": "?", "D": 2, "A": 3}
    mark = marked(ALL, "B: 3, C: ?, D: 2, A: 3")
    assert mark.share == Fraction(3, 4)
    assert mark.parts["C"] == "unreadable"
    assert mark.feedback == (
        "B, D and A are right.",
        "Your answer for C cannot be read: ? is not a number.",
    )


def test_one_part_in_another_form_costs_that_part_alone() -> None:
    assert marked(ALL, "B: 3, C: ≤2, D: =2").parts == {
        "B": "right", "C": "unreadable", "D": "right", "A": "missed",
    }  # fmt: skip


def test_a_name_that_nobody_has_is_kept_with_its_value_and_told() -> None:
    text = "B: 3, C: 2, D: 2, A: 3, Z: 5"
    assert ALL.plain(ALL.read(text, solved()))["Z"] == "5"
    mark = marked(ALL, text)
    assert mark.share == 1
    assert mark.feedback[-1] == "Your answer for Z cannot be read: there is no node called Z."


def test_a_huge_number_is_shortened_in_the_feedback() -> None:
    (said,) = marked(ROOT, "1e300").feedback
    assert said.endswith(f"the largest of these, 3, not 1{'0' * 38}….")


def test_the_example_for_one_value_is_a_number() -> None:
    assert (ROOT.example, ALL.example) == ("-7/3", "{K: 17, L: -7/3}")


QUOTED_PARTS = {
    "another node": '"3, C: 7"', "another node without a colon": '"3 C 7"', "a bracket": '"}"',
    "quotes": '"three \\"3\\""', "half a quote": '"\\u201cthree"', "an apostrophe": '"\'3"',
}  # fmt: skip


@pytest.mark.parametrize("part", QUOTED_PARTS.values(), ids=QUOTED_PARTS)
def test_what_stands_in_quotes_behind_a_name_is_about_that_name_alone(part: str) -> None:
    given = ALL.read(f"{{B: {part}, D: 2}}", solved())
    assert {name: str(said) for name, said in given.items()} == {"B": part, "D": "2"}
    assert isinstance(given["B"], Unread)


def test_quotes_around_a_number_or_a_bound_still_count_for_nothing() -> None:
    assert ALL.read('{B: "3", C: " 2 1/2 "}', solved()) == {"B": 3, "C": Fraction(5, 2)}
    given = asked(Values, of=("B", "C"), as_="returned").read('{B: "at most 3", C: ">= 2"}', solved())
    assert given == {"B": Bound("<=", 3), "C": Bound(">=", 2)}
