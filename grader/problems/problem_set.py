"""ProblemSet → Problem → Asked: what an instructor's file says, with a Solution for each tree and rule."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import Any

from grader.problems.asked_question import Accepted, Asked
from grader.problems.code_problem import CodeProblem
from grader.problems.late_policy import LatePolicy
from grader.problems.moment import Moment
from grader.problems.reveal import Reveal
from grader.rule import Rule
from grader.solving import Solution, solve
from grader.text.source import Source, Span
from grader.tree import Tree


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
    drawn: dict[Any, Any] = field(default_factory=dict, repr=False, compare=False)  # for reports

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
    """A sheet of problems; `hash` changes whenever any file of the set does, and `files` are those files.

    `problems` are answered on the sheet, `programs` by code that students hand in.
    """

    id: str
    title: str
    language: str
    rule: Rule
    problems: tuple[Problem, ...]
    programs: tuple[CodeProblem, ...]
    due: Moment | None
    reveal: Reveal
    diagnosis: str
    folder: Path = field(repr=False)
    source: Source = field(repr=False, compare=False)
    hash: str = field(repr=False)
    late: LatePolicy | None = None
    files: Mapping[str, bytes] = field(default_factory=dict, repr=False, compare=False)  # its own file first

    @property
    def everything(self) -> tuple[Problem | CodeProblem, ...]:
        """All problems, in the order in which the file has them."""
        both: tuple[Problem | CodeProblem, ...] = (*self.problems, *self.programs)
        return tuple(sorted(both, key=lambda problem: problem.place.start))

    def problem(self, id: str) -> Problem:  # noqa: A002 - what a sheet calls it
        """The problem of that id that is answered on the sheet."""
        for problem in self.problems:
            if problem.id == id:
                return problem
        raise KeyError(f"no problem is called `{id}`")
