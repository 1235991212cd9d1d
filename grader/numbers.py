"""Exact numbers: text to number and back. Whole is `int`, else `Fraction`; only ±∞ is a float."""

from __future__ import annotations

import re
from fractions import Fraction
from math import inf
from typing import TypeAlias

Number: TypeAlias = int | Fraction | float

MAX_DIGITS = 300

_WHOLE = re.compile(r"[+-]?[0-9]+")
_INFINITY = re.compile(r"([+-]?)(?:inf|infinity|∞)", re.IGNORECASE)
_FRACTION = re.compile(r"([+-]?[0-9]+)[ \t]*/[ \t]*([0-9]+)")
_DECIMAL = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:e([+-]?[0-9]+))?", re.IGNORECASE)


class NumberError(ValueError):
    """Text that is no number, with a hint where there is one."""

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


def read_number(text: str) -> Number:
    """The number that `text` writes, exactly: `3`, `-0.25`, `7/3`, `1e3`, `inf`, `∞`."""
    if len(text) <= MAX_DIGITS and _WHOLE.fullmatch(text):
        return int(text)
    if found := _INFINITY.fullmatch(text):
        return -inf if found[1] == "-" else inf
    _check_digits(text)
    if found := _FRACTION.fullmatch(text):
        return _quotient(int(found[1]), int(found[2]))
    if (found := _DECIMAL.fullmatch(text)) is None:
        raise NumberError(f"`{text}` is not a number")
    if found[1] is not None and abs(int(found[1])) > MAX_DIGITS:
        raise _too_long()
    return exact(Fraction(text))


def exact(number: Fraction) -> int | Fraction:
    """The same number, as an `int` where it is whole."""
    return number.numerator if number.denominator == 1 else number


def show_number(number: Number) -> str:
    """The text that reads back as the same number: `3`, `7/3`, `-inf`."""
    return str(number)


def pretty_number(number: Number) -> str:
    """The number as people print it: `−7/3`, `∞`."""
    return str(number).replace("-", "−").replace("inf", "∞")


def _quotient(above: int, below: int) -> int | Fraction:
    if below == 0:
        raise NumberError("a fraction cannot have 0 below the line", "write another number, or `inf`")
    return exact(Fraction(above, below))


def _check_digits(text: str) -> None:
    if sum(character.isdigit() for character in text) > MAX_DIGITS:
        raise _too_long()


def _too_long() -> NumberError:
    return NumberError(f"this number has more than {MAX_DIGITS} digits", "use a smaller number, or `inf`")
