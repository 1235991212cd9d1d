"""answers.csv, with a row for each student and a column for each question → submissions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grader.problems import ProblemSet
from grader.problems.deal import folded_student
from grader.submissions.collecting.entry import Found, finding, quoted_name
from grader.submissions.collecting.platform_times import read_time
from grader.submissions.collecting.table_header import WHO, called, find_fields, plain_header
from grader.submissions.csv_rows import CsvRow, Table, read_table
from grader.submissions.gathered_files import Gathered
from grader.submissions.table_row import kept_row, row_name
from grader.text.source import InputError, Mistake, Source, Span
from grader.text.spelling import did_you_mean, listed

ANSWERS = "answers.csv"

_MOST_LISTED = 6
_NUMBER = re.compile(r"\s*(\d+\.\d+)\s")  # before the name of a question
# Columns that forms add of their own, which are of no use here.
_PASSED = frozenset((
    "id", "start time", "last modified time", "total points", "quiz feedback", "score", "language",
    "開始時間", "總分", "分數",
))  # fmt: skip
_PASSED_BEGINNINGS = ("points ", "feedback ", "分數 ", "意見反應 ")


@dataclass(frozen=True, slots=True)
class RowContents:
    """A row of a table of answers, where it stands."""

    table: Table
    columns: tuple[str, ...]
    set_id: str
    span: Span

    def read(self, name: str) -> Gathered:
        text = self.table.source.text[self.span.start : self.span.end]
        file = name.rpartition(":")[0].replace("\\", "/").rpartition("/")[2]
        return Gathered({file: kept_row(self.columns, self.set_id, self.table.separator, text)})


def find_rows(source: Source, problems: ProblemSet) -> Iterator[Found | Mistake]:
    """A submission for each row that says whose it is."""
    table = read_table(source)
    fields = find_fields(table.header) if table else {}
    if table is None or not set(WHO) & set(fields):
        hint = "name one column `id`, `email` or `name`"
        span = Span(table.header.start, table.header.end) if table else None
        raise InputError([Mistake("no column of this table says who the student is", source, span, hint)])
    columns, findings = _columns(table, problems, {at for group in fields.values() for at in group})
    yield from findings
    printed = _versions_printed(table, columns, problems)
    timed = next(iter(fields.get("submitted", ())), None)
    untimed = 0
    for row in table.rows():
        names = tuple(name for group in called(row, fields).values() for name in group)
        if not names:
            yield _nameless(table, row)
            continue
        at = read_time(row.text(timed))
        untimed += at is None and bool(row.text(timed))
        name = row_name(source.name, source.place(row.start)[0])
        contents = RowContents(table, columns, problems.id, Span(row.start, row.end))
        whose = _whose(row, names)
        yield Found(names, name, contents, at, (source, whose))
        said = row.text(next(iter(fields.get("version", ())), None))
        if odd := _other_version(problems, names, (said,) if said else printed):
            yield finding("", *odd, place=(source, whose))
        if not any(row.text(place) for place, column in enumerate(columns) if column):
            yield _unanswered(names[0], (source, whose))
    if untimed:
        yield _without_zone(table, timed)


def _versions_printed(table: Table, columns: Sequence[str], problems: ProblemSet) -> tuple[str, ...]:
    """The versions in which the questions have the numbers of the header, if it has any."""
    numbers = {
        column.replace(" ", "."): found[1]
        for column, cell in zip(columns, table.header.cells, strict=False)
        if column and (found := _NUMBER.match(cell.text))
    }
    versions = {version: problems.of_version(version).question_names for version in problems.versions}
    return tuple(
        version
        for version, names in versions.items()
        if numbers and all(names[name].number == number for name, number in numbers.items())
    )


def _other_version(problems: ProblemSet, names: Sequence[str], said: Sequence[str]) -> tuple[str, str] | None:
    """That a row has the answers of another version than the student's, by which it is marked."""
    if not problems.versions or not said:
        return None
    student = next((name for name in names if problems.deal.hand(name)), names[0])
    own = problems.version_of(student)
    if own is None or folded_student(own) in map(folded_student, said):
        return None
    message = f"this row is of version {listed(said, 'or')}, but {quoted_name(student)} has version `{own}`"
    return message, f"it is graded as version `{own}`; type it into the table of that version"


def _unanswered(who: str, place: tuple[Source, Span]) -> Mistake:
    message = f"the row of {quoted_name(who)} has no answers"
    return finding(place[0].name, message, "its questions count as not answered", place=place)


def _columns(table: Table, problems: ProblemSet, taken: set[int]) -> tuple[tuple[str, ...], list[Mistake]]:
    """The problem and question of each column, or nothing; and what is odd about the header."""
    asked = {
        f"{problem.id}.{entry.question.id}": (problem.id, entry.question.id)
        for problem in problems.on_sheet
        for entry in problem.questions
    }
    columns = [
        "" if at in taken else _question(cell.text, asked) for at, cell in enumerate(table.header.cells)
    ]
    _check_doubles(table, columns)
    findings = [
        _unknown(table, at, asked)
        for at, column in enumerate(columns)
        if not column and at not in taken and not _is_passed(table.header.text(at))
    ]
    left = [name for name in asked if name not in columns]
    if len(left) == len(asked):
        span = Span(table.header.start, table.header.end)
        hint = f"name a column {listed(list(asked)[:3], 'or')}"
        message = "no column of this table is a question of the set"
        raise InputError([Mistake(message, table.source, span, hint)])
    if left:
        findings.append(_left_out(table, left))
    return tuple(" ".join(asked.get(column, ())) for column in columns), findings


def _question(header: str, asked: dict[str, tuple[str, str]]) -> str:
    """The question that a header names: by its id, alone or among other words."""
    words = plain_header(header)
    forms = {name: plain_header(name) for name in asked}
    if exact := [name for name, form in forms.items() if form == words]:
        return exact[0] if len(exact) == 1 else ""
    if _is_passed(header):
        return ""
    alone = [name for name, parts in asked.items() if words in map(plain_header, parts)]
    if len(alone) == 1:
        return alone[0]
    inside = [name for name in asked if _stands_in(name, header)]
    return inside[0] if len(inside) == 1 else ""


def _stands_in(name: str, header: str) -> bool:
    """Whether the id stands among other words just as it is written; words alone say too little."""
    found = re.search(rf"(?<![\w.-]){re.escape(name.casefold())}(?![\w-])", header.casefold())
    return found is not None


def _is_passed(header: str) -> bool:
    words = plain_header(header)
    return not words or words in _PASSED or words.startswith(_PASSED_BEGINNINGS)


def _whose(row: CsvRow, names: Sequence[str]) -> Span:
    return next((cell.span for cell in row.cells if cell.text.strip() == names[0]), Span(row.start, row.end))


def _check_doubles(table: Table, columns: Sequence[str]) -> None:
    for at, column in enumerate(columns):
        first = columns.index(column)
        if column and first != at:
            message, hint = f"two columns are for `{column}`", "delete or rename one of them"
            related = (table.header.span(first), "the first one")
            raise InputError([Mistake(message, table.source, table.header.span(at), hint, related)])


def _unknown(table: Table, at: int, asked: dict[str, tuple[str, str]]) -> Mistake:
    header = table.header.text(at)
    hint = did_you_mean(header, asked, "columns are named `problem.question`")
    message = f"the column {quoted_name(header)} is not a question of the set, and was skipped"
    return finding("", message, hint, place=(table.source, table.header.span(at)))


def _left_out(table: Table, left: Sequence[str]) -> Mistake:
    place = table.source, Span(table.header.start, table.header.end)
    some = ", ".join(f"`{name}`" for name in left[:_MOST_LISTED])
    more = f" and {len(left) - _MOST_LISTED} more" if left[_MOST_LISTED:] else ""
    hint = f"{'it is' if len(left) == 1 else 'they are'} marked as not answered, for everybody"
    return finding("", f"there is no column for {some}{more}", hint, place=place)


def _nameless(table: Table, row: CsvRow) -> Mistake:
    place = table.source, Span(row.start, row.end)
    message = "this row does not say whose it is, and was skipped"
    return finding("", message, "give an id, an address or a name", severity="error", place=place)


def _without_zone(table: Table, column: int | None) -> Mistake:
    message = "the times in this column have no known zone, and were not used"
    hint = "write them as `2027-02-01 23:59 Europe/Berlin`, or give them in the roster's column `submitted`"
    return finding("", message, hint, place=(table.source, table.header.span(column)))
