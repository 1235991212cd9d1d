"""JSON that we wrote → values again, each refused with its path where it is something else; and its schema.

A `RecordForm` says both how a value is read and what JSON Schema describes it: the two cannot disagree.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from math import isinf
from typing import Any, Generic, NoReturn, TypeVar

from grader.document.schema import Schema
from grader.grading.decisions import read_moment
from grader.text.numbers import Number, NumberError, read_exact
from grader.text.source import refusal
from grader.text.spelling import shortened

Value = TypeVar("Value")
Other = TypeVar("Other")
Word = TypeVar("Word", bound=str)

_HINT = "this is not a record as the grader writes it; grade the sheets again"


class Unfit(Exception):
    """A value that is not of its form; `path` leads there from the value that was to be read."""

    def __init__(self, message: str, path: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.path = path

    def inside(self, step: str) -> Unfit:
        """The same, seen from the value around it."""
        return Unfit(self.message, f"{step}{self.path}")


@dataclass(frozen=True, slots=True)
class RecordForm(Generic[Value]):
    """How a value stands in JSON: what reads it, or finds it `Unfit`, and what describes it."""

    read: Callable[[Any], Value]
    schema: Schema

    def described(self, words: str) -> RecordForm[Value]:
        return RecordForm(self.read, self.schema | {"description": words})


@dataclass(frozen=True, slots=True)
class RecordValue:
    """A value of a JSON file, which knows its path there, such as `$[0].checks[2].earned`."""

    value: Any
    path: str
    file: str

    def read(self, form: RecordForm[Value]) -> Value:
        """What the value says in that form; an `InputError` tells where it is something else."""
        try:
            return form.read(self.value)
        except Unfit as unfit:
            RecordValue(None, f"{self.path}{unfit.path}", self.file).refuse(unfit.message)

    def refuse(self, message: str, hint: str = _HINT) -> NoReturn:
        raise refusal(self.file, f"at `{self.path}`: {message}", hint) from None

    def field(self, name: str) -> RecordValue:
        return RecordValue(self.value[name], f"{self.path}.{name}", self.file)

    def item(self, index: int) -> RecordValue:
        return RecordValue(self.value[index], f"{self.path}[{index}]", self.file)

    @property
    def shown(self) -> str:
        """The value as the file has it, or its beginning."""
        return _shown(self.value)


def one_word_of(*words: Word) -> RecordForm[Word]:
    """One of these words."""

    def read(value: Any) -> Word:
        try:
            return words[words.index(value)]
        except ValueError:
            raise Unfit(f"{_shown(value)} is not known here") from None

    return RecordForm(read, {"enum": list(words)})


def exactly(number: int) -> RecordForm[int]:
    """One whole number and no other."""

    def read(value: Any) -> int:
        if value == number:
            return number
        raise Unfit(f"{_shown(value)} should be `{number}`")

    return RecordForm(read, {"const": number})


def optional(form: RecordForm[Value]) -> RecordForm[Value | None]:
    """The same, or null."""
    read_value = form.read

    def read(value: Any) -> Value | None:
        return None if value is None else read_value(value)

    return RecordForm(read, {"anyOf": [form.schema, {"type": "null"}]})


def list_of_form(form: RecordForm[Value]) -> RecordForm[tuple[Value, ...]]:
    """A list of such values."""
    read_item = form.read

    def read(value: Any) -> tuple[Value, ...]:
        items = _of_type(value, list, "a list")
        values: list[Value] = []
        try:
            for item in items:
                values.append(read_item(item))  # noqa: PERF401 - how many there are says which one is unfit
        except Unfit as unfit:
            raise unfit.inside(f"[{len(values)}]") from None
        return tuple(values)

    return RecordForm(read, {"type": "array", "items": form.schema})


def pair(form: RecordForm[Value]) -> RecordForm[tuple[Value, Value]]:
    """Two such values."""
    several = list_of_form(form)

    def read(value: Any) -> tuple[Value, Value]:
        if len(_of_type(value, list, "a list")) != 2:
            raise Unfit("two values are expected")
        first, second = several.read(value)
        return first, second

    return RecordForm(read, several.schema | {"minItems": 2, "maxItems": 2})


def by_name(form: RecordForm[Value]) -> RecordForm[dict[str, Value]]:
    """Such values under names that are not known beforehand."""

    def read(value: Any) -> dict[str, Value]:
        given = _of_type(value, dict, "an object")
        return _read_fields(given, dict.fromkeys(given, form.read))

    return RecordForm(read, {"type": "object", "additionalProperties": form.schema})


def record(
    fields: Mapping[str, RecordForm[Any]],
    make: Callable[..., Value],
    added: Mapping[str, RecordForm[Any]] | None = None,
) -> RecordForm[Value]:
    """An object with these fields, which are given to `make`; those `added` later may be left out."""
    every = {**fields, **(added or {})}
    readers = {name: form.read for name, form in every.items()}

    def read(value: Any) -> Value:
        given = _of_type(value, dict, "an object")
        for name in fields:
            if name not in given:
                raise Unfit(f"`{name}` is missing")
        return make(**_read_fields(given, readers))

    schema = {
        "type": "object",
        "properties": {name: form.schema for name, form in every.items()},
        "required": list(fields),
        "additionalProperties": False,
    }
    return RecordForm(read, schema)


def _read_fields(given: Mapping[str, Any], readers: Mapping[str, Callable[[Any], Value]]) -> dict[str, Value]:
    """Those of the fields that are given, each as its reader reads it."""
    read: dict[str, Value] = {}
    name = ""
    try:
        for name, read_field in readers.items():
            if name in given:
                read[name] = read_field(given[name])
    except Unfit as unfit:
        raise unfit.inside(f".{name}") from None
    return read


def _shown(value: Any) -> str:
    return f"`{shortened(json.dumps(value, ensure_ascii=False))}`"


def _of_type(value: Any, kind: type[Other], words: str) -> Other:
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise Unfit(f"{_shown(value)} is not {words}")
    return value


def _read_text(value: Any) -> str:
    return value if isinstance(value, str) else _of_type(value, str, "a text")  # most of a record is text


def _read_boolean(value: Any) -> bool:
    return _of_type(value, bool, "true or false")


def _read_whole(value: Any) -> int:
    return _of_type(value, int, "a whole number")


def _read_number(value: Any) -> Number:
    try:
        return read_exact(value) if isinstance(value, str) else _read_whole(value)
    except NumberError:
        raise Unfit(f"{_shown(value)} is not a number") from None


def _read_points(value: Any) -> int | Fraction:
    number = _read_number(value)
    if isinf(number) or number < 0:
        raise Unfit(f"{_shown(value)} cannot be points")
    assert not isinstance(number, float)
    return number


def _read_moment(value: Any) -> datetime:
    try:
        return read_moment(_read_text(value))
    except ValueError:
        raise Unfit(f"{_shown(value)} is not a moment") from None


_FRACTION = r"^[0-9]+/[0-9]+$"
TEXT: RecordForm[str] = RecordForm(_read_text, {"type": "string"})
MOMENT: RecordForm[datetime] = RecordForm(_read_moment, {"type": "string", "format": "date-time"})
BOOLEAN: RecordForm[bool] = RecordForm(_read_boolean, {"type": "boolean"})
WHOLE: RecordForm[int] = RecordForm(_read_whole, {"type": "integer"})
NUMBER: RecordForm[Number] = RecordForm(
    _read_number, {"type": ["integer", "string"], "pattern": r"^-?([0-9./]+|inf)$"}
)
POINTS: RecordForm[int | Fraction] = RecordForm(
    _read_points, {"type": ["integer", "string"], "minimum": 0, "pattern": _FRACTION}
)
ANYTHING: RecordForm[Any] = RecordForm(lambda value: value, {})
