"""Shares of the points → the fractions that Moodle knows; it refuses a question with any other."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from grader.exchange.items import Answer

_LISTED = (
    "0", "5", "10", "11.11111", "12.5", "14.28571", "16.66667", "20", "25", "30", "33.33333", "40", "50",
    "60", "66.66667", "70", "75", "80", "83.33333", "90", "100",
)  # fmt: skip


def fraction(share: Fraction) -> str:
    """The fraction that is nearest to a share, in percent; below 0 for what takes points away."""
    wanted = min(abs(share), Fraction(1)) * 100
    nearest = min(_LISTED, key=lambda listed: abs(Fraction(listed) - wanted))
    return f"-{nearest}" if share < 0 and nearest != "0" else nearest


def shares_of_right(answers: Sequence[Answer]) -> list[str]:
    """The fractions of answers of which several are right: those add up to 100, as Moodle insists."""
    number = sum(answer.share > 0 for answer in answers)
    if fraction(Fraction(1, number)) not in ("5", "10") or number in (10, 20):
        return [fraction(answer.share) for answer in answers]
    tens = max(20 - number, 0)  # so many of 10 and the others of 5 make 100 for 11 to 19 right ones
    fives = 2 * (10 - tens) if number < 20 else 20
    worth = iter([*["10"] * tens, *["5"] * fives, *["0"] * number])
    return [next(worth) if answer.share > 0 else "-5" for answer in answers]
