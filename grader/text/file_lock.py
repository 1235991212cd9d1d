"""A file → a lock on it, for which others wait, and which ends with its process, however that ends."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

if sys.platform == "win32":
    import msvcrt

    _BEYOND = 2**30  # a place that nobody reads: what is locked there cannot be read

    def _lock(file: int) -> None:
        os.lseek(file, _BEYOND, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_LOCK, 1)
else:
    import fcntl

    def _lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX)


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Wait until nobody else holds the file, and hold it; a file system that knows no locks has none."""
    try:
        file = os.open(path, os.O_RDONLY)
    except OSError:
        yield  # whoever reads or writes it says why that cannot be done
        return
    try:
        with suppress(OSError):
            _lock(file)
        yield
    finally:
        os.close(file)
