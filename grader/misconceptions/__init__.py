"""Named wrong algorithms: a solved puzzle → what somebody who believes in one of them would answer."""

from __future__ import annotations

from collections.abc import Iterator

from grader.misconceptions.about_answers import REPORTING
from grader.misconceptions.about_pruning import PRUNING
from grader.misconceptions.about_values import VALUES
from grader.misconceptions.imagined_solution import Imagined, NotPredicted
from grader.misconceptions.replaceable_search import Search, Undefined
from grader.solving import Solution

__all__ = ["MISCONCEPTIONS", "Imagined", "NotPredicted", "Search", "Undefined", "imagine"]


def imagine(solution: Solution) -> Iterator[tuple[str, Imagined]]:
    """What each misconception would answer about this puzzle, by its id."""
    for misconception in MISCONCEPTIONS:
        try:
            yield misconception.id, Imagined.by(misconception(solution))
        except Undefined:
            continue


MISCONCEPTIONS: tuple[type[Search], ...] = (*VALUES, *PRUNING, *REPORTING)
