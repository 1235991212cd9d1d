"""A misconception that a set does not detect → changed leaves, or a small tree, in which it would show.

Both are found by trying, within a fixed number of tries, so that the same set always gets the same advice.
"""

from __future__ import annotations

from grader.checking.coverage import Coverage
from grader.checking.exposure import misconceptions
from grader.checking.leaf_changes import best_changes
from grader.checking.smallest_tree import smallest_example
from grader.checking.suggestion import Suggestion
from grader.problems import ProblemSet


def suggest(problems: ProblemSet, coverage: Coverage, misconception: str) -> Suggestion:
    """How the set could detect the misconception of that id."""
    if shown_by := coverage.exposed_by(misconception):
        return Suggestion(misconception, shown_by)
    idea = next(idea for idea in misconceptions() if idea.id == misconception)
    changes = best_changes(idea, problems, coverage)
    return Suggestion(misconception, (), changes, smallest_example(idea, problems.rule))
