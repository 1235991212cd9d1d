"""Gradings of a student and people's decisions → Standing: the grade that counts, in all its parts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from fractions import Fraction
from typing import Literal, Protocol, TypeAlias, TypeVar, get_args

from grader.gradebook.entries import Adjustment, Graded, Points
from grader.grading import Check, Grade
from grader.grading.decisions import Adjusted, Late, Regrading, Slip
from grader.grading.grade_record import Status
from grader.grading.record import grade_from_record, marks_from_record
from grader.problems import ProblemSet
from grader.problems.late_policy import LatePolicy
from grader.problems.moment import Moment
from grader.questions.verdict import SeenVerdict, Verdict
from grader.submissions.collecting.roster import Person
from grader.text.numbers import pretty_decimal
from grader.text.sentences import Say, sentences

Keep: TypeAlias = Literal["latest", "best", "first"]
KEEPS: tuple[Keep, ...] = get_args(Keep)
Choice = TypeVar("Choice")

_NONE = timedelta(0)
_DAY = timedelta(days=1)
# By the status, the verdict that stands for it.
_OWN_FAULT: Mapping[Status, SeenVerdict] = {"failed": "failed", "unreadable": "unreadable"}


@dataclass(frozen=True, slots=True)
class Standing:
    """What counts now for a student: one grading, with people's decisions and lateness in `grade`.

    `failed` says that something newer was handed in, which the grader itself could not mark. `choices` has
    the same for each submission that `best` chose from, in the order in which they came.
    """

    student: str
    grade: Grade
    graded: Graded
    person: Person | None
    adjustments: tuple[Adjustment, ...]
    failed: bool
    choices: tuple[Standing, ...] = ()


@dataclass(frozen=True, slots=True)
class About:
    """What is known of a student besides gradings: decisions, roster, slip days, and why grades changed."""

    adjustments: tuple[Adjustment, ...] = ()
    person: Person | None = None
    slip: Slip | None = None
    regradings: tuple[Regrading, ...] = ()


def stand(
    gradings: Sequence[Graded],
    about: About,
    keep: Keep,
    problems_of: Callable[[str], ProblemSet],
    *,
    marks_only: bool = False,
) -> Standing:
    """What counts of all gradings of one student; `problems_of` has the set by its hash."""

    def finish(graded: Graded) -> Grade:
        problems = problems_of(graded.set_hash)
        return finished(graded, about, problems, marks_only=marks_only)

    def standing(graded: Graded) -> Standing:
        failed = graded.status == "failed" or (len(gradings) > 1 and _failed_since(gradings, graded))
        student, grade = graded.submission.student, finish(graded)
        return Standing(student, grade, graded, about.person, about.adjustments, failed)

    choices = tuple(map(standing, eligible(gradings, keep)))
    if len(choices) == 1:
        return choices[0]
    return replace(best_of(choices, lambda one: one.grade.share_after), choices=choices)


def finished(
    graded: Graded,
    about: About,
    problems: ProblemSet,
    *,
    marks_only: bool = False,
) -> Grade:
    """The grade of a record, with people's decisions and with what lateness costs.

    With `marks_only` it has little more than points where nobody decided anything.
    """
    record, adjustments = graded.record, about.adjustments
    grade = marks_from_record(record, problems) if marks_only and not adjustments else None
    if grade is None:
        where = f"gradebook, grade {graded.id}"
        grade = adjusted(grade_from_record(record, problems, where), adjustments)
    extension = None if about.person is None else about.person.extension
    late = lateness(problems, graded.submission.at, extension, about.slip)
    if about.regradings:  # those before it was handed in are about another submission
        since = (one for one in about.regradings if one.at >= graded.submission.kept_at)
        grade = replace(grade, regraded=tuple(since))
    return grade if late == grade.late else replace(grade, late=late)


def _failed_since(gradings: Sequence[Graded], counts: Graded) -> bool:
    """Whether a submission that came later has nothing but failures."""
    good = {graded.submission.id for graded in gradings if graded.status != "failed"}
    return any(
        graded.submission.came > counts.submission.came and graded.submission.id not in good
        for graded in gradings
    )


class Dated(Protocol):
    """What has a due date and a policy for lateness, such as a set."""

    @property
    def due(self) -> Moment | None: ...

    @property
    def late(self) -> LatePolicy | None: ...


def lateness(
    dated: Dated, at: datetime | None, extension: timedelta | datetime | None = None, slip: Slip | None = None
) -> Late | None:
    """How late it is; None for what is in time, and for whoever has the same due date as all others."""
    if dated.due is None:
        return None
    due = own_due(dated.due.at, extension) + _DAY * (0 if slip is None else slip.days)
    after = at - due if at is not None else _NONE
    if dated.late is not None and after > _NONE:
        return Late(at, due, dated.late.days(after), dated.late.share(after), slip)
    return Late(at, due, 0, Fraction(0), slip) if due > dated.due.at or slip is not None else None


def own_due(due: datetime, extension: timedelta | datetime | None) -> datetime:
    """An extension never takes time away."""
    if isinstance(extension, timedelta):
        extension = due + extension
    return due if extension is None else max(due, extension)


def eligible(gradings: Sequence[Graded], keep: Keep) -> Sequence[Graded]:
    """What may count, in the order in which it came: all that `best` chooses from, otherwise only one.

    Of each submission it is the last good grading; a failure of the grader's own counts only where there is
    nothing else. What others handed in and only their sheets say is also the student's counts where there is
    nothing else, and the best of it does.
    """
    if len(gradings) == 1:  # as with most students
        return gradings
    own = [graded for graded in gradings if not graded.submission.only_named]
    if not own:
        keep = "best"
    last = last_gradings(own or gradings)
    good = [graded for graded in last.values() if graded.status != "failed"] or list(last.values())
    came = sorted(good, key=lambda graded: graded.submission.came)
    return came if keep == "best" else [came[0 if keep == "first" else -1]]


def best_of(choices: Sequence[Choice], mark: Callable[[Choice], Fraction]) -> Choice:
    """The best by `mark`; of two that are as good, the later one."""
    return max(reversed(choices), key=mark)


def last_gradings(gradings: Iterable[Graded]) -> dict[int, Graded]:
    """By the number of each submission the grading that stands: its last good one, or its last failure."""
    return {graded.submission.id: graded for graded in sorted(gradings, key=_quality)}


def is_current(graded: Graded, set_hash: str, version: str) -> bool:
    """Whether a grading that stands is by this very state of a set and version: it need not be made again."""
    return (graded.set_hash, graded.version) == (set_hash, version) and graded.status != "failed"


def _quality(graded: Graded) -> tuple[bool, int]:
    """Good gradings after failures, and of each the later ones last."""
    return graded.status != "failed", graded.id


def last_decisions(adjustments: Iterable[Adjustment]) -> tuple[Adjustment, ...]:
    """Of all decisions, in their order, the last about each question, unless it withdraws."""
    last = {adjustment.question: adjustment for adjustment in adjustments}
    return tuple(adjustment for adjustment in last.values() if adjustment.points is not None)


def adjusted(grade: Grade, adjustments: Iterable[Adjustment]) -> Grade:
    """The grade where the questions that people decided about have their points; others stay as marked."""
    decided = {adjustment.question: adjustment for adjustment in last_decisions(adjustments)}
    if not decided:
        return grade
    say = sentences(grade.problems.language if grade.problems else "en")
    checks = tuple(
        _adjusted(check, decided[check.id], say) if check.id in decided else check for check in grade.checks
    )
    return replace(grade, checks=checks, status=_status(grade.status, checks))


def _adjusted(check: Check, decision: Adjustment, say: Say) -> Check:
    assert decision.points is not None
    if decision.is_floor and check.is_known and check.earned is not None and check.earned >= decision.points:
        return check
    sentence = say(
        "adjusted.kept" if decision.is_floor else "adjusted.points",
        points=pretty_decimal(decision.points), possible=pretty_decimal(check.possible),
        because=decision.because, number=check.possible,
    )  # fmt: skip
    return replace(
        check,
        verdict=_verdict(decision.points, check.possible),
        earned=decision.points,
        reckoning=None,
        feedback=(sentence, *(() if check.verdict == "pending" else check.feedback)),  # it waits no longer
        early={**check.early, sentence: "marks"},
        void=None,
        adjusted=Adjusted(decision.points, decision.because, decision.by, check.verdict, check.earned),
    )


def _verdict(points: Points, possible: Points) -> Verdict:
    return "right" if points >= possible else "partly" if points else "wrong"


def _status(status: Status, checks: Iterable[Check]) -> Status:
    """A person who has decided about everything that went wrong has graded it."""
    left = _OWN_FAULT.get(status)
    return status if left is None or any(check.verdict == left for check in checks) else "graded"
