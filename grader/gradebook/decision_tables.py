"""Tables that people fill in, as CSV → Decisions and Adjustments, each of which knows its row."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from grader.gradebook.answers_to_mark import AnswerGroup, AnswerToMark
from grader.gradebook.entries import Adjustment, Points
from grader.submissions.csv_rows import CsvRow, Table, read_table
from grader.text.columns import visible
from grader.text.numbers import NumberError, pretty_decimal, read_number
from grader.text.source import InputError, Mistake, Source, Span, first_mistakes, load_source, refusal
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
        hint = "it was submitted again, or belongs to another section or question: write the table again"
        raise filled.mistake(ID, message, hint)
    points, because = _points(filled, group), _reason(filled, reasons(group.question))
    for answer in group.answers:
        if not _is_said(answer, by, points, because):
            yield Adjustment(answer.student, group.question, points, because, by, answer.grade)


def _points(filled: _Filled, group: AnswerGroup) -> Points | None:
    text = filled.text(POINTS)
    if text.casefold() == _WITHDRAW:
        return None
    try:
        points = read_points(text) if text else None
    except ValueError as error:
        raise filled.mistake(
            POINTS, str(error), f"write a number, such as 2 or 1/2, or `{_WITHDRAW}`"
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


_WITHDRAW = "withdraw"

_COLUMNS = ("student", "question", "points", "because", "by")
_DECISION_HINT = f"the columns are {listed(_COLUMNS, 'and')}"


@dataclass(frozen=True, slots=True)
class Decision:
    """What somebody decided about a student's answer; without points an earlier decision is withdrawn."""

    student: str
    question: str
    points: Points | None
    because: str
    by: str
    place: tuple[Source, Span] | None = field(default=None, repr=False, compare=False)

    def placed(self, mistake: Mistake) -> Mistake:
        """A mistake about the decision, where it stands."""
        if self.place is None:
            return mistake
        return replace(mistake, source=self.place[0], span=self.place[1])


def load_decisions(path: str, by: str | None = None) -> list[Decision]:
    """The decisions in a file; `by` stands for the column that it may leave out."""
    table = read_table(load_source(path))
    if table is None:
        raise refusal(path, "there is nothing in this file", _DECISION_HINT)
    columns = _columns(table, by)
    decisions: list[Decision] = []
    mistakes: list[Mistake] = []
    for row in table.rows():
        try:
            decisions.append(_decision(table, row, columns, by))
        except InputError as error:
            mistakes += error.mistakes
    if mistakes:
        raise first_mistakes(mistakes)
    return decisions


def read_points(text: str) -> Points:
    """Points that somebody gives; a ValueError says what is wrong with them."""
    try:
        number = read_number(text.strip())
    except NumberError:
        raise ValueError(f"`{visible(shortened(text))}` is not a number") from None
    if isinstance(number, float) or number < 0:
        raise ValueError(f"`{visible(shortened(text))}` cannot be points")
    return number


def _columns(table: Table, by: str | None) -> dict[str, int]:
    headings = [cell.text.strip().casefold() for cell in table.header.cells]
    found = {name: headings.index(name) for name in _COLUMNS if name in headings}
    missing = [name for name in _COLUMNS if name not in found and (name != "by" or not by)]
    if missing:
        span = Span(table.header.start, table.header.end)
        hint = "add it, or say `--by WHO`" if missing == ["by"] else _DECISION_HINT
        raise InputError([Mistake(f"there is no column `{missing[0]}`", table.source, span, hint)])
    return found


def _decision(table: Table, row: CsvRow, columns: dict[str, int], by: str | None) -> Decision:
    said = {name: row.text(columns.get(name)) for name in _COLUMNS} | (
        {} if "by" in columns else {"by": by or ""}
    )
    for name, text in said.items():
        if not text:
            message = f"`{name}` is empty in this row"
            raise _mistake(table, row, columns.get(name), message, "every row needs all of them")
    try:
        points = None if said["points"].casefold() == _WITHDRAW else read_points(said["points"])
    except ValueError as error:
        hint = f"write a number, such as 2 or 1/2, or `{_WITHDRAW}`"
        raise _mistake(table, row, columns["points"], str(error), hint) from None
    place = table.source, Span(row.start, row.end)
    return Decision(said["student"], said["question"], points, said["because"], said["by"], place)


def _mistake(table: Table, row: CsvRow, column: int | None, message: str, hint: str) -> InputError:
    return InputError([Mistake(message, table.source, row.span(column), hint)])
