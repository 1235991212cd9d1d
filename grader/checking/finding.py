"""Finding: one thing that is wrong or weak in a set, with the name by which `allow` silences it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from grader.text.source import Mistake, Source, Span

WARNINGS = (
    "silent-rule", "nothing-pruned", "answer-in-text", "tied-best-move", "equal-leaves", "near-duplicate",
    "variants-differ", "all-hidden", "untested-rule", "tight-limits",
)  # fmt: skip


class Subject(NamedTuple):
    """What a warning is about: a problem, or a question of it, by their ids, and where it stands."""

    source: Source
    span: Span
    problem: str
    question: str | None = None


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found, as a mistake whose severity is `error` or `warning`.

    `problem` and `question` are the ids of what it is about. Of findings with the same `topic` one is
    enough: what mends it mends the others.
    """

    name: str
    mistake: Mistake
    problem: str | None = None
    question: str | None = None
    topic: str | None = None

    @property
    def is_error(self) -> bool:
        return self.mistake.severity == "error"

    @property
    def order(self) -> tuple[str, int]:
        """Where it stands among others: by file and place."""
        return self.mistake.source.name, self.mistake.span.start if self.mistake.span else -1

    def to_dict(self) -> dict[str, Any]:
        """The finding as JSON holds it."""
        mistake = self.mistake
        place = None if mistake.span is None else list(mistake.source.place(mistake.span.start))
        return {
            "name": self.name,
            "severity": mistake.severity,
            "file": mistake.source.name,
            "place": place,
            "message": mistake.message,
            "hint": mistake.hint,
        }


def error(name: str, message: str, source: Source, span: Span | None, hint: str | None = None) -> Finding:
    return Finding(name, Mistake(message, source, span, hint))


def warning(name: str, message: str, hint: str, spot: Subject, topic: str | None = None) -> Finding:
    """A weakness of a problem, or of one of its questions, which `allow` there silences."""
    assert name in WARNINGS
    hint = f"{hint}, or write `allow: {{{name}: REASON}}`"
    mistake = Mistake(message, spot.source, spot.span, hint, severity="warning")
    return Finding(name, mistake, spot.problem, spot.question, topic)
