"""An answer and one that is accepted besides the key → whether they are the same to the question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from grader.numbers import Number, same_number
from grader.questions import AboutNodes, Question
from grader.questions.quantities import Bound
from grader.solving import Solution


def is_same_answer(question: Question, given: Any, accepted: Any, solution: Solution) -> bool:
    """Whether two answers agree: numbers up to rounding, and of several nodes those that are asked about."""
    if isinstance(question, AboutNodes):
        given, accepted = (_asked(question, answer, solution) for answer in (given, accepted))
    return _agree(given, accepted, question.rounding)


def _asked(question: AboutNodes, answer: Mapping[str, Any], solution: Solution) -> Sequence[Any]:
    return tuple(answer.get(name) for name in question.nodes(solution))


def _agree(given: Any, accepted: Any, rounding: int) -> bool:
    match given, accepted:
        case tuple(), tuple():
            return len(given) == len(accepted) and all(
                _agree(one, other, rounding) for one, other in zip(given, accepted, strict=True)
            )
        case Bound(), Bound():
            return given.sign == accepted.sign and _agree(given.number, accepted.number, rounding)
        case (int() | Fraction() | float(), int() | Fraction() | float()):
            return _same(given, accepted, rounding)
    return bool(given == accepted)


def _same(given: Number, accepted: Number, rounding: int) -> bool:
    """Whether either of two numbers is the other one, rounded."""
    return same_number(given, accepted, rounding) or same_number(accepted, given, rounding)
