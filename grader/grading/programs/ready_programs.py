"""A code problem → its questions on every tree, under each rule that counts, made once for all students."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from grader.diagnosis import Evidence, predict
from grader.memory import remembered
from grader.problems import Accepted, Asked, Problem, ProblemTree
from grader.questions import Question
from grader.rule import Rule
from grader.solving import Solution

MOST_NODES = 3_000  # of a tree on which every idea is tried


@dataclass(frozen=True, slots=True)
class Posed:
    """A question about one tree: what is right there, and what every idea would answer."""

    tree: ProblemTree
    question: Question
    solution: Solution
    expected: Any  # as JSON holds it

    def evidence(self, given: Any) -> Evidence:
        """Which ideas agree with an answer; on a large tree none is tried."""
        if len(self.solution.tree) > MOST_NODES:
            return Evidence()
        return predict(self.solution, self.question).evidence(given)


@dataclass(frozen=True, slots=True)
class Series:
    """A question on all the trees, under the stated rule or an accepted one."""

    asked: Asked
    rule: Rule
    accepted: Accepted | None
    posed: tuple[Posed, ...]


@remembered
def series_by_rule(problem: Problem) -> tuple[tuple[Series, ...], ...]:
    """The questions under the stated rule, and then under each further one that is accepted."""
    stated = tuple(_series(problem, asked, None) for asked in problem.questions)
    further = (_under(problem, changes, stated) for changes in _changes(problem))
    return (stated, *further)


def _changes(problem: Problem) -> Iterator[Mapping[str, object]]:
    """What the accepted rules of the problem and its questions change, each once."""
    entries = (*problem.accept, *(entry for asked in problem.questions for entry in asked.accept))
    seen: list[Mapping[str, object]] = []
    for entry in entries:
        if entry.rule is not None and entry.changes not in seen:
            seen.append(entry.changes)
            yield entry.changes


def _under(problem: Problem, changes: Mapping[str, object], stated: tuple[Series, ...]) -> tuple[Series, ...]:
    """The questions under an accepted rule; those that do not accept it, or do not notice it, as stated."""
    found = []
    for usual in stated:
        entries = (*usual.asked.accept, *problem.accept)
        accepted = next((entry for entry in entries if entry.rule and entry.changes == changes), None)
        other = _series(problem, usual.asked, accepted) if accepted else usual
        found.append(usual if _keys(other) == _keys(usual) else other)
    return tuple(found)


def _keys(series: Series) -> list[Any]:
    return [posed.expected for posed in series.posed]


def _series(problem: Problem, asked: Asked, accepted: Accepted | None) -> Series:
    rule = asked.question.rule if accepted is None else accepted.under(asked.question.rule)
    return Series(asked, rule, accepted, tuple(_pose(asked.question, tree, rule) for tree in problem.trees))


def _pose(asked: Question, tree: ProblemTree, rule: Rule) -> Posed:
    """The question about one tree, which is right or wrong as a whole."""
    question = replace(asked, rule=tree.rule(rule), carry=False, credit="all")
    solution = tree.solution(rule)
    return Posed(tree, question, solution, question.plain(question.key(solution)))
