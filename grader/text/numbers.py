"""Exact numbers: text to number and back, and whether a student's number is the expected one.

Whole is `int`, else `Fraction`; only ±∞ is a float.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from fractions import Fraction
from math import inf
from typing import Any, TypeAlias

Number: TypeAlias = int | Fraction | float
Finite: TypeAlias = int | Fraction

MAX_DIGITS = 300
MAX_DECIMALS = 6  # a fraction that needs more digits behind the point is easier to read as a fraction

_WHOLE = re.compile(r"[+-]?[0-9]+")
_INFINITY = re.compile(r"([+-]?)(?:inf|infinity|∞)", re.IGNORECASE)
_FRACTION = re.compile(r"([+-]?[0-9]++)[ \t]*+/[ \t]*+([0-9]++)")
_EXACT = re.compile(r"(-?[0-9]++)(?:/([0-9]++))?")
_PLAIN_DECIMAL = re.compile(r"[+-]?[0-9]*+\.[0-9]++")
_DECIMAL = re.compile(r"[+-]?(?:[0-9]++(?:\.[0-9]*+)?+|\.[0-9]++)(?:e([+-]?[0-9]++))?", re.IGNORECASE)


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


def read_exact(text: str) -> Number:
    """The number that `show_number` wrote, also one with more digits than anybody types."""
    if len(text) <= MAX_DIGITS or (found := _EXACT.fullmatch(text)) is None:
        return read_number(text)
    try:
        return _quotient(int(found[1]), int(found[2] or 1))
    except ValueError:  # more digits than Python reads at once
        raise _too_long() from None


def exact_sum(numbers: Iterable[int | Fraction]) -> int | Fraction:
    """The sum of exact numbers; fractions are added by their denominators, which is quicker."""
    whole = 0
    numerators: dict[int, int] = {}
    for number in numbers:
        if type(number) is int:
            whole += number
        else:
            top, bottom = number.as_integer_ratio()
            numerators[bottom] = numerators.get(bottom, 0) + top
    if not numerators:
        return whole
    top, bottom = whole, 1
    for denominator, numerator in numerators.items():
        top, bottom = top * denominator + numerator * bottom, bottom * denominator
    return exact(Fraction(top, bottom))


def exact(number: Fraction) -> int | Fraction:
    """The same number, as an `int` where it is whole."""
    return number.numerator if number.denominator == 1 else number


def show_number(number: Number) -> str:
    """The text that reads back as the same number: `3`, `7/3`, `-inf`."""
    return str(number)


def pretty_number(number: Number | Payoffs) -> str:
    """The number as people print it: `−7/3`, `∞`."""
    return str(number).replace("-", "−").replace("inf", "∞")


def pretty_decimal(number: Number | Payoffs) -> str:
    """The same, but as a decimal where a short one is the same number: `−3.5`, `0.125`, `7/3`."""
    if isinstance(number, Payoffs):
        return number.shown(pretty_decimal)
    shown = pretty_number(number)
    if type(number) is not Fraction or 10**MAX_DECIMALS % number.denominator:  # what was typed stays so
        return shown
    digits = str(abs(number.numerator) * 10**MAX_DECIMALS // number.denominator).zfill(MAX_DECIMALS + 1)
    decimal = f"{digits[:-MAX_DECIMALS]}.{digits[-MAX_DECIMALS:]}".rstrip("0").rstrip(".")
    return decimal if number >= 0 else f"−{decimal}"


def with_decimals(answer: Any) -> Any:
    """An answer whose numbers are written as decimals where short ones are the same numbers."""
    match answer:
        case Payoffs():
            return Payoffs(map(with_decimals, answer))
        case tuple() if type(answer) is tuple:
            return tuple(map(with_decimals, answer))
        case dict():
            return {name: with_decimals(part) for name, part in answer.items()}
        case Fraction() if not isinstance(answer, Typed) and not 10**MAX_DECIMALS % answer.denominator:
            return Typed(pretty_decimal(answer).replace("−", "-"))
    return answer


class Payoffs(tuple[Number, ...]):
    """What an outcome is worth to each of several players, in their order: `(8, 3, 1)`."""

    __slots__ = ()

    @classmethod
    def example(cls, players: int) -> Payoffs:
        """How those of so many players are written."""
        return cls((8, 3, 1, 5, 2, 7, 4, 6, 9)[:players])

    def __str__(self) -> str:
        return self.shown(str)

    def shown(self, show: Callable[[Number], str]) -> str:
        """The same, with the numbers written in another way."""
        return f"({', '.join(map(show, self))})"


class Typed(Fraction):
    """A decimal as somebody typed it: exactly that fraction, which remembers its digits behind the point."""

    __slots__ = ("text",)

    text: str

    def __new__(cls, text: str) -> Typed:
        typed = super().__new__(cls, text)
        typed.text = text
        return typed

    @property
    def decimals(self) -> int:
        return len(self.text.partition(".")[2])

    def __str__(self) -> str:
        return self.text

    def __reduce__(self) -> tuple[type[Typed], tuple[str]]:
        return Typed, (self.text,)

    def __copy__(self) -> Typed:
        return self

    def __deepcopy__(self, memo: object) -> Typed:
        return self


def read_typed(text: str) -> Number:
    """The same as `read_number`, but a plain decimal remembers how it was typed."""
    number = read_number(text)
    return Typed(text) if _PLAIN_DECIMAL.fullmatch(text) else number


def same_number(given: Number, expected: Number, rounding: int) -> bool:
    """Whether a number is the expected one, exactly or rounded to at least so many decimals.

    What stands just in the middle may be rounded up or to the even side.
    """
    if given == expected:
        return True
    decimals = given.decimals if type(given) is Typed else 0
    if decimals < rounding or isinstance(expected, float) or not isinstance(given, int | Typed):
        return False
    scale = 10**decimals
    scaled = Fraction(expected * scale)
    return given * scale in (round(scaled), _half_up(scaled))


def same_value(given: Number | Payoffs, expected: Number | Payoffs, rounding: int) -> bool:
    """The same of numbers, or of what something is worth to each of several players."""
    if not isinstance(expected, Payoffs):
        return not isinstance(given, Payoffs) and same_number(given, expected, rounding)
    if not isinstance(given, Payoffs) or len(given) != len(expected):
        return False
    return all(same_number(one, other, rounding) for one, other in zip(given, expected, strict=True))


def _half_up(number: Fraction) -> int:
    """The nearest whole number; of two, the one further from 0."""
    nearest = (2 * abs(number) + 1) // 2
    return nearest if number > 0 else -nearest


def _quotient(above: int, below: int) -> int | Fraction:
    if below == 0:
        raise NumberError("a fraction cannot have 0 below the line", "write another number, or `inf`")
    return exact(Fraction(above, below))


def _check_digits(text: str) -> None:
    if sum(character.isdigit() for character in text) > MAX_DIGITS:
        raise _too_long()


def _too_long() -> NumberError:
    return NumberError(f"this number has more than {MAX_DIGITS} digits", "use a smaller number, or `inf`")
