"""Limits → a fresh child behind walls, with a channel to it: Worker, Child."""

from __future__ import annotations

import os
import sys
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from types import TracebackType
from typing import Self

from grader.sandbox.run.child import Child, SandboxFailed
from grader.sandbox.run.zygote_process import Zygote, start_zygote
from grader.sandbox.walls.limits import Limits
from grader.sandbox.walls.policy import ISOLATIONS, LANDLOCK, MODULES, UNPRIVILEGED, Isolation, WallName
from grader.sandbox.walls.syscall_filter import call_number, filter_program
from grader.text.source import refusal

_HINT = "`grader selftest` shows what stands; inside your own container, `--isolation none` does without"
_TRIAL = Limits(seconds=5, memory=64 << 20, output=4096)


def check_platform(name: str) -> None:
    """Say no where the walls cannot be built; `name` is who wanted them."""
    if sys.platform != "linux" or sys.maxsize < 1 << 32:
        message = "students' code is run on Linux only, on a processor of 64 bits"
        raise refusal(name, message, "use such a machine, or a container on it")


class Worker:
    """Starts a zygote and asks it for children, one at a time; a zygote that has died is started again.

    With a `core`, the process that uses the worker and its children take turns on one core, which makes a
    question and its answer several times quicker; workers with different numbers spread over the cores.
    """

    def __init__(
        self,
        isolation: Isolation = "full",
        *,
        core: int | None = None,
        walls: Collection[WallName] | None = None,
        program: str = "program",
    ) -> None:
        self._walls = tuple(ISOLATIONS[isolation] if walls is None else walls)
        self._program = program
        self._core = core
        self._cores: set[int] = set()
        self._zygote: Zygote | None = None
        self.isolation = isolation

    def __enter__(self) -> Self:
        check_platform("sandbox")
        self._pin()
        try:
            self._try_out()
        except BaseException:
            self.__exit__(None, None, None)
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stop()
        if self._cores:
            os.sched_setaffinity(0, self._cores)

    @property
    def standing(self) -> Mapping[str, str]:
        """For each wall that was ordered nothing, or the reason why it does not stand here."""
        return self._running().standing

    @property
    def process(self) -> int:
        """The number of the process that was started for it."""
        return self._running().process

    @contextmanager
    def child(self, limits: Limits) -> Iterator[Child]:
        """A fresh child whose walls stand, and which has read nothing; it is gone afterwards."""
        child = self._fork(limits)
        try:
            yield child
        finally:
            child.close()

    def _fork(self, limits: Limits) -> Child:
        try:
            return self._running().fork(limits)
        except ConnectionError:  # the zygote has just died
            self._stop()
        except BaseException:  # it may still be about to answer, and nobody would know to whom
            self._stop()
            raise
        try:
            return self._running().fork(limits)
        except ConnectionError as error:
            self._stop()
            raise SandboxFailed("the process that starts it dies") from error

    def _running(self) -> Zygote:
        if self._zygote is None or not self._zygote.is_alive():
            self._stop()
            self._zygote = start_zygote(self._orders())
        return self._zygote

    def _stop(self) -> None:
        if self._zygote is not None:
            self._zygote.stop()
            self._zygote = None

    def _orders(self) -> Mapping[str, object]:
        return {
            "walls": self._walls,
            "program": self._program,
            "modules": MODULES,
            "unprivileged": UNPRIVILEGED,
            "filter": filter_program().hex() if "seccomp" in self._walls else "",
            "landlock": [call_number(name) for name in LANDLOCK] if "landlock" in self._walls else [],
        }

    def _try_out(self) -> None:
        """See that a child can be had before anybody relies on it."""
        try:
            with self.child(_TRIAL):
                pass
        except SandboxFailed as failure:
            raise refusal("sandbox", f"students' code is not run here: {failure}", _HINT) from None

    def _pin(self) -> None:
        """Stay on one core, which the zygote and its children inherit; remember where we were allowed."""
        if self._core is None:
            return
        self._cores = os.sched_getaffinity(0)
        cores = sorted(self._cores)
        os.sched_setaffinity(0, {cores[self._core % len(cores)]})
