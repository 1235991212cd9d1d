"""A table of people's decisions, as CSV → Decisions, each of which knows its row."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from grader.gradebook.entries import Points
from grader.submissions.csv_rows import CsvRow, Table, read_table
from grader.text.columns import visible
from grader.text.numbers import NumberError, read_number
from grader.text.source import InputError, Mistake, Source, Span, first_mistakes, load_source, refusal
from grader.text.spelling import listed, shortened

WITHDRAW = "withdraw"

_COLUMNS = ("student", "question", "points", "because", "by")
_HINT = f"the columns are {listed(_COLUMNS, 'and')}"


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
        raise refusal(path, "there is nothing in this file", _HINT)
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
        hint = "add it, or say `--by WHO`" if missing == ["by"] else _HINT
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
        points = None if said["points"].casefold() == WITHDRAW else read_points(said["points"])
    except ValueError as error:
        hint = f"write a number, such as 2 or 1/2, or `{WITHDRAW}`"
        raise _mistake(table, row, columns["points"], str(error), hint) from None
    place = table.source, Span(row.start, row.end)
    return Decision(said["student"], said["question"], points, said["because"], said["by"], place)


def _mistake(table: Table, row: CsvRow, column: int | None, message: str, hint: str) -> InputError:
    return InputError([Mistake(message, table.source, row.span(column), hint)])
