"""Questions → which ideas would be named: each sheet that an idea fills in is traced like a student's."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from grader.diagnosis.diagnosis import diagnose
from grader.diagnosis.evidence import Evidence
from grader.diagnosis.exposure import answer_parts, hypotheses, is_wrong
from grader.diagnosis.hypothesis import Hypothesis
from grader.diagnosis.predictions import Predictions, own_values, predict
from grader.ideas import WrongIdea
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
        for hypothesis in hypotheses(idea)
        if any(is_wrong(hypothesis, question, solution) for _, question, solution in posed)
    ]
    return max(numbers) if numbers and all(numbers) else 0


def _traced(hypothesis: Hypothesis, posed: Sequence[AboutSolution], without: Sequence[str]) -> int:
    """Among how many ideas the one that filled in the sheet is told; 0 where it is not."""
    sheet = _filled_in(hypothesis, posed)
    (idea,) = hypothesis.ideas
    groups = [group for found in diagnose(sheet, without) for group in found.named if idea in group]
    return min(map(len, groups), default=0)


def _filled_in(hypothesis: Hypothesis, posed: Sequence[AboutSolution]) -> list[Evidence]:
    given = [answer_parts(hypothesis, question, solution) for _, question, solution in posed]
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
