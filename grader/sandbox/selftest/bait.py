"""Files, folders, sockets and memory that a child would reach if nothing held it back: bait."""

from __future__ import annotations

import ctypes
import os
import socket
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final
from uuid import uuid4

from grader.sandbox.walls.limits import Limits
from grader.sandbox.walls.syscall_filter import call_number
from grader.text.source import InputError

LIMITS: Final = Limits(seconds=0.5, memory=64 << 20, output=64 << 10)  # of a child that looks for bait

_CALLS = (
    "bpf", "clone3", "getpid", "getppid", "gettid", "io_uring_setup", "keyctl", "memfd_create", "mount",
    "perf_event_open", "personality", "process_vm_readv", "ptrace", "set_tid_address", "setns", "shmget",
    "syslog", "unshare", "userfaultfd",
)  # fmt: skip
_CREATE, _REMOVE = 0o1000, 0


@contextmanager
def lay_bait() -> Iterator[dict[str, Any]]:
    """What the probes need to know of it, while it is there."""
    token = uuid4().hex
    with ExitStack() as bait, TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        (folder / "file").write_text("an answer", encoding="utf-8")
        (folder / "folder").mkdir()
        (folder / "folder").chmod(0o777)
        tcp = bait.enter_context(socket.create_server(("127.0.0.1", 0), backlog=64))
        udp = bait.enter_context(socket.socket(socket.AF_INET, socket.SOCK_DGRAM))
        udp.bind(("127.0.0.1", 0))
        for address in (str(folder / "socket"), f"\0{token}"):
            listener = bait.enter_context(socket.socket(socket.AF_UNIX))
            listener.bind(address)
            listener.listen(64)
        (folder / "socket").chmod(0o777)
        shared = bait.enter_context(_shared_memory())
        yield {
            "file": str(folder / "file"), "folder": str(folder / "folder"), "unix": str(folder / "socket"),
            "token": token, "tcp": tcp.getsockname()[1], "udp": udp.getsockname()[1], "worker": os.getpid(),
            "shared": shared, "memory": LIMITS.memory, "output": LIMITS.output, "calls": _call_numbers(),
        }  # fmt: skip


@contextmanager
def _shared_memory() -> Iterator[int]:
    """A piece of System V memory that anybody on this machine may use, by its key."""
    library = ctypes.CDLL(None, use_errno=True)
    key = uuid4().int & 0x7FFF_FFFF
    piece = library.shmget(key, 4096, _CREATE | 0o666)
    try:
        yield key
    finally:
        library.shmctl(piece, _REMOVE, None)


def _call_numbers() -> Mapping[str, int]:
    try:
        return {name: call_number(name) for name in _CALLS}
    except InputError:  # without libseccomp, which the report says anyway
        return dict.fromkeys(_CALLS, -1)
