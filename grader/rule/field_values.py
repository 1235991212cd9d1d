"""A field's value as Python, YAML, JSON or the command line write it → the one form that a rule keeps."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from math import isinf

from grader.text.numbers import Number, NumberError, exact, pretty_number, read_number
from grader.text.spelling import did_you_mean, listed
from grader.tree.node import Features

_BRACKETS = ("[]", "()", "{}")


class FieldError(ValueError):
    """A value that a field cannot have, with a hint where there is one."""

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


def read_choice(choices: Sequence[str]) -> Callable[[object], str]:
    """A reader that accepts one of the words."""

    def read(value: object) -> str:
        if isinstance(value, str) and value in choices:
            return value
        raise FieldError(f"{_shown(value)} is not one of its values", word_meant(str(value), choices))

    return read


def read_whole(value: object) -> int:
    """A whole number from 1."""
    number = _number(value)
    if not isinstance(number, int) or number < 1:
        raise FieldError(f"{_shown(value)} is not a whole number from 1", "such as `2`; `default` unsets it")
    return number


def read_pair(value: object) -> tuple[Number, Number]:
    """Two numbers, the smaller one first: `[-10, 10]`, `-10,10`, `(-inf, inf)`."""
    numbers = [number for part in _parts(value) if (number := _number(part)) is not None]
    if len(numbers) != 2 or len(_parts(value)) != 2:
        raise FieldError(f"{_shown(value)} is not a pair of numbers", "such as `[-10, 10]`")
    low, high = numbers
    if low > high:
        message = f"it begins at {pretty_number(low)}, above its end {pretty_number(high)}"
        raise FieldError(message, "write the smaller number first")
    return low, high


def read_weights(value: object) -> Features:
    """Features and their weights, in the order of their names: `mobility=3,material=1`, or a mapping."""
    pairs = list(_pairs(value))
    names = [name for name, _ in pairs]
    if not pairs or "" in names:
        raise _no_weights(value)
    for name in names:
        if names.count(name) > 1:
            raise FieldError(f"the feature `{name}` has two weights", "keep one of them")
    return tuple(sorted((name, _weight(name, weight)) for name, weight in pairs))


def word_meant(given: str, known: Collection[str]) -> str:
    """A hint with the nearest of the known words, or with all of them."""
    return did_you_mean(given.replace("_", "-"), known, f"use {listed(known, 'or')}")


def _pairs(value: object) -> Iterable[tuple[str, object]]:
    if isinstance(value, Mapping):
        return [(str(name), weight) for name, weight in value.items()]
    parts = _parts(value)
    if not isinstance(value, str):
        return [(str(part[0]), part[1]) for part in parts if isinstance(part, Sequence) and len(part) == 2]
    split = [str(part).replace(":", "=").partition("=") for part in parts]
    return [(name.strip(), weight) for name, _, weight in split]


def _weight(name: str, value: object) -> Number:
    weight = _number(value)
    if weight is None:
        message = f"is {_shown(value)}, not a number" if value != "" else "is missing"
        raise FieldError(f"the weight of `{name}` {message}", "such as `3` or `-1/2`")
    if isinf(weight):
        raise FieldError(f"the weight of `{name}` is infinite", "use a large number instead")
    return weight


def _parts(value: object) -> Sequence[object]:
    """The parts of a list, or of a text with commas, in brackets or not."""
    if isinstance(value, str):
        text = value.strip()
        if text[:1] + text[-1:] in _BRACKETS:
            text = text[1:-1]
        return [part.strip() for part in text.rstrip(", ").split(",")]
    return value if isinstance(value, Sequence) else ()


def _number(value: object) -> Number | None:
    """The number that a value is or writes, if it is one."""
    if isinstance(value, Fraction):
        return exact(value)
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    try:  # what a file writes as 0.1 is a tenth, not the nearest binary number, so numbers are read as text
        return read_number(str(value).strip())
    except NumberError:
        return None


def _no_weights(value: object) -> FieldError:
    return FieldError(f"{_shown(value)} gives no weights of features", "such as `{mobility: 3, material: 1}`")


def _shown(value: object) -> str:
    return f"`{_written(value)}`"


def _written(value: object) -> str:
    """A value as YAML writes it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{name}: {item}" for name, item in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(str, value)) + "]"
    return str(value)
