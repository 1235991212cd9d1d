"""How further processes are started: as copies of this one, which is far quicker, where that is safe."""

from __future__ import annotations

import gc
import os
import signal
import sys
from multiprocessing import connection, get_context, parent_process
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

from grader.classes.interrupts import leave_signals

if TYPE_CHECKING:
    from multiprocessing.context import ForkContext, SpawnContext

# A fresh process has nothing of ours open, neither the gradebook nor the channels of other processes.
FRESH = get_context("spawn")


_SET_PDEATHSIG = 1


def begin_as_worker(*, copied: bool) -> None:
    """What a process does first that works for another; a copy shares the memory of that one."""
    leave_signals()
    _end_with_parent(copied=copied)
    if copied:
        gc.freeze()  # so that the collector does not copy what is shared


def _end_with_parent(*, copied: bool) -> None:
    """Let this process end as soon as the one that started it does, however that ends.

    A copy is made by its parent's main thread, and so the kernel can see to it, whatever Python is busy
    with; a fresh one may come from a thread that ends long before the parent does.
    """
    parent = parent_process()
    assert parent is not None
    if copied:
        from grader.sandbox.inside.kernel import prctl

        prctl(_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent.pid:  # it ended before the kernel knew
            os._exit(1)
    else:
        Thread(target=_end_after, args=(parent.sentinel,), daemon=True).start()


def _end_after(sentinel: int) -> None:
    connection.wait([sentinel])
    os._exit(1)


def is_alone() -> bool:
    """Whether this process can be copied as it is: no other thread of it is in the middle of anything."""
    return sys.platform == "linux" and len(list(Path("/proc/self/task").iterdir())) == 1


def context_for(database: Path) -> ForkContext | SpawnContext:
    """How to start processes that read a database, which SQLite forbids to copies of one that has it open."""
    return get_context("fork") if is_alone() and not _is_open(database) else FRESH


def _is_open(file: Path) -> bool:
    wanted = file.stat()
    found = [_stat(descriptor) for descriptor in os.listdir("/proc/self/fd")]  # noqa: PTH208 - only names
    return any(one is not None and os.path.samestat(one, wanted) for one in found)


def _stat(descriptor: str) -> os.stat_result | None:
    try:
        return os.fstat(int(descriptor))
    except OSError:  # it was only there to list the others
        return None
