"""`60%` on the command line → the share that it is."""

from __future__ import annotations

from argparse import ArgumentTypeError
from fractions import Fraction

from grader.numbers import NumberError, read_number


def percentage(text: str) -> Fraction:
    """`60%` or `60`; a bare `0.6` could mean two things."""
    try:
        number = read_number(text.removesuffix("%").strip())
    except NumberError:
        raise ArgumentTypeError(f"`{text}` is not a percentage, such as 60%") from None
    if isinstance(number, float) or not 0 <= number <= 100:
        raise ArgumentTypeError(f"`{text}` is not between 0% and 100%")
    if 0 < number < 1 and not text.endswith("%"):
        raise ArgumentTypeError(f"`{text}` could be a share or a percentage; write it with %")
    return Fraction(number) / 100
