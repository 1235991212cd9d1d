"""ProblemSet → Problem → Asked: what an instructor's file says, with a Solution for each tree and rule."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, TypeAlias

from grader.problems.late_policy import LatePolicy
from grader.problems.moment import Moment
from grader.problems.problem import Problem
from grader.problems.reveal import Reveal
from grader.rule import Rule
from grader.text.source import Source

DiagnosisFor: TypeAlias = Literal["students", "staff", "off"]


@dataclass(frozen=True, slots=True)
class ProblemSet:
    """Problems in the order of the file; `hash` changes whenever any of the set's `files` does."""

    id: str
    title: str
    language: str
    rule: Rule
    problems: tuple[Problem, ...]
    due: Moment | None
    reveal: Reveal
    diagnosis: DiagnosisFor
    folder: Path = field(repr=False)
    source: Source = field(repr=False, compare=False)
    hash: str = field(repr=False)
    late: LatePolicy | None = None
    files: Mapping[str, bytes] = field(default_factory=dict, repr=False, compare=False)  # its own file first

    @property
    def on_sheet(self) -> tuple[Problem, ...]:
        """The problems that are answered on the sheet."""
        return tuple(problem for problem in self.problems if problem.program is None)

    @property
    def by_program(self) -> tuple[Problem, ...]:
        """The problems that programs answer."""
        return tuple(problem for problem in self.problems if problem.program is not None)

    def problem(self, id: str) -> Problem:  # noqa: A002 - what a sheet calls it
        """The problem of that id."""
        for problem in self.problems:
            if problem.id == id:
                return problem
        raise KeyError(f"no problem is called `{id}`")
