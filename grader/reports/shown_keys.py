"""A problem and the time → whether what is right on its trees may stand on a student's page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime

from grader.memory import remembered
from grader.problems import Problem, ProblemSet
from grader.problems.reveal import RevealPart
from grader.tree import Tree

_SAME = ("kinds", "ends", "utilities", "probabilities", "estimates", "features")
_TOLD: tuple[RevealPart, ...] = ("why", "key")


def shows_solution(problem: Problem, place: int, problems: ProblemSet, now: datetime | None) -> bool:
    """Whether nothing that a tree's solution tells is hidden any more; without a time nothing is hidden.

    What is hidden in another problem on the same tree counts too, whatever its nodes are called there. What
    a program should have looked at also tells its marks.
    """
    if now is None:
        return True
    if problem.trees[place].hidden or (problem.program and not _is_told([problem], ["marks"], problems, now)):
        return False
    return _is_told(_alike(problem, place, problems=problems), _TOLD, problems, now)


def _is_told(
    asking: Iterable[Problem], parts: Sequence[RevealPart], problems: ProblemSet, now: datetime
) -> bool:
    """Whether all questions of these problems show these parts by now."""
    return all(
        asked.reveal.shows(part, now, problems.due)
        for problem in asking
        for asked in problem.questions
        for part in parts
    )


@remembered
def _alike(problem: Problem, place: int, *, problems: ProblemSet) -> tuple[Problem, ...]:
    """The problems of the set that ask about the same tree."""
    tree = problem.trees[place].tree
    return tuple(other for other in problems.problems if any(_is_same(tree, one) for one in _trees(other)))


def _trees(problem: Problem) -> Iterator[Tree]:
    return (one.tree for one in problem.trees if not one.hidden)


def _is_same(tree: Tree, other: Tree) -> bool:
    return all(getattr(tree, column) == getattr(other, column) for column in _SAME)
