"""A class and its gradebook → tasks for what needs marking; outcomes → the gradebook, and counts of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from time import monotonic

from grader.classes.job import Chunk, Outcome, Outcomes, Task
from grader.gradebook import Gradebook, MarkedHandIn
from grader.gradebook.entries import Graded
from grader.gradebook.standing import is_current, last_gradings
from grader.grading.decisions import shown_moment
from grader.grading.grade_record import CheckStanding, Status
from grader.problems import ProblemSet
from grader.submissions import HandIn
from grader.submissions.collecting import Entry
from grader.version import VERSION

MOST_SHEETS = 32  # in a chunk: enough that sending it costs little, and few to mark again if a worker dies


class Waiting:
    """What is still to be marked; `known` counts what was skipped, and `taken` has what was sent."""

    def __init__(
        self,
        problems: ProblemSet,
        entries: Sequence[Entry],
        book: Gradebook,
        *,
        force: bool,
        stop: Callable[[], bool],
    ) -> None:
        self.known = 0
        self.taken: dict[int, tuple[Entry, HandIn]] = {}
        self.entries = entries
        self._problems = problems
        self._book = book
        self._force = force
        self._stop = stop
        self._settled = frozenset(() if force else book.settled(problems, VERSION))
        self._students = {student for student, _hash, _moment in self._settled}  # others need no hash
        self._several = _several(entries)
        self._same: dict[str, dict[str, Graded]] = {}  # of those who handed in several

    def chunks(self, workers: int, programs: int) -> Iterator[Chunk]:
        """The tasks in handy parts; `programs` says how many of those, which take long, go together."""
        fair = len(self.entries) // (4 * workers)
        size = max(1, min(programs if self._problems.by_program else MOST_SHEETS, fair))
        tasks = self._tasks()
        while chunk := tuple(islice(tasks, size)):
            yield chunk

    def _tasks(self) -> Iterator[Task]:
        number = 0
        for entry in self.entries:
            if self._stop():
                return
            handed = entry.hand_in()
            if not self._force and self._is_known(entry, handed):
                self.known += 1
                continue
            self.taken[number] = entry, handed
            yield Task(number, handed)
            number += 1

    def kept_as(self, entry: Entry) -> int | None:
        """The number of the submission that it is, where several of one student come again as they were."""
        if entry.at is not None or entry.student not in self._several:
            return None
        graded = self._kept(entry.student).get(entry.name)
        return None if graded is None else graded.submission.id

    def _is_known(self, entry: Entry, handed: HandIn) -> bool:
        if entry.student in self._several and entry.at is None:
            kept = self._kept(entry.student).values()
            return bool(kept) and all(map(self._is_good, kept))
        moment = None if entry.at is None else shown_moment(entry.at)
        return entry.student in self._students and (entry.student, handed.hash, moment) in self._settled

    def _kept(self, student: str) -> dict[str, Graded]:
        """What a student handed in, each with its grading; nothing where it is not what is kept last."""
        if student not in self._same:
            gradings = last_gradings(self._book.gradings(self._problems.id, student))
            given = self._several[student]
            last = [gradings[number] for number in sorted(gradings)][-len(given) :]
            same = [graded.submission.hash for graded in last] == [entry.hand_in().hash for entry in given]
            self._same[student] = (
                dict(zip((entry.name for entry in given), last, strict=True)) if same else {}
            )
        return self._same[student]

    def _is_good(self, graded: Graded) -> bool:
        return is_current(graded, self._problems.hash, VERSION)


def _several(entries: Sequence[Entry]) -> dict[str, list[Entry]]:
    """The entries of those who handed in more than once, at times that nobody knows."""
    counts = Counter(entry.student for entry in entries if entry.at is None)
    several: dict[str, list[Entry]] = {student: [] for student, count in counts.items() if count > 1}
    for entry in entries:
        if entry.at is None and entry.student in several:
            several[entry.student].append(entry)
    return several


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
            self._batch.append(
                MarkedHandIn(handed, outcome.record, entry.at, outcome.text, kept, entry.by, entry.only_named)
            )
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
    """Of `entries` submissions, `known` had their grade before, and `marked` were processed.

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
