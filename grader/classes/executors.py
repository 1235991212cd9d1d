"""The name of an executor → an Executor that is ready: processes of this machine, or a Dask cluster."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Future
from typing import Protocol

from grader.classes.job import Chunk, Job, Outcomes
from grader.text.source import InputError, refusal


def start_executor(name: str, job: Job, workers: int, address: str | None = None) -> Executor:
    """An executor with so many workers, or with all that there are at an address."""
    return EXECUTORS[name](job, workers, address)


def _processes(job: Job, workers: int, address: str | None) -> Executor:
    from grader.classes.worker_processes import Processes

    if address is not None:
        raise refusal("--scheduler", "processes of this machine have no scheduler", "add `--executor dask`")
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
    hint = "what was marked is kept: start the workers again, and run the same command again"
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
