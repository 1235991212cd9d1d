"""A kept grade → what each answer of its sheet contributed to what was told of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from grader.diagnosis import Diagnosis, Evidence, diagnose, own_values, predict
from grader.grading.grade_record import Check, Grade
from grader.grading.ready_questions import Ready, make_ready
from grader.problems import ProblemSet
from grader.questions import Unreadable


@dataclass(frozen=True, slots=True)
class Weight:
    """An answer, and what it costs as a right one with slips and under the explanation, in thousandths."""

    check: str
    right: int
    explained: int

    @property
    def speaks_for(self) -> int:
        """How much the answer speaks for the explanation; less than nothing where it speaks against it."""
        return self.right - self.explained


def weighed(grade: Grade, problems: ProblemSet) -> Iterator[tuple[Diagnosis, tuple[Weight, ...]]]:
    """What was told of the sheet, each with the weights of the answers that it is about."""
    answers = dict(_answers(grade, problems))
    for found in diagnose(tuple(answers.values()), problems.diagnosis.without):
        hypothesis = found.explanation.hypothesis
        yield (
            found,
            tuple(
                Weight(check, answer.right_cost, answer.cost(hypothesis))
                for check, answer in answers.items()
                if answer in found.answers
            ),
        )


def _answers(grade: Grade, problems: ProblemSet) -> Iterator[tuple[str, Evidence]]:
    for problem in problems.on_sheet:
        ready = {
            each.question.id: each
            for each in make_ready(problem, grade.variant_of(problem), problems.rule)[0]
        }
        checks = [check for check in grade.checks if check.problem == problem.id]
        given = {
            check.id: (ready[check.question], parts) for check in checks if (parts := _parts(check, ready))
        }
        for name, (each, parts) in given.items():
            beside = [
                (other.question, other.solution, said)
                for other, said in given.values()
                if other.basis == each.basis
            ]
            predictions = predict(each.solution, each.question)
            yield name, Evidence(problem.id, predictions, parts, own_values(beside))


def _parts(check: Check, ready: Mapping[str, Ready]) -> Mapping[str, Any]:
    """What was answered, part by part; nothing where that says nothing about a search."""
    each = ready[check.question]
    if check.given is None or check.raw is None or check.void or not each.question.about_search:
        return {}
    try:
        return each.question.given_parts(each.question.read(check.raw, each.solution))
    except Unreadable:
        return {}
