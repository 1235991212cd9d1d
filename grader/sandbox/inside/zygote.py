"""Orders and requests from a worker → one fresh child per request, behind walls, and how each one ended.

It is a program of its own, started by `grader.sandbox.worker`. It holds no answers, no tree and no code of
students: it imports what a child may need, raises the walls that can be raised once, and then only forks.
"""

from __future__ import annotations

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
from pathlib import Path
from types import ModuleType
from typing import Any

PACKAGE = "grader.sandbox.inside"  # its own name for the folder that it stands in
CHANNEL = 3
READY = b"+"
NOT_READY = 113  # the status of a child whose walls could not be raised
GRACE = 30.0  # seconds after which the zygote itself ends a child that the worker should have ended
LONGEST = 1 << 20
_OURS: list[ModuleType] = []  # kept, so that no child has to clear them away


def main(control: socket.socket, worker: int) -> None:
    """Serve the worker at the other end of `control`, whose process is `worker`, until either is gone."""
    orders = json.loads(control.recv(LONGEST))
    walls, program = _load(orders["program"], orders["modules"])
    walls = walls.Walls(orders)
    standing = walls.raise_once()
    _forget_where_modules_are()
    control.send(json.dumps(standing).encode())
    limits, *descriptors = _serve(control, worker)
    control.close()
    os.close(worker)
    program.main(_become_child(walls, limits, *descriptors))


def _load(program: str, modules: list[str]) -> tuple[Any, Any]:
    """The walls and the program that children run; and all modules that the program can import.

    No thread runs here, so nothing has to be put right after a fork: what modules would do then is left out,
    as every page that it touches is copied for every child.
    """
    register, os.register_at_fork = os.register_at_fork, lambda **_: None
    _find_only_this_folder()
    names = (f"{PACKAGE}.walls", f"{PACKAGE}.{program}", *modules)
    walls, loaded, *_ = map(importlib.import_module, names)
    os.register_at_fork = register
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


def _serve(control: socket.socket, worker: int) -> tuple[dict[str, Any], int, int]:
    """Fork a child for each request; returns in the children only, with limits, channel and output."""
    while True:
        if worker in _wait((control.fileno(), worker)):
            os._exit(0)
        message, descriptors, _, _ = socket.recv_fds(control, LONGEST, 2)
        if not message:
            os._exit(0)
        if len(descriptors) != 2:  # the end of a child that had already ended by itself
            continue
        limits = json.loads(message)
        started = time.monotonic()
        child = _fork(control)
        if child == 0:
            return limits, *descriptors
        for descriptor in descriptors:
            os.close(descriptor)
        if child is not None:
            _watch(control, worker, child, started + limits["seconds"] + GRACE)


def _fork(control: socket.socket) -> int | None:
    """The child's number, 0 in the child itself, or none where there can be no child."""
    try:
        return os.fork()
    except OSError as error:
        control.send(f"no child can be started ({error.strerror})".encode())
        return None


def _watch(control: socket.socket, worker: int, child: int, until: float) -> None:
    """Hand the worker a way to end the child, wait for its end, and say how it ended."""
    started = time.monotonic()
    handle = os.pidfd_open(child)
    socket.send_fds(control, [READY], [handle])
    ready = _wait((handle, control.fileno(), worker), until - started)
    if handle not in ready:  # the worker asks for it, or is gone, or has forgotten its child
        signal.pidfd_send_signal(handle, signal.SIGKILL)
    os.close(handle)
    _, status, usage = os.wait4(child, 0)
    end = {
        "status": os.waitstatus_to_exitcode(status),
        "seconds": time.monotonic() - started,
        "cpu": usage.ru_utime + usage.ru_stime,
        "overdue": not ready,
    }
    control.send(json.dumps(end).encode())


def _wait(descriptors: tuple[int, ...], seconds: float | None = None) -> list[int]:
    """Those of the descriptors that have something to say, after at most so many seconds."""
    poll = select.poll()
    for descriptor in descriptors:
        poll.register(descriptor, select.POLLIN)
    return [descriptor for descriptor, _ in poll.poll(None if seconds is None else seconds * 1000)]


def _become_child(walls: Any, limits: dict[str, Any], channel: int, output: int) -> socket.socket:
    """Keep nothing but four descriptors, raise the walls, and tell the worker; or end here and now."""
    try:
        for target, source in ((1, output), (2, output), (CHANNEL, channel)):
            os.dup2(source, target)
        os.closerange(CHANNEL + 1, os.sysconf("SC_OPEN_MAX"))
        connection = socket.socket(fileno=CHANNEL)
        walls.raise_in_child(limits)
        connection.send(READY)
    except BaseException as error:  # noqa: BLE001 - no student's code runs where a wall is missing
        os.write(2, f"{type(error).__name__}: {error}".encode())
        os._exit(NOT_READY)
    return connection


if __name__ == "__main__":
    main(socket.socket(fileno=int(sys.argv[1])), int(sys.argv[2]))
    os._exit(0)
