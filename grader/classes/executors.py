"""The name of an executor → an Executor, and chunks of tasks → their outcomes, in order, by its workers."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from dataclasses import dataclass, field
from typing import Protocol

from grader.classes.job import Chunk, Job, Outcome, Outcomes, Task
from grader.text.source import InputError, refusal


def start_executor(name: str, job: Job, workers: int, address: str | None = None) -> Executor:
    """An executor with so many workers, or with all that there are at an address."""
    return EXECUTORS[name](job, workers, address)


def _processes(job: Job, workers: int, address: str | None) -> Executor:
    from grader.classes.worker_processes import Processes

    if address is not None:
        raise refusal("--scheduler", "a scheduler is only for Dask", "add `--executor dask`")
    return Processes(job, workers)


def _dask(job: Job, workers: int, address: str | None) -> Executor:
    from grader.classes.dask_cluster import connect_cluster

    return connect_cluster(job, workers, address)


EXECUTORS: Mapping[str, Callable[[Job, int, str | None], Executor]] = {
    "processes": _processes,
    "dask": _dask,
}
# How many programs are sent together: to a process one, so that little is lost by a stop; a scheduler
# of Dask needs some milliseconds for whatever it is sent.
PROGRAMS_AT_ONCE: Mapping[str, int] = {"processes": 1, "dask": 8}


class WorkerDied(Exception):
    """The process that had a chunk ended before it could answer."""


def executor_gone(reason: str) -> InputError:
    """An error for whoever runs the grader: there is nobody any more who would mark."""
    hint = "what was graded is kept: start the workers again, and run the same command again"
    return refusal("--executor", f"the workers do not answer any more ({reason})", hint)


class Executor(Protocol):
    """Takes chunks and promises their outcomes; a promise is broken where a worker died.

    `shutdown` waits for what was submitted, or with `cancel_futures` ends it.
    """

    @property
    def workers(self) -> int:
        """How many chunks are marked at once."""

    def submit(self, chunk: Chunk) -> Future[Outcomes]: ...

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None: ...


_AHEAD = 4  # chunks for each worker, so that none has to wait for the next while a batch is written
_MOST_HELD = 2_000  # outcomes that wait for one before them, which may be a slow program
_HOPELESS = 5  # submissions given up before any was marked: it is not they that kill the workers
_GLANCE = 0.2  # seconds between two looks at whether to stop


@dataclass(slots=True)
class ClassRun:
    """One run of a class: it goes on until all is done, or `stop` says so.

    After a worker has died, everything that it may have died of is tried again, one submission at a time
    and nothing beside it; one with which a worker dies again is given up, and its record says so.
    """

    executor: Executor
    give_up: Callable[[Task, str], Outcome]
    stop: Callable[[], bool] = lambda: False
    _sent: dict[Future[Outcomes], Chunk] = field(default_factory=dict)
    _suspects: deque[Task] = field(default_factory=deque)
    _alone: bool = False
    _held: dict[int, Outcome] = field(default_factory=dict)
    _next: int = 0
    _given_up: int = 0
    _answered: bool = False

    def outcomes(self, chunks: Iterator[Chunk]) -> Iterator[Outcomes]:
        """What is ready now, again and again, in order; after a stop also what would have had to wait."""
        while not self.stop():
            self._send_ahead(chunks)
            if not self._sent:
                return
            self._take(wait(self._sent, _GLANCE, FIRST_COMPLETED).done)
            yield tuple(self._in_order())
        self._take([future for future in self._sent if future.done()])
        yield tuple(self._held.pop(number) for number in sorted(self._held))

    def _send_ahead(self, chunks: Iterator[Chunk]) -> None:
        """Send suspects alone, after all others have come back; else as much as keeps the workers busy."""
        if self._suspects or self._alone:
            if self._sent:
                return
            self._alone = bool(self._suspects)
            if self._suspects:
                self._send((self._suspects.popleft(),))
                return
        while len(self._sent) < _AHEAD * self.executor.workers and len(self._held) < _MOST_HELD:
            chunk = next(chunks, None)
            if chunk is None:
                return
            self._send(chunk)

    def _send(self, chunk: Chunk) -> None:
        self._sent[self.executor.submit(chunk)] = chunk

    def _take(self, done: Iterable[Future[Outcomes]]) -> None:
        for future in done:
            chunk = self._sent.pop(future)
            try:
                self._hold(future.result())
                self._answered = True
            except InputError:  # what no worker can do for anybody
                raise
            except CancelledError:  # not by us
                raise executor_gone("nothing is left of it") from None
            except Exception as error:  # noqa: BLE001 - whatever an executor says of a worker that died
                self._suspect(chunk, str(error) or type(error).__name__)

    def _suspect(self, chunk: Chunk, reason: str) -> None:
        if self._alone:
            self._given_up += 1
            if self._given_up >= _HOPELESS and not self._answered:
                raise executor_gone(f"none has lived to answer: {reason}")
            self._hold(self.give_up(task, reason) for task in chunk)
        else:
            self._suspects += chunk

    def _hold(self, outcomes: Iterable[Outcome]) -> None:
        self._held |= {outcome.number: outcome for outcome in outcomes}

    def _in_order(self) -> Iterator[Outcome]:
        while self._next in self._held:
            yield self._held.pop(self._next)
            self._next += 1
