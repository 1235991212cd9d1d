"""ProblemSet + Collected + Gradebook → every new submission marked and kept, and a Summary of the run."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

from grader.classes.class_book import MOST_SHEETS, Keeping, Summary, Waiting
from grader.classes.executors import (
    EXECUTORS,
    PROGRAMS_AT_ONCE,
    ClassRun,
    Executor,
    WorkerDied,
    start_executor,
)
from grader.classes.interrupts import Stopped, interruptible, stoppable
from grader.classes.job import Chunk, Job, Task
from grader.classes.marker import Marker, given_up
from grader.problems import ProblemSet
from grader.sandbox.walls.policy import Isolation
from grader.submissions import HandIn

if TYPE_CHECKING:
    from grader.gradebook import Gradebook
    from grader.submissions.collecting import Collected

__all__ = [
    "EXECUTORS", "Executor", "Job", "Stopped", "Summary", "WorkerDied", "grade_class", "mark_again",
    "stoppable",
]  # fmt: skip

_FEW = 2 * MOST_SHEETS  # so few sheets are marked again before workers have started


def grade_class(
    problems: ProblemSet,
    collected: Collected,
    book: Gradebook,
    *,
    jobs: int | None = None,
    executor: str = "processes",
    address: str | None = None,
    isolation: Isolation = "full",
    force: bool = False,
    progress: Callable[[Summary], None] = lambda _summary: None,
) -> Summary:
    """Mark what is new or changed, or with `force` everything, and keep it; Ctrl-C stops after what is done.

    Whatever the number of workers, grades are kept in the order of the entries.
    """
    book.keep_set(problems)
    workers = max(1, min(jobs or available_cores(), len(collected.entries)))
    with interruptible() as stop:
        waiting = Waiting(problems, collected.entries, book, force=force, stop=stop)
        keeping = Keeping(book, waiting, progress, force=force)
        chunks = waiting.chunks(workers, PROGRAMS_AT_ONCE[executor])
        first = next(chunks, None)
        if first is not None:
            job = Job(problems.files, problems.hash, isolation)
            with _started(executor, job, workers, address, stop) as started:
                progress(keeping.summary())
                run = ClassRun(started, partial(given_up, problems), stop)
                keeping.take_all(run.outcomes(chain([first], chunks)))
        return keeping.summary(stopped=stop.number)


@contextmanager
def _started(
    name: str, job: Job, workers: int, address: str | None, stop: Callable[[], bool]
) -> Iterator[Executor]:
    """An executor that is shut down afterwards; after a stop or a failure at once."""
    executor = start_executor(name, job, workers, address)
    try:
        yield executor
    except BaseException:
        executor.shutdown(cancel_futures=True)
        raise
    executor.shutdown(cancel_futures=stop())


def available_cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def mark_again(
    problems: ProblemSet, hand_ins: Iterable[HandIn], *, workers: int, isolation: Isolation = "full"
) -> Iterator[Mapping[str, Any]]:
    """The records of what is kept, by the set as it is now and in the same order.

    As many are marked ahead as keep the workers busy; few submissions are marked in this process.
    """
    job = Job(problems.files, problems.hash, isolation)
    tasks = (Task(number, handed) for number, handed in enumerate(hand_ins))
    first = tuple(islice(tasks, _FEW))
    if len(first) < _FEW or workers == 1:
        with Marker(job) as marker:
            yield from (outcome.whole for task in chain(first, tasks) for outcome in marker.mark((task,)))
        return
    yield from _by_workers(problems, job, chain(first, tasks), workers)


def _by_workers(
    problems: ProblemSet, job: Job, tasks: Iterator[Task], workers: int
) -> Iterator[Mapping[str, Any]]:
    size = 1 if problems.by_program else MOST_SHEETS

    def part() -> Chunk:
        return tuple(islice(tasks, size))

    executor = start_executor("processes", job, workers)
    try:
        for outcomes in ClassRun(executor, partial(given_up, problems)).outcomes(iter(part, ())):
            yield from (outcome.whole for outcome in outcomes)
    finally:
        executor.shutdown(cancel_futures=True)
