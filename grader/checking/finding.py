"""Finding: one thing that is wrong or weak in a set, with the name by which `allow` silences it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from grader.source import Mistake, Source, Span


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found, as a mistake whose severity is `error` or `warning`."""

    name: str
    mistake: Mistake

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


def warning(name: str, message: str, source: Source, span: Span | None, hint: str | None = None) -> Finding:
    return Finding(name, Mistake(message, source, span, hint, severity="warning"))
