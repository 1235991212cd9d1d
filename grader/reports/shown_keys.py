"""A problem and the time → whether what is right on its trees may stand on a student's page."""

from __future__ import annotations

from datetime import datetime

from grader.problems import CodeProblem, CodeTree, Problem, ProblemSet
from grader.tree import Tree

_SAME = ("kinds", "ends", "utilities", "probabilities", "estimates", "features")
_TOLD = ("why", "key")


def shows_solution(problem: Problem, place: int, problems: ProblemSet, now: datetime | None) -> bool:
    """Whether nothing that the solution tells is hidden any more; without a time nothing is hidden.

    What is hidden in another problem on the same tree counts too, whatever its nodes are called there.
    """
    return now is None or _is_told(_alike(problem, place, problem.trees[place], problems), problems, now)


def shows_runs(problem: CodeProblem, tree: CodeTree, problems: ProblemSet, now: datetime | None) -> bool:
    """Whether it may be told what a program should have looked at; of hidden trees, only without a time."""
    if now is None:
        return True
    if tree.hidden or not all(asked.reveal.shows("marks", now, problems.due) for asked in problem.questions):
        return False
    return _is_told(_alike(problem, tree.id, tree.tree, problems), problems, now)


def _is_told(asking: tuple[Problem | CodeProblem, ...], problems: ProblemSet, now: datetime) -> bool:
    """Whether all questions of these problems show by now what is right and why."""
    return all(
        asked.reveal.shows(part, now, problems.due)
        for problem in asking
        for asked in problem.questions
        for part in _TOLD
    )


def _alike(
    problem: Problem | CodeProblem, place: int | str, tree: Tree, problems: ProblemSet
) -> tuple[Problem | CodeProblem, ...]:
    """The problems of the set that ask about the same tree; looked for once."""
    kept, wanted = problem.drawn, ("alike", place)
    if wanted not in kept:
        found = (other for other in problems.everything if any(_is_same(tree, one) for one in _trees(other)))
        kept[wanted] = frozenset(other.id for other in found)
    return tuple(other for other in problems.everything if other.id in kept[wanted])


def _trees(problem: Problem | CodeProblem) -> tuple[Tree, ...]:
    if isinstance(problem, Problem):
        return problem.trees
    return tuple(one.tree for one in problem.trees if not one.hidden)


def _is_same(tree: Tree, other: Tree) -> bool:
    return all(getattr(tree, column) == getattr(other, column) for column in _SAME)
