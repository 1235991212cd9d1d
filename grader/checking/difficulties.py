"""A set and what its questions can tell → how hard the tree of each problem on the sheet is, and why."""

from __future__ import annotations

from collections.abc import Mapping

from grader.checking.asked_questions import posed
from grader.checking.coverage import Coverage
from grader.generating.difficulty import Difficulty, difficulty_of
from grader.problems import ProblemSet


def difficulties(problems: ProblemSet, coverage: Coverage) -> Mapping[str, Difficulty]:
    """By the id of a problem; the first of its variants stands for all, a tree with an unknown has none."""
    shown = {exposure.question: set(exposure.exposes) for exposure in coverage.exposures}
    ideas: dict[str, set[str]] = {}
    found: dict[str, Difficulty] = {}
    for entry in posed(problems):
        solution = entry.problem.solution_for(entry.question)
        if entry.is_small and not solution.is_open:
            known = ideas.setdefault(entry.problem.id, set())
            known |= shown.get(entry.name.id, set())
            first = next(each for each in entry.problem.solutions() if not each.is_open)
            found[entry.problem.id] = difficulty_of(first, len(known))
    return found
