"""A gradebook and a set as it is now → every submission marked again, and what differs, and why."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from fractions import Fraction
from typing import Any

from grader.gradebook.connection import UnreadRecord, costing
from grader.gradebook.entries import NOBODY_LOSES, Adjustment, Graded, Kept, MarkedHandIn, Points
from grader.gradebook.gradebook import Gradebook
from grader.gradebook.sql_tables import pending_of, points_of
from grader.gradebook.standing import About, Keep, Standing, is_current, last_decisions, last_gradings, stand
from grader.grading import Check, Grade
from grader.grading.decisions import MarkChange, Regrading
from grader.problems import Asked, Problem, ProblemSet
from grader.questions.question import plain
from grader.rule import FIELDS, Rule
from grader.submissions import HandIn
from grader.text.numbers import exact
from grader.version import VERSION

GradeRecord = Mapping[str, Any]
MarkAgain = Callable[[Iterable[HandIn]], Iterable[GradeRecord]]  # in the order of the submissions


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
    """A student before and after; `marked` are the gradings that are new, `stays` the points kept by them."""

    before: Standing
    after: Standing
    differences: tuple[Difference, ...]
    reworded: tuple[Reworded, ...]
    underneath: tuple[Underneath, ...]
    marked: tuple[MarkedHandIn, ...] = field(repr=False)
    stays: tuple[Adjustment, ...] = ()

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

    def announced(self, because: str) -> Regrading:
        """What the student is told of it."""
        changes = (
            MarkChange(one.question, *_earned_of(one.before), *_earned_of(one.after))
            for one in self.differences
        )
        return Regrading(datetime.now(UTC), because, tuple(changes))


@dataclass(frozen=True, slots=True)
class Lost:
    """A student of whom something cannot be read, so that nothing can be compared; `marked` are as above."""

    unread: UnreadRecord
    marked: tuple[MarkedHandIn, ...] = field(default=(), repr=False)


def regrade(
    book: Gradebook, problems: ProblemSet, keep: Keep, mark: MarkAgain, lost_by_nobody: str | None = None
) -> Iterator[Regraded | Lost]:
    """Mark again whatever does not stand as marked by this set and this version, student by student.

    With a reason for `lost_by_nobody`, an answer keeps the points that it had, up to what it is worth now.
    """
    students = book.students(problems.id)
    records = iter(mark(_hand_ins(book, problems, students)))
    for student in students:
        marked: list[MarkedHandIn] = []
        try:
            for kept, handed in _stale(book, problems, student):
                marked.append(MarkedHandIn(handed, next(records), kept.at, submission=kept.id))
            yield _regraded(book, problems, student, keep, marked, because=lost_by_nobody)
        except UnreadRecord as unread:
            yield Lost(unread, tuple(marked))


def _hand_ins(book: Gradebook, problems: ProblemSet, students: Iterable[str]) -> Iterator[HandIn]:
    """What is to be marked again, of everybody of whom all of it can be read."""
    for student in students:
        stale: list[tuple[Kept, HandIn]] = []
        with suppress(UnreadRecord):
            stale = _stale(book, problems, student)
        yield from (handed for _, handed in stale)


def _stale(book: Gradebook, problems: ProblemSet, student: str) -> list[tuple[Kept, HandIn]]:
    """The submissions of a student whose grade that stands is not a good one from the set as it is now."""
    stands = last_gradings(book.gradings(problems.id, student))
    stale = [
        stands[number].submission
        for number in sorted(stands)
        if not is_current(stands[number], problems.hash, VERSION)
    ]
    return [(kept, book.hand_in(kept)) for kept in stale]


def _regraded(
    book: Gradebook,
    problems: ProblemSet,
    student: str,
    keep: Keep,
    marked: Sequence[MarkedHandIn],
    *,
    because: str | None,
) -> Regraded:
    gradings, decided = book.gradings(problems.id, student), book.adjustments(problems.id, student)
    submissions = {graded.submission.id: graded.submission for graded in gradings}
    new = [_graded(entry, submissions[entry.submission or 0], gradings[-1].id) for entry in marked]
    about = About(decided, book.person(student), book.slip(problems.id, student))

    def problems_of(set_hash: str) -> ProblemSet:
        return problems if set_hash == problems.hash else book.problems(set_hash)

    with costing(student, book.path):
        before = stand(gradings, about, keep, problems_of)
        after = stand([*gradings, *new], about, keep, problems_of)
        counted = [one for one in (*gradings, *new) if one.submission.id == before.graded.submission.id]
        stays = (
            ()
            if because is None
            else tuple(_staying(before, (after, stand(counted, about, keep, problems_of)), because))
        )
        if stays:
            after = stand(
                [*gradings, *new], replace(about, adjustments=(*decided, *stays)), keep, problems_of
            )
        underneath = tuple(_underneath(book, after))
        grades = before.grade, after.grade
        return Regraded(
            before, after, differences(*grades), rewordings(*grades), underneath, tuple(marked), stays
        )


def _staying(before: Standing, after: Iterable[Standing], because: str) -> Iterator[Adjustment]:
    """The points that a question would lose, as far as it is still worth them.

    Where another submission counts now, they stay in both: of a better one that came later, lateness may
    take more than it earns.
    """
    stays: dict[str, Adjustment] = {}
    for one in (difference for each in after for difference in differences(before.grade, each.grade)):
        was, now = _known(one.before), _known(one.after)
        if was is None or now is None or one.after is None:
            continue
        points = min(was, one.after.possible)
        if points > now:
            who = before.student, one.question
            stays[one.question] = Adjustment(
                *who, points, because, NOBODY_LOSES, before.graded.id, datetime.now(UTC)
            )
    return iter(stays.values())


def _earned_of(check: Check | None) -> tuple[Points | None, Points | None]:
    return _known(check), None if check is None else check.possible


def _known(check: Check | None) -> Points | None:
    return check.earned if check is not None and check.is_known else None


def _graded(marked: MarkedHandIn, kept: Kept, last: int) -> Graded:
    """The grading as it would be kept, behind the last that is."""
    record = marked.record
    made = record["made_from"]
    points = points_of(record["earned"]), points_of(record["possible"])
    return Graded(
        last + 1, kept, made["set"], made["version"], record["status"], *points, pending_of(record),
        datetime.now(UTC), json.dumps(record),
    )  # fmt: skip


def _underneath(book: Gradebook, after: Standing) -> Iterator[Underneath]:
    for adjustment in last_decisions(after.adjustments):
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


# What a set says about marking a question, beside its rule, its points and its key.
_SETTINGS = ("credit", "carry", "rounding")


@dataclass(frozen=True, slots=True)
class Why:
    """One thing that is different: what, what it was, and what it is now."""

    what: str
    was: Any
    now: Any

    def to_dict(self) -> dict[str, Any]:
        return {"what": self.what, "was": self.was, "now": self.now}


@dataclass(frozen=True, slots=True)
class Difference:
    """A question that is marked otherwise; one of the checks is None where the question is new or gone."""

    question: str
    before: Check | None
    after: Check | None
    why: tuple[Why, ...]

    @property
    def change(self) -> Points:
        return _earned(self.after) - _earned(self.before)


def differences(before: Grade, after: Grade) -> tuple[Difference, ...]:
    """The questions whose verdict or points are not the same, in the order of the set as it is now."""
    old, new = ({check.id: check for check in grade.checks} for grade in (before, after))
    return tuple(
        Difference(name, old.get(name), new.get(name), tuple(_why(name, before, after)))
        for name in dict.fromkeys((*new, *old))
        if _mark(old.get(name)) != _mark(new.get(name))
    )


@dataclass(frozen=True, slots=True)
class Reworded:
    """A question that is marked as before, and of which the student is told something else."""

    question: str
    before: tuple[str, ...]
    after: tuple[str, ...]

    @property
    def gone(self) -> tuple[str, ...]:
        return tuple(sentence for sentence in self.before if sentence not in self.after)

    @property
    def new(self) -> tuple[str, ...]:
        return tuple(sentence for sentence in self.after if sentence not in self.before)


def rewordings(before: Grade, after: Grade) -> tuple[Reworded, ...]:
    """The questions whose feedback alone is not the same, in the order of the set as it is now."""
    old = {check.id: check for check in before.checks}
    both = [(old[check.id], check) for check in after.checks if check.id in old]
    return tuple(
        Reworded(now.id, was.feedback, now.feedback)
        for was, now in both
        if _mark(was) == _mark(now) and was.feedback != now.feedback
    )


def _mark(check: Check | None) -> tuple[object, ...] | None:
    return None if check is None else (check.verdict, check.earned, check.possible)


def _earned(check: Check | None) -> Points:
    return 0 if check is None or check.earned is None else check.earned


def _why(name: str, before: Grade, after: Grade) -> Iterator[Why]:
    """Everything that can be behind it: of the question, of its tree, of the answer, and of the grader."""
    old, new = _Placed.find(name, before), _Placed.find(name, after)
    if old is None or new is None:
        yield Why("question", None if old is None else name, None if new is None else name)
        return
    for what, was in old.facts().items():
        now = new.facts()[what]
        if was != now:
            yield Why(what, was, now)
    if before.made_from.submission != after.made_from.submission:
        yield Why("submission", before.name, after.name)
    if before.made_from.version != after.made_from.version:
        yield Why("version", before.made_from.version, after.made_from.version)


@dataclass(frozen=True, slots=True)
class _Placed:
    """A check with the question that it is about."""

    check: Check
    asked: Asked | None
    problem: Problem | None
    grade: Grade

    @classmethod
    def find(cls, name: str, grade: Grade) -> _Placed | None:
        check = next((check for check in grade.checks if check.id == name), None)
        if check is None:
            return None
        problem = _problem(grade.problems, check.problem)
        questions = () if problem is None else grade.seen(problem).questions
        asked = next((asked for asked in questions if asked.question.id == check.question), None)
        return cls(check, asked, problem, grade)

    def facts(self) -> dict[str, Any]:
        """Everything that the mark follows from, as it is shown."""
        usual = Rule().to_dict()  # an older record has none of the fields that are newer than it
        rule = {**usual, **self.grade.made_from.rule, **(self.check.rule or {})}
        return {
            **{f"rule: {field.name}": rule[field.name] for field in FIELDS},
            "points": str(self.check.possible),
            "key": self.check.expected,
            "tree": self._tree(),
            **({} if self.asked is None else _settings(self.asked)),
            "accept": self._accepted(),
            "answer": self.check.given,
            "adjustment": None if self.check.adjusted is None else str(self.check.adjusted.points),
        }

    def _tree(self) -> Any:
        """The student's own tree, or all that a program is run on."""
        if self.problem is None:
            return None
        if self.problem.program:
            return [str(one.tree) for one in self.problem.trees]
        return str(self.problem.trees[self.grade.variant_of(self.problem)].tree)

    def _accepted(self) -> list[Any]:
        own = () if self.asked is None else self.asked.accept
        above = () if self.problem is None else self.problem.accept
        return [plain((one.answer or dict(one.changes), one.credit)) for one in (*own, *above)]


def _problem(problems: ProblemSet | None, name: str) -> Problem | None:
    every = () if problems is None else problems.problems
    return next((problem for problem in every if problem.id == name), None)


def _settings(asked: Asked) -> dict[str, Any]:
    settings = {name: plain(getattr(asked.question, name)) for name in _SETTINGS}
    return settings | {"void": None if asked.void is None else asked.void.how}
