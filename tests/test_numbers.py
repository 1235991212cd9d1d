"""Text ↔ exact numbers."""

from fractions import Fraction
from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.numbers import MAX_DIGITS, Number, NumberError, pretty_number, read_number, show_number

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
