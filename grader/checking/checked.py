"""Checked: all that `grader check` says about one set."""

from __future__ import annotations

from dataclasses import dataclass

from grader.checking.coverage import Coverage
from grader.checking.finding import Finding
from grader.checking.suggestion import Suggestion
from grader.problems import ProblemSet


@dataclass(frozen=True, slots=True)
class Checked:
    """What became of one set; it has no problems and no coverage where it cannot be read."""

    file: str
    problems: ProblemSet | None
    findings: tuple[Finding, ...]
    coverage: Coverage | None = None
    suggestion: Suggestion | None = None
