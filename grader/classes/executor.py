"""Executor: where chunks of a class are marked, in the shape of `concurrent.futures`."""

from __future__ import annotations

from concurrent.futures import Future
from typing import Protocol

from grader.classes.job import Chunk, Outcomes
from grader.source import InputError, refusal


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
