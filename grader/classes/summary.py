"""Summary: what a run over a class has done so far, in numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Summary:
    """Of `entries` submissions, `known` had their grade before, and `marked` were marked now.

    `statuses` counts those by the status of their grade, `verdicts` their answers, and `faults` says what
    went wrong on our side, and how often. `stopped` is the signal after which it did not go on, if any.
    """

    entries: int
    known: int
    marked: int
    statuses: Mapping[str, int]
    verdicts: Mapping[str, int]
    faults: Mapping[str, int]
    stopped: int = 0

    @property
    def left(self) -> int:
        """How many have not been looked at."""
        return self.entries - self.known - self.marked
