"""A question about a solution → what every idea would answer, so that an answer is evidence for some."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from fractions import Fraction
from typing import Any

from grader.diagnosis.evidence import NO_EVIDENCE, Evidence, Unit
from grader.diagnosis.ideas import AnsweredInstead, ideas
from grader.memory import remembered
from grader.questions import Question, Unread
from grader.solving import Solution

# Answers that are the same, one question and solution that give it, and the ideas that do.
SameAnswers = tuple[AnsweredInstead, int]

_EXACT = frozenset((int, Fraction, float, str))


@remembered
def predict(solution: Solution, question: Question) -> Predictions:
    """What each idea answers to the question, which takes long to work out."""
    return Predictions(question, solution)


class Predictions:
    """What each idea answers to one question, part by part, worked out once."""

    __slots__ = ("_groups", "_predicted", "question", "solution")

    def __init__(self, question: Question, solution: Solution) -> None:
        self.question = question
        self.solution = solution
        self._groups: dict[str, dict[Hashable, SameAnswers]] = {}
        self._predicted: dict[str, int] = {}
        for name in question.parts(solution) if question.about_search else ():
            self._groups[name] = _grouped(self._answers(name))
            self._predicted[name] = _union(mask for _, mask in self._groups[name].values())

    @property
    def parts(self) -> tuple[str, ...]:
        """The parts of an answer: the names of nodes, or one without a name."""
        return tuple(self._groups)

    def evidence(self, given: Any) -> Evidence:
        """Which ideas agree with an answer."""
        if not self._groups:
            return NO_EVIDENCE
        return Evidence(tuple(self._units(given)))

    def exposed(self) -> int:
        """The ideas that give another answer than the right one."""
        return _union(
            self._predicted[name] & ~self._agreeing(name, self._right(name)) for name in self._groups
        )

    def of(self, bit: int) -> dict[str, Any]:
        """What one idea answers, part by part."""
        return {
            name: self._expected(name, answered)
            for name, groups in self._groups.items()
            for answered, mask in groups.values()
            if mask >> bit & 1
        }

    def _answers(self, name: str) -> Iterator[tuple[int, AnsweredInstead, Hashable]]:
        for bit, idea in enumerate(ideas()):
            answered = idea.answered(self.question, self.solution)
            if answered is None:
                continue
            try:
                yield bit, answered, _hashable(self._expected(name, answered))
            except LookupError:  # it says nothing about this part
                continue

    def _expected(self, name: str, answered: AnsweredInstead) -> Any:
        question, solution = answered
        return question.expected(name, solution)

    def _right(self, name: str) -> Any:
        return self._expected(name, (self.question, self.solution))

    def _units(self, given: Any) -> Iterator[Unit]:
        question = self.question
        for name, part in question.given_parts(given).items():
            if name in self._groups and not isinstance(part, Unread):
                wrong = not question.is_right(name, part, self.solution)
                yield Unit(name, wrong, self._predicted[name], self._agreeing(name, part), question.guessable)

    def _agreeing(self, name: str, part: Any) -> int:
        groups = self._groups[name]
        if _is_exact(part) and not self.question.loose:
            return groups[part][1] if part in groups else 0
        return _union(mask for answered, mask in groups.values() if _agrees(name, part, answered))


def _is_exact(part: Any) -> bool:
    """Whether a part of an answer can only agree with what is equal to it: no bound, no rounded decimal."""
    if type(part) is tuple:
        return all(map(_is_exact, part))
    return type(part) in _EXACT


def _agrees(name: str, part: Any, answered: AnsweredInstead) -> bool:
    question, solution = answered
    try:
        return question.is_right(name, part, solution)
    except LookupError:  # a bound, say, where the idea knows of none
        return False


def _grouped(answers: Iterable[tuple[int, AnsweredInstead, Hashable]]) -> dict[Hashable, SameAnswers]:
    groups: dict[Hashable, SameAnswers] = {}
    for bit, answered, answer in answers:
        first, mask = groups.get(answer, (answered, 0))
        groups[answer] = first, mask | 1 << bit
    return groups


def _hashable(answer: Any) -> Hashable:
    return tuple(sorted(answer.items())) if isinstance(answer, dict) else answer


def _union(masks: Iterable[int]) -> int:
    union = 0
    for mask in masks:
        union |= mask
    return union
