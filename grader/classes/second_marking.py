"""Hand-ins that are kept and a set as it is now → their records, marked again in the same order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from itertools import chain, islice
from typing import Any

from grader.classes.executors import start_executor
from grader.classes.failed_grade import given_up
from grader.classes.job import Chunk, Job, Task
from grader.classes.marker import Marker
from grader.classes.schedule import Run
from grader.classes.waiting_tasks import MOST_SHEETS
from grader.problems import ProblemSet
from grader.sandbox.walls.policy import Isolation
from grader.submissions import HandIn

_FEW = 2 * MOST_SHEETS  # so few sheets are marked before workers have started

Record = Mapping[str, Any]


def mark_again(
    problems: ProblemSet, hand_ins: Iterable[HandIn], *, workers: int, isolation: Isolation = "full"
) -> Iterator[Record]:
    """The records, as many ahead as keep the workers busy; few hand-ins are marked in this process."""
    job = Job(problems.files, problems.hash, isolation)
    tasks = (Task(number, handed) for number, handed in enumerate(hand_ins))
    first = tuple(islice(tasks, _FEW))
    if len(first) < _FEW or workers == 1:
        with Marker(job) as marker:
            yield from (outcome.whole for task in chain(first, tasks) for outcome in marker.mark((task,)))
        return
    yield from _by_workers(problems, job, chain(first, tasks), workers)


def _by_workers(problems: ProblemSet, job: Job, tasks: Iterator[Task], workers: int) -> Iterator[Record]:
    size = 1 if problems.by_program else MOST_SHEETS

    def part() -> Chunk:
        return tuple(islice(tasks, size))

    executor = start_executor("processes", job, workers)
    try:
        for outcomes in Run(executor, partial(given_up, problems)).outcomes(iter(part, ())):
            yield from (outcome.whole for outcome in outcomes)
    finally:
        executor.shutdown(cancel_futures=True)
