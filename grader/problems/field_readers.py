"""Readers that a set needs beyond those of any document: ids, lines of words, points, shares, lists."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from typing import TypeVar

from grader.document import (
    Fields,
    Reader,
    Scalar,
    Value,
    as_integer,
    as_list,
    as_number,
    as_text,
    list_of,
    mapping_of,
    mistake_at,
)
from grader.document.schema import TEXT, Schema, refer
from grader.document.values import find
from grader.text.numbers import Number
from grader.text.source import InputError, Mistake
from grader.text.spelling import shortened

LONGEST_ID = 60

_ID = re.compile(r"\w[\w.-]*")
_FRACTION = r"^\s*[0-9]+(\.[0-9]*)?\s*(/\s*[0-9]+)?\s*$"

LINE: Schema = TEXT | {"pattern": r"\S"}
ID: Schema = TEXT | {"pattern": f"^{_ID.pattern}$", "maxLength": LONGEST_ID, "minimum": 0}
REASONS: Schema = {"type": "object", "additionalProperties": refer("line")}
POINTS: Schema = {"type": ["number", "string"], "minimum": 0, "pattern": _FRACTION}
SHARE: Schema = {"type": ["number", "string"], "minimum": 0, "maximum": 1, "pattern": _FRACTION}

T = TypeVar("T")


def as_id(value: Value) -> str:
    """A name for sheets and reports: one word."""
    text = as_text(value)
    if len(text) > LONGEST_ID:
        raise mistake_at(value, f"an id has at most {LONGEST_ID} characters", "put the rest into `title:`")
    if _ID.fullmatch(text) is None:
        message = f"`{shortened(text)}` cannot be an id"
        raise mistake_at(value, message, "use letters, digits, `-`, `_` and `.`, such as `week-3`")
    return text


def as_line(value: Value) -> str:
    """A text that says something, on one line however it was typed."""
    line = " ".join(as_text(value).split())
    if not line:
        raise mistake_at(value, "there is nothing between these quotes", "write a few words")
    return line


as_reasons = mapping_of(as_line)


def as_points(value: Value) -> Fraction | int:
    """A finite number of points, not below 0."""
    hint = "write a number, such as `4` or `1/2`"
    points = _number(value, hint)
    if isinstance(points, float):
        raise mistake_at(value, "points are a finite number", hint)
    if points < 0:
        raise mistake_at(value, "points cannot be negative", "write `0` for a question that does not count")
    return points


def as_share(value: Value) -> Fraction:
    """A share of the points, from 0 to 1."""
    hint = "write a part of 1, such as `1/2` or `0.25`"
    share = _number(value, hint)
    if isinstance(share, float) or not 0 <= share <= 1:
        raise mistake_at(value, "a share lies between 0 and 1", hint)
    return Fraction(share)


def _number(value: Value, hint: str) -> Number:
    """A number; the usual hints offer `inf`, which cannot be meant here."""
    try:
        return as_number(value)
    except InputError as error:
        raise InputError([replace(mistake, hint=hint) for mistake in error.mistakes]) from None


def whole_within(least: int, most: int) -> Reader[int]:
    """A reader of a whole number in this range."""

    def read(value: Value) -> int:
        hint = f"write a whole number from {least} to {most}"
        number = as_integer(value)
        if not least <= number <= most:
            raise mistake_at(value, f"{number} is too {'small' if number < least else 'large'} here", hint)
        return number

    return read


def list_within(least: int, most: int, reader: Reader[T]) -> Reader[tuple[T, ...]]:
    """A reader of a list that has at least and at most so many entries."""

    def read(value: Value) -> tuple[T, ...]:
        length = len(as_list(value).items)
        if not least <= length <= most:
            message = f"this list has {length:,} entr{'y' if length == 1 else 'ies'}"
            raise mistake_at(value, message, f"give {least} to {most:,} of them")
        return list_of(reader)(value)

    return read


def read_entries(fields: Fields, name: str, most: int) -> tuple[Value, ...]:
    """The entries of a list that must be given; none where it is missing or wrong."""
    reader = list_within(1, most, _as_it_stands)
    if name in fields:
        return fields.read(name, reader, ())
    fields.read(name, reader)  # notes that it is missing
    return ()


def _as_it_stands(value: Value) -> Value:
    return value


def doubled_ids(values: Iterable[Value], what: str, *fields: str) -> Iterator[Mistake]:
    """A mistake for every id that an earlier entry has; an id is the first of these fields that is given."""
    earlier: dict[str, Scalar] = {}
    for value in values:
        own = next(filter(None, (find(value, field) for field in fields)), None)
        if not isinstance(own, Scalar) or (first := earlier.setdefault(own.text.casefold(), own)) is own:
            continue
        message = f"another {what} has the id `{shortened(own.text)}` already"
        hint = f"give one of them an id of its own, such as `id: {shortened(own.text)}-2`"
        yield Mistake(message, own.source, own.span, hint, (first.span, "it is used here"))
