"""Limits → what the kernel lets one process use."""

from __future__ import annotations

import math
import resource
from pathlib import Path
from typing import Any

_PAGE = resource.getpagesize()
_UNKNOWN = 128 << 20
_STACK = 64 << 20
_DESCRIPTORS = 4


def own_size() -> int:
    """The address space that this process has before any student's code, which does not count as theirs."""
    try:
        return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0]) * _PAGE
    except (OSError, ValueError):
        return _UNKNOWN


def limit(limits: dict[str, Any], own: int) -> None:
    """Bind this process to the limits; there is no way back."""
    seconds = math.ceil(limits["seconds"] + 0.5)  # whole ones, and later than the clock
    _set(resource.RLIMIT_STACK, _STACK)
    _set(resource.RLIMIT_CPU, seconds, seconds + 1)
    _set(resource.RLIMIT_AS, own + limits["memory"])
    _set(resource.RLIMIT_FSIZE, limits["output"])
    _set(resource.RLIMIT_NOFILE, _DESCRIPTORS)
    for kind in (
        resource.RLIMIT_NPROC,
        resource.RLIMIT_CORE,
        resource.RLIMIT_MEMLOCK,
        resource.RLIMIT_MSGQUEUE,
    ):
        _set(kind, 0)


def _set(kind: int, soft: int, hard: int | None = None) -> None:
    """Set both limits, or as much as whoever started us allows."""
    _, most = resource.getrlimit(kind)
    hard = soft if hard is None else hard
    if most != resource.RLIM_INFINITY:
        soft, hard = min(soft, most), min(hard, most)
    resource.setrlimit(kind, (soft, hard))
