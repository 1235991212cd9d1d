"""The number of a process → what it and all that it started use: memory, threads, processor time."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

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
