"""Fields, problems and answers as they are found in a sheet → what the sheet says, each name once."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from grader.document.answers import Answer
from grader.document.wording import closest, listed, shortened
from grader.source import Mistake, Source, Span

FIELDS = ("set", "student", "answers")
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
class Collected:
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
            self.note(_unprintable(found), Span(*found.span()), _TYPE_AGAIN)

    def field_named(self, key: Key) -> str | None:
        """The field of a sheet that a name means, also if misspelt, unless the sheet is all odd names."""
        folded = key.name.casefold()
        if folded in (*FIELDS, EXPECT):
            return folded
        odd = len(self.mistakes) >= MAX_MISTAKES or self.size >= MAX_ANSWERS
        return None if odd else closest(key.name, FIELDS)

    def enter_field(self, key: Key) -> str | None:
        """The field of the sheet that is meant, if there is such a field."""
        name = self.field_named(key)
        if name != key.name.casefold():
            hint = f"it was read as `{name}`" if name else f"a sheet has {listed(FIELDS, 'and')}"
            self.note(f"there is no field `{shortened(key.name)}` in a sheet", key.span, hint)
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
        """Keep an answer to a problem; one given twice, or with invisible characters in it, is unreadable."""
        if key.name in answers:
            double = self._note_double(key, answers[key.name].key)
            answers[key.name] = replace(answers[key.name], mistake=double)
            return
        self.size += 1
        if self.size > MAX_ANSWERS:
            return
        answers[key.name] = self._checked(answer) if self._forbidden else answer

    def note(
        self, message: str, span: Span | None, hint: str | None, related: tuple[Span, str] | None = None
    ) -> Mistake:
        """Remember a mistake; beyond a hundred nobody reads them."""
        mistake = Mistake(message, self.source, span, hint, related)
        if len(self.mistakes) < MAX_MISTAKES:
            self.mistakes.append(mistake)
        return mistake

    def _checked(self, answer: Answer) -> Answer:
        found = _FORBIDDEN.search(self.source.text, answer.span.start, answer.span.end)
        if found is None:
            return answer
        mistake = Mistake(_unprintable(found), self.source, Span(*found.span()), _TYPE_AGAIN)
        return replace(answer, mistake=mistake)

    def _note_double(self, key: Key, first: Span) -> Mistake:
        message = f"`{shortened(key.name)}` is given twice"
        return self.note(message, key.span, "delete one of the two", (first, "first given here"))


_TYPE_AGAIN = "delete it, and type the text around it again"


def _unprintable(found: re.Match[str]) -> str:
    return f"there is an invisible character here: U+{ord(found[0]):04X}"
