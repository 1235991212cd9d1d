"""Mistakes of a sheet ↔ records of them, which keep as much of the sheet as a message shows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, NamedTuple, get_args

from grader.grading.record_readers import TEXT, WHOLE, RecordForm, Unfit, one_word_of, optional, record
from grader.text.source import Mistake, Severity, Source, Span

MOST_LINES = 1_000_001  # as many as a sheet can have

_BEFORE, _AFTER = 100, 200  # characters around a mark, more than a message shows


@dataclass(frozen=True, slots=True)
class MarkedStretch:
    """A stretch of a line: `text` is what stands around it, from the column `starts` on."""

    line: int
    column: int
    length: int
    text: str
    starts: int


@dataclass(frozen=True, slots=True)
class Note:
    """A mistake as a record has it; `related` points at a second place, with what `label` says of it."""

    severity: Severity
    message: str
    hint: str | None
    file: str
    mark: MarkedStretch | None
    related: MarkedStretch | None
    label: str | None


class _Sheet(NamedTuple):
    """What is known of a sheet, and where each of its lines starts, from line 1 on."""

    source: Source
    starts: Sequence[int]


def note_record(mistake: Mistake) -> dict[str, Any]:
    """A mistake as JSON holds it."""
    span, label = mistake.related or (None, None)
    return {
        "severity": mistake.severity,
        "message": mistake.message,
        "hint": mistake.hint,
        "file": mistake.source.name,
        "mark": _mark_record(mistake.source, mistake.span),
        "related": _mark_record(mistake.source, span),
        "label": label,
    }


def mistakes_of(notes: Sequence[Note]) -> tuple[Mistake, ...]:
    """The mistakes again; of their sheets only the lines that they show are known."""
    sheets = {name: _sheet(name, notes) for name in dict.fromkeys(note.file for note in notes)}
    return tuple(_mistake(note, sheets[note.file]) for note in notes)


def _mark_record(source: Source, span: Span | None) -> dict[str, Any] | None:
    if span is None:
        return None
    line, column = source.place(span.start)
    starts = max(column - _BEFORE, 1)
    text = source.line(line)[starts - 1 : column + _AFTER]
    return {"line": line, "column": column, "length": span.end - span.start, "text": text, "starts": starts}


def _read_mark(value: Any) -> MarkedStretch:
    mark = _MARK.read(value)
    if not 1 <= mark.line <= MOST_LINES or not 1 <= mark.starts <= mark.column or mark.length < 0:
        raise Unfit("there is no such place in a sheet")
    return mark


def _sheet(name: str, notes: Sequence[Note]) -> _Sheet:
    known: dict[int, str] = {}
    for mark in _marks(note for note in notes if note.file == name):
        line = known.get(mark.line, "").ljust(mark.starts - 1)
        end = mark.starts - 1 + len(mark.text)
        known[mark.line] = f"{line[: mark.starts - 1]}{mark.text}{line[end:]}"
    lines = [known.get(number, "") for number in range(1, max(known, default=0) + 1)]
    starts = [0, *accumulate(len(line) + 1 for line in lines)]
    return _Sheet(Source("\n".join(lines), name), starts)


def _marks(notes: Iterable[Note]) -> Iterator[MarkedStretch]:
    return (mark for note in notes for mark in (note.mark, note.related) if mark is not None)


def _mistake(note: Note, sheet: _Sheet) -> Mistake:
    related = _span(note.related, sheet)
    return Mistake(
        note.message,
        sheet.source,
        _span(note.mark, sheet),
        note.hint,
        None if related is None else (related, note.label or ""),
        note.severity,
    )


def _span(mark: MarkedStretch | None, sheet: _Sheet) -> Span | None:
    if mark is None:
        return None
    start = sheet.starts[mark.line - 1] + mark.column - 1
    return Span(start, start + mark.length)


_MARK = record(
    {"line": WHOLE, "column": WHOLE, "length": WHOLE, "text": TEXT, "starts": WHOLE}, MarkedStretch
)
_PLACE: RecordForm[MarkedStretch | None] = optional(RecordForm(_read_mark, _MARK.schema))
NOTE: RecordForm[Note] = record(
    {
        "severity": one_word_of(*get_args(Severity)),
        "message": TEXT,
        "hint": optional(TEXT),
        "file": TEXT,
        "mark": _PLACE,
        "related": _PLACE,
        "label": optional(TEXT),
    },
    Note,
)
