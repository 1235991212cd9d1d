"""A question about an unknown leaf → its task on the practice page, with what is so at some numbers."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

from grader.questions import Question
from grader.questions.answer_form import NumberSet, OneNumber
from grader.questions.question import Marking
from grader.reports.practice.practice_task import PracticeTask
from grader.solving import Solution
from grader.solving.number_line import Segment, Segments, common, complement, contains, ends_of, joined_up
from grader.text.numbers import pretty_number
from grader.text.sentences import Say

_FAR = 100  # a number beyond those of most trees
_SIGNS = {"<=": "≤", ">=": "≥", "!=": "≠", "-": "−", "inf": "∞"}


def number_set_task(form: NumberSet, question: Question, solution: Solution, say: Say) -> PracticeTask:
    """A set of numbers, and what is so at some numbers in it and beside it."""
    right, rule = question.key(solution), solution.rule
    low, high = map(solution.tree.pretty, rule.bounds)
    parts = {
        "unknown": form.unknown,
        "value": _pretty(question.show(right, solution)),
        "low": low,
        "high": high,
        "whole": "1" if form.whole else "",
    }
    told = _told_at(right, form, question, Marking(solution, say))
    return PracticeTask("range", "numbers", (segments_text(right),), parts, proofs=dict(told))


def extreme_task(form: OneNumber, question: Question, solution: Solution, say: Say) -> PracticeTask:
    """The smallest or the largest number of such a set."""
    del say  # it has no words of its own
    right = solution.tree.pretty(question.key(solution))
    parts = {"unknown": form.unknown, "value": right}
    return PracticeTask(
        "number", "numbers", (right,), parts, label=f"{form.unknown} =", rounding=question.rounding
    )


def segments_text(segments: Segments) -> str:
    """A set of numbers as the page holds it: `[3;7) (9;∞)`."""
    return " ".join(
        f"{'[' if each.low_in else '('}{pretty_number(each.low)};{pretty_number(each.high)}"
        f"{']' if each.high_in else ')'}"
        for each in segments
    )


def _told_at(
    right: Segments, form: NumberSet, question: Question, marking: Marking
) -> Iterator[tuple[str, str]]:
    """By numbers near the ends of a set, what is so there and is not what a wrong answer says."""
    solution = marking.solution
    everything = joined_up([Segment(*solution.rule.bounds, True, True)])
    for number in _tried(right):
        if not contains(everything, number) or (form.whole and number != int(number)):
            continue
        point = joined_up([Segment(number, number, True, True)])
        is_right = contains(right, number)
        given = common(right, complement(point)) if is_right else joined_up([*right, *point])
        told = next(question.explain("", given, marking), None)
        if told:
            yield solution.tree.pretty(number), told


def _tried(segments: Segments) -> Iterator[int | Fraction]:
    """The ends of the set, numbers on both sides of each and between them, and some far away."""
    ends = sorted({end.number for end in ends_of(segments)})
    numbers = dict.fromkeys((*ends, *(end + step for end in ends for step in (-1, 1)), 0, -_FAR, _FAR))
    numbers |= dict.fromkeys(Fraction(one + other) / 2 for one, other in pairwise(ends))
    yield from numbers


def _pretty(text: str) -> str:
    for typed, sign in _SIGNS.items():
        text = text.replace(typed, sign)
    return text
