"""Namespaces of our own: no other process, no network, no shared memory, and a root with nothing in it."""

from __future__ import annotations

import os
import signal
from pathlib import Path

from grader.sandbox.inside.walls.kernel import mount, pivot_root, prctl, unmount, unshare

USER = "user"
KINDS = ("mount", "pid", "network", "ipc")

_FLAGS = {
    "mount": 0x0002_0000,
    "pid": 0x2000_0000,
    "network": 0x4000_0000,
    "ipc": 0x0800_0000,
    USER: 0x1000_0000,
}

_READ_ONLY, _NO_SETUID, _NO_DEVICES, _NO_PROGRAMS, _RECURSIVE, _PRIVATE = 1, 2, 4, 8, 1 << 14, 1 << 18
_DETACH = 2
_SET_PDEATHSIG = 1
_PLACES = ("/tmp", "/proc", "/dev")  # noqa: S108 - any folder that is there can be covered


def enter(name: str) -> None:
    """Enter a new namespace of this kind; for a pid namespace, our next child is the first in it."""
    unshare(_FLAGS[name])


def empty_the_root() -> None:
    """Make an empty folder that nobody can write to the root of everything, and let go of all else."""
    mount(b"", b"/", _RECURSIVE | _PRIVATE)
    place = next(place for place in _PLACES if Path(place).is_dir())
    flags = _READ_ONLY | _NO_SETUID | _NO_DEVICES | _NO_PROGRAMS
    mount(b"tmpfs", place.encode(), flags, b"size=4k,nr_inodes=2,mode=0555")
    os.chdir(place)
    pivot_root(b".", b".")  # the old root now lies over the new one, from where it can be taken away
    unmount(b".", _DETACH)
    os.chdir("/")


def become_first() -> None:
    """Go on as the first process of the new pid namespace, with which all others in it end.

    The process that called this only waits for it, and the new one does not outlive it.
    """
    child = os.fork()
    if child:
        os._exit(_wait(child))
    prctl(_SET_PDEATHSIG, signal.SIGKILL)


def _wait(child: int) -> int:
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status) & 0xFF
