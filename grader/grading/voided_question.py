"""A Check of a question that was taken out → the same with all its points, or without any that count."""

from __future__ import annotations

from dataclasses import replace

from grader.grading.grade_record import Check
from grader.problems import Void
from grader.text.sentences import Say


def voided(check: Check, void: Void | None, say: Say) -> Check:
    """A question that was taken out earns all its points, or does not count, whatever was given."""
    if void is None:
        return check
    reason = say(f"grading.void-{void.how}", because=void.because)
    feedback, early = (reason, *check.feedback), {reason: "marks", **check.early}
    check = replace(check, void=void.how, reckoning=None, feedback=feedback, early=early)
    if void.how == "full":
        return replace(check, verdict="right", earned=check.possible)
    return replace(check, earned=0, possible=0)
