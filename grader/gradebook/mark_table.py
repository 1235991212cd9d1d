"""A table of answers that a person has filled in, as CSV → Adjustments, one for every student."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from grader.gradebook.answers_to_mark import AnswerGroup, AnswerToMark
from grader.gradebook.decision_table import WITHDRAW, read_points
from grader.gradebook.entries import Adjustment, Points
from grader.submissions.csv_rows import CsvRow, Table, read_table
from grader.text.columns import visible
from grader.text.numbers import pretty_decimal
from grader.text.source import InputError, Mistake, Source, first_mistakes, refusal
from grader.text.spelling import listed, shortened

ID, POINTS, REASON = "id", "points", "reason"

_NEEDED = (ID, POINTS, REASON)
_HINT = f"write the table anew with `grader mark SET --csv FILE`; it needs {listed(_NEEDED, 'and')}"

Reasons = Callable[[str], Sequence[str]]  # by question, those used before


@dataclass(frozen=True, slots=True)
class _Filled:
    """A row that somebody has filled in."""

    table: Table
    row: CsvRow
    columns: Mapping[str, int]

    def text(self, name: str) -> str:
        return self.row.text(self.columns[name])

    def mistake(self, name: str, message: str, hint: str) -> InputError:
        return InputError([Mistake(message, self.table.source, self.row.span(self.columns[name]), hint)])


def marks_from_table(
    source: Source, groups: Iterable[AnswerGroup], reasons: Reasons, by: str
) -> list[Adjustment]:
    """What is new in the table; an error has everything that is wrong with it.

    A mark counts for every student who gave the answer. What the same marker has said before, and nobody has
    withdrawn, is not said again.
    """
    known = {group.id: group for group in groups}
    made: dict[tuple[str, str], Adjustment] = {}
    mistakes: list[Mistake] = []
    for filled in _filled(source):
        try:
            for one in _decisions(filled, known, reasons, by):
                _add(one, made, filled)
        except InputError as error:
            mistakes += error.mistakes
    if mistakes:
        raise first_mistakes(mistakes)
    return list(made.values())


def _filled(source: Source) -> Iterator[_Filled]:
    """The rows in which points or a reason stand."""
    table = read_table(source)
    if table is None:
        raise refusal(source.name, "there is nothing in this file", _HINT)
    headings = [cell.text.strip().casefold() for cell in table.header.cells]
    for name in _NEEDED:
        if name not in headings:
            raise refusal(source.name, f"there is no column `{name}`", _HINT)
    columns = {name: headings.index(name) for name in _NEEDED}
    rows = (_Filled(table, row, columns) for row in table.rows())
    return (filled for filled in rows if filled.text(POINTS) or filled.text(REASON))


def _decisions(
    filled: _Filled, known: Mapping[str, AnswerGroup], reasons: Reasons, by: str
) -> Iterator[Adjustment]:
    group = known.get(filled.text(ID))
    if group is None:
        message = f"there is no answer `{visible(shortened(filled.text(ID)))}` to mark here"
        hint = "it was handed in anew, or is of another section or question: write the table again"
        raise filled.mistake(ID, message, hint)
    points, because = _points(filled, group), _reason(filled, reasons(group.question))
    for answer in group.answers:
        if not _is_said(answer, by, points, because):
            yield Adjustment(answer.student, group.question, points, because, by, answer.grade)


def _points(filled: _Filled, group: AnswerGroup) -> Points | None:
    text = filled.text(POINTS)
    if text.casefold() == WITHDRAW:
        return None
    try:
        points = read_points(text) if text else None
    except ValueError as error:
        raise filled.mistake(
            POINTS, str(error), f"write a number, such as 2 or 1/2, or `{WITHDRAW}`"
        ) from None
    if points is None:
        raise filled.mistake(POINTS, "there is a reason, but no points", "write both, or leave both empty")
    if points > group.possible:
        message = f"{pretty_decimal(points)} is more than `{group.question}` is worth"
        raise filled.mistake(POINTS, message, f"give at most {pretty_decimal(group.possible)}")
    return points


def _reason(filled: _Filled, used: Sequence[str]) -> str:
    """The reason in words; a number alone stands for one that was used before."""
    text = filled.text(REASON)
    if not text:
        raise filled.mistake(REASON, "there are points, but no reason", "students read it: write a few words")
    if not text.isdecimal():
        return text
    if not 1 <= int(text[:9]) <= len(used) or len(text) > 9:
        there = f"there are 1 to {len(used)}" if used else "there are none yet"
        raise filled.mistake(REASON, f"there is no reason {shortened(text)}", f"{there}; write it in words")
    return used[int(text) - 1]


def _is_said(answer: AnswerToMark, by: str, points: Points | None, because: str) -> bool:
    own = answer.decided.get(by)
    if points is None:
        return own is None or own.points is None
    return own is not None and answer.stands and (own.points, own.because) == (points, because)


def _add(one: Adjustment, made: dict[tuple[str, str], Adjustment], filled: _Filled) -> None:
    """Take a decision in, unless another row has decided otherwise about the same answer."""
    before = made.setdefault((one.student, one.question), one)
    if before != one:
        message = f"another row gives `{filled.text(ID)}` other points or another reason"
        raise filled.mistake(ID, message, "keep one row for each answer")
