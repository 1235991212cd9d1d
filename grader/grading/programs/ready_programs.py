"""A problem for programs → its questions on every tree under each rule, made once for all students."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from grader.grading.ready_questions import under_each_rule
from grader.memory import remembered
from grader.problems import Accepted, Asked, Problem, ProblemTree
from grader.questions import Question
from grader.rule import Rule
from grader.solving import Solution


@dataclass(frozen=True, slots=True)
class PosedOnTree:
    """A question about one tree, and what is right there."""

    tree: ProblemTree
    question: Question
    solution: Solution
    expected: Any  # as JSON holds it


@dataclass(frozen=True, slots=True)
class Series:
    """A question on all the trees, under the stated rule or an accepted one."""

    asked: Asked
    rule: Rule
    accepted: Accepted | None
    posed: tuple[PosedOnTree, ...]


@remembered
def series_by_rule(problem: Problem) -> tuple[tuple[Series, ...], ...]:
    """The questions under the stated rule, and then under each further one that is accepted."""
    return under_each_rule(problem, partial(_series, problem), _keys)


def _keys(series: Series) -> list[Any]:
    return [posed.expected for posed in series.posed]


def _series(problem: Problem, asked: Asked, accepted: Accepted | None) -> Series:
    rule = asked.question.rule if accepted is None else accepted.under(asked.question.rule)
    return Series(asked, rule, accepted, tuple(_pose(asked.question, tree, rule) for tree in problem.trees))


def _pose(asked: Question, tree: ProblemTree, rule: Rule) -> PosedOnTree:
    """The question about one tree, which is right or wrong as a whole."""
    question = replace(asked, rule=tree.rule(rule), carry=False, credit="all")
    solution = tree.solution(rule)
    return PosedOnTree(tree, question, solution, question.plain_key(solution))
