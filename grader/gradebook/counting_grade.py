"""All gradings of a student's submissions → the one that counts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Literal, TypeAlias, get_args

from grader.gradebook.kept_values import Graded

Keep: TypeAlias = Literal["latest", "best", "first"]
KEEPS: tuple[Keep, ...] = get_args(Keep)


def counting(gradings: Sequence[Graded], keep: Keep, mark: Callable[[Graded], Fraction]) -> Graded:
    """What counts: of each submission the last good grading, of those the latest, the best or the first.

    A failure of the grader's own counts only where there is nothing else. `mark` is what `best` goes by; of
    two that are as good, the later one counts.
    """
    if len(gradings) == 1:  # as with most students
        return gradings[0]
    last = last_gradings(gradings)
    good = [graded for graded in last.values() if graded.status != "failed"] or list(last.values())
    came = sorted(good, key=lambda graded: graded.submission.came)
    if keep == "best":
        return max(reversed(came), key=mark) if len(came) > 1 else came[0]
    return came[0 if keep == "first" else -1]


def last_gradings(gradings: Iterable[Graded]) -> dict[int, Graded]:
    """By the number of each submission the grading that stands: its last good one, or its last failure."""
    return {graded.submission.id: graded for graded in sorted(gradings, key=_quality)}


def is_current(graded: Graded, set_hash: str, version: str) -> bool:
    """Whether a grading that stands is by this very state of a set and version: it need not be made again."""
    return (graded.set_hash, graded.version) == (set_hash, version) and graded.status != "failed"


def _quality(graded: Graded) -> tuple[bool, int]:
    """Good gradings after failures, and of each the later ones last."""
    return graded.status != "failed", graded.id
