"""Grade and Check: the one record per submission of which every report is a view."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from grader.numbers import exact
from grader.rule import plain_number
from grader.solving.counterexample import Counterexample
from grader.source import Mistake

FORMAT = 1


@dataclass(frozen=True, slots=True)
class Convention:
    """The field of the rule, and its other value, under which an answer would be right."""

    field: str
    value: str

    def to_dict(self) -> dict[str, str]:
        return {"field": self.field, "value": self.value}


@dataclass(frozen=True, slots=True)
class Misconception:
    """A wrong idea that gives the student's answers; of the record's list, how many `of` how many."""

    id: str
    name: str
    explains: int | None = None
    of: int | None = None

    def to_dict(self) -> dict[str, Any]:
        counted = {} if self.of is None else {"explains": self.explains, "of": self.of}
        return {"id": self.id, "name": self.name, **counted}


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """How one question was answered and marked.

    `given` and `expected` are as JSON holds them, `raw` is what was typed. `rule` has the fields in
    which the rule of the marks differs from the set's. `parts` has a verdict for each node or item.
    `early` are sentences that a student may see before the key, each with the part of `reveal` it waits for.
    """

    problem: str
    question: str
    ask: str
    verdict: str
    earned: int | Fraction | None = 0
    possible: int | Fraction = 0
    given: Any = None
    raw: str | None = None
    place: tuple[int, int] | None = None
    expected: Any = None
    rule: Mapping[str, Any] | None = None
    reckoning: str | None = None
    feedback: tuple[str, ...] = ()
    carried: tuple[str, ...] = ()
    convention: Convention | None = None
    misconception: Misconception | None = None
    parts: Mapping[str, str] = field(default_factory=dict, compare=False)
    early: Mapping[str, str] = field(default_factory=dict, compare=False)
    counterexample: Counterexample | None = field(default=None, compare=False)
    fault: str | None = field(default=None, compare=False)  # what went wrong on our side

    @property
    def is_known(self) -> bool:
        """Whether it is said what was earned: not where that is hidden, or waits for a person."""
        return self.earned is not None and self.verdict != "pending"

    @property
    def id(self) -> str:
        """The question's name in the whole set, such as `textbook.value`."""
        return f"{self.problem}.{self.question}"

    def to_dict(self) -> dict[str, Any]:
        """The check as JSON holds it."""
        return {
            "problem": self.problem,
            "question": self.question,
            "ask": self.ask,
            "verdict": self.verdict,
            "earned": None if self.earned is None else plain_number(self.earned),
            "possible": plain_number(self.possible),
            "given": self.given,
            "raw": self.raw,
            "place": None if self.place is None else list(self.place),
            "expected": self.expected,
            "rule": None if self.rule is None else dict(self.rule),
            "reckoning": self.reckoning,
            "feedback": list(self.feedback),
            "carried": list(self.carried),
            "convention": None if self.convention is None else self.convention.to_dict(),
            "misconception": None if self.misconception is None else self.misconception.to_dict(),
        }


@dataclass(frozen=True, slots=True)
class Origin:
    """What a grade was made from: two submissions with the same origin have the same grade."""

    set: str
    submission: str
    rule: Mapping[str, Any]
    version: str

    def to_dict(self) -> dict[str, Any]:
        return {
            "set": self.set,
            "submission": self.submission,
            "rule": dict(self.rule),
            "version": self.version,
        }


@dataclass(frozen=True, slots=True)
class Grade:
    """What a submission earned, question by question; `notes` say what was odd about the sheet itself."""

    set: str
    student: str
    status: str
    checks: tuple[Check, ...]
    made_from: Origin
    misconceptions: tuple[Misconception, ...] = ()
    notes: tuple[Mistake, ...] = field(default=(), compare=False)
    name: str = field(default="", compare=False)  # of the file that was handed in

    @property
    def earned(self) -> int | Fraction:
        return exact(Fraction(sum(check.earned or 0 for check in self.checks)))

    @property
    def possible(self) -> int | Fraction:
        """What could be earned by the questions whose marks are not hidden."""
        return exact(Fraction(sum(check.possible for check in self.checks if check.earned is not None)))

    @property
    def pending(self) -> int:
        """How many questions with points to earn wait for a person."""
        return sum(check.verdict == "pending" and check.possible > 0 for check in self.checks)

    @property
    def share(self) -> Fraction:
        """What was earned of what was possible where that is known; all, where nothing was."""
        possible = Fraction(sum(check.possible for check in self.checks if check.is_known))
        return Fraction(self.earned) / possible if possible else Fraction(1)

    def to_dict(self) -> dict[str, Any]:
        """The record as JSON holds it."""
        return {
            "format": FORMAT,
            "set": self.set,
            "student": self.student,
            "status": self.status,
            "earned": plain_number(self.earned),
            "possible": plain_number(self.possible),
            "checks": [check.to_dict() for check in self.checks],
            "misconceptions": [misconception.to_dict() for misconception in self.misconceptions],
            "made_from": self.made_from.to_dict(),
        }
