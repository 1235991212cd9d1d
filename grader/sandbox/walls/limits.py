"""What one run of a student's code may use, and how it ended: Limits, Exit."""

from __future__ import annotations

import signal
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

# How many times its seconds may pass on the clock while a child does not get to use them.
PATIENCE: Final = 4


@dataclass(frozen=True, slots=True)
class Limits:
    """What a child may use: seconds of a processor, bytes of memory of its own, bytes of output.

    On the clock it may take `PATIENCE` times as long: on a busy machine a child waits for its turn, and its
    mark must not depend on that.
    """

    seconds: float
    memory: int
    output: int


ExitReason: TypeAlias = Literal[
    "ended",  # by itself
    "timeout",  # by the clock
    "processor",  # processor time
    "memory",  # as far as can be told
    "forbidden",  # a system call that only an attack makes
    "crash",
    "killed",  # by us, before its time
]


@dataclass(frozen=True, slots=True)
class Exit:
    """How a child ended: by itself with a status, or by a signal; `why` tells which limit it met, if any."""

    how: Literal["exit", "signal"]
    number: int
    seconds: float
    cpu: float
    why: ExitReason


def time_used(processor: float, clock: float) -> float:
    """What counts as the time of a child that used so much of a processor while so much went by."""
    return max(processor, clock / PATIENCE)


def read_exit(status: int, seconds: float, cpu: float, ended: ExitReason | None = None) -> Exit:
    """What the kernel's last word on a process means; `ended` is why we ended it, if we did."""
    if status >= 0:
        return Exit("exit", status, seconds, cpu, "ended")
    why = ended if ended and -status == signal.SIGKILL else _MEANINGS.get(-status, "crash")
    return Exit("signal", -status, seconds, cpu, why)


_MEANINGS: Mapping[int, ExitReason] = {  # Windows has no such signals
    getattr(signal, "SIGXCPU", 0): "processor",
    getattr(signal, "SIGKILL", 0): "memory",  # not by us, and no child can send it: the kernel had none left
    getattr(signal, "SIGSYS", 0): "forbidden",
}
