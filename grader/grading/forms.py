"""JSON that we wrote → values again, each refused with its path where it is something else; and its schema.

A `Form` says both how a value is read and what JSON Schema describes it, so that the two cannot disagree.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from math import isinf
from typing import Any, Generic, NoReturn, TypeVar

from grader.document.wording import shortened
from grader.grading.decided import read_moment
from grader.numbers import Number, NumberError, read_number
from grader.source import refusal

Schema = dict[str, Any]
Value = TypeVar("Value")
Other = TypeVar("Other")

_HINT = "this is not a record as the grader writes it; grade the sheets again"


@dataclass(frozen=True, slots=True)
class Entry:
    """A value of a JSON file, which knows its path there, such as `$[0].checks[2].earned`."""

    value: Any
    path: str
    file: str

    def refuse(self, message: str, hint: str = _HINT) -> NoReturn:
        raise refusal(self.file, f"at `{self.path}`: {message}", hint)

    def field(self, name: str) -> Entry:
        return Entry(self.value[name], f"{self.path}.{name}", self.file)

    def item(self, index: int) -> Entry:
        return Entry(self.value[index], f"{self.path}[{index}]", self.file)

    @property
    def shown(self) -> str:
        """The value as the file has it, or its beginning."""
        return f"`{shortened(json.dumps(self.value, ensure_ascii=False))}`"


@dataclass(frozen=True, slots=True)
class Form(Generic[Value]):
    """How a value stands in JSON: what reads it, and what describes it."""

    read: Callable[[Entry], Value]
    schema: Schema

    def described(self, words: str) -> Form[Value]:
        return Form(self.read, self.schema | {"description": words})


def one_of(*words: str) -> Form[str]:
    """One of these words."""

    def read(entry: Entry) -> str:
        return str(entry.value) if entry.value in words else entry.refuse(f"{entry.shown} is not known here")

    return Form(read, {"enum": list(words)})


def exactly(number: int) -> Form[int]:
    """One whole number and no other."""

    def read(entry: Entry) -> int:
        return number if entry.value == number else entry.refuse(f"{entry.shown} should be `{number}`")

    return Form(read, {"const": number})


def optional(form: Form[Value]) -> Form[Value | None]:
    """The same, or null."""

    def read(entry: Entry) -> Value | None:
        return None if entry.value is None else form.read(entry)

    return Form(read, {"anyOf": [form.schema, {"type": "null"}]})


def listed(form: Form[Value]) -> Form[tuple[Value, ...]]:
    """A list of such values."""

    def read(entry: Entry) -> tuple[Value, ...]:
        values = _of_type(entry, list, "a list")
        return tuple(form.read(entry.item(index)) for index in range(len(values)))

    return Form(read, {"type": "array", "items": form.schema})


def pair(form: Form[Value]) -> Form[tuple[Value, Value]]:
    """Two such values."""

    def read(entry: Entry) -> tuple[Value, Value]:
        if len(_of_type(entry, list, "a list")) != 2:
            entry.refuse("two values are expected")
        return form.read(entry.item(0)), form.read(entry.item(1))

    return Form(read, {"type": "array", "items": form.schema, "minItems": 2, "maxItems": 2})


def by_name(form: Form[Value]) -> Form[dict[str, Value]]:
    """Such values under names that are not known beforehand."""

    def read(entry: Entry) -> dict[str, Value]:
        return {name: form.read(entry.field(name)) for name in _of_type(entry, dict, "an object")}

    return Form(read, {"type": "object", "additionalProperties": form.schema})


def record(
    fields: Mapping[str, Form[Any]], make: Callable[..., Value], added: Mapping[str, Form[Any]] | None = None
) -> Form[Value]:
    """An object with these fields, which are given to `make`; those `added` later may be left out."""
    every = {**fields, **(added or {})}

    def read(entry: Entry) -> Value:
        given = _of_type(entry, dict, "an object")
        for name in fields:
            if name not in given:
                entry.refuse(f"`{name}` is missing")
        return make(**{name: form.read(entry.field(name)) for name, form in every.items() if name in given})

    schema = {
        "type": "object",
        "properties": {name: form.schema for name, form in every.items()},
        "required": list(fields),
        "additionalProperties": False,
    }
    return Form(read, schema)


def _of_type(entry: Entry, kind: type[Other], words: str) -> Other:
    if not isinstance(entry.value, kind) or (kind is int and isinstance(entry.value, bool)):
        entry.refuse(f"{entry.shown} is not {words}")
    return entry.value


def _read_text(entry: Entry) -> str:
    return _of_type(entry, str, "a text")


def _read_boolean(entry: Entry) -> bool:
    return _of_type(entry, bool, "true or false")


def _read_whole(entry: Entry) -> int:
    return _of_type(entry, int, "a whole number")


def _read_number(entry: Entry) -> Number:
    value = entry.value
    try:
        return read_number(value) if isinstance(value, str) else _read_whole(entry)
    except NumberError:
        entry.refuse(f"{entry.shown} is not a number")


def _read_points(entry: Entry) -> int | Fraction:
    number = _read_number(entry)
    if isinf(number) or number < 0:
        entry.refuse(f"{entry.shown} cannot be points")
    assert not isinstance(number, float)
    return number


def _read_moment(entry: Entry) -> datetime:
    try:
        return read_moment(_read_text(entry))
    except ValueError:
        entry.refuse(f"{entry.shown} is not a moment")


_FRACTION = r"^[0-9]+/[0-9]+$"
TEXT: Form[str] = Form(_read_text, {"type": "string"})
MOMENT: Form[datetime] = Form(_read_moment, {"type": "string", "format": "date-time"})
BOOLEAN: Form[bool] = Form(_read_boolean, {"type": "boolean"})
WHOLE: Form[int] = Form(_read_whole, {"type": "integer"})
NUMBER: Form[Number] = Form(_read_number, {"type": ["integer", "string"], "pattern": r"^-?([0-9./]+|inf)$"})
POINTS: Form[int | Fraction] = Form(
    _read_points, {"type": ["integer", "string"], "minimum": 0, "pattern": _FRACTION}
)
ANYTHING: Form[Any] = Form(lambda entry: entry.value, {})
