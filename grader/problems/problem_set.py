"""ProblemSet → Problem → Asked: what an instructor's file says, with a Solution for each tree and rule."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path

from grader.problems.diagnosis_policy import DiagnosisPolicy
from grader.problems.late_policy import LatePolicy
from grader.problems.moment import Moment
from grader.problems.problem import Problem
from grader.problems.reveal import Reveal
from grader.rule import Rule
from grader.text.source import Source


@dataclass(frozen=True, slots=True)
class ProblemSet:
    """What an instructor's file says: problems, when they are due, and what students are shown of them."""

    id: str
    """What answer sheets and records call the set."""
    title: str
    """What people call it."""
    language: str
    """The language of its pages, such as `en`."""
    rule: Rule
    """The rule of all questions that state no other."""
    problems: tuple[Problem, ...]
    """The problems, in the order of the file."""
    due: Moment | None
    """When it is due, if it says so."""
    reveal: Reveal
    """When students are shown what, for questions that do not say."""
    diagnosis: DiagnosisPolicy
    """Who is told the wrong idea behind an answer, and which ideas are switched off."""
    folder: Path = field(repr=False)
    """Where its files are."""
    source: Source = field(repr=False, compare=False)
    """The text of its own file."""
    hash: str = field(repr=False)
    """Changes whenever any of its files does."""
    late: LatePolicy | None = None
    """What lateness costs."""
    files: Mapping[str, bytes] = field(default_factory=dict, repr=False, compare=False)
    """All its files by name, its own first."""

    @property
    def on_sheet(self) -> tuple[Problem, ...]:
        """The problems that are answered on the sheet."""
        return tuple(problem for problem in self.problems if problem.program is None)

    @property
    def by_program(self) -> tuple[Problem, ...]:
        """The problems that programs answer."""
        return tuple(problem for problem in self.problems if problem.program is not None)

    @property
    def program_files(self) -> tuple[str, ...]:
        """The files that programs are handed in as, each once."""
        return tuple(dict.fromkeys(problem.code.file for problem in self.by_program))

    @property
    def has_variants(self) -> bool:
        """Whether sheets differ from one student to the next."""
        return any(problem.variants > 1 for problem in self.problems)

    def as_written(self) -> ProblemSet:
        """The set about the trees that are written, without the fair variants that students have of them."""
        return replace(self, problems=tuple(problem.as_written() for problem in self.problems))

    @property
    def points(self) -> Fraction | int:
        """What all problems are worth together."""
        return sum(problem.points for problem in self.problems)

    def problem(self, id: str) -> Problem:  # noqa: A002 - what a sheet calls it
        """The problem of that id."""
        for problem in self.problems:
            if problem.id == id:
                return problem
        raise KeyError(f"no problem is called `{id}`")
