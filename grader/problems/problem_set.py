"""ProblemSet → Problem → Asked: what an instructor's file says, with a Solution for each tree and rule."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from hashlib import blake2b
from pathlib import Path
from typing import Any

from grader.problems.moments import Moment
from grader.problems.reveal import Reveal
from grader.questions import Question
from grader.rule import Rule
from grader.solving import Solution, solve
from grader.source import Source, Span
from grader.tree import Tree


@dataclass(frozen=True, slots=True)
class Accepted:
    """A further rule, or a further answer, that earns a share; exactly one of the two is given.

    `answer` is the text as it was typed: the question reads it, on whichever tree the student has.
    `changes` are the fields of the rule that are named; `rule` has them where the entry stands.
    """

    credit: Fraction
    because: str | None = None
    answer: str | None = None
    rule: Rule | None = None
    changes: Mapping[str, object] = field(default_factory=dict, repr=False)

    def under(self, rule: Rule) -> Rule:
        """The accepted rule for a question that is asked under `rule`."""
        return Rule.from_fields(self.changes, under=rule)


@dataclass(frozen=True, slots=True)
class Void:
    """A question taken out after the fact: `full` points for everybody, or `excluded` from the sum."""

    how: str
    because: str


@dataclass(frozen=True, slots=True)
class Asked:
    """A question where it stands in a set, with what the set says about marking and showing it."""

    question: Question
    reveal: Reveal
    accept: tuple[Accepted, ...]
    void: Void | None
    allow: Mapping[str, str]
    place: Span = field(repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class Problem:
    """Questions about one tree, or about one of several variants of it."""

    id: str
    title: str
    text: str
    figure: Path | None
    trees: tuple[Tree, ...]
    rule: Rule
    questions: tuple[Asked, ...]
    accept: tuple[Accepted, ...]
    allow: Mapping[str, str]
    place: Span = field(repr=False, compare=False)
    seed: bytes = field(repr=False)
    _solutions: dict[tuple[int, Rule], Solution] = field(default_factory=dict, repr=False, compare=False)
    kept: dict[int, Any] = field(default_factory=dict, repr=False, compare=False)  # by variant, for marking

    def variant(self, student: str | None) -> int:
        """Which of the trees a student gets: always the same one, and not to be guessed from the name."""
        if student is None or len(self.trees) == 1:
            return 0
        name = unicodedata.normalize("NFC", student).strip().casefold()
        return int.from_bytes(blake2b(name.encode(), key=self.seed).digest()) % len(self.trees)

    def solution(self, variant: int = 0, rule: Rule | None = None) -> Solution:
        """That tree solved under the rule, or under the problem's own; solved once."""
        wanted = variant, rule or self.rule
        if wanted not in self._solutions:
            self._solutions[wanted] = solve(self.trees[variant], wanted[1])
        return self._solutions[wanted]


@dataclass(frozen=True, slots=True)
class ProblemSet:
    """A sheet of problems; `hash` changes whenever any file of the set does."""

    id: str
    title: str
    language: str
    rule: Rule
    problems: tuple[Problem, ...]
    due: Moment | None
    reveal: Reveal
    diagnosis: str
    folder: Path = field(repr=False)
    source: Source = field(repr=False, compare=False)
    hash: str = field(repr=False)

    def problem(self, id: str) -> Problem:  # noqa: A002 - what a sheet calls it
        """The problem of that id."""
        for problem in self.problems:
            if problem.id == id:
                return problem
        raise KeyError(f"no problem is called `{id}`")
