"""A process behind walls as its worker sees it: Child, what it uses, and SandboxFailed if there is none."""

from __future__ import annotations

import os
import signal
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from grader.sandbox.walls.limits import Exit, ExitReason, read_exit

_READY = b"+"
_LONGEST = 1 << 16
_PATIENCE = 30.0  # seconds that a child may take to raise its walls, and the zygote to bury it


class SandboxFailed(Exception):
    """Our side of the wall failed; nothing is said about the student's code."""


class End(NamedTuple):
    """The zygote's word on how a child ended; `overdue` says that it ended it, which nobody else had done."""

    status: int
    seconds: float
    cpu: float
    overdue: bool


@dataclass(slots=True)
class Child:
    """One process behind walls; `channel` is our end of the socket that it has as descriptor 3."""

    channel: socket.socket
    _handle: int
    _output: int
    _hear_end: Callable[[float], End | None]  # the zygote's word on it, if it comes in time
    _ask_for_end: Callable[[], None]
    _owned: ExitStack
    _ended: ExitReason | None = None  # why we ended it, if we did
    _exit: Exit | None = None

    @property
    def process(self) -> int:
        """Its number, as we see it."""
        return _field(f"/proc/self/fdinfo/{self._handle}", "Pid")

    @property
    def processor_time(self) -> float:
        """The seconds of a processor that it has used."""
        return processor_time(self.process)

    @property
    def parent(self) -> int:
        """The number of the process that forked it, as we see it."""
        return _field(f"/proc/{self.process}/status", "PPid")

    def begin(self) -> None:
        """Wait until its walls stand; a child without them ends before it reads anything."""
        self.channel.settimeout(_PATIENCE)
        try:
            ready = self.channel.recv(len(_READY))
        except OSError:
            ready = b""
        if ready != _READY:
            words = self.printed(_LONGEST).decode(errors="replace")
            self.close()
            raise SandboxFailed(f"its walls cannot be raised ({words})")
        self.channel.settimeout(None)

    def kill(self, why: ExitReason = "killed") -> None:
        """End it now, whatever it does."""
        if self._exit is not None:
            return
        self._ended = self._ended or why
        try:
            signal.pidfd_send_signal(self._handle, signal.SIGKILL)
        except ProcessLookupError:  # it has just ended by itself
            pass
        except PermissionError:  # root without the right to end others' processes
            self._ask_for_end()

    def wait(self, seconds: float) -> Exit:
        """How it ended; one that still runs after so many seconds is killed."""
        if self._exit is None:
            self._exit = self._end(seconds)
        return self._exit

    def printed(self, most: int) -> bytes:
        """What it has written to its standard output and error, up to so many bytes."""
        return os.pread(self._output, most, 0)

    def close(self) -> None:
        """End it, wherever it is, and let go of all that belongs to it."""
        with self._owned, suppress(SandboxFailed):
            self.kill()
            self.wait(_PATIENCE)

    def _end(self, seconds: float) -> Exit:
        try:
            end = self._hear_end(seconds)
            if end is None:
                self.kill("timeout")
                end = self._hear_end(_PATIENCE)
        except ConnectionError:
            end = None
        if end is None:
            raise SandboxFailed("the process that starts students' code is gone")
        why = "timeout" if end.overdue else self._ended
        return read_exit(end.status, end.seconds, end.cpu, why)


def _field(file: str, name: str) -> int:
    """A number that the kernel tells about a process."""
    lines = Path(file).read_text(encoding="utf-8").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(f"{name}:"))


# Memory that a process has for itself; what it maps of a file, such as its own program, is nobody's.
_MEMORY = ("RssAnon", "RssShmem", "VmSwap", "VmPTE", "HugetlbPages")
_UNIT = 1024
_GONE = (OSError, ValueError)  # a process may end while it is looked at


@dataclass(frozen=True, slots=True)
class Used:
    """What processes have in use at one moment."""

    memory: int
    threads: int


def used_by(process: int) -> Used:
    """What a process and its descendants use, as far as they are still there."""
    fields = [_fields(each) for each in family(process)]
    memory = sum(one.get(name, 0) for one in fields for name in _MEMORY)
    return Used(memory * _UNIT, sum(one.get("Threads", 0) for one in fields))


def family(process: int) -> Iterator[int]:
    """The process itself, what it started, what that started, and so on."""
    found = [process]
    for each in found:
        yield each
        with suppress(*_GONE):
            children = Path(f"/proc/{each}/task/{each}/children").read_text(encoding="ascii")
            found.extend(map(int, children.split()))


def processor_time(process: int) -> float:
    """The seconds of a processor that a process has used; none where it is gone."""
    try:
        return time.clock_gettime(~process << 3 | 2) if process > 0 else 0.0  # as `clock_getcpuclockid` says
    except OSError:
        return 0.0


def _fields(process: int) -> dict[str, int]:
    """The numbers that the kernel tells about a process."""
    try:
        lines = Path(f"/proc/{process}/status").read_text(encoding="utf-8", errors="replace").splitlines()
    except _GONE:
        return {}
    words = (line.replace(":", " ").split() for line in lines)
    return {name: int(number) for name, number, *_ in filter(_has_number, words)}


def _has_number(words: list[str]) -> bool:
    return len(words) > 1 and words[1].isdecimal()
