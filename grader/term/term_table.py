"""Course → Term: a row for every student, with a cell for every set, slip days, drops and the total.

It reads the gradebooks as they are and keeps nothing, so that a regrade shows at once. Due dates and late
policies are those that the course and its sets have now.
"""

from __future__ import annotations

import os.path
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from typing import Literal, TypeAlias, get_args

from grader.gradebook import FILE, Gradebook, Standing, UnreadRecord, lateness
from grader.gradebook.standing import Keep, best_of
from grader.grading.decisions import Late, Slip
from grader.grading.visibility import outside_shown, shows_marks
from grader.problems.set_file import SetDates, load_dates
from grader.submissions.collecting.roster import Person, Roster
from grader.term.course import Course, CourseSet, load_course_roster
from grader.term.outside_marks import Outside, read_outside
from grader.term.slip_days import LateSet, Spent, spend_as_said, spend_for_most
from grader.term.slip_table import Wishes, read_wishes
from grader.term.total import Reckoned, Scored, at_most, reckon
from grader.text.columns import visible
from grader.text.source import Mistake, Source

CellKind: TypeAlias = Literal["marked", "pending", "missing", "excused", "open", "unreadable", "failed"]
CELL_KINDS: tuple[CellKind, ...] = get_args(CellKind)

WITHOUT_POINTS: frozenset[CellKind] = frozenset(("missing", "excused", "open", "failed"))


@dataclass(frozen=True, slots=True)
class TermCell:
    """What a student has in a set: what was earned before lateness, and the share after it that counts.

    `open` is what is not due yet, or of which there are no grades; `missing` counts as 0, `pending` as what
    is marked so far. `excused`, `open` and `failed` are left out of the total.
    """

    kind: CellKind
    earned: Fraction = Fraction(0)
    possible: Fraction = Fraction(0)
    late: Late | None = None
    share: Fraction | None = None
    dropped: bool = False
    shown: bool = True  # whether the student may see the marks by now

    @property
    def after(self) -> Fraction:
        """What is left of what was earned."""
        return self.earned if self.late is None else self.earned * (1 - self.late.share)

    @property
    def slip(self) -> int:
        """The slip days that are spent on it."""
        return 0 if self.late is None or self.late.slip is None else self.late.slip.days


@dataclass(frozen=True, slots=True)
class TermRow:
    """Everything about one student; `left` are slip days, None where the course has none."""

    student: str
    person: Person | None
    cells: Mapping[str, TermCell]
    reckoned: Reckoned
    left: int | None

    @property
    def is_final(self) -> bool:
        """Whether nothing is open, waits for a person or could not be marked."""
        return all(cell.kind not in ("open", "pending", "failed") for cell in self.cells.values())


@dataclass(frozen=True, slots=True)
class Term:
    """The table of the term; `possible` are the points of each set, where they are known."""

    course: Course
    rows: tuple[TermRow, ...]
    possible: Mapping[str, Fraction]
    findings: tuple[Mistake, ...] = ()
    unread: tuple[UnreadRecord, ...] = field(default=(), repr=False)


def read_term(course: Course, *, keep: Keep | None = None, now: datetime | None = None) -> Term:
    """The term as it stands now; `keep` sets aside what the course says of submissions that count."""
    reading = _Reading(course, keep, now or datetime.now(UTC))
    columns = {entry.id: reading.column(entry) for entry in course.sets}
    students = reading.students()
    rows = [reading.row(student, columns) for student in students]
    possible = {name: column.possible for name, column in columns.items() if column.possible is not None}
    return Term(course, tuple(rows), possible, tuple(reading.findings), tuple(reading.unread))


def seen_by(row: TermRow, course: Course) -> TermRow:
    """A row as its student may see it: a set whose marks are hidden is open, and in no total."""
    hidden = TermCell("open", shown=False)
    cells = {name: cell if cell.shown else hidden for name, cell in row.cells.items()}
    if cells == row.cells:
        return row
    plain = {name: replace(cell, dropped=False) for name, cell in cells.items()}
    return _finished(row.student, row.person, plain, course, row.left)


@dataclass(frozen=True, slots=True)
class _Column:
    """A set as it was read: what may count of each student, by lateness and slip days, and when it is due."""

    entry: CourseSet
    there: bool
    dates: SetDates | None
    choices: Mapping[str, tuple[TermCell, ...]]
    extensions: Mapping[str, timedelta | datetime | None]
    possible: Fraction | None


class _Reading:
    """One reading of a whole course."""

    def __init__(self, course: Course, keep: Keep | None, now: datetime) -> None:
        self._course = course
        self._keep = keep
        self._now = now
        self._roster: Roster | None = load_course_roster(course)
        self._people: dict[str, Person] = {}
        self._others: set[str] = set()
        self._shown: dict[tuple[str, datetime | None], bool] = {}
        self.findings: list[Mistake] = []
        self.unread: list[UnreadRecord] = []
        if self._roster is not None:
            self._people = {person.student: person for person in self._roster.people}
        said = None if course.slip is None else course.slip.said
        known = [entry.id for entry in course.sets if entry.file is not None]
        self._wishes: Wishes = {}
        if said is not None and os.path.exists(said):  # noqa: PTH110 - never raises
            self._wishes = read_wishes(said, self._roster, known)
        elif said is not None:
            self._note(f"the table of slip days does not exist yet: {said}")

    def column(self, entry: CourseSet) -> _Column:
        """What everybody has in a set."""
        return self._outside(entry) if entry.marks is not None else self._marked(entry)

    def students(self) -> list[str]:
        """Everybody on a roster, and whoever has a mark, in alphabetical order."""
        return sorted({*self._people, *self._others}, key=lambda name: (name.casefold(), name))

    def row(self, student: str, columns: Mapping[str, _Column]) -> TermRow:
        """What one student has."""
        cells = {name: self._cell(student, column) for name, column in columns.items()}
        left = None
        if self._course.slip is not None:
            spent = self._spent(student, cells, columns)
            left = self._course.slip.days - sum(spent.values())
            cells |= {
                name: _with_slip(columns[name], student, cells[name], Slip(spent.get(name, 0), left))
                for name in cells
                if columns[name].dates is not None
            }
        return _finished(student, self._people.get(student), cells, self._course, left)

    def _outside(self, entry: CourseSet) -> _Column:
        assert entry.marks is not None
        outside: Outside = read_outside(entry.marks, self._roster)
        self.findings += outside.findings
        if not outside.there:
            self._note(f"the marks of `{entry.id}` do not exist yet: {entry.marks.file}")
        shown = outside_shown(entry.shown_when, self._now)
        cells = {
            student: (_with_share(TermCell("marked", points, entry.marks.of, shown=shown), entry),)
            for student, points in outside.points.items()
        } | {student: (TermCell("excused"),) for student in outside.excused}
        self._others |= cells.keys()
        return _Column(entry, outside.there, None, cells, {}, entry.marks.of)

    def _marked(self, entry: CourseSet) -> _Column:
        assert entry.file is not None
        dates = load_dates(entry.file, entry.terms)
        path = self._course.out(entry) / FILE
        if not path.exists():
            return _Column(entry, False, dates, {}, {}, None)
        cells: dict[str, tuple[TermCell, ...]] = {}
        extensions: dict[str, timedelta | datetime | None] = {}
        possible = None
        with Gradebook.open(path, write=False) as book:
            if dates.id not in dict(book.sets()):
                self._note(f"there are no grades of the set `{dates.id}` in {path}")
                return _Column(entry, False, dates, {}, {}, None)
            for standing in book.current(dates.id, self._keep or entry.keep, self._lose, marks_only=True):
                choices = standing.choices or (standing,)
                cells[standing.student] = tuple(self._graded(one, dates, entry) for one in choices)
                extensions[standing.student] = None if standing.person is None else standing.person.extension
                possible = possible or Fraction(standing.grade.possible)
            for person in book.people():
                extensions.setdefault(person.student, person.extension)
                if self._roster is None:
                    self._people.setdefault(person.student, person)
        self._others |= cells.keys()
        return _Column(entry, True, dates, cells, extensions, possible)

    def _graded(self, standing: Standing, dates: SetDates, entry: CourseSet) -> TermCell:
        grade = standing.grade
        extension = None if standing.person is None else standing.person.extension
        late = lateness(dates, standing.graded.submission.at, extension)
        kind: CellKind = "pending" if grade.pending and grade.status == "graded" else _KINDS[grade.status]
        cell = TermCell(
            kind, Fraction(grade.earned), Fraction(grade.known), late, shown=self._shows(standing, late)
        )
        known = bool(grade.known)
        return _with_share(cell, entry) if known and kind != "failed" else cell

    def _shows(self, standing: Standing, late: Late | None) -> bool:
        """Whether the student may see the marks, which many have in common."""
        wanted = standing.graded.set_hash, None if late is None else late.due
        if wanted not in self._shown:
            self._shown[wanted] = shows_marks(replace(standing.grade, late=late), self._now)
        return self._shown[wanted]

    def _lose(self, unread: UnreadRecord) -> None:
        self.unread.append(unread)

    def _cell(self, student: str, column: _Column) -> TermCell:
        if student in column.entry.excused:
            return TermCell("excused")
        if student in column.choices:
            return best_of(column.choices[student], _mark)
        if any(lost.student == student for lost in self.unread):
            return TermCell("failed")
        if not column.there or not self._has_come(student, column):
            return TermCell("open")
        return TermCell("missing", possible=column.possible or Fraction(0), share=Fraction(0))

    def _has_come(self, student: str, column: _Column) -> bool:
        """Whether a set is due for somebody who has handed in nothing."""
        if column.dates is None or column.dates.due is None:
            return True
        own = lateness(column.dates, None, column.extensions.get(student))
        return self._now >= (column.dates.due.at if own is None else own.due)

    def _spent(self, student: str, cells: Mapping[str, TermCell], columns: Mapping[str, _Column]) -> Spent:
        """The slip days of each set."""
        rule = self._course.slip
        assert rule is not None
        late = [
            LateSet(name, tuple(_shares(columns[name], student, cell, rule.per_set)))
            for name, cell in cells.items()
            if cell.share is not None and any(map(_costs, columns[name].choices.get(student, ())))
        ]
        if not late:
            return {}
        if rule.said is not None:
            return spend_as_said(self._wishes.get(student, {}), late, rule)
        return spend_for_most(_scored(cells, self._course), late, rule, self._course.total)

    def _note(self, message: str) -> None:
        self.findings.append(Mistake(visible(message), Source("", self._course.source.name), severity="note"))


_KINDS: Mapping[str, CellKind] = {"graded": "marked", "unreadable": "unreadable", "failed": "failed"}


def _mark(cell: TermCell) -> Fraction:
    """What `best` goes by, as in a gradebook: where nothing is marked yet, lateness alone."""
    return cell.after / cell.possible if cell.possible else 1 - _lost(cell)


def _lost(cell: TermCell) -> Fraction:
    return Fraction(0) if cell.late is None else cell.late.share


def _costs(cell: TermCell) -> bool:
    return _lost(cell) > 0


def _with_share(cell: TermCell, entry: CourseSet) -> TermCell:
    return replace(cell, share=at_most(cell.after / cell.possible, entry.cap))


def _with_slip(column: _Column, student: str, cell: TermCell, slip: Slip) -> TermCell:
    """The cell with its slip days: who is late, and whoever handed in something, is told what is left.

    Which submission is the best may depend on the days.
    """
    if column.dates is None or cell.kind not in ("marked", "pending", "unreadable"):
        return cell
    extension = column.extensions.get(student)
    choices = []
    for one in column.choices[student]:
        at = None if one.late is None else one.late.at
        moved = replace(one, late=lateness(column.dates, at, extension, slip))
        choices.append(moved if one.share is None else _with_share(moved, column.entry))
    return best_of(choices, _mark)


def _shares(column: _Column, student: str, cell: TermCell, most: int) -> Iterator[Fraction]:
    """The share of a late set with 0, 1, 2 … slip days; a day for what is not marked yet earns nothing."""
    share = cell.share or Fraction(0)
    for days in range(most + 1):
        with_days = _with_slip(column, student, cell, Slip(days, 0)).share
        share = share if with_days is None else with_days
        yield share


def _scored(cells: Mapping[str, TermCell], course: Course) -> list[Scored]:
    return [
        Scored(entry.id, cell.share, entry.weight, entry.part, entry.bonus, entry.droppable)
        for entry in course.sets
        if (cell := cells[entry.id]).share is not None
    ]


def _finished(
    student: str, person: Person | None, cells: Mapping[str, TermCell], course: Course, left: int | None
) -> TermRow:
    reckoned = reckon(_scored(cells, course), course.total)
    marked = {
        name: replace(cell, dropped=True) if name in reckoned.dropped else cell
        for name, cell in cells.items()
    }
    return TermRow(student, person, marked, reckoned, left)
