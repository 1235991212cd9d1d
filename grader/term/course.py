"""Course: sets, parts, groups and rules, as `course.yaml` says them; and what does not go together there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Final

from grader.gradebook.standing import KEEPS, Keep
from grader.problems.course_terms import NO_TERMS, Terms
from grader.problems.reveal import When
from grader.submissions.collecting.groups import BY_SHEET, NO_GROUPS
from grader.submissions.collecting.roster import Person, Roster, read_roster
from grader.text.columns import visible
from grader.text.source import InputError, Mistake, Source, load_bytes
from grader.text.spelling import did_you_mean, listed, shortened

AT_ONCE: Final = When("now")
WHOLE: Final = ""  # the part of all sets, where a course has no parts


@dataclass(frozen=True, slots=True)
class OutsideMarks:
    """Marks that were not made here: a column of a CSV file, and how many points make 100 %."""

    file: Path
    column: str
    of: Fraction


@dataclass(frozen=True, slots=True)
class CourseSet:
    """A set as its course has it: one of ours, by its file, or marks from outside."""

    id: str
    title: str
    file: Path | None
    marks: OutsideMarks | None = None
    weight: Fraction = Fraction(1)
    part: str = WHOLE
    terms: Terms = NO_TERMS
    cap: Fraction | None = None
    bonus: bool = False
    droppable: bool = True
    groups: str = NO_GROUPS
    keep: Keep = KEEPS[0]
    excused: frozenset[str] = frozenset()
    shown_when: When = AT_ONCE  # marks from outside, to students


@dataclass(frozen=True, slots=True)
class Part:
    """Sets whose shares make one share together, such as all homework; `drop` of them are left out."""

    id: str = WHOLE
    weight: Fraction = Fraction(1)
    drop: int = 0
    cap: Fraction | None = None


@dataclass(frozen=True, slots=True)
class TotalRule:
    """How a share of everything becomes a total: out of how much, at most which share, how many decimals."""

    of: Fraction = Fraction(100)
    cap: Fraction | None = None
    decimals: int = 1
    parts: tuple[Part, ...] = (Part(),)


@dataclass(frozen=True, slots=True)
class SlipRule:
    """So many days of lateness in all, at most so many for one set, cost nothing.

    They are spent as is best for the student, or as the table `said` has it.
    """

    days: int
    per_set: int
    said: Path | None = None


@dataclass(frozen=True, slots=True)
class Course:
    """What a `course.yaml` says; paths are from its folder."""

    id: str
    title: str
    zone: str | None
    sets: tuple[CourseSet, ...]
    total: TotalRule
    slip: SlipRule | None
    grades: Path
    roster: Path | None
    sections: tuple[str, ...]
    language: str = "en"
    source: Source = field(repr=False, compare=False, default=Source("", "course.yaml"))

    def out(self, entry: CourseSet) -> Path:
        """The folder of a set's gradebook and reports."""
        return self.grades / entry.id


def load_course_roster(course: Course) -> Roster | None:
    """Who takes part, if the course says so."""
    return None if course.roster is None else read_roster(load_bytes(course.roster), str(course.roster))


def check_course(course: Course) -> tuple[Mistake, ...]:
    """Everything odd between the course and its roster."""
    try:
        roster = load_course_roster(course)
    except InputError as error:
        return error.mistakes
    if roster is None:
        return ()
    return (
        *roster.findings,
        *_sections(course, roster),
        *_excused(course, roster),
        *_groups(course, roster),
    )


def _sections(course: Course, roster: Roster) -> Iterator[Mistake]:
    for person in roster.people:
        if course.sections and person.section not in course.sections:
            message = f"`{visible(person.id)}` is in {_section(person)}"
            hint = f"the course has {listed(course.sections, 'and')}"
            yield Mistake(message, roster.source, person.place, hint, severity="warning")


def _groups(course: Course, roster: Roster) -> Iterator[Mistake]:
    """A mistake for each column of groups that the roster does not have."""
    for column in dict.fromkeys(entry.groups for entry in course.sets):
        if column not in (NO_GROUPS, BY_SHEET):
            try:
                read_roster(roster.source.text.encode(), roster.source.name, column)
            except InputError as error:
                yield from error.mistakes


def _section(person: Person) -> str:
    section = visible(shortened(person.section))
    return f"the section `{section}`, which the course does not have" if person.section else "no section"


def _excused(course: Course, roster: Roster) -> Iterator[Mistake]:
    known = {person.student for person in roster.people}
    for entry in course.sets:
        for student in sorted(entry.excused - known):
            message = (
                f"`{visible(shortened(student))}`, who is excused from `{entry.id}`, is not on the roster"
            )
            hint = did_you_mean(student, known, "write the id as the roster has it")
            yield Mistake(message, course.source, None, hint, severity="warning")
