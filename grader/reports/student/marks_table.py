"""A Grade → a table for a terminal: a row for each question, and below it why it was marked so."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple, TypeAlias

from grader.grading import Check, Grade, Ran
from grader.grading.grade_record import CheckStanding
from grader.reports.record_words import (
    answer_text,
    note_text,
    reckoning_told,
    shown_answer,
    shown_points,
    total_in_words,
    wrapped,
)
from grader.reports.student.counterexample_drawing import drawn
from grader.reports.student.run_table import run_lines, trees_right
from grader.text.columns import visible, width
from grader.text.sentences import Say

COLUMNS = 100

_LONGEST_CELL, _MOST_LINES = 300, 20
_GAP = "  "
_INDENT = "    "
_HEADINGS = ("question", "verdict", "points", "given", "expected")
_NOT_KNOWN = "?"
_NOTHING = "–"


LineStyle: TypeAlias = Literal[CheckStanding, "heading", ""]


class LinePiece(NamedTuple):
    """A part of a line, and what it is, unless it is nothing special."""

    text: str
    style: LineStyle = ""


TableLine = tuple[LinePiece, ...]


def grade_table(grade: Grade, title: str, say: Say, columns: int = COLUMNS) -> Iterator[TableLine]:
    """The lines of the table, with what was odd about the sheet above it and the total below."""
    name = f" ({visible(grade.name)})" if grade.name else ""
    yield (LinePiece(f"{visible(grade.called)}{name}", "heading"),)
    yield (LinePiece(say("report.set", set=grade.set, title=visible(title))),)
    for note in grade.notes:
        yield from ((LinePiece(line),) for line in note_text(note, say).split("\n"))
    if not grade.made_from.is_walled:
        told = say("student-page.without-isolation")
        yield from ((LinePiece(line),) for line in wrapped(told, columns))
    yield ()
    yield from _rows(grade, say, columns)
    yield ()
    hidden = sum(check.earned is None for check in grade.checks)
    if hidden < len(grade.checks):
        yield (LinePiece(total_in_words(grade, say), "heading"),)
    if hidden:
        yield (LinePiece(say("report.hidden", number=hidden)),)


def plain_text(line: TableLine) -> str:
    return "".join(piece.text for piece in line).rstrip()


def _rows(grade: Grade, say: Say, columns: int) -> Iterator[TableLine]:
    runs: dict[str, list[Ran]] = {}
    for ran in grade.runs:
        runs.setdefault(ran.problem, []).append(ran)
    headings = [say(f"report.{heading}") for heading in _HEADINGS]
    cells = [_cells(check, say, by_program=check.problem in runs) for check in grade.checks]
    widths = _widths([headings, *cells], columns)
    yield from _row(headings, widths, "heading")
    for number, (check, row) in enumerate(zip(grade.checks, cells, strict=True), 1):
        yield from _row(row, widths, check.standing)
        for sentence in _reasons(check):
            yield from (
                (LinePiece(_INDENT + line),) for line in wrapped(visible(sentence), columns - len(_INDENT))
            )
        yield from _drawing(check, say)
        if number == len(grade.checks) or grade.checks[number].problem != check.problem:
            lines = run_lines(check.problem, runs.get(check.problem, ()), say)
            yield from ((LinePiece(_INDENT + line),) for line in lines)


def _drawing(check: Check, say: Say) -> Iterator[TableLine]:
    """The tree of the counterexample, where there is one."""
    example = check.counterexample
    if example is not None and example.solution is not None:
        yield ()
        for line in drawn(example, example.solution, say).rstrip("\n").split("\n"):
            yield (LinePiece(_INDENT + line),)
        yield ()


def _cells(check: Check, say: Say, *, by_program: bool) -> list[str]:
    earned = shown_points(check.earned) if check.is_known and check.earned is not None else _NOT_KNOWN
    points = say("report.of", earned=earned, possible=shown_points(check.possible))
    if by_program:  # what is right on each tree, the key has
        given, expected = trees_right(check, say) or _NOTHING, _NOTHING
    else:
        given = _NOTHING if check.raw is None else answer_text(check.raw)
        expected = shown_answer(check.expected)
    return [check.id, say(f"verdict.{check.standing}"), points, _short(given), _short(expected)]


def _short(text: str) -> str:
    short = text if len(text) <= _LONGEST_CELL else f"{text[: _LONGEST_CELL - 1]}…"
    lines = list(map(visible, filter(str.strip, short.splitlines())))
    return "\n".join(lines if len(lines) <= _MOST_LINES else [*lines[:_MOST_LINES], "…"])


def _reasons(check: Check) -> Iterator[str]:
    if (reckoning := reckoning_told(check)) is not None:
        yield reckoning
    yield from check.feedback


def _widths(rows: Sequence[Sequence[str]], columns: int) -> list[int]:
    """How wide each column is: the last two share what the others leave, by what they need."""
    needed = [
        max(width(line) for row in rows for line in row[column].split("\n"))
        for column in range(len(_HEADINGS))
    ]
    *fixed, given, expected = needed
    left = max(columns - sum(fixed) - len(_GAP) * len(fixed), 20)
    room = left - len(_GAP)
    if given + expected > room:
        given = max(min(given, room // 2), room - expected)
        expected = room - given
    return [*fixed, given, expected]


def _row(cells: Sequence[str], widths: Sequence[int], style: LineStyle) -> Iterator[TableLine]:
    columns = [_wrapped(cell, room) for cell, room in zip(cells, widths, strict=True)]
    for number in range(max(map(len, columns))):
        texts = [column[number] if number < len(column) else "" for column in columns]
        padded = [text + " " * (room - width(text)) for text, room in zip(texts, widths, strict=True)]
        yield tuple(_pieces(padded, style))


def _wrapped(cell: str, room: int) -> list[str]:
    return [line for written in cell.split("\n") for line in wrapped(written, room)]


def _pieces(cells: Sequence[str], style: LineStyle) -> Iterator[LinePiece]:
    """The cells of a line; a verdict colours only its own cell, a heading all of them."""
    for number, cell in enumerate(cells):
        styled = style == "heading" or number == 1
        yield LinePiece(cell, style if styled else "")
        yield LinePiece(_GAP)
