"""The fields of a mapping → typed values, with everything that is wrong said at once.

A reader is a function from a Value to what it means; it raises InputError where that makes no sense:

    def read_question(value: Value) -> Question:
        fields = Fields(value)
        ask = fields.decide("ask", one_of(KINDS))
        points = fields.read("points", as_number, 1)
        of = fields.read("of", list_of(as_text), ())
        fields.finish()
        return Question(ask, points, of)

    fields.read("questions", list_of(read_question))

`read` only notes what is wrong, and `finish` raises all of it: use what `read` returned after `finish`.
"""

from __future__ import annotations

from typing import Any, TypeVar

from grader.document.readers import Reader, as_mapping, doubled_keys
from grader.document.values import Scalar, Value
from grader.text.source import InputError, Mistake, Span
from grader.text.spelling import closest, listed, shortened

T = TypeVar("T")
D = TypeVar("D")

_REQUIRED: Any = object()


class Fields:
    """The fields of one mapping, read by name; whatever nobody asked for is reported as unknown."""

    __slots__ = ("_asked", "_keys", "_missing", "_mistakes", "_values", "mapping")

    def __init__(self, value: Value) -> None:
        self.mapping = as_mapping(value)
        self._keys = {key.text: key for key, _ in reversed(self.mapping.entries)}
        self._values = {key.text: entry for key, entry in reversed(self.mapping.entries)}
        self._mistakes = doubled_keys(self.mapping)
        self._asked: dict[str, None] = {}
        self._missing: list[str] = []

    def __contains__(self, name: str) -> bool:
        return name in self._keys

    def read(self, name: str, reader: Reader[T], default: D = _REQUIRED) -> T | D:
        """What the field says; where it is not given, the default, or a note that it is missing."""
        self._asked[name] = None
        if name not in self._keys:
            if default is _REQUIRED:
                self._missing.append(name)
            return default
        try:
            return reader(self._filled(name))
        except InputError as error:
            self._mistakes += error.mistakes
        return default

    def decide(self, name: str, reader: Reader[T]) -> T:
        """Like `read`, for a field on which the meaning of the others depends: it raises at once."""
        before = len(self._mistakes) + len(self._missing)
        value = self.read(name, reader)
        if len(self._mistakes) + len(self._missing) > before:
            self._mistakes += map(self._absent, self._missing)
            raise InputError(self._mistakes)
        return value

    def only_one(self, *names: str) -> str:
        """Which one of these fields is given; none of them, or several, is raised at once."""
        self._asked |= dict.fromkeys(names)
        given = [key for name, key in self._keys.items() if name in names]
        if len(given) == 1:
            return given[0].text
        raise InputError([*self._mistakes, _two_given(given) if given else self._none_given(names)])

    def note(self, name: str, message: str, hint: str | None = None) -> None:
        """Remember that something is wrong with what the field says."""
        value = self._values[name]
        self._mistakes.append(Mistake(message, value.source, value.span, hint))

    def finish(self) -> None:
        """Raise everything that is wrong with these fields, unknown and missing ones included."""
        self._mistakes += [self._unknown(key) for name, key in self._keys.items() if name not in self._asked]
        self._mistakes += map(self._absent, self._missing)
        if self._mistakes:
            raise InputError(self._mistakes)

    def _filled(self, name: str) -> Value:
        value, key = self._values[name], self._keys[name]
        if isinstance(value, Scalar) and value.empty:
            message, hint = f"there is nothing after `{name}:`", "give a value, or delete the line"
            raise InputError([Mistake(message, key.source, key.span, hint)])
        return value

    def _unknown(self, key: Scalar) -> Mistake:
        close = self._meant(key)
        if close in self._missing:  # one slip, one message
            self._missing.remove(close)
        if close and key.text.startswith(f"{close}:"):
            return _no_space(key, close)
        hint = f"did you mean `{close}`?" if close else f"the fields here are {listed(self._asked, 'and')}"
        return Mistake(f"there is no field `{shortened(key.text)}` here", key.source, key.span, hint)

    def _meant(self, key: Scalar) -> str | None:
        absent = [name for name in self._asked if name not in self._keys]
        before = key.text.partition(":")[0]
        return before if before in absent else closest(key.text, absent)

    def _absent(self, name: str) -> Mistake:
        for key in self._keys.values():
            if key.text.startswith(f"{name}:"):
                return _no_space(key, name)
        return Mistake(f"`{name}` is missing", self.mapping.source, self._place(), f"add `{name}: …`")

    def _none_given(self, names: tuple[str, ...]) -> Mistake:
        message = f"{listed(names, 'or')} is missing"
        return Mistake(message, self.mapping.source, self._place(), "add one of them")

    def _place(self) -> Span:
        entries = self.mapping.entries
        return entries[0][0].span if entries else self.mapping.span


def _two_given(given: list[Scalar]) -> Mistake:
    *_, second, first = given  # the keys are kept from last to first
    message = f"`{first.text}` and `{second.text}` exclude each other"
    related = (first.span, f"`{first.text}` is given here")
    return Mistake(message, second.source, second.span, "keep one of them", related)


def _no_space(key: Scalar, name: str) -> Mistake:
    return Mistake("a space is missing after this colon", key.source, key.span, f"write `{name}: …`")
