"""The name of an attempt as an argument → what a program behind bubblewrap gets that it must not get.

It stands for programs in other languages, and runs by itself. It prints what it got, or ends with an error.
"""

from __future__ import annotations

import ctypes
import fcntl
import mmap
import os
import socket
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

_MUCH = 256 << 20
_SMALL, _SOME = 1 << 14, 16 << 20
_PAUSE = 0.02  # so that no fast machine is through before anybody has looked
_GROWS_DOWN = 0x100
_FAILED = ctypes.c_void_p(-1).value
_SET_PIPE_SIZE, _SIZE_OF_LOG = 1031, 10
_CREATE_RULESET = 444  # of Landlock; the number is the same on every processor
_PAGE = b"x" * 4096
_LIBRARY = ctypes.CDLL(None, use_errno=True)
_LIBRARY.mmap.restype = ctypes.c_void_p


def run() -> str:
    return "it runs"


def read_a_file() -> str:
    return Path(sys.argv[2]).read_text(encoding="utf-8")


def list_the_folder() -> str:
    return str([*Path(sys.argv[2]).parent.iterdir()])


def write_a_file() -> str:
    for folder in (".", "/", "/tmp", "/dev/shm", "/usr", "/etc"):  # noqa: S108 - each of them is tried
        try:
            Path(folder, "left").write_text("left", encoding="utf-8")
        except OSError:
            continue
        return folder
    raise PermissionError


def open_a_socket() -> str:
    return str(socket.socket(socket.AF_INET, socket.SOCK_STREAM))


def fork() -> str:
    child = os.fork()
    if child == 0:
        os._exit(0)
    return str(child)


def threads() -> str:
    over = threading.Event()
    threading.stack_size(1 << 15)  # so that memory is not what they run out of
    for _ in range(1000):
        threading.Thread(target=over.wait, daemon=True).start()
    return "1000 threads"


def take_memory() -> str:
    return str(len(bytearray(_MUCH)))


def take_shared_memory() -> str:
    return _touched(mmap.mmap(-1, _MUCH))


def take_memory_of_system_v() -> str:
    return f"piece {_checked(_LIBRARY.shmget(0, _MUCH, 0o600))}"


def take_a_second_stack() -> str:
    return _touched(mmap.mmap(-1, _MUCH, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | _GROWS_DOWN))


def take_memory_from_a_device() -> str:
    with Path("/dev/zero").open("r+b", buffering=0) as device:
        return _touched(mmap.mmap(device.fileno(), _MUCH))


def write_to_its_own_memory_as_a_file() -> str:
    with Path("/proc/self/mem").open("r+b", buffering=0) as memory:
        return str(memory)


def take_files_of_memory() -> str:
    """Many small ones, mapped but never looked at: then they count as nobody's."""
    for _ in range(_MUCH // _SMALL):
        file = os.memfd_create("kept")
        os.write(file, bytes(_SMALL))
        _mapped(_SMALL, mmap.MAP_SHARED, file)
        os.close(file)
    return f"{_MUCH} bytes"


def take_pairs_of_sockets() -> str:
    return str(socket.socketpair())


def enlarge_a_pipe() -> str:
    _, end = os.pipe()
    return f"{fcntl.fcntl(end, _SET_PIPE_SIZE, 1 << 20)} bytes"


def keep_pages_in_a_pipe() -> str:
    _, end = os.pipe()
    page = ctypes.create_string_buffer(len(_PAGE))
    part = (ctypes.c_size_t * 2)(ctypes.addressof(page), len(page))
    return f"{_checked(_LIBRARY.vmsplice(end, part, 1, 0))} bytes"


def lock_parts_of_a_file() -> str:
    with Path(__file__).open("rb") as file:
        fcntl.lockf(file, fcntl.LOCK_SH | fcntl.LOCK_NB, 1)
    return "a lock"


def watch_files() -> str:
    return f"descriptor {_checked(_LIBRARY.inotify_init())}"


def take_memory_only_to_read() -> str:
    """What can no longer be written to is no longer counted as data; so it is seen only from outside."""
    for _ in range(4 * _MUCH // _SOME):
        place = _mapped(_SOME, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, -1)
        ctypes.memset(place, 1, _SOME)
        _checked(_LIBRARY.mprotect(ctypes.c_void_p(place), ctypes.c_size_t(_SOME), mmap.PROT_READ))
        time.sleep(_PAUSE)
    return f"{4 * _MUCH} bytes"


def see_processes_by_their_clocks() -> str:
    seen = [process for process in (1, os.getppid()) if _has_clock(process)]
    if not seen:
        raise PermissionError
    return f"processes {seen}"


def read_the_kernels_log() -> str:
    return f"{_checked(_LIBRARY.klogctl(_SIZE_OF_LOG, None, 0))} bytes"


def use_a_new_part_of_the_kernel() -> str:
    return f"landlock {_checked(_LIBRARY.syscall(_CREATE_RULESET, None, ctypes.c_size_t(0), 1))}"


def _mapped(length: int, flags: int, file: int) -> int:
    """The place of a mapping that, unlike one of Python's, keeps no descriptor open."""
    protection = mmap.PROT_READ | mmap.PROT_WRITE
    place: int = _LIBRARY.mmap(None, ctypes.c_size_t(length), protection, flags, file, ctypes.c_long(0))
    if place == _FAILED:
        raise MemoryError
    return place


def _has_clock(process: int) -> bool:
    for ask in (time.clock_gettime, time.clock_getres):
        try:
            ask(~process << 3 | 2)
        except OSError:
            continue
        return True
    return False


def _checked(result: int) -> int:
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


def _touched(memory: mmap.mmap) -> str:
    """Use every page, as only that takes memory."""
    for start in range(0, len(memory), len(_PAGE)):
        memory[start] = 1
    return f"{len(memory)} bytes"


ATTEMPTS: dict[str, Callable[[], str]] = {
    "command: run": run,  # the one that must succeed, or the others say nothing
    "command: read a file of the grader": read_a_file,
    "command: list the folder of students": list_the_folder,
    "command: write a file": write_a_file,
    "command: open a socket": open_a_socket,
    "command: fork": fork,
    "command: threads": threads,
    "command: take memory": take_memory,
    "command: take shared memory": take_shared_memory,
    "command: take memory of System V": take_memory_of_system_v,
    "command: take a second stack": take_a_second_stack,
    "command: take memory from a device": take_memory_from_a_device,
    "command: write to its own memory as a file": write_to_its_own_memory_as_a_file,
    "command: take files of memory": take_files_of_memory,
    "command: take pairs of sockets": take_pairs_of_sockets,
    "command: enlarge a pipe": enlarge_a_pipe,
    "command: keep pages in a pipe": keep_pages_in_a_pipe,
    "command: lock parts of a file": lock_parts_of_a_file,
    "command: watch files": watch_files,
    "command: take memory only to read": take_memory_only_to_read,
    "command: see processes by their clocks": see_processes_by_their_clocks,
    "command: read the kernel's log": read_the_kernels_log,
    "command: use a new part of the kernel": use_a_new_part_of_the_kernel,
}

if __name__ == "__main__":
    sys.stdout.write(ATTEMPTS[sys.argv[1]]())
    sys.stdout.flush()
    os._exit(0)
