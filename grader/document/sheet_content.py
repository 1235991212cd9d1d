"""Fields, problems and answers as they are found in a sheet → what the sheet says, each name once."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from grader.document.sheet_notes import note, quoted
from grader.document.typed_answer import Answer
from grader.text.source import Mistake, Source, Span
from grader.text.spelling import closest, shortened

FIELDS = ("set", "student", "answers")
VERSION = "version"  # which version of the set it is: printed on the sheets of sets that have some
EXPECT = "expect"  # what a sample sheet must earn: of no use to a student, and so not offered to one
MAX_ANSWERS = 10_000
MAX_MISTAKES = 100

_FORBIDDEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\u202a-\u202e\u2066-\u2069\ufffe\uffff\ud800-\udfff]"
)


class Key(NamedTuple):
    """A name before a colon: what it says, where it stands, and where the text after the colon starts."""

    name: str
    span: Span
    after: int


@dataclass(slots=True)
class SheetContent:
    """What has been found in a sheet so far."""

    source: Source
    fields: dict[str, Answer] = field(default_factory=dict)
    answers: dict[str, dict[str, Answer]] = field(default_factory=dict)
    strays: dict[str, dict[str, Answer]] = field(default_factory=dict)  # groups beside `answers`, not below
    keys: dict[str, Span] = field(default_factory=dict)
    mistakes: list[Mistake] = field(default_factory=list)
    size: int = 0
    seen: dict[str, Span] = field(default_factory=dict)
    _forbidden: bool = False

    def __post_init__(self) -> None:
        if found := _FORBIDDEN.search(self.source.text):
            self._forbidden = True
            self.note("invisible", Span(*found.span()), {"code": _code(found)})

    def field_named(self, key: Key) -> str | None:
        """The field of a sheet that a name means, also if misspelt, unless the sheet is all odd names."""
        folded = key.name.casefold()
        if folded in (*FIELDS, VERSION, EXPECT):
            return folded
        odd = len(self.mistakes) >= MAX_MISTAKES or self.size >= MAX_ANSWERS
        return None if odd else closest(key.name, FIELDS)

    def enter_field(self, key: Key) -> str | None:
        """The field of the sheet that is meant, if there is such a field."""
        name = self.field_named(key)
        if name != key.name.casefold():
            written = {"name": shortened(key.name), "meant": name, "fields": quoted(FIELDS)}
            self.note("misspelt-field" if name else "unknown-field", key.span, written)
        elif name in self.seen:
            self._note_double(key, self.seen[name])
        if name:
            self.seen.setdefault(name, key.span)
        return name

    def enter_problem(self, key: Key, *, stray: bool = False) -> dict[str, Answer]:
        """Start the answers to a problem, or go on with them if it stands there twice."""
        problems = self.strays if stray else self.answers
        if key.name in problems:
            self._note_double(key, self.keys[key.name])
        self.keys.setdefault(key.name, key.span)
        return problems.setdefault(key.name, {})

    def add_field(self, name: str, answer: Answer) -> None:
        self.fields.setdefault(name, answer)

    def add_answer(self, answers: dict[str, Answer], key: Key, answer: Answer) -> None:
        """Keep an answer to a problem; two different ones, or invisible characters in it, are unreadable."""
        if key.name in answers:
            first = answers[key.name]
            double = self._note_double(key, first.key)
            if first.text != answer.text:
                answers[key.name] = replace(first, mistake=double)
            return
        self.size += 1
        if self.size > MAX_ANSWERS:
            return
        answers[key.name] = self._checked(answer) if self._forbidden else answer

    def note(
        self,
        key: str,
        span: Span | None,
        parts: Mapping[str, object] | None = None,
        *,
        first: Span | None = None,
    ) -> Mistake:
        """Remember a mistake; beyond a hundred nobody reads them."""
        mistake = note(key, self.source, span, parts, first=first)
        if len(self.mistakes) < MAX_MISTAKES:
            self.mistakes.append(mistake)
        return mistake

    def _checked(self, answer: Answer) -> Answer:
        found = _FORBIDDEN.search(self.source.text, answer.span.start, answer.span.end)
        if found is None:
            return answer
        mistake = note("invisible", self.source, Span(*found.span()), {"code": _code(found)})
        return replace(answer, mistake=mistake)

    def _note_double(self, key: Key, first: Span) -> Mistake:
        return self.note("given-twice", key.span, {"name": shortened(key.name)}, first=first)


def _code(found: re.Match[str]) -> str:
    """The number by which a character is known."""
    return f"U+{ord(found[0]):04X}"
