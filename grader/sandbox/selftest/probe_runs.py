"""Walls → what every probe behind them gets of the bait that lies there: try_walls, try_commands."""

from __future__ import annotations

import ctypes
import json
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final
from uuid import uuid4

from grader.sandbox.run.child import Child
from grader.sandbox.run.command_process import PATH, command_child
from grader.sandbox.run.program import Program
from grader.sandbox.run.stream import Stream
from grader.sandbox.run.worker import Worker
from grader.sandbox.selftest.promises import COMMAND_PROMISES, PROMISES
from grader.sandbox.walls.limits import Exit, Limits
from grader.sandbox.walls.policy import WallName
from grader.sandbox.walls.syscall_filter import call_number
from grader.text.columns import visible
from grader.text.source import InputError

_LONGEST = 1 << 16
_PATIENCE, _LONG = 5.0, 20.0  # seconds for a probe, and for one that starts a whole program
_MOMENT = 0.1
_IMPORTABLE = Path(__file__).parents[3]  # the folder in which this package stands
_ATTEMPTS = Path(__file__).parents[1] / "inside" / "breakout_attempts.py"
_HARMLESS = "command: run"


@dataclass(frozen=True, slots=True)
class Seen:
    """What came of one attempt: whether it was held back, or could not be made, and in a few words how."""

    held: bool
    saw: str
    tried: bool = True


def try_walls(
    walls: Sequence[WallName], bait: Mapping[str, Any]
) -> tuple[Mapping[str, str], Mapping[str, Seen]]:
    """What stands of these walls, with reasons for what does not, and what came of each probe behind them."""
    with Worker(walls=walls, program="probes") as worker:
        layer = _Layer(worker, walls, bait)
        probes = (probe for promise in PROMISES for probe in promise.probes)
        return worker.standing, {probe: _JUDGES.get(probe, _judge)(probe, layer) for probe in probes}


@dataclass(frozen=True, slots=True)
class _Layer:
    """Walls to try, with a worker that has them."""

    worker: Worker
    walls: Sequence[WallName]
    bait: Mapping[str, Any]

    def ask(self, probe: str, seconds: float = _PATIENCE) -> tuple[dict[str, str], Exit]:
        """What the child said of its attempt, if anything, and how it ended."""
        with self.worker.child(LIMITS) as child:
            child.channel.settimeout(seconds)
            bait = {**self.bait, "zygote": self._zygote(child)}
            child.channel.send(json.dumps({"probe": probe, "bait": bait}).encode())
            try:
                answer = json.loads(child.channel.recv(_LONGEST) or b"{}")
            except (TimeoutError, ConnectionResetError):
                answer = {}
            return answer, child.wait(_MOMENT)

    def _zygote(self, child: Child) -> int:
        """Its number as the child would see it: the first where they have a namespace of their own."""
        return 1 if self.worker.standing.get("pid namespace") == "" else child.parent


def _judge(probe: str, layer: _Layer) -> Seen:
    """Held back unless the child got something."""
    answer, end = layer.ask(probe)
    if "got" in answer:
        return Seen(False, f"got {answer['got']}")
    if "untried" in answer:
        return Seen(False, answer["untried"], tried=False)
    if "absent" in answer and "seccomp" not in layer.walls:
        return Seen(False, "the kernel has no such call", tried=False)
    return Seen(True, answer.get("refused") or answer.get("absent") or _described(end))


def _judge_second(probe: str, layer: _Layer) -> Seen:
    layer.ask(probe)
    return _judge(probe, layer)


def _judge_crash(probe: str, layer: _Layer) -> Seen:
    _, end = layer.ask(probe)
    answer, _ = layer.ask("find an environment")
    return Seen(end.how == "signal" and bool(answer), f"{_described(end)}, and the next one was served")


def _judge_sleep(probe: str, layer: _Layer) -> Seen:
    _, end = layer.ask(probe, seconds=_MOMENT)
    return Seen(end.why == "timeout", _described(end))


def _judge_processor(probe: str, layer: _Layer) -> Seen:
    _, end = layer.ask(probe, seconds=5 * _PATIENCE if "rlimits" in layer.walls else _MOMENT)
    return Seen(end.why == "processor", _described(end))


def _judge_survivors(_probe: str, layer: _Layer) -> Seen:
    """Let a grader die all of a sudden, and look for what it leaves behind."""
    command = [sys.executable, "-m", "grader.sandbox.selftest.orphans", *layer.walls]
    said = subprocess.run(command, cwd=_IMPORTABLE, capture_output=True, check=False, timeout=30).stdout  # noqa: S603
    processes = json.loads(said or b"[]")
    deadline = time.monotonic() + _PATIENCE
    while any(map(_is_running, processes)) and time.monotonic() < deadline:
        time.sleep(0.01)
    left = sum(map(_is_running, processes))
    return Seen(bool(processes) and not left, f"{left} of {len(processes)} processes are left")


def _is_running(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state not in "ZX"  # a process that nobody has buried yet runs no more


def _described(end: Exit) -> str:
    """How a child ended, in a few words."""
    return (
        f"ended with status {end.number}"
        if end.how == "exit"
        else f"ended by signal {end.number} ({end.why})"
    )


def try_commands(bait: Mapping[str, Any]) -> tuple[str, Mapping[str, Seen]]:
    """Why programs in other languages are not held here, or nothing; and what came of each probe, if any."""
    python = shutil.which("python3", path=PATH)
    if python is None:
        return f"there is no `python3` in {PATH} to try it with", {}
    try:
        harmless = _try_command(_HARMLESS, python, bait)
    except InputError as error:
        return error.mistakes[0].message, {}
    if harmless.held:
        return f"a harmless program does not run in it: {harmless.saw}", {}
    probes = (probe for promise in COMMAND_PROMISES for probe in promise.probes)
    return "", {probe: _try_command(probe, python, bait) for probe in probes}


def _try_command(probe: str, python: str, bait: Mapping[str, Any]) -> Seen:
    """Held back unless the program printed what it got."""
    command = (python, "-I", _ATTEMPTS.name, probe, bait["file"])
    program = Program({_ATTEMPTS.name: _ATTEMPTS.read_bytes()}, command=command)
    with command_child(program, LIMITS, "full") as child:
        got = b""
        with suppress(TimeoutError):
            got = Stream(child.channel, time.monotonic() + _LONG).rest()
        end = child.wait(_LONG)
        words = child.printed(LIMITS.output).decode(errors="replace").strip().splitlines()
    if got:
        return Seen(False, visible(f"got {got.decode(errors='replace').strip()}"))
    return Seen(True, visible(words[-1]) if words else _described(end))


_JUDGES: Mapping[str, Callable[[str, _Layer], Seen]] = {
    "compute for ever": _judge_processor,
    "crash": _judge_crash,
    "find what was left": _judge_second,
    "outlive the grader": _judge_survivors,
    "sleep for ever": _judge_sleep,
}


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
