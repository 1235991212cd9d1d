"""The name of an attempt as an argument → what a program behind bubblewrap gets that it must not get.

It stands for programs in other languages, and runs by itself. It prints what it got, or ends with an error.
"""

from __future__ import annotations

import ctypes
import mmap
import os
import socket
import sys
import threading
from collections.abc import Callable
from pathlib import Path

_MUCH = 256 << 20
_GROWS_DOWN = 0x100
_PAGE = b"x" * 4096
_LIBRARY = ctypes.CDLL(None, use_errno=True)


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
    piece = _LIBRARY.shmget(0, _MUCH, 0o600)
    if piece < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return f"piece {piece}"


def take_a_second_stack() -> str:
    return _touched(mmap.mmap(-1, _MUCH, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | _GROWS_DOWN))


def take_memory_from_a_device() -> str:
    with Path("/dev/zero").open("r+b", buffering=0) as device:
        return _touched(mmap.mmap(device.fileno(), _MUCH))


def write_to_its_own_memory_as_a_file() -> str:
    with Path("/proc/self/mem").open("r+b", buffering=0) as memory:
        return str(memory)


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
}

if __name__ == "__main__":
    sys.stdout.write(ATTEMPTS[sys.argv[1]]())
    sys.stdout.flush()
    os._exit(0)
