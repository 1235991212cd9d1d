"""An idea and a question about a solution → what whoever goes by the idea answers, and whether it shows."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from functools import cache
from typing import Any

from grader.diagnosis import Idea, ideas
from grader.memory import remembered
from grader.misconceptions import Imagined, Search
from grader.questions import Question
from grader.solving import Solution


@cache
def misconceptions() -> tuple[Idea, ...]:
    """The ideas that are wrong, not only another convention."""
    return tuple(idea for idea in ideas() if idea.shift is None)


def shows(idea: Idea, question: Question, solution: Solution) -> bool:
    """Whether the idea leads to an answer that is wrong, and that no right search leads to."""
    right, reported = _right(solution, question), _reported(solution, question)
    return any(
        part in right and given != reported.get(part) and not question.is_right(part, given, solution)
        for part, given in _answers(question, solution, *_imagined(idea, question, solution))
    )


def answers(idea: Idea, question: Question, solution: Solution) -> Hashable:
    """What the idea answers, part by part; the right answer where it says nothing."""
    said = dict(_answers(question, solution, *_imagined(idea, question, solution)))
    return tuple((_right(solution, question) | said).items())


class _RightSearch(Search):
    """A search that does nothing wrong, whose reports are taken for values where they may be bounds."""

    always_right = False


@remembered
def _right_search(solution: Solution) -> Solution:
    return Imagined.by(_RightSearch(solution))


@remembered
def _right(solution: Solution, question: Question) -> dict[str, Any]:
    return dict(_answers(question, solution, question, solution))


@remembered
def _reported(solution: Solution, question: Question) -> dict[str, Any]:
    return dict(_answers(question, solution, question, _right_search(solution)))


def _imagined(idea: Idea, question: Question, solution: Solution) -> tuple[Question, Solution]:
    return idea.answered(question, solution) or (question, solution)


def _answers(
    question: Question, solution: Solution, asked: Question, found: Solution
) -> Iterator[tuple[str, Any]]:
    """The parts of an answer about `solution`, as somebody gives them who found another one."""
    for part in question.parts(solution):
        try:
            yield part, asked.expected(part, found)
        except LookupError:  # nothing follows for this part
            continue
