"""The name of an executor → an Executor that is ready: processes of this machine, or a Dask cluster."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from grader.classes.executor import Executor
from grader.classes.job import Job
from grader.source import refusal


def start_executor(name: str, job: Job, workers: int, address: str | None = None) -> Executor:
    """An executor with so many workers, or with all that there are at an address."""
    return EXECUTORS[name](job, workers, address)


def _processes(job: Job, workers: int, address: str | None) -> Executor:
    from grader.classes.processes import Processes

    if address is not None:
        raise refusal("--scheduler", "processes of this machine have no scheduler", "add `--executor dask`")
    return Processes(job, workers)


def _dask(job: Job, workers: int, address: str | None) -> Executor:
    from grader.classes.clusters import connect_cluster

    return connect_cluster(job, workers, address)


EXECUTORS: Mapping[str, Callable[[Job, int, str | None], Executor]] = {
    "processes": _processes,
    "dask": _dask,
}
# How many programs are sent together: to a process one, so that little is lost by a stop; a scheduler
# of Dask needs some milliseconds for whatever it is sent.
PROGRAMS_AT_ONCE: Mapping[str, int] = {"processes": 1, "dask": 8}
