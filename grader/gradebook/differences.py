"""Two grades of one student, before and after something changed → which questions differ, and why."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from grader.gradebook.kept_values import Points
from grader.grading import Check, Grade
from grader.problems import Asked, Problem, ProblemSet
from grader.questions.question import plain
from grader.rule import FIELDS, Rule

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
        questions = () if problem is None else problem.questions
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
