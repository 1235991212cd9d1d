"""Grades and an export of Canvas's gradebook → the same file with the points in the assignment's column."""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from grader.grading import Grade
from grader.problems import ProblemSet
from grader.reports.record_words import shown_points
from grader.submissions import student_name
from grader.submissions.csv_rows import CsvRow, Table, read_table
from grader.text.columns import visible
from grader.text.numbers import NumberError, exact_sum, read_number
from grader.text.source import Mistake, Source, Span, refusal
from grader.text.spelling import closest, listed, shortened

_POINTS = "points possible"
_READ_ONLY = "(read only)"
_NAME = "Student"
_NAMED_BY = ("SIS Login ID", "SIS User ID", "ID", _NAME)  # in which column a student is looked for first
_NUMBERED = re.compile(r"(.*\S)\s*\((\d+)\)", re.DOTALL)
_FORMULA = re.compile(r"[=+\-@\t]")
_MOST_LISTED = 12
_MOST_NAMED = 40


@dataclass(frozen=True, slots=True)
class Filled:
    """The file to import into Canvas, and what is odd: who is in the one list and not in the other."""

    data: bytes
    notes: tuple[Mistake, ...]


def fill_canvas(
    data: bytes, name: str, grades: Sequence[Grade], problems: ProblemSet, assignment: str | None = None
) -> Filled:
    """The export filled in; `assignment` is the column's title or number, if not the set's title."""
    table = read_table(_decoded(data, name))
    rows = (table.header, *table.rows()) if table else ()
    first = _first_student(rows, name)
    column = _column(rows[0], name, assignment or problems.title)
    _check_points(rows[:first], column, grades, name)
    found = _find_students(rows, first, grades)
    claims = Counter(row for own in found for row in own)
    unknown = [grade.called for grade, own in zip(grades, found, strict=True) if not own]
    known = [(grade, own) for grade, own in zip(grades, found, strict=True) if own]
    left_out = [_why_left_out(grade, own, claims) for grade, own in known]
    final = {own[0]: grade for (grade, own), why in zip(known, left_out, strict=True) if why is None}
    notes = tuple(
        Mistake(message, Source("", name), severity="warning")
        for message in (
            *_about("nobody in this export is {}", unknown),
            *dict.fromkeys(filter(None, left_out)),
            *_about("there is no sheet of {}", _without_sheet(rows, first, claims)),
        )
    )
    assert table is not None
    written = _written(table, rows, column, final).encode()
    return Filled(BOM_UTF8 * data.startswith(BOM_UTF8) + written, notes)


def _decoded(data: bytes, name: str) -> Source:
    """The text of the export; whatever a student is called in it is no reason to refuse it."""
    try:
        return Source(data.decode("utf-8-sig"), name)
    except UnicodeDecodeError:
        raise refusal(name, "the file is not UTF-8 text", "export it again") from None


def _first_student(rows: Sequence[CsvRow], name: str) -> int:
    """Where the students begin: below the row with the points possible."""
    for index, row in enumerate(rows[:10]):
        if row.text(0).strip().casefold() == _POINTS:
            return index + 1
    hint = "name the file that Canvas exports from its gradebook, with `Points Possible` in its second row"
    raise refusal(name, "this is not an export of Canvas's gradebook", hint)


def _column(header: CsvRow, name: str, wanted: str) -> int:
    """The column of the assignment, by its whole heading, its title, or its number."""
    headings = [cell.text for cell in header.cells]
    columns = [index for index, heading in enumerate(headings) if _is_called(heading, wanted)]
    if len(columns) == 1:
        return columns[0]
    titles = [heading for heading in headings if _NUMBERED.fullmatch(heading)]
    shown = visible(shortened(wanted))
    if columns:
        raise refusal(name, f"several columns are called `{shown}`", _choices([headings[i] for i in columns]))
    close = closest(wanted, [_title(heading) for heading in titles])
    hint = f"did you mean `--canvas-assignment {visible(close)!r}`?" if close else _choices(titles)
    raise refusal(name, f"no assignment is called `{shown}`", hint)


def _is_called(heading: str, wanted: str) -> bool:
    found = _NUMBERED.fullmatch(heading)
    return found is not None and wanted.strip() in (heading, found[1].strip(), found[2])


def _title(heading: str) -> str:
    found = _NUMBERED.fullmatch(heading)
    return found[1] if found else heading


def _choices(headings: Sequence[str]) -> str:
    shown = listed([visible(shortened(heading, 60)) for heading in headings[:_MOST_LISTED]], "or")
    return f"add `--canvas-assignment …` with the title or the number of {shown}"


def _check_points(rows: Sequence[CsvRow], column: int, grades: Sequence[Grade], name: str) -> None:
    """Refuse a column that Canvas computes, or that is of another number of points."""
    written = rows[-1].text(column).strip()
    if written.casefold() == _READ_ONLY:
        raise refusal(name, "Canvas computes this column itself", "name the column of an assignment")
    possible = {exact_sum(check.possible for check in grade.checks) for grade in grades}
    try:
        agreed = not written or possible <= {read_number(written.replace(",", "."))}
    except NumberError:
        agreed = False
    if not agreed:
        ours = listed(sorted(map(shown_points, possible)), "or")
        theirs = visible(shortened(written))
        message = f"the assignment has `{theirs}` points possible in Canvas, and {ours} here"
        raise refusal(name, message, "change the assignment's points in Canvas, and export again")


def _find_students(rows: Sequence[CsvRow], first: int, grades: Sequence[Grade]) -> list[list[int]]:
    """For each grade the rows that may be its student's, by the first column that has any.

    Whoever is called exactly so comes first; whose capitals differ is looked for in the rows that are left.
    """
    exactly = _rows_of((grade.student for grade in grades), _students_by_name(rows, first, _exact))
    taken = {row for own in exactly for row in own}
    loosely = _rows_of((_folded(grade.student) for grade in grades), _students_by_name(rows, first, _folded))
    return [
        own or [row for row in others if row not in taken]
        for own, others in zip(exactly, loosely, strict=True)
    ]


def _rows_of(names: Iterable[str], columns: Sequence[Mapping[str, list[int]]]) -> list[list[int]]:
    return [next((own for column in columns if (own := column.get(name))), []) for name in names]


def _students_by_name(
    rows: Sequence[CsvRow], first: int, plain: Callable[[str], str]
) -> list[dict[str, list[int]]]:
    """For each column that names students, the rows by what somebody is called there, made `plain`."""
    headings = [cell.text.strip() for cell in rows[0].cells]
    columns = []
    for column in (headings.index(title) for title in _NAMED_BY if title in headings):
        names: dict[str, list[int]] = {}
        for index, row in enumerate(rows[first:], first):
            for name in dict.fromkeys(map(plain, _names(row.text(column)))):
                names.setdefault(name, []).append(index)
        columns.append(names)
    return columns


def _names(text: str) -> Iterator[str]:
    """What a student may be called who is `Lovelace, Ada` in Canvas."""
    if text.strip():
        yield text
    last, comma, given = text.partition(",")
    if comma:
        yield f"{given.strip()} {last.strip()}"


def _exact(text: str) -> str:
    return student_name(text) or ""


def _folded(text: str) -> str:
    return _exact(text).casefold()


def _is_final(grade: Grade) -> bool:
    return grade.status == "graded" and not grade.pending and all(check.is_known for check in grade.checks)


def _why_left_out(grade: Grade, rows: Sequence[int], claims: Mapping[int, int]) -> str | None:
    """Why nothing is filled in for a sheet; `claims` says how many sheets may be of the student in a row."""
    student = visible(grade.called)
    if len(rows) > 1:
        return f"several in this export are `{student}`, and nothing was filled in for them"
    if claims[rows[0]] > 1:
        return f"there are several sheets of `{student}`, and none was filled in"
    return None if _is_final(grade) else f"the grade of `{student}` is not final, and was left out"


def _about(sentence: str, names: Iterable[str]) -> Iterator[str]:
    """One sentence about all of them, where there are any; of many, only some are named."""
    shown = [visible(shortened(name)) for name in dict.fromkeys(names)]
    if left := len(shown[_MOST_NAMED:]):
        named = ", ".join(f"`{name}`" for name in shown[:_MOST_NAMED])
        yield sentence.format(f"{named} or {left:,} more")
    elif shown:
        yield sentence.format(listed(shown, "or"))


def _without_sheet(rows: Sequence[CsvRow], first: int, claims: Mapping[int, int]) -> Iterator[str]:
    """Who is in the export, and has handed in nothing."""
    for index, row in enumerate(rows[first:], first):
        if index not in claims and row.text(0).strip():
            yield row.text(0)


def _written(table: Table, rows: Sequence[CsvRow], column: int, final: Mapping[int, Grade]) -> str:
    """The file again, every character as it was but in the cells that are filled in or made harmless."""
    text, pieces, done = table.source.text, [], 0
    for index, row in enumerate(rows):
        for span, cell in _new_cells(table, row, column, final.get(index)):
            pieces += [text[done : span.start], cell]
            done = span.end
    return "".join([*pieces, text[done:]])


def _new_cells(table: Table, row: CsvRow, column: int, grade: Grade | None) -> Iterator[tuple[Span, str]]:
    """Where in the file something else is to stand, and what."""
    points = None if grade is None else shown_points(grade.after)
    for place, cell in enumerate(row.cells):
        written = table.source.text[cell.span.start : cell.span.end]
        if place == column and points is not None:
            yield cell.span, points
        elif _FORMULA.match(cell.text) and not _is_number(cell.text):
            quoted = written.startswith('"')
            yield cell.span, f"\"'{written[1:]}" if quoted else f"'{written}"
    if points is not None and column >= len(row.cells):
        end = row.cells[-1].span.end
        yield Span(end, end), table.separator * (column + 1 - len(row.cells)) + points


def _is_number(text: str) -> bool:
    try:
        read_number(text.strip().replace(",", "."))
    except NumberError:
        return False
    return True
