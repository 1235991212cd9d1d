"""A Grade and people's decisions about it → the Grade that counts, with their points and reasons."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from grader.gradebook.kept_values import Adjustment, Points
from grader.grading import Check, Grade
from grader.grading.decisions import Adjusted
from grader.grading.grade_record import Status
from grader.questions.verdict import SeenVerdict, Verdict
from grader.text.numbers import pretty_decimal
from grader.text.sentences import Say, sentences

# By the status, the verdict that stands for it.
_OWN_FAULT: Mapping[Status, SeenVerdict] = {"failed": "failed", "unreadable": "unreadable"}


def standing(adjustments: Iterable[Adjustment]) -> tuple[Adjustment, ...]:
    """Of all decisions, in their order, the last about each question, unless it withdraws."""
    last = {adjustment.question: adjustment for adjustment in adjustments}
    return tuple(adjustment for adjustment in last.values() if adjustment.points is not None)


def adjusted(grade: Grade, adjustments: Iterable[Adjustment]) -> Grade:
    """The grade where the questions that people decided about have their points; others stay as marked."""
    decided = {adjustment.question: adjustment for adjustment in standing(adjustments)}
    if not decided:
        return grade
    say = sentences(grade.problems.language if grade.problems else "en")
    checks = tuple(
        _adjusted(check, decided[check.id], say) if check.id in decided else check for check in grade.checks
    )
    return replace(grade, checks=checks, status=_status(grade.status, checks))


def _adjusted(check: Check, decision: Adjustment, say: Say) -> Check:
    assert decision.points is not None
    sentence = say(
        "adjusted.points", points=pretty_decimal(decision.points), possible=pretty_decimal(check.possible),
        because=decision.because, number=check.possible,
    )  # fmt: skip
    return replace(
        check,
        verdict=_verdict(decision.points, check.possible),
        earned=decision.points,
        reckoning=None,
        feedback=(sentence, *(() if check.verdict == "pending" else check.feedback)),  # it waits no longer
        early={**check.early, sentence: "marks"},
        void=None,
        adjusted=Adjusted(decision.points, decision.because, decision.by, check.verdict, check.earned),
    )


def _verdict(points: Points, possible: Points) -> Verdict:
    return "right" if points >= possible else "partly" if points else "wrong"


def _status(status: Status, checks: Iterable[Check]) -> Status:
    """A person who has decided about everything that went wrong has graded it."""
    left = _OWN_FAULT.get(status)
    return status if left is None or any(check.verdict == left for check in checks) else "graded"
