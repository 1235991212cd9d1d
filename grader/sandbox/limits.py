"""What one run of a student's code may use, and how it ended: Limits, Exit."""

from __future__ import annotations

import signal
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """What a child may use: seconds on the clock, bytes of memory of its own, bytes of output."""

    seconds: float
    memory: int
    output: int


@dataclass(frozen=True, slots=True)
class Exit:
    """How a child ended: by itself with a status, or by a signal; `why` tells which limit it met, if any.

    `why` is one of `ended` (by itself), `timeout` (the clock), `processor` (processor time), `memory` (as far
    as can be told), `forbidden` (a system call that only an attack makes), `crash` and `killed` (by us,
    before its time).
    """

    how: str  # "exit" or "signal"
    number: int
    seconds: float
    cpu: float
    why: str


def read_exit(status: int, seconds: float, cpu: float, ended: str | None = None) -> Exit:
    """What the kernel's last word on a process means; `ended` is why we ended it, if we did."""
    if status >= 0:
        return Exit("exit", status, seconds, cpu, "ended")
    why = ended if ended and -status == signal.SIGKILL else _MEANINGS.get(-status, "crash")
    return Exit("signal", -status, seconds, cpu, why)


_MEANINGS: Mapping[int, str] = {
    getattr(signal, name, 0): why  # not on Windows
    for name, why in {
        "SIGXCPU": "processor",
        "SIGKILL": "memory",  # not by us, and no child can send it: the kernel had no memory left
        "SIGSYS": "forbidden",
    }.items()
}
