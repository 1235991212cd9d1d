"""What a worker of a Dask cluster holds: a Job, and for each of its threads a Marker; chunks → outcomes."""

from __future__ import annotations

import threading
from contextlib import ExitStack

from distributed import Worker, WorkerPlugin, get_worker

from grader.classes.job import Chunk, Job, Outcomes
from grader.classes.marker import Marker


class JobPlugin(WorkerPlugin):  # type: ignore[misc]
    """Brings the job to every worker once, also to those that join later."""

    def __init__(self, name: str, job: Job) -> None:
        self.name = name
        self._job = job

    def setup(self, worker: Worker) -> None:  # noqa: ARG002 - as Dask calls it
        self._own = threading.local()  # a sandbox serves one thread
        self._markers = ExitStack()

    def teardown(self, worker: Worker) -> None:  # noqa: ARG002 - as Dask calls it
        self._markers.close()

    def mark(self, chunk: Chunk) -> Outcomes:
        if not hasattr(self._own, "marker"):
            self._own.marker = self._markers.enter_context(Marker(self._job))
        outcomes: Outcomes = self._own.marker.mark(chunk)
        return outcomes


def mark_on_worker(name: str, chunk: Chunk) -> Outcomes:
    """The task that Dask is given."""
    plugin: JobPlugin = get_worker().plugins[name]
    return plugin.mark(chunk)
