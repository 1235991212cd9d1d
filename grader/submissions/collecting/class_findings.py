"""What is odd about a class as a whole → findings, which are mistakes that an instructor reads."""

from __future__ import annotations

from grader.text.columns import visible
from grader.text.source import Mistake, Severity, Source, Span
from grader.text.spelling import shortened

_LONGEST = 60


def finding(
    name: str, message: str, hint: str | None = None, *, severity: Severity = "warning",
    place: tuple[Source, Span] | None = None,
) -> Mistake:  # fmt: skip
    """Something that is reported about an entry, or at a place in a table."""
    source, span = place or (Source("", name), None)
    return Mistake(message, source, span, hint, severity=severity)


def shown(name: str) -> str:
    """A name from outside, as it can stand in a message."""
    return f"`{visible(shortened(name, _LONGEST))}`"
