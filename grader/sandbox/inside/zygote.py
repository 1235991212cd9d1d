"""Orders and requests from a worker → one fresh child per request, behind walls, and how each one ended.

It is a program of its own, started by `grader.sandbox.run.worker`. It holds no answers, no tree and no code
of students: it imports what a child may need, raises the walls that can be raised once, and then only forks.
"""

from __future__ import annotations

import array
import gc
import importlib
import json
import os
import resource  # noqa: F401 - `os.wait4` imports it, when no file can be read any more
import select
import signal
import socket
import sys
import time
from collections.abc import Callable
from os import _exit, closerange, dup2, write
from pathlib import Path
from struct import Struct
from types import ModuleType
from typing import Any

PACKAGE = "grader.sandbox.inside"  # its own name for the folder that it stands in
CHANNEL = 3
READY = b"+"
NOT_READY = 113  # the status of a child whose walls could not be raised
PATIENCE, GRACE = 4, 30.0  # times its seconds, and seconds, until we end a child that the worker should have
LONGEST = 1 << 20
LIMITS = Struct("<dQQ")  # of one child: seconds, bytes of memory, bytes of output
END = Struct("<idd?")  # of one child: exit code, seconds, seconds of the processor, whether it was overdue
_MOST_DESCRIPTORS = os.sysconf("SC_OPEN_MAX")
_ROOM = socket.CMSG_SPACE(2 * array.array("i").itemsize)
_OURS: list[ModuleType] = []  # kept, so that no child has to clear them away


def main(control: socket.socket, worker: int) -> None:
    """Serve the worker at the other end of `control`, whose process is `worker`, until either is gone."""
    orders = json.loads(control.recv(LONGEST))
    walls, program = _load(orders["program"], orders["modules"])
    if hasattr(program, "make_ready"):
        program.make_ready()
    walls = walls.Walls(orders)
    standing = walls.raise_once()
    _forget_where_modules_are()
    control.send(json.dumps(standing).encode())
    _serve(control, worker, walls, program.main)


def _load(program: str, modules: list[str]) -> tuple[Any, Any]:
    """The walls and the program that children run; and all modules that the program can import.

    No thread runs here, so nothing has to be put right after a fork: what modules would do then is left out,
    as every page that it touches is copied for every child.
    """
    register, os.register_at_fork = os.register_at_fork, lambda **_: None
    _find_only_this_folder()
    for name in modules:
        importlib.import_module(name)
    walls, loaded = (importlib.import_module(f"{PACKAGE}.{name}") for name in ("walls", program))
    os.register_at_fork = register
    if "threading" in sys.modules:  # which keeps the number that we have outside
        sys.modules["threading"].main_thread()._native_id = 0  # noqa: SLF001
    return walls, loaded


def _find_only_this_folder() -> None:
    """Make this folder importable under its usual name, and nothing else of the package around it."""
    for name, path in (("grader", []), ("grader.sandbox", []), (PACKAGE, [str(Path(__file__).parent)])):
        module = ModuleType(name)
        module.__path__ = path
        sys.modules[name] = module


def _forget_where_modules_are() -> None:
    """From here on only what is loaded can be imported, as no file can be read; and of ours nothing."""
    ours = [name for name in sys.modules if name.partition(".")[0] == PACKAGE.partition(".")[0]]
    _OURS.extend(map(sys.modules.pop, ours))
    sys.path.clear()
    sys.path_importer_cache.clear()
    os.environ.clear()
    gc.collect()
    gc.freeze()  # so that a child's collector does not copy what it shares with us


def _serve(control: socket.socket, worker: int, walls: Any, run: Callable[[int], None]) -> None:
    """Fork a child for each request, which does what a child does and ends with that."""
    poll = _poll(control.fileno(), worker)
    while True:
        if any(descriptor == worker for descriptor, _ in poll.poll()):
            os._exit(0)
        message, descriptors = _receive(control)
        if not message:
            os._exit(0)
        if len(descriptors) != 2:  # the end of a child that had already ended by itself
            continue
        limits = LIMITS.unpack(message)
        bounds = walls.for_limits(limits)
        child = _fork(control)
        if child == 0:
            _be_child(walls, bounds, run, *descriptors)
        for descriptor in descriptors:
            os.close(descriptor)
        if child is not None:
            _watch(control, poll, child, limits[0] * PATIENCE + GRACE)


def _receive(control: socket.socket) -> tuple[bytes, list[int]]:
    """A message, and the descriptors that came with it."""
    message, parts, _, _ = control.recvmsg(LIMITS.size, _ROOM)
    descriptors = array.array("i")
    for _, _, data in parts:
        descriptors.frombytes(data)
    return message, list(descriptors)


def _fork(control: socket.socket) -> int | None:
    """The child's number, 0 in the child itself, or none where there can be no child."""
    try:
        return os.fork()
    except OSError as error:
        control.send(f"no child can be started ({error.strerror})".encode())
        return None


def _watch(control: socket.socket, poll: select.poll, child: int, seconds: float) -> None:
    """Hand the worker a way to end the child, wait for its end, and say how it ended."""
    started = time.monotonic()
    handle = os.pidfd_open(child)
    control.sendmsg([READY], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [handle]))])
    poll.register(handle, select.POLLIN)
    ready = [descriptor for descriptor, _ in poll.poll(seconds * 1000)]
    poll.unregister(handle)
    if handle not in ready:  # the worker asks for it, or is gone, or has forgotten its child
        signal.pidfd_send_signal(handle, signal.SIGKILL)
    os.close(handle)
    _, status, usage = os.wait4(child, 0)
    elapsed, cpu = time.monotonic() - started, usage.ru_utime + usage.ru_stime
    control.send(END.pack(os.waitstatus_to_exitcode(status), elapsed, cpu, not ready))


def _poll(*descriptors: int) -> select.poll:
    poll = select.poll()
    for descriptor in descriptors:
        poll.register(descriptor, select.POLLIN)
    return poll


def _be_child(walls: Any, bounds: Any, run: Callable[[int], None], channel: int, output: int) -> None:
    """Keep nothing but four descriptors, raise the walls, tell the worker, and run; or end here and now.

    It never returns: what belongs to the zygote is neither used again nor cleared away, only out of reach.
    """
    try:
        dup2(output, 1)
        dup2(output, 2)
        dup2(channel, CHANNEL)
        closerange(CHANNEL + 1, _MOST_DESCRIPTORS)
        walls.raise_in_child(bounds)
        write(CHANNEL, READY)
    except BaseException as error:  # noqa: BLE001 - no student's code runs where a wall is missing
        os.write(2, f"{type(error).__name__}: {error}".encode())
        os._exit(NOT_READY)
    run(CHANNEL)
    _exit(0)


if __name__ == "__main__":
    main(socket.socket(fileno=int(sys.argv[1])), int(sys.argv[2]))
