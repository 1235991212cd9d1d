"""A sheet → the other conventions under which all of it is right, if there are any and it says enough."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grader.diagnosis.evidence import AnswersOfSheet, Evidence
from grader.diagnosis.hypothesis import Hypothesis, Shift, conventions, two_conventions
from grader.diagnosis.price import says_something
from grader.ideas import BY_ID

_FORGOT_TO_PRUNE = Hypothesis((BY_ID["bookkeeping-without-cutting"],))


def convention_behind(sheet: AnswersOfSheet) -> tuple[Shift, ...]:
    """One convention, or two; none where an answer speaks against each, or too little for one."""
    wrong = list(sheet.wrong())
    right = [answer for answer in sheet.answers if answer.is_right]
    for shifts in _fitting([*wrong, *right]):  # the wrong ones speak against most of them
        if [shift.field for shift in shifts] == ["ties"] or _is_enough(sheet, wrong, len(shifts)):
            return shifts
    return ()


def _fitting(answers: Sequence[Evidence]) -> Iterator[tuple[Shift, ...]]:
    """What makes all answers right: one convention, and then two."""
    one = two = -1
    for answer in answers:
        one &= answer.right_under
        if not one:
            break
    yield from (each.shifts for bit, each in enumerate(conventions()) if one >> bit & 1)
    for answer in answers:
        two &= answer.right_under_two
        if not two:
            return
    yield from (each.shifts for bit, each in enumerate(two_conventions()) if two >> bit & 1)


def _is_enough(sheet: AnswersOfSheet, wrong: Sequence[Evidence], number: int) -> bool:
    """Whether the answers speak for so many conventions: not where it was just forgotten to prune."""
    if all(answer.is_predicted(_FORGOT_TO_PRUNE) for answer in sheet.answers):
        return False
    return len(wrong) > 1 or (number == 1 and _says_something(wrong[0]))


def _says_something(answer: Evidence) -> bool:
    return all(says_something(answer.predictions.form, part) for part in answer.given.values())
