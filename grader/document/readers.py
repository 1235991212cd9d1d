"""A Value → what it means: readers of texts, numbers, choices, lists and mappings, for `Fields`."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TypeAlias, TypeVar

from grader.document.values import Mapping, Scalar, Sequence, Value, mistake_at
from grader.text.numbers import Number, NumberError, read_number
from grader.text.source import InputError, Mistake
from grader.text.spelling import did_you_mean, listed, shortened

T = TypeVar("T")
Word = TypeVar("Word", bound=str)
Reader: TypeAlias = Callable[[Value], T]


def as_scalar(value: Value) -> Scalar:
    """A text with its place."""
    return _of_kind(value, Scalar)


def as_text(value: Value) -> str:
    """A text as it was typed."""
    return as_scalar(value).text


def as_number(value: Value) -> Number:
    """An exact number: `3`, `0.25`, `7/3`, `inf`."""
    scalar = _of_kind(value, Scalar, "a single number")
    try:
        return read_number(scalar.text)
    except NumberError as error:
        raise mistake_at(value, error.message, error.hint or _NUMBER_HINT) from None


_NUMBER_HINT = "write a number such as `3`, `0.5` or `7/3`"


def as_integer(value: Value) -> int:
    """A whole number."""
    number = as_number(value)
    if not isinstance(number, int):
        raise mistake_at(value, f"`{as_text(value)}` is not a whole number", "write a number such as `3`")
    return number


def as_boolean(value: Value) -> bool:
    """`true` or `yes`, `false` or `no`."""
    word = _of_kind(value, Scalar, "`true` or `false`").text
    if word.casefold() not in _BOOLEANS:
        raise mistake_at(value, f"`{shortened(word)}` is neither true nor false", "write `true` or `false`")
    return _BOOLEANS[word.casefold()]


_BOOLEANS = {"true": True, "yes": True, "false": False, "no": False}


def as_mapping(value: Value) -> Mapping:
    """A group of fields, whatever their names."""
    return _of_kind(value, Mapping)


def as_list(value: Value) -> Sequence:
    """A list, whatever is in it."""
    return _of_kind(value, Sequence)


def one_of(options: Collection[Word]) -> Reader[Word]:
    """A reader of one of these words."""

    def read(value: Value) -> Word:
        word = _of_kind(value, Scalar, listed(options, "or")).text
        for option in options:
            if option == word:
                return option
        hint = did_you_mean(word, options, f"write {listed(options, 'or')}")
        raise mistake_at(value, f"`{shortened(word)}` is not one of the choices here", hint)

    return read


def list_of(reader: Reader[T]) -> Reader[tuple[T, ...]]:
    """A reader of a list, each item read by `reader`."""
    return lambda value: _read_all(as_list(value).items, reader)


def mapping_of(reader: Reader[T]) -> Reader[dict[str, T]]:
    """A reader of fields with any names, each value read by `reader`."""

    def read(value: Value) -> dict[str, T]:
        mapping = as_mapping(value)
        if doubled := doubled_keys(mapping):
            raise InputError(doubled)
        names = [key.text for key, _ in mapping.entries]
        return dict(zip(names, _read_all([item for _, item in mapping.entries], reader), strict=True))

    return read


def checked(reader: Reader[T], test: Callable[[T], bool], message: str, hint: str | None = None) -> Reader[T]:
    """A reader that also refuses what does not pass the test."""

    def read(value: Value) -> T:
        result = reader(value)
        if not test(result):
            raise mistake_at(value, message, hint)
        return result

    return read


def doubled_keys(mapping: Mapping) -> list[Mistake]:
    """A mistake for every name that stands a second time in the mapping."""
    first: dict[str, Scalar] = {}
    mistakes = []
    for key, _ in mapping.entries:
        if (earlier := first.setdefault(key.text, key)) is not key:
            related = (earlier.span, "first given here")
            message = f"`{shortened(key.text)}` is given twice"
            mistakes.append(Mistake(message, key.source, key.span, "delete one of the two", related))
    return mistakes


def _read_all(values: Collection[Value], reader: Reader[T]) -> tuple[T, ...]:
    results: list[T] = []
    mistakes: list[Mistake] = []
    for value in values:
        try:
            results.append(reader(value))
        except InputError as error:
            mistakes += error.mistakes
    if mistakes:
        raise InputError(mistakes)
    return tuple(results)


V = TypeVar("V", Scalar, Sequence, Mapping)


def _of_kind(value: Value, kind: type[V], wanted: str | None = None) -> V:
    if isinstance(value, Scalar) and value.empty:
        raise mistake_at(value, "there is nothing here", f"give {wanted or kind.kind}")
    if isinstance(value, kind):
        return value
    hint = f"write {wanted}" if wanted else kind.form
    found = "a number" if isinstance(value, Scalar) and value.is_number else value.kind
    raise mistake_at(value, f"{wanted or kind.kind} is expected here, not {found}", hint)
