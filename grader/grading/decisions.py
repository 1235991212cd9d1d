"""What stands beside the marks of a grade: people's decisions, what marking again changed, and lateness."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from fractions import Fraction
from functools import lru_cache
from typing import Any

from grader.questions.verdict import SeenVerdict
from grader.rule import plain_number


@dataclass(frozen=True, slots=True)
class Adjusted:
    """A person's points for a question and the reason; `verdict` and `earned` are what was marked before."""

    points: int | Fraction
    because: str
    by: str
    verdict: SeenVerdict
    earned: int | Fraction | None

    def to_dict(self) -> dict[str, Any]:
        return {
            "points": plain_number(self.points),
            "because": self.because,
            "by": self.by,
            "verdict": self.verdict,
            "earned": None if self.earned is None else plain_number(self.earned),
        }


@dataclass(frozen=True, slots=True)
class MarkChange:
    """What a question earned and was worth before and after it was marked again.

    `before` and `after` are None where nothing was known, `worth_before` and `worth_after` where it was not
    asked.
    """

    question: str
    before: int | Fraction | None
    worth_before: int | Fraction | None
    after: int | Fraction | None
    worth_after: int | Fraction | None

    def to_dict(self) -> dict[str, Any]:
        points = {name: getattr(self, name) for name in CHANGED}
        told = {name: None if given is None else plain_number(given) for name, given in points.items()}
        return {"question": self.question, **told}


CHANGED = ("before", "worth_before", "after", "worth_after")  # the points in a MarkChange


@dataclass(frozen=True, slots=True)
class Regrading:
    """That a grade changed after it was given, and why, which the student is told."""

    at: datetime
    because: str
    changes: tuple[MarkChange, ...]

    def to_dict(self) -> dict[str, Any]:
        changes = [change.to_dict() for change in self.changes]
        return {"at": shown_moment(self.at), "because": self.because, "changes": changes}


@dataclass(frozen=True, slots=True)
class Slip:
    """The slip days that a student spent on a set, and how many are left for the term."""

    days: int
    left: int

    def to_dict(self) -> dict[str, Any]:
        return {"days": self.days, "left": self.left}


@dataclass(frozen=True, slots=True)
class Late:
    """When a submission came and when it was due for this student; `share` of the marks is lost by it.

    Somebody with a due date of their own has it also where nothing is late; `at` is None if it is not known.
    With slip days in a course, `slip` says how many are spent, and `due` is moved by them.
    """

    at: datetime | None
    due: datetime
    days: int
    share: Fraction
    slip: Slip | None = None

    def to_dict(self) -> dict[str, Any]:
        return {
            "at": None if self.at is None else shown_moment(self.at),
            "due": shown_moment(self.due),
            "days": self.days,
            "share": plain_number(self.share),
            **({} if self.slip is None else {"slip": self.slip.to_dict()}),
        }


def shown_moment(moment: datetime) -> str:
    """A moment as records and the gradebook have it, in UTC, so that texts sort as moments do."""
    return moment.astimezone(UTC).replace(tzinfo=None).isoformat(timespec="microseconds") + "Z"


@lru_cache(maxsize=1024)  # what was kept together has the same
def read_moment(text: str) -> datetime:
    """The moment again; a ValueError where it is none."""
    moment = datetime.fromisoformat(text)
    if moment.tzinfo is None:
        raise ValueError(f"`{text}` has no zone")
    try:
        return moment.astimezone(UTC)
    except OverflowError:
        raise ValueError(f"`{text}` is at an end of the calendar") from None
