"""`60%` on the command line → the share that it is, and what is said where work falls short of it."""

from __future__ import annotations

import sys
from argparse import ArgumentTypeError
from collections.abc import Iterable
from fractions import Fraction
from itertools import count

from grader.reports.record_words import shown_percent
from grader.text.numbers import NumberError, read_number


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


def status_of(shares: Iterable[Fraction], least: Fraction | None) -> int:
    """The exit status: 1 where the lowest share is below the least one, and then a sentence says so."""
    lowest = min(shares, default=None)
    if lowest is None or least is None or lowest >= least:
        return 0
    print(falling_short(lowest, least), file=sys.stderr)
    return 1


def falling_short(lowest: Fraction, least: Fraction) -> str:
    """Which share was reached, and which was asked for."""
    told = "{} % of the points is below the {} % of --fail-under"
    rounded = shown_percent(lowest)
    if rounded != shown_percent(least):
        return told.format(rounded, shown_percent(least))
    exact = f"; both are shown as {rounded} %, and were compared exactly"
    return told.format(*_told_apart(lowest * 100, least * 100)) + exact


def _told_apart(lower: Fraction, higher: Fraction) -> tuple[str, str]:
    """Two numbers with as many decimals as it takes to see which is the higher one, rounded down."""
    for places in count(2):
        shown = [_rounded_down(number, places) for number in (lower, higher)]
        if shown[0] != shown[1]:
            return shown[0], shown[1]
    raise AssertionError("two numbers differ somewhere")


def _rounded_down(number: Fraction, places: int) -> str:
    whole, rest = divmod(int(number * 10**places), 10**places)
    return f"{whole}.{rest:0{places}}".rstrip("0").rstrip(".")
