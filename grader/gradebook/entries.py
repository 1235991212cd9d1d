"""What a gradebook keeps, as values: submissions, their grades, and what people decided."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from fractions import Fraction
from typing import Any

from grader.grading.grade_record import Status
from grader.submissions import HandIn
from grader.text.source import refusal

Points = int | Fraction


@dataclass(frozen=True, slots=True)
class MarkedHandIn:
    """A hand-in and the record that was made of it; `at` is when it was handed in, if that is known.

    `text` is the record as JSON where somebody has written it already; of the checks, `record` then needs
    only those that wait for a person. `submission` is the number under which the hand-in is kept already,
    where that is known. `by` and `only_named` are as in an `Entry`.
    """

    hand_in: HandIn
    record: Mapping[str, Any] = field(repr=False)
    at: datetime | None = None
    text: str = field(default="", repr=False)
    submission: int | None = None
    by: str = ""
    only_named: bool = False


@dataclass(frozen=True, slots=True)
class Kept:
    """A submission in the gradebook: whose it is, and when it came."""

    id: int
    student: str
    hash: str
    name: str
    at: datetime | None
    kept_at: datetime
    by: str = ""  # who handed it in, where that is somebody else of a group
    only_named: bool = False  # whether only a sheet says that the student is of the group

    @property
    def came(self) -> tuple[datetime, int]:
        """What puts submissions in the order in which they came, as far as that is known."""
        return self.at or self.kept_at, self.id


@dataclass(frozen=True, slots=True)
class Graded:
    """One marking of a submission; `record` is as in `results.json`, before any person's decision."""

    id: int
    submission: Kept
    set_hash: str
    version: str
    status: Status
    earned: Points
    possible: Points
    pending: int
    marked_at: datetime
    text: str = field(repr=False)

    @property
    def record(self) -> dict[str, Any]:
        try:
            record: dict[str, Any] = json.loads(self.text)
        except (ValueError, TypeError, RecursionError):  # no JSON, no text, or nested too deep
            message = f"the record of grade {self.id} is damaged"
            hint = "put a backup of the gradebook in its place, or grade it again: `grader grade … --force`"
            raise refusal("gradebook", message, hint) from None
        return record


NOBODY_LOSES = "regrade --nobody-loses"  # who decides that points stay though the mark goes down


@dataclass(frozen=True, slots=True)
class Adjustment:
    """A person's decision about a question; without points it withdraws the one before.

    One by `NOBODY_LOSES` counts only where the mark is lower.
    """

    student: str
    question: str
    points: Points | None
    because: str
    by: str
    grade: int = 0  # the one that counted then
    at: datetime | None = None

    @property
    def is_floor(self) -> bool:
        """Whether it says what is earned at least."""
        return self.by == NOBODY_LOSES
