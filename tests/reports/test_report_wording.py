"""Points, shares and answers as people read them."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.reports.record_words import shown_answer, shown_percent, shown_points, wrapped
from grader.text.columns import width


@pytest.mark.parametrize(
    ("points", "shown"),
    [
        (0, "0"), (3, "3"), (10, "10"), (Fraction(1, 2), "0.5"), (Fraction(5, 3), "1.67"),
        (Fraction(1, 3), "0.33"), (Fraction(1, 200), "0.01"), (Fraction(1999, 1000), "2"),
    ],
)  # fmt: skip
def test_points_are_rounded_to_two_decimals_at_most(points: int | Fraction, shown: str) -> None:
    assert shown_points(points) == shown


@pytest.mark.parametrize(
    ("share", "shown"),
    [
        (Fraction(1), "100"), (Fraction(0), "0"), (Fraction(2, 3), "66.7"), (Fraction(1, 2), "50"),
        (Fraction(9999, 10000), "99.9"),
    ],
)  # fmt: skip
def test_a_hundred_percent_are_shown_only_where_they_are_earned(share: Fraction, shown: str) -> None:
    assert shown_percent(share) == shown


@pytest.mark.parametrize(
    ("answer", "shown"),
    [
        (3, "3"), ("a1", "a1"), (True, "true"), (False, "false"), (None, "–"), ([], "none"),
        (["C2", "C3"], "C2, C3"), ({"B": 3, "A": "7/3"}, "B: 3, A: 7/3"), ({"C": [3, "inf"]}, "C: [3, inf]"),
        ([{"at": "C", "after": "C1"}], "{at: C, after: C1}"),
    ],
)  # fmt: skip
def test_an_answer_is_shown_in_few_signs(answer: Any, shown: str) -> None:
    assert shown_answer(answer) == shown


@given(st.text(st.sampled_from("ab 王é"), max_size=60), st.integers(2, 20))
def test_no_line_is_too_wide_and_no_sign_is_lost(text: str, columns: int) -> None:
    lines = wrapped(text, columns)
    assert all(width(line) <= columns for line in lines)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
