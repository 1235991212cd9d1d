"""Workers that the tests of the sandbox share: one behind all walls, one without."""

import sys
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from grader.sandbox import Worker
from grader.source import InputError


@pytest.fixture(scope="session")
def worker() -> Iterator[Worker]:
    """Runs the tests' own harmless programs, wherever there is Linux."""
    yield from _worker("none")


@pytest.fixture(scope="session")
def walled() -> Iterator[Worker]:
    """Runs whatever students may send."""
    yield from _worker("full")


def _worker(isolation: str) -> Iterator[Worker]:
    if sys.platform != "linux":
        pytest.skip("students' code is run on Linux only")
    with ExitStack() as stack:
        try:
            worker = stack.enter_context(Worker(isolation))
        except InputError as refused:
            pytest.skip(str(refused))
        yield worker
