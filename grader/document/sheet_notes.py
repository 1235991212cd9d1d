"""The key of a sentence and its parts → a note about a student's sheet, in English until it is rendered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from grader.text.sentences import Say, sentences
from grader.text.source import Mistake, Severity, Source, Span


def note(
    key: str, source: Source, span: Span | None = None, parts: Mapping[str, object] | None = None, *,
    first: Span | None = None, severity: Severity = "error",
) -> Mistake:  # fmt: skip
    """What is odd about a sheet, where, and what to do; `first` is the place that a doubled name had before.

    The sentence is `note.KEY`, the hint, if there is one, `note-hint.KEY`.
    """
    related = None if first is None else (first, "")
    return retold(Mistake("", source, span, None, related, severity, key, parts or {}), sentences())


def retold(mistake: Mistake, say: Say) -> Mistake:
    """The same note in another language; a mistake whose words are in no catalogue stays as it is."""
    if not mistake.key:
        return mistake
    hint = f"note-hint.{mistake.key}"
    return replace(
        mistake,
        message=say(f"note.{mistake.key}", **mistake.parts),
        hint=say(hint, **mistake.parts) if hint in say.catalogue else None,
        related=None if mistake.related is None else (mistake.related[0], say("note.first")),
    )


def quoted(names: tuple[str, ...]) -> tuple[str, ...]:
    """Names such that a sentence lists them in quotes."""
    return tuple(f"`{name}`" for name in names)
