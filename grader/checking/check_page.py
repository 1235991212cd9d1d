"""What became of checked sets → one HTML page, which needs nothing but itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from grader.checking.coverage import Coverage
from grader.checking.coverage_words import (
    ALONE,
    LEGEND,
    LOOKS_RIGHT,
    coverage_lines,
    matrix_rows,
    suggestion_lines,
    title_of,
)
from grader.checking.finding import Finding
from grader.checking.suggestion import Suggestion
from grader.generating.difficulty import Difficulty
from grader.problems import ProblemSet
from grader.reports.page_templates import fill
from grader.text.sentences import sentences


@dataclass(frozen=True, slots=True)
class Checked:
    """What became of one set; it has no problems and no coverage where it cannot be read."""

    file: str
    problems: ProblemSet | None
    findings: tuple[Finding, ...]
    coverage: Coverage | None = None
    suggestion: Suggestion | None = None
    difficulties: Mapping[str, Difficulty] = field(default_factory=dict)  # by problem


def check_page(checked: Sequence[Checked], matrix: bool) -> str:
    """The page, with the tables where they are wanted."""
    words = {"coverage_lines": coverage_lines, "suggestion_lines": suggestion_lines, "title_of": title_of}
    signs = {"matrix_rows": matrix_rows, "alone": ALONE, "looks_right": LOOKS_RIGHT, "legend": LEGEND}
    return fill("check.html", say=sentences(), checked=checked, matrix=matrix, **words, **signs)
