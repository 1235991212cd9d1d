"""Limits → what the kernel lets one process use."""

from __future__ import annotations

import math
from collections.abc import Iterable
from pathlib import Path
from resource import (
    RLIM_INFINITY,
    RLIMIT_AS,
    RLIMIT_CORE,
    RLIMIT_CPU,
    RLIMIT_FSIZE,
    RLIMIT_MEMLOCK,
    RLIMIT_MSGQUEUE,
    RLIMIT_NOFILE,
    RLIMIT_NPROC,
    RLIMIT_STACK,
    getpagesize,
    getrlimit,
    setrlimit,
)
from typing import TypeAlias

# A kind of limit, with the soft and the hard one.
Bound: TypeAlias = tuple[int, tuple[int, int]]

_UNKNOWN = 128 << 20
_STACK = 64 << 20
_DESCRIPTORS = 4


def own_size() -> int:
    """The address space that this process has before any student's code, which does not count as theirs."""
    try:
        return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0]) * getpagesize()
    except (OSError, ValueError):
        return _UNKNOWN


def bounds(seconds: float, memory: int, output: int, own: int) -> tuple[Bound, ...]:
    """What binds a process to such limits, or to as much as whoever started us allows."""
    cpu = math.ceil(seconds + 0.5)  # whole ones, and later than the clock
    return (
        _bound(RLIMIT_STACK, _STACK),
        _bound(RLIMIT_CPU, cpu, cpu + 1),
        _bound(RLIMIT_AS, own + memory),
        _bound(RLIMIT_FSIZE, output),
        _bound(RLIMIT_NOFILE, _DESCRIPTORS),
        *(_bound(kind, 0) for kind in (RLIMIT_NPROC, RLIMIT_CORE, RLIMIT_MEMLOCK, RLIMIT_MSGQUEUE)),
    )


def limit(bounds: Iterable[Bound]) -> None:
    """Bind this process; there is no way back."""
    for kind, both in bounds:
        setrlimit(kind, both)


def _bound(kind: int, soft: int, hard: int | None = None) -> Bound:
    _, most = getrlimit(kind)
    hard = soft if hard is None else hard
    return kind, (soft, hard) if most == RLIM_INFINITY else (min(soft, most), min(hard, most))
