"""A gradebook and a set as it is now → everybody's submissions marked again, and what that changes."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from fractions import Fraction
from typing import Any

from grader.gradebook.adjusting import standing
from grader.gradebook.book import Gradebook
from grader.gradebook.choosing import FAILED
from grader.gradebook.comparing import Difference, differences
from grader.gradebook.kept import Adjustment, Graded, Kept, Marked, Points
from grader.gradebook.rows import pending_of, points_of
from grader.gradebook.standing import Standing, stand
from grader.numbers import exact
from grader.problems import ProblemSet
from grader.submissions import HandIn
from grader.version import VERSION

Record = Mapping[str, Any]
Mark = Callable[[Iterable[HandIn]], Iterable[Record]]  # in the order of the hand-ins


@dataclass(frozen=True, slots=True)
class Underneath:
    """A question that a person decided about, and whose mark or answer is no longer what it was then.

    `then` and `now` have verdict, earned, possible and raw, or are None where there is no such question.
    """

    adjustment: Adjustment
    then: Mapping[str, Any] | None
    now: Mapping[str, Any] | None


@dataclass(frozen=True, slots=True)
class Regraded:
    """A student before and after; `marked` are the gradings that are new."""

    before: Standing
    after: Standing
    differences: tuple[Difference, ...]
    underneath: tuple[Underneath, ...]
    marked: tuple[Marked, ...] = field(repr=False)

    @property
    def student(self) -> str:
        return self.before.student

    @property
    def change(self) -> Points:
        """By how much what counts changes, after lateness."""
        return exact(Fraction(self.after.grade.after) - self.before.grade.after)

    @property
    def changes(self) -> bool:
        """Whether the grade is another: its points, its status, or how a question was marked."""
        totals = [
            (one.grade.after, one.grade.possible, one.grade.status) for one in (self.before, self.after)
        ]
        return bool(self.differences) or totals[0] != totals[1]


def regrade(book: Gradebook, problems: ProblemSet, keep: str, mark: Mark) -> Iterator[Regraded]:
    """Mark again whatever was not marked by this set and this version, student by student."""
    students = book.students(problems.id)
    stale = (kept for student in students for kept in _stale(book, problems, student))
    records = iter(mark(map(book.hand_in, stale)))
    for student in students:
        yield _regraded(book, problems, student, keep, records)


def _stale(book: Gradebook, problems: ProblemSet, student: str) -> list[Kept]:
    """The submissions of a student that have no good grade from the set as it is now."""
    gradings = book.gradings(problems.id, student)
    current = {graded.submission.id for graded in gradings if _is_current(graded, problems)}
    return [kept for kept in _submissions(gradings) if kept.id not in current]


def _submissions(gradings: Sequence[Graded]) -> list[Kept]:
    return list({graded.submission.id: graded.submission for graded in gradings}.values())


def _is_current(graded: Graded, problems: ProblemSet) -> bool:
    return (graded.set_hash, graded.version) == (problems.hash, VERSION) and graded.status != FAILED


def _regraded(
    book: Gradebook, problems: ProblemSet, student: str, keep: str, records: Iterator[Record]
) -> Regraded:
    gradings, decided = book.gradings(problems.id, student), book.adjustments(problems.id, student)
    stale = _stale(book, problems, student)
    marked = [Marked(book.hand_in(kept), next(records), kept.at, submission=kept.id) for kept in stale]
    new = [_graded(entry, kept, gradings[-1].id) for entry, kept in zip(marked, stale, strict=True)]
    person = book.person(student)

    def problems_of(set_hash: str) -> ProblemSet:
        return problems if set_hash == problems.hash else book.problems(set_hash)

    before = stand(gradings, decided, person, keep, problems_of)
    after = stand([*gradings, *new], decided, person, keep, problems_of)
    underneath = tuple(_underneath(book, after))
    return Regraded(before, after, differences(before.grade, after.grade), underneath, tuple(marked))


def _graded(marked: Marked, kept: Kept, last: int) -> Graded:
    """The grading as it would be kept, behind the last that is."""
    record = marked.record
    made = record["made_from"]
    points = points_of(record["earned"]), points_of(record["possible"])
    return Graded(
        last + 1, kept, made["set"], made["version"], record["status"], *points, pending_of(record),
        datetime.now(UTC), json.dumps(record),
    )  # fmt: skip


def _underneath(book: Gradebook, after: Standing) -> Iterator[Underneath]:
    for adjustment in standing(after.adjustments):
        then = _check(book.grading(adjustment.grade).record, adjustment.question)
        now = _check(after.graded.record, adjustment.question)
        if then != now:
            yield Underneath(adjustment, then, now)


def _check(record: Mapping[str, Any], question: str) -> dict[str, Any] | None:
    """What the grader itself made of a question, and the answer that it was about."""
    for check in record["checks"]:
        if f"{check['problem']}.{check['question']}" == question:
            return {name: check[name] for name in ("verdict", "earned", "possible", "raw")}
    return None
