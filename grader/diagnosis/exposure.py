"""An idea and a question about a solution → what whoever goes by the idea answers, and whether it shows."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from functools import cache
from typing import Any

from grader.diagnosis.hypothesis import Hypothesis, of_programs, one_idea
from grader.diagnosis.predictions import hashable
from grader.ideas import CATALOGUE, OF_PLAYERS, OF_PROGRAMS, WrongIdea
from grader.memory import remembered
from grader.questions import Question
from grader.solving import Solution

EVERY_IDEA: tuple[WrongIdea, ...] = (*CATALOGUE, *OF_PROGRAMS, *OF_PLAYERS)
_RIGHT_RUN = Hypothesis(way="run")  # whose reports are taken for values where they may be bounds


@cache
def hypotheses(idea: WrongIdea, *, by_program: bool = False) -> tuple[Hypothesis, ...]:
    """The ways in which somebody with the idea may answer; none where only programs, or none, have it."""
    every = of_programs() if by_program else one_idea()
    return tuple(each for each in every if each.ideas == (idea,))


def shows(idea: WrongIdea, question: Question, solution: Solution, *, by_program: bool = False) -> bool:
    """Whether the idea leads to an answer that is wrong, however somebody with it fills in the sheet."""
    found = hypotheses(idea, by_program=by_program)
    return bool(found) and all(is_wrong(hypothesis, question, solution) for hypothesis in found)


def is_wrong(hypothesis: Hypothesis, question: Question, solution: Solution) -> bool:
    """Whether the answer in one way is wrong, and is none that a right search leads to."""
    right, reported = _right(solution, question), _reported(solution, question)
    return any(
        part in right and given != reported.get(part) and not question.is_right(part, given, solution)
        for part, given in _parts_of_answer(hypothesis, question, solution)
    )


def answers(idea: WrongIdea, question: Question, solution: Solution, *, by_program: bool = False) -> Hashable:
    """What the idea answers in every way, part by part; the right answer where it says nothing."""
    right = _right(solution, question)
    return tuple(
        tuple(
            (name, hashable(part))
            for name, part in (right | answer_parts(hypothesis, question, solution)).items()
        )
        for hypothesis in hypotheses(idea, by_program=by_program)
    )


def answer_parts(hypothesis: Hypothesis, question: Question, solution: Solution) -> dict[str, Any]:
    """The parts of an answer, as somebody gives them who goes by a hypothesis."""
    return dict(_parts_of_answer(hypothesis, question, solution))


def _parts_of_answer(
    hypothesis: Hypothesis, question: Question, solution: Solution
) -> Iterator[tuple[str, Any]]:
    if (instead := hypothesis.answered(question, solution)) is not None:
        yield from _answers(question, solution, *instead)


@remembered
def _right(solution: Solution, question: Question) -> dict[str, Any]:
    return dict(_answers(question, solution, question, solution))


@remembered
def _reported(solution: Solution, question: Question) -> dict[str, Any]:
    return answer_parts(_RIGHT_RUN, question, solution)


def _answers(
    question: Question, solution: Solution, asked: Question, found: Solution
) -> Iterator[tuple[str, Any]]:
    """The parts of an answer about `solution`, as somebody gives them who found another one."""
    for part in question.parts(solution):
        try:
            yield part, asked.expected(part, found)
        except LookupError:  # nothing follows for this part
            continue
