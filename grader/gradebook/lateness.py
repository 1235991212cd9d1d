"""A set, the time of a submission and a student's extension → how late it is, and what that costs."""

from __future__ import annotations

from datetime import datetime, timedelta
from fractions import Fraction

from grader.grading.decisions import Late
from grader.problems import ProblemSet

_NONE = timedelta(0)


def lateness(
    problems: ProblemSet, at: datetime | None, extension: timedelta | datetime | None = None
) -> Late | None:
    """How late it is; None for what is in time, and for whoever has the same due date as all others."""
    if problems.due is None:
        return None
    due = _own_due(problems.due.at, extension)
    after = at - due if at is not None else _NONE
    if problems.late is not None and after > _NONE:
        return Late(at, due, problems.late.days(after), problems.late.share(after))
    return Late(at, due, 0, Fraction(0)) if due > problems.due.at else None


def _own_due(due: datetime, extension: timedelta | datetime | None) -> datetime:
    """An extension never takes time away."""
    if isinstance(extension, timedelta):
        extension = due + extension
    return due if extension is None else max(due, extension)
