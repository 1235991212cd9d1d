"""The text of a JSON file → its values, each with its place, however deep they are nested."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from grader.exchange.trees.tree_draft import mistaken
from grader.text.source import InputError, Source, Span
from grader.tree.notation import has_half_a_character

_TOKEN = re.compile(r'"(?:[^"\\\x00-\x1f]++|\\.)*+(?:"|(?P<open>))|[\[\]{},:]|[^\s\[\]{},:"]++')
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|-?Infinity")
_CLOSING = {"[": "]", "{": "}"}


@dataclass(frozen=True, slots=True)
class JsonWord:
    """A number, a text, or `true`, `false` and `null`, as it is written; a text without its quotes."""

    text: str
    place: Span
    quoted: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Array:
    """A list of values."""

    place: Span
    items: list[Json] = field(default_factory=list, repr=False)


@dataclass(frozen=True, slots=True, eq=False)
class Object:
    """Values by name, each with the place of the name."""

    place: Span
    fields: dict[str, tuple[Span, Json]] = field(default_factory=dict, repr=False)


Json: TypeAlias = JsonWord | Array | Object


def read_json(source: Source) -> Json:
    """The one value of the file; an `InputError` says where it is no JSON."""
    reading = _Reading(source)
    for text, place in _tokens(source):
        reading.take(text, place)
    return reading.finish()


def _tokens(source: Source) -> Iterator[tuple[str, Span]]:
    start = len(source.text) - len(source.text.removeprefix("\ufeff"))
    for found in _TOKEN.finditer(source.text, start):
        text = found[0] if found["open"] is None else found[0][0]
        yield text, Span(found.start(), found.start() + len(text))


_Awaited: TypeAlias = Literal["value", "first", "name", "colon", "comma"]


@dataclass(slots=True)
class _Reading:
    """The values that are still open, and what may come next: a value, a name, or what stands between."""

    source: Source
    _open: list[Array | Object] = field(default_factory=list)
    _name: tuple[str, Span] | None = None
    _awaits: _Awaited = "value"
    _whole: Json | None = None

    def take(self, text: str, place: Span) -> None:
        """The next word or sign."""
        if text == '"':
            raise self._error(place, "these quotes are not closed on this line", 'end them with `"`')
        if self._whole is not None and not self._open:
            raise self._error(place, "the value has ended, and something follows", "delete it")
        if text in "]}" and self._awaits in ("first", "comma"):
            self._close(text, place)
        elif text == "," and self._awaits == "comma":
            self._awaits = "name" if isinstance(self._open[-1], Object) else "value"
        elif text == ":" and self._awaits == "colon":
            self._awaits = "value"
        elif text not in ",:]}" and self._awaits in ("value", "name", "first"):
            self._begin(text, place)
        else:
            raise self._error(place, f"{_WANTED[self._awaits]} should be here, not `{text[:40]}`")

    def finish(self) -> Json:
        end = Span(max(len(self.source.text.rstrip()) - 1, 0), max(len(self.source.text.rstrip()), 1))
        if self._open:
            opening = self._open[-1].place
            sign = self.source.text[opening.start]
            raise self._error(opening, f"this `{sign}` is never closed", f"end it with `{_CLOSING[sign]}`")
        if self._whole is None:
            raise self._error(end, "there is nothing in this file", "such as `[[3, 12, 8], [2, 4, 6]]`")
        return self._whole

    def _begin(self, text: str, place: Span) -> None:
        """A name, or a value, which may be a list or an object that opens."""
        inside = self._open[-1] if self._open else None
        if isinstance(inside, Object) and self._awaits in ("first", "name"):
            self._begin_field(inside, text, place)
            return
        value: Json = (
            Array(place) if text == "[" else Object(place) if text == "{" else self._word(text, place)
        )
        self._add(inside, value)
        if isinstance(value, JsonWord):
            self._awaits = "comma"
        else:
            self._open.append(value)
            self._awaits = "first"

    def _begin_field(self, inside: Object, text: str, place: Span) -> None:
        if not text.startswith('"'):
            raise self._error(place, "the name of a field needs double quotes", f'such as `"{text[:40]}"`')
        name = self._text(text, place)
        if name in inside.fields:
            raise self._error(place, f"the field `{name[:40]}` is given twice", "keep one of them")
        self._name, self._awaits = (name, place), "colon"

    def _add(self, inside: Array | Object | None, value: Json) -> None:
        if isinstance(inside, Array):
            inside.items.append(value)
        elif inside is not None:
            assert self._name is not None
            name, place = self._name
            inside.fields[name] = place, value
        else:
            self._whole = value

    def _close(self, text: str, place: Span) -> None:
        opening = self._open.pop().place
        wanted = _CLOSING[self.source.text[opening.start]]
        if text != wanted:
            raise self._error(place, f"`{wanted}` should be here, not `{text}`")
        self._awaits = "comma"

    def _word(self, text: str, place: Span) -> JsonWord:
        if text.startswith('"'):
            return JsonWord(self._text(text, place), place, quoted=True)
        if _NUMBER.fullmatch(text) is None and text not in ("true", "false", "null"):
            raise self._error(
                place, f"`{text[:40]}` means nothing in JSON", f'text needs quotes: `"{text[:40]}"`'
            )
        return JsonWord(text, place)

    def _text(self, quoted: str, place: Span) -> str:
        try:
            text: str = json.loads(quoted)
        except ValueError:
            raise self._error(place, "there is an escape in this text that means nothing") from None
        if has_half_a_character(text):
            raise self._error(place, "this text has half a character in it", "write the character itself")
        return text

    def _error(self, place: Span, message: str, hint: str | None = None) -> InputError:
        return mistaken(self.source, place, message, hint)


_WANTED: Mapping[_Awaited, str] = {
    "value": "a value",
    "first": "a value or the closing bracket",
    "name": "the name of a field",
    "colon": "a colon",
    "comma": "a comma or the closing bracket",
}
