"""How further processes are started: as copies of this one, which is far quicker, where that is safe."""

from __future__ import annotations

import os
import sys
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from multiprocessing.context import ForkContext, SpawnContext

# A fresh process has nothing of ours open, neither the gradebook nor the channels of other processes.
FRESH = get_context("spawn")


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
