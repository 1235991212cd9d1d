"""Text ↔ exact numbers."""

import copy
import pickle
from collections.abc import Callable
from fractions import Fraction
from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.text.numbers import (
    MAX_DIGITS,
    Number,
    NumberError,
    Typed,
    pretty_decimal,
    pretty_number,
    read_number,
    read_typed,
    same_number,
    show_number,
)

NUMBERS = st.one_of(st.integers(), st.fractions(), st.sampled_from([inf, -inf]))


@given(NUMBERS)
def test_a_number_reads_back_as_itself(number: Number) -> None:
    again = read_number(show_number(number))
    assert again == number
    assert not isinstance(again, Fraction) or again.denominator != 1


@pytest.mark.parametrize(
    "text", ["", "x", "1/", "/2", "1/2/3", "0.5/2", "--1", "1e", "nan", "1_0", "٣", "1 2"]
)
def test_error_text_is_no_number(text: str) -> None:
    with pytest.raises(NumberError):
        read_number(text)


@pytest.mark.parametrize(
    "text", ["1" * (MAX_DIGITS + 1), "1e301", "1e-301", "1/" + "3" * 400, "0." + "1" * 400, "1e" + "9" * 200]
)
def test_error_number_is_too_long(text: str) -> None:
    with pytest.raises(NumberError, match="more than 300 digits"):
        read_number(text)


def test_a_number_may_have_as_many_digits_as_are_allowed() -> None:
    assert read_number("9" * MAX_DIGITS) == 10**MAX_DIGITS - 1


@pytest.mark.parametrize(
    ("number", "text"), [(3, "3"), (-3, "−3"), (Fraction(-7, 3), "−7/3"), (inf, "∞"), (-inf, "−∞")]
)
def test_people_read_numbers_with_their_own_signs(number: Number, text: str) -> None:
    assert pretty_number(number) == text


@given(st.decimals(allow_nan=False, allow_infinity=False, places=3).map(lambda number: f"{number:f}"))
def test_a_decimal_is_exact_and_remembers_how_it_was_typed(text: str) -> None:
    typed = read_typed(text)
    assert isinstance(typed, Typed)
    assert typed == read_number(text)
    assert hash(typed) == hash(read_number(text))
    assert (show_number(typed), typed.decimals) == (text, 3)


@pytest.mark.parametrize("text", ["3", "7/3", "1e3", "2.5e1", "3.", "inf"])
def test_what_is_no_plain_decimal_is_a_plain_number(text: str) -> None:
    assert type(read_typed(text)) is type(read_number(text))


def pickled(typed: Typed) -> Typed:
    again: Typed = pickle.loads(pickle.dumps(typed))  # noqa: S301  # our own bytes
    return again


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, pickled])
def test_a_copy_of_a_typed_decimal_remembers_it_too(again: Callable[[Typed], Typed]) -> None:
    typed = again(Typed("-0.50"))
    assert (typed, str(typed), typed.decimals) == (Fraction(-1, 2), "-0.50", 2)


THIRD = Fraction(7, 3)
SAME = {
    "the same fraction": ("7/3", THIRD, 2),
    "two decimals": ("2.33", THIRD, 2),
    "more decimals": ("2.33333", THIRD, 2),
    "a whole number where that is allowed": ("2", THIRD, 0),
    "zeros at the end": ("3.00", 3, 2),
    "rounded to a whole number": ("3.00", Fraction(2999, 1000), 2),
    "just in the middle, up": ("0.13", Fraction(1, 8), 2),
    "just in the middle, to the even side": ("0.12", Fraction(1, 8), 2),
    "below zero, up": ("-0.13", Fraction(-1, 8), 2),
    "below zero, to the even side": ("-0.12", Fraction(-1, 8), 2),
    "below zero": ("-2.33", -THIRD, 2),
    "infinity": ("inf", inf, 2),
}
NOT_SAME = {
    "too few decimals": ("2.3", THIRD, 2),
    "a whole number": ("2", THIRD, 2),
    "cut off instead of rounded": ("2.66", Fraction(8, 3), 2),
    "a wrong last digit": ("2.334", THIRD, 2),
    "another fraction": ("233/100", THIRD, 2),
    "down from the middle to the odd side": ("0.47", Fraction(19, 40), 2),
    "near a whole number": ("2.99", 3, 2),
    "the other infinity": ("-inf", inf, 2),
    "infinity for a number": ("inf", 3, 2),
    "a number for infinity": ("9.99", inf, 2),
    "no number at all": ("9.99", float("nan"), 2),
}


@pytest.mark.parametrize(("given", "expected", "rounding"), SAME.values(), ids=SAME)
def test_a_rounded_number_is_the_expected_one(given: str, expected: Number, rounding: int) -> None:
    assert same_number(read_typed(given), expected, rounding)


@pytest.mark.parametrize(("given", "expected", "rounding"), NOT_SAME.values(), ids=NOT_SAME)
def test_a_number_that_is_rounded_badly_is_another_one(given: str, expected: Number, rounding: int) -> None:
    assert not same_number(read_typed(given), expected, rounding)


@given(st.fractions(), st.integers(0, 4), st.integers(0, 3))
def test_python_rounds_to_the_same_number(number: Fraction, rounding: int, more: int) -> None:
    decimals = rounding + more
    scaled = round(number * 10**decimals)
    text = f"{'-' if scaled < 0 else ''}{abs(scaled) // 10**decimals}"
    if decimals:
        text += f".{abs(scaled) % 10**decimals:0{decimals}}"
    assert same_number(read_typed(text), number, rounding)


DECIMALS = {
    "0.5": Fraction(1, 2), "−3.5": Fraction(-7, 2), "0.000001": Fraction(1, 10**6), "12.25": Fraction(49, 4),
    "7/3": Fraction(7, 3), "1/128": Fraction(1, 128), "−3": -3, "∞": inf, "−∞": -inf,
}  # fmt: skip


@pytest.mark.parametrize(("text", "number"), DECIMALS.items())
def test_a_number_is_shown_as_a_decimal_where_a_short_one_is_the_same(text: str, number: Number) -> None:
    assert pretty_decimal(number) == text


@given(st.fractions())
def test_a_decimal_is_the_same_number(number: Fraction) -> None:
    assert read_number(pretty_decimal(number).replace("−", "-")) == number
