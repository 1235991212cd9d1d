"""Ideas and questions → what an idea leads to, whether it shows, and whether it would be named."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from grader.diagnosis.diagnosis import diagnose
from grader.diagnosis.evidence import Evidence
from grader.diagnosis.hypothesis import Hypothesis, of_programs, one_idea
from grader.diagnosis.predictions import Predictions, hashable, own_values, predict
from grader.ideas import CATALOGUE, OF_PLAYERS, OF_PROGRAMS, WrongIdea
from grader.memory import remembered
from grader.questions import Question
from grader.solving import Solution
from grader.text.numbers import Number


class AboutSolution(NamedTuple):
    """A question of a problem, by the problem's id, and the solution that it is about."""

    problem: str
    question: Question
    solution: Solution


def named_among(
    ideas: Iterable[WrongIdea], posed: Sequence[AboutSolution], without: Sequence[str] = ()
) -> dict[str, int]:
    """Among how many an idea is named that shows, 1 where it is named alone; others are not in it.

    It has to be named in every way to fill in the sheet in which it shows.
    """
    found = {idea.id: _largest(idea, posed, without) for idea in ideas}
    return {idea: number for idea, number in found.items() if number}


def _largest(idea: WrongIdea, posed: Sequence[AboutSolution], without: Sequence[str]) -> int:
    numbers = [
        _traced(hypothesis, posed, without)
        for hypothesis in _hypotheses(idea)
        if any(_is_wrong(hypothesis, question, solution) for _, question, solution in posed)
    ]
    return max(numbers) if numbers and all(numbers) else 0


def _traced(hypothesis: Hypothesis, posed: Sequence[AboutSolution], without: Sequence[str]) -> int:
    """Among how many ideas the one that filled in the sheet is told; 0 where it is not."""
    sheet = _filled_in(hypothesis, posed)
    (idea,) = hypothesis.ideas
    groups = [group for found in diagnose(sheet, without) for group in found.named if idea in group]
    return min(map(len, groups), default=0)


def _filled_in(hypothesis: Hypothesis, posed: Sequence[AboutSolution]) -> list[Evidence]:
    given = [_answer_parts(hypothesis, question, solution) for _, question, solution in posed]
    sheet = []
    for (problem, question, solution), parts in zip(posed, given, strict=True):
        if not parts:  # the idea says nothing about it
            continue
        beside = [
            (other, found, said)
            for (name, other, found), said in zip(posed, given, strict=True)
            if name == problem and found.tree is solution.tree
        ]
        own = tuple(own_values(beside).items())
        sheet.append(_evidence(predict(solution, question), problem, repr(parts), own, parts=parts))
    return sheet


@remembered
def _evidence(
    predictions: Predictions,
    problem: str,
    _written: str,
    own: tuple[tuple[int, Number], ...],
    *,
    parts: Mapping[str, Any],
) -> Evidence:
    """An answer that many ideas may give."""
    return Evidence(problem, predictions, parts, dict(own))


EVERY_IDEA: tuple[WrongIdea, ...] = (*CATALOGUE, *OF_PROGRAMS, *OF_PLAYERS)
_RIGHT_RUN = Hypothesis(way="run")  # whose reports are taken for values where they may be bounds


@cache
def _hypotheses(idea: WrongIdea, *, by_program: bool = False) -> tuple[Hypothesis, ...]:
    """The usual ways in which somebody with the idea answers; none where only programs, or none, have it."""
    every = of_programs() if by_program else one_idea()
    return tuple(each for each in every if each.ideas == (idea,) and not each.otherwise)


def shows(idea: WrongIdea, question: Question, solution: Solution, *, by_program: bool = False) -> bool:
    """Whether the idea leads to an answer that is wrong, in whichever usual way the sheet is filled in."""
    found = _hypotheses(idea, by_program=by_program)
    return bool(found) and all(_is_wrong(hypothesis, question, solution) for hypothesis in found)


def _is_wrong(hypothesis: Hypothesis, question: Question, solution: Solution) -> bool:
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
            for name, part in (right | _answer_parts(hypothesis, question, solution)).items()
        )
        for hypothesis in _hypotheses(idea, by_program=by_program)
    )


def _answer_parts(hypothesis: Hypothesis, question: Question, solution: Solution) -> dict[str, Any]:
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
    return _answer_parts(_RIGHT_RUN, question, solution)


def _answers(
    question: Question, solution: Solution, asked: Question, found: Solution
) -> Iterator[tuple[str, Any]]:
    """The parts of an answer about `solution`, as somebody gives them who found another one."""
    for part in question.parts(solution):
        try:
            yield part, asked.expected(part, found)
        except LookupError:  # nothing follows for this part
            continue
