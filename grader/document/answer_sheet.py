"""The source of a student's answer sheet → a Sheet: each answer as typed, whatever else is wrong with it.

A sheet is YAML or JSON, but YAML is never asked: what it makes of `E: >= 8`, `pruned: -` or an open
bracket would cost the whole sheet. Here a slip costs the answer in which it stands.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from grader.document.sheet_content import EXPECT, MAX_ANSWERS, SheetContent
from grader.document.sheet_lines import read_lines
from grader.document.sheet_notes import note
from grader.document.typed_answer import Answer
from grader.text.source import InputError, Mistake, Source, Span

MAX_CHARACTERS = 1_000_000

_LONE_RETURN = re.compile(r"\r(?!\n)")


@dataclass(frozen=True, slots=True)
class Sheet:
    """What a student handed in: `answers[problem][question]`, and what could not be understood."""

    source: Source = field(repr=False, compare=False)
    student: Answer | None
    set: Answer | None
    answers: Mapping[str, Mapping[str, Answer]]
    problems: Mapping[str, Span] = field(repr=False, compare=False)  # where each problem's name stands
    mistakes: tuple[Mistake, ...] = ()
    strays: Mapping[str, Mapping[str, Answer]] = field(default_factory=dict)  # perhaps problems, not indented
    expect: Answer | None = None  # what a sample must earn, checked by `grader check` and by nothing else


def read_sheet(source: Source) -> Sheet:
    """Everything that the sheet says; only a sheet that is too long is refused as a whole."""
    if len(source.text) > MAX_CHARACTERS:
        raise InputError([note("too-long", Source("", source.name), None, {"number": f"{MAX_CHARACTERS:,}"})])
    collected = SheetContent(_with_newlines(source))
    read_lines(collected)
    _note_what_is_left_out(collected)
    mistakes = sorted(collected.mistakes, key=lambda mistake: mistake.span.start if mistake.span else -1)
    fields = collected.fields
    return Sheet(
        collected.source, fields.get("student"), fields.get("set"),
        collected.answers, collected.keys, tuple(mistakes), collected.strays, fields.get(EXPECT),
    )  # fmt: skip


def _with_newlines(source: Source) -> Source:
    """The same text where a lone carriage return, which also ends a line, is a newline."""
    if "\r" not in source.text:
        return source
    return Source(_LONE_RETURN.sub("\n", source.text), source.name)


def _note_what_is_left_out(collected: SheetContent) -> None:
    if "answers" not in collected.seen:
        collected.note("no-field-answers" if collected.strays else "no-answers", None)
    if collected.size > MAX_ANSWERS:
        collected.note("only-first", None, {"number": f"{MAX_ANSWERS:,}"})
