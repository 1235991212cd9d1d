"""Gradings of a student and people's decisions → Standing: the grade that counts, in all its parts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from fractions import Fraction

from grader.gradebook.adjusted_grade import adjusted
from grader.gradebook.counting_grade import Keep, counting
from grader.gradebook.kept_values import Adjustment, Graded
from grader.grading import Grade
from grader.grading.decisions import Late
from grader.grading.record import grade_from_record, marks_from_record
from grader.problems import ProblemSet
from grader.submissions.collecting.roster import Person

_NONE = timedelta(0)


@dataclass(frozen=True, slots=True)
class Standing:
    """What counts now for a student: one grading, with people's decisions and lateness in `grade`.

    `failed` says that something newer was handed in, which the grader itself could not mark.
    """

    student: str
    grade: Grade
    graded: Graded
    person: Person | None
    adjustments: tuple[Adjustment, ...]
    failed: bool


def stand(
    gradings: Sequence[Graded],
    adjustments: tuple[Adjustment, ...],
    person: Person | None,
    keep: Keep,
    problems_of: Callable[[str], ProblemSet],
    *,
    marks_only: bool = False,
) -> Standing:
    """What counts of all gradings of one student; `problems_of` has the set by its hash."""

    def finish(graded: Graded) -> Grade:
        problems = problems_of(graded.set_hash)
        return finished(graded, adjustments, person, problems, marks_only=marks_only)

    def mark(graded: Graded) -> Fraction:
        return finish(graded).share_after

    counts = counting(gradings, keep, mark)
    failed = counts.status == "failed" or (len(gradings) > 1 and _failed_since(gradings, counts))
    return Standing(counts.submission.student, finish(counts), counts, person, adjustments, failed)


def finished(
    graded: Graded,
    adjustments: Sequence[Adjustment],
    person: Person | None,
    problems: ProblemSet,
    *,
    marks_only: bool = False,
) -> Grade:
    """The grade of a record, with people's decisions and with what lateness costs.

    With `marks_only` it has little more than points where nobody decided anything.
    """
    record = graded.record
    grade = marks_from_record(record, problems) if marks_only and not adjustments else None
    if grade is None:
        where = f"gradebook, grade {graded.id}"
        grade = adjusted(grade_from_record(record, problems, where), adjustments)
    extension = None if person is None else person.extension
    late = lateness(problems, graded.submission.at, extension)
    return grade if late == grade.late else replace(grade, late=late)


def _failed_since(gradings: Sequence[Graded], counts: Graded) -> bool:
    """Whether a submission that came later has nothing but failures."""
    good = {graded.submission.id for graded in gradings if graded.status != "failed"}
    return any(
        graded.submission.came > counts.submission.came and graded.submission.id not in good
        for graded in gradings
    )


def lateness(
    problems: ProblemSet, at: datetime | None, extension: timedelta | datetime | None = None
) -> Late | None:
    """How late it is; None for what is in time, and for whoever has the same due date as all others."""
    if problems.due is None:
        return None
    due = _own_due(problems.due.at, extension)
    after = at - due if at is not None else _NONE
    if problems.late is not None and after > _NONE:
        return Late(at, due, problems.late.days(after), problems.late.share(after))
    return Late(at, due, 0, Fraction(0)) if due > problems.due.at else None


def _own_due(due: datetime, extension: timedelta | datetime | None) -> datetime:
    """An extension never takes time away."""
    if isinstance(extension, timedelta):
        extension = due + extension
    return due if extension is None else max(due, extension)
