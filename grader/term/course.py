"""Course, CourseSet, Part, TotalRule, SlipRule: what a `course.yaml` says, as values."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Final

from grader.gradebook.standing import KEEPS, Keep
from grader.problems.course_terms import NO_TERMS, Terms
from grader.problems.reveal import When
from grader.submissions.collecting.groups import NO_GROUPS
from grader.text.source import Source

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
