"""A Grade → its total in words: what was earned, what lateness costs, and what is left."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from grader.grading import Grade
from grader.problems import ProblemSet
from grader.reports.record_words import shown_percent, shown_points
from grader.text.sentences import Say


class Totals(NamedTuple):
    """What a row of a table says of a whole grade; no percentage while something waits for a person."""

    earned: str
    possible: str
    percent: str
    penalty: str
    after: str


def totals_of(grade: Grade, pending: int) -> Totals:
    """The totals of a grade, of which so many questions wait."""
    return _totals(grade.earned, grade.possible, 0 if grade.late is None else grade.late.share, pending > 0)


@lru_cache(maxsize=4096)  # many students have the same
def _totals(earned: int | Fraction, possible: int | Fraction, lost: int | Fraction, waits: bool) -> Totals:
    penalty = earned * lost
    after = Fraction(earned - penalty)
    percent = "" if waits or not possible else shown_percent(after / possible)
    return Totals(
        shown_points(earned), shown_points(possible), percent, shown_points(penalty), shown_points(after)
    )


def total_in_words(grade: Grade, say: Say) -> str:
    """What was earned of what is known, which leaves out the questions that wait for a person."""
    pending, known = grade.pending, grade.known
    if pending and not known:
        return say("report.all-pending", number=pending)
    table = "late" if grade.penalty else "report"
    points = {"earned": grade.earned, "possible": known}
    if grade.penalty:
        points |= {"penalty": grade.penalty, "after": grade.after}
    parts: dict[str, object] = {name: shown_points(number) for name, number in points.items()}
    total = say(f"{table}.total", percent=shown_percent(grade.share_after), number=known, **parts)
    return say("report.total-pending", total=total, number=pending) if pending else total


def lateness_in_words(grade: Grade, problems: ProblemSet, say: Say) -> Iterator[str]:
    """When it came and when it was due, where the student has a due date of their own or is late."""
    late, due = grade.late, problems.due
    if late is None or due is None:
        return
    own = due.moved(late.due).text
    if late.at is None or late.at <= late.due or problems.late is None:
        yield say("late.extended", due=own)
    elif late.share:
        parts = {"at": due.moved(late.at).text, "due": own, "percent": shown_percent(late.share)}
        yield say("late.handed-in", number=late.days, **parts)
    else:
        yield say("late.in-grace", at=due.moved(late.at).text, due=own)
