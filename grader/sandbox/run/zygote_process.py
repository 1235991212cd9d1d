"""Orders → a running zygote; limits → a child of it: start_zygote, Zygote."""

from __future__ import annotations

import array
import json
import os
import socket
import subprocess
import sys
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from struct import Struct

from grader.sandbox.run.child import Child, End, SandboxFailed
from grader.sandbox.walls.limits import Limits

_PROGRAM = Path(__file__).parents[1] / "inside" / "zygote.py"
# What `-I` means, but that the seed of hashes is read: in another order of sets, code earns another grade.
_PYTHON = ("-P", "-s", "-S", "-B", "-X", "utf8")
_ENVIRONMENT = {"PYTHONHASHSEED": "0"}
_KEPT = ("LD_LIBRARY_PATH",)  # without it some Pythons do not start
_LONGEST = 1 << 16
_LIMITS = Struct("<dQQ")  # as the zygote reads them
_END = Struct("<idd?")  # … and as it writes how a child ended
_MOMENT = 0.001
_GOODBYE = 1.0  # seconds that it may take to end by itself
_PATIENCE = 30.0  # seconds that the zygote may take for anything


def start_zygote(orders: Mapping[str, object]) -> Zygote:
    """A zygote that has raised its walls and waits for requests."""
    try:
        zygote = _start()
    except OSError as error:
        raise SandboxFailed(f"no process can be started for it ({error.strerror})") from error
    zygote.begin(orders)
    return zygote


def _start() -> Zygote:
    kept = {name: os.environ[name] for name in _KEPT if name in os.environ}
    with ExitStack() as ours, ExitStack() as theirs:
        control, inherited = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        ours.enter_context(control)
        theirs.enter_context(inherited)
        words = os.memfd_create("words")
        ours.callback(os.close, words)
        us = os.pidfd_open(os.getpid())
        theirs.callback(os.close, us)
        process = subprocess.Popen(  # noqa: S603 - our own program
            [sys.executable, *_PYTHON, str(_PROGRAM), str(inherited.fileno()), str(us)],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=words, env=_ENVIRONMENT | kept,
            cwd="/", pass_fds=(inherited.fileno(), us), start_new_session=True,
        )  # fmt: skip
        return Zygote(process, control, words, ours.pop_all())


@dataclass(slots=True)
class Zygote:
    """The small process that forks, as we see it; `standing` has nothing or a reason for each wall."""

    _process: subprocess.Popen[bytes]
    _control: socket.socket
    _words: int
    _owned: ExitStack
    standing: Mapping[str, str] = field(default_factory=dict)

    def begin(self, orders: Mapping[str, object]) -> None:
        """Tell it what to be, and wait until it is."""
        self._control.settimeout(_PATIENCE)
        try:
            self._control.send(json.dumps(orders).encode())
            self.standing = json.loads(self._hear())
        except OSError:
            words = self._last_words()
            self.stop()
            raise SandboxFailed(f"the process that starts it does not start ({words})") from None

    @property
    def process(self) -> int:
        """The number of the process that we started."""
        return self._process.pid

    def is_alive(self) -> bool:
        return self._process.poll() is None

    def fork(self, limits: Limits) -> Child:
        """A fresh child whose walls stand."""
        with ExitStack() as owned:
            channel, theirs = socket.socketpair()
            owned.enter_context(channel)
            output = os.memfd_create("output")
            owned.callback(os.close, output)
            with theirs:
                request = _LIMITS.pack(limits.seconds, limits.memory, limits.output)
                given = array.array("i", (theirs.fileno(), output))
                self._control.sendmsg([request], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, given)])
            handle = self._hear_of_child()
            owned.callback(os.close, handle)
            child = Child(channel, handle, output, self.child_end, self.end_child, owned.pop_all())
        child.begin()
        return child

    def end_child(self) -> None:
        """Ask it to end its child, where we may not do so ourselves."""
        self._control.send(b"end")

    def child_end(self, seconds: float) -> End | None:
        """How its child ended, or nothing if it has not done so in time."""
        self._control.settimeout(max(seconds, _MOMENT))
        try:
            end = End._make(_END.unpack(self._hear()))
        except TimeoutError:
            return None
        finally:
            self._control.settimeout(_PATIENCE)
        return end

    def stop(self) -> None:
        """Let go of it, which it takes for the end."""
        self._owned.close()
        try:
            self._process.wait(_GOODBYE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _last_words(self) -> str:
        lines = os.pread(self._words, _LONGEST, 0).decode(errors="replace").strip().splitlines()
        return lines[-1] if lines else "it said nothing"

    def _hear_of_child(self) -> int:
        """A handle of the child that was asked for."""
        answer, handles, _, _ = socket.recv_fds(self._control, _LONGEST, 1, socket.MSG_CMSG_CLOEXEC)
        if not answer:
            raise ConnectionResetError
        if not handles:
            raise SandboxFailed(answer.decode(errors="replace"))
        return handles[0]

    def _hear(self) -> bytes:
        message = self._control.recv(_LONGEST)
        if not message:
            raise ConnectionResetError
        return message
