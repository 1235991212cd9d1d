"""A number → how it may be typed on a learning platform: as decimals, how far off, in which spellings."""

from __future__ import annotations

from fractions import Fraction

from grader.text.numbers import Finite, show_number

_MOST_PLACES = 10


def decimal(number: Finite, places: int = _MOST_PLACES) -> str:
    """The number with a point and at most so many digits behind it, rounded half away from 0."""
    scaled = (2 * abs(number.numerator) * 10**places + number.denominator) // (2 * number.denominator)
    whole, rest = divmod(scaled, 10**places)
    digits = f"{whole}.{rest:0{places}d}".rstrip("0").rstrip(".") if places else str(whole)
    return f"-{digits}" if number < 0 and scaled else digits


def tolerance(number: Finite, rounding: int) -> Fraction:
    """How far off an answer may be: nothing where so many decimals write it, else half of the last."""
    whole = (number * 10**rounding).denominator == 1
    return Fraction(0) if whole else Fraction(1, 2 * 10**rounding)


def spellings(number: int | Fraction | float, rounding: int) -> tuple[str, ...]:
    """The texts that a number may be typed as, for systems that compare texts."""
    if isinstance(number, float):
        return ("inf", "∞", "infinity", "+inf") if number > 0 else ("-inf", "-∞", "−∞", "-infinity")
    rounded = [decimal(number, places) for places in range(rounding, rounding + 3)]
    exactly = [decimal(number)] if tolerance(number, _MOST_PLACES) == 0 else []
    texts = dict.fromkeys((show_number(number), *exactly, *(rounded if tolerance(number, rounding) else ())))
    negative = [text.replace("-", "−") for text in texts if text.startswith("-")]
    return (*texts, *negative)
