"""Probes that use more than a child may, and that look for what others left or leave something themselves."""

from __future__ import annotations

import builtins
import ctypes
import errno
import mmap
import os
import resource
import signal
import sys
import time

from grader.sandbox.inside.probes.system_calls import LIBRARY, CallNumbers, call


def allocate(memory: int) -> str:
    return f"{len(bytearray(2 * memory))} bytes"


def compute() -> None:
    signal.signal(signal.SIGXCPU, signal.SIG_DFL)
    while True:
        pass


def sleep() -> None:
    time.sleep(60)


def crash() -> None:
    ctypes.string_at(0)


def flood(output: int) -> str:
    return f"{sum(os.write(1, b'x' * 4096) for _ in range(output // 1024))} bytes out"


def leave_core_file() -> str:
    _, most = resource.getrlimit(resource.RLIMIT_CORE)
    if most == 0:
        raise OSError("none is written")
    return f"a limit of {most}"


def open_descriptor() -> str:
    return f"descriptor {os.dup(1)}"


def find_descriptors() -> str:
    found = [descriptor for descriptor in range(4, 1024) if _is_open(descriptor)]
    if not found:
        raise OSError("none is open")
    return repr(found)


def find_environment() -> str:
    seen_by_c = ctypes.POINTER(ctypes.c_char_p).in_dll(LIBRARY, "environ")
    if not os.environ and seen_by_c[0] is None:
        raise OSError("it is empty")
    return f"{len(os.environ)} variables"


def find_grader() -> str:
    found = [name for name in sys.modules if name.partition(".")[0] == "grader"]
    if not found:
        raise ImportError("nothing of it is here")
    return ", ".join(found)


def find_shared_memory(calls: CallNumbers, shared: int) -> str:
    return f"piece {call(calls['shmget'], shared, 0, 0)}"


def find_what_was_left(token: str) -> str:
    """What an earlier child left in Python itself; and leave it there."""
    found = getattr(builtins, "left_by_a_child", None)
    builtins.left_by_a_child = token  # type: ignore[attr-defined]
    if found is None:
        raise AttributeError("nothing was left")
    return str(found)


def make_machine_code() -> str:
    protection = mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC
    return f"{len(mmap.mmap(-1, 4096, prot=protection))} bytes"


def become_root() -> str:
    os.setresuid(0, 0, 0)
    return "to be root"


def join_group() -> str:
    os.setgroups([0])
    return "to be in group 0"


def raise_limits() -> str:
    kinds = (resource.RLIMIT_AS, resource.RLIMIT_CPU, resource.RLIMIT_NPROC)
    raised = sum(map(_raise_limit, kinds))
    if not raised:
        raise PermissionError("none can be raised")
    return f"{raised} of {len(kinds)} without limit"


def _raise_limit(kind: int) -> bool:
    try:
        resource.setrlimit(kind, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    except (OSError, ValueError):
        return False
    return True


def _is_open(descriptor: int) -> bool:
    try:
        os.lseek(descriptor, 0, os.SEEK_CUR)
    except OSError as error:
        return error.errno != errno.EBADF  # a socket, where nobody can move about, is open too
    return True
