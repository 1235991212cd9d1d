"""Chunks of tasks → a Dask cluster: at a scheduler's address, or one that is started on this machine."""

from __future__ import annotations

from concurrent.futures import Future
from contextlib import ExitStack, suppress
from time import monotonic
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from grader.classes.executors import executor_gone
from grader.classes.job import Chunk, Job, Outcomes
from grader.text.source import InputError, refusal

if TYPE_CHECKING:
    from distributed import Client

_PATIENCE = 30  # seconds until a scheduler answers, and until it has a worker
_NEWS = 5.0  # seconds between two looks at how many workers there are


def connect_cluster(job: Job, workers: int, address: str | None) -> Cluster:
    """The cluster at an address, or one with so many workers on this machine."""
    try:
        import distributed
    except ImportError:
        hint = "install it with `pip install tree-puzzle-grader[dask]`"
        raise refusal("--executor", "Dask is not installed here", hint) from None
    with ExitStack() as stack:
        try:
            at = address or stack.enter_context(_local_cluster(workers)).scheduler_address
            client = stack.enter_context(distributed.Client(at, timeout=_PATIENCE, set_as_default=False))
            client.wait_for_workers(1, timeout=_PATIENCE)
        except (OSError, ValueError) as error:
            raise _no_answer(address, error) from None
        return Cluster(job, client, stack.pop_all())


class Cluster:
    """An executor whose workers are those of a cluster, however many there are at the moment."""

    def __init__(self, job: Job, client: Client, opened: ExitStack) -> None:
        from grader.classes.dask_worker import JobPlugin

        self._client = client
        self._opened = opened
        self._name = f"grader-{uuid4().hex}"
        self._executor = client.get_executor(pure=False, retries=0)
        self._workers, self._counted = 1, -_NEWS
        client.register_plugin(JobPlugin(self._name, job), name=self._name)

    @property
    def workers(self) -> int:
        """How many there are now; some may have joined or left."""
        if monotonic() - self._counted > _NEWS:
            with suppress(Exception):  # a scheduler that is gone says so when it is given a chunk
                self._workers = max(1, sum(self._client.nthreads().values()))
            self._counted = monotonic()
        return self._workers

    def submit(self, chunk: Chunk) -> Future[Outcomes]:
        from grader.classes.dask_worker import mark_on_worker

        try:
            future: Future[Outcomes] = self._executor.submit(mark_on_worker, self._name, chunk)
        except Exception as error:
            raise executor_gone(str(error)) from error
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Leave the cluster as it was found; one that was started here ends."""
        with suppress(Exception):  # whoever cannot be told any more need not be
            self._executor.shutdown(wait and not cancel_futures)
            self._client.unregister_worker_plugin(self._name)
        self._opened.close()


def _no_answer(address: str | None, error: Exception) -> InputError:
    if address is None:
        return refusal("--executor", f"no cluster can be started here ({error})")
    hint = "name it as `dask scheduler` shows it, such as `tcp://10.0.0.5:8786`, and start `dask worker`s"
    return refusal("--scheduler", f"no cluster answers at `{address}` ({error})", hint)


def _local_cluster(workers: int) -> Any:
    """A cluster of single-threaded workers; a task whose worker dies comes back to us at once."""
    import dask
    from distributed import LocalCluster

    with dask.config.set({"distributed.scheduler.allowed-failures": 0}):
        return LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None, processes=True)
