"""Outcomes → the gradebook, in batches by this one writer, and counts of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from time import monotonic

from grader.classes.job import Outcome, Outcomes
from grader.classes.waiting_tasks import Waiting
from grader.gradebook import Gradebook, MarkedHandIn
from grader.grading.grade_record import CheckStanding, Status

LARGEST_BATCH = 500
LONGEST_WAIT = 1.0  # seconds for which a grade is held back, so that few are lost with a machine


class Keeping:
    """Keeps what comes, together with what it was made from."""

    def __init__(
        self, book: Gradebook, waiting: Waiting, progress: Callable[[Summary], None], *, force: bool
    ) -> None:
        self._book = book
        self._waiting = waiting
        self._progress = progress
        self._force = force
        self._batch: list[MarkedHandIn] = []
        self._written = monotonic()
        self._statuses: Counter[Status] = Counter()
        self._verdicts: Counter[CheckStanding] = Counter()
        self._faults: Counter[str] = Counter()

    def take_all(self, batches: Iterator[Outcomes]) -> None:
        """Take what comes until the end, or until there is nobody any more who would mark."""
        try:
            for outcomes in batches:
                self._take(outcomes)
        finally:
            self._write()

    def _take(self, outcomes: Outcomes) -> None:
        """Count the outcomes, and write them together with others."""
        for outcome in outcomes:
            self._count(outcome)
            entry, handed = self._waiting.taken.pop(outcome.number)
            kept = self._waiting.kept_as(entry)
            self._batch.append(MarkedHandIn(handed, outcome.record, entry.at, outcome.text, kept))
        if len(self._batch) >= LARGEST_BATCH or monotonic() - self._written > LONGEST_WAIT:
            self._write()
        self._progress(self.summary())

    def _write(self) -> None:
        """Write what has come since the last time."""
        if self._batch:
            self._book.add(self._batch, force=self._force)
            self._batch = []
        self._written = monotonic()

    def summary(self, *, stopped: int = 0) -> Summary:
        return Summary(
            entries=len(self._waiting.entries),
            known=self._waiting.known,
            marked=self._statuses.total(),
            statuses=dict(self._statuses),
            verdicts=dict(self._verdicts),
            faults=dict(self._faults),
            stopped=stopped,
        )

    def _count(self, outcome: Outcome) -> None:
        self._statuses[outcome.status] += 1
        for verdict, count in outcome.verdicts.items():
            self._verdicts[verdict] += count
        for fault in outcome.faults:
            self._faults[fault] += 1


@dataclass(frozen=True, slots=True)
class Summary:
    """Of `entries` submissions, `known` had their grade before, and `marked` were marked now.

    `statuses` counts those by the status of their grade, `verdicts` their answers, and `faults` says what
    went wrong on our side, and how often. `stopped` is the signal after which it did not go on, if any.
    """

    entries: int
    known: int
    marked: int
    statuses: Mapping[Status, int]
    verdicts: Mapping[CheckStanding, int]
    faults: Mapping[str, int]
    stopped: int = 0

    @property
    def left(self) -> int:
        """How many have not been looked at."""
        return self.entries - self.known - self.marked
