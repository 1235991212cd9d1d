"""What all tests share: how Hypothesis searches, and workers that run programs."""

import gc
import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from hypothesis import settings

from grader.classes import worker_processes
from grader.sandbox.run import Worker
from grader.sandbox.walls.policy import Isolation
from grader.text.source import InputError
from tests import shared_sets

# A test says itself what it is run by: a service where all tests are run must not be taken for it.
for variable in ("CI", "COLUMNS", "GITHUB_ACTIONS", "GITHUB_STEP_SUMMARY", "GITHUB_WORKSPACE", "GITLAB_CI"):
    os.environ.pop(variable, None)

# Where the tests run in the background, some signals are ignored, and so they would be by what tests start.
if sys.platform != "win32":
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)

# No deadline: how long an example takes says more about the machine than about the code.
settings.register_profile("quick", deadline=None, max_examples=10)
settings.register_profile("thorough", deadline=None, max_examples=500)  # `make test-all`
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))

gc.disable()  # until all tests are collected: nothing of that is ever dropped


def pytest_collection_finish() -> None:
    """Thousands of tests are not searched for garbage again and again, here and in copies of this process."""
    gc.enable()
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def _sets() -> Iterator[None]:
    """Many tests are about the same sets."""
    with shared_sets.sets_are_shared():
        yield


@pytest.fixture
def own_sets(monkeypatch: pytest.MonkeyPatch) -> None:
    """For a test that changes how a set is looked at: nothing was worked out about its sets before."""
    monkeypatch.setattr(shared_sets, "_KEPT", {})


IDLE = ("IO loop", "Dask-Offload")


@pytest.fixture(scope="session", autouse=True)
def _copies() -> Iterator[None]:
    """A class is marked by copies of this process, also where pytest-xdist has a thread of its own in it."""
    own = threads()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(worker_processes, "is_alone", lambda: sys.platform == "linux" and threads() <= own)
        yield


def threads() -> int:
    """How many there are, but for those that a cluster of Dask's leaves behind, with nothing to do."""
    idle = [thread for thread in threading.enumerate() if thread.name.startswith(IDLE)]
    return len(list(Path("/proc/self/task").glob("*"))) - len(idle)


@pytest.fixture(scope="session")
def worker() -> Iterator[Worker]:
    """Runs the tests' own harmless programs, wherever there is Linux."""
    yield from _worker("none")


@pytest.fixture(scope="session")
def walled() -> Iterator[Worker]:
    """Runs whatever students may send."""
    yield from _worker("full")


def _worker(isolation: Isolation) -> Iterator[Worker]:
    if sys.platform != "linux":
        pytest.skip("students' code is run on Linux only")
    with ExitStack() as stack:
        try:
            worker = stack.enter_context(Worker(isolation))
        except InputError as refused:
            pytest.skip(str(refused))
        yield worker
