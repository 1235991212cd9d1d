"""Limits → a fresh child behind walls, with a channel to it: Worker, and the Zygote that forks them."""

from __future__ import annotations

import array
import json
import os
import socket
import subprocess
import sys
from collections.abc import Collection, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from struct import Struct
from typing import Self

from grader.sandbox.run.child import Child, End, SandboxFailed
from grader.sandbox.walls.limits import Limits
from grader.sandbox.walls.policy import ISOLATIONS, LANDLOCK, MODULES, UNPRIVILEGED, Isolation, WallName
from grader.sandbox.walls.syscall_filter import call_number, filter_program
from grader.text.source import refusal

_HINT = "`grader selftest` shows what stands; inside your own container, use `--isolation none`"
_TRIAL = Limits(seconds=5, memory=64 << 20, output=4096)


def check_platform(name: str) -> None:
    """Say no where the walls cannot be built; `name` is who wanted them."""
    if sys.platform != "linux" or sys.maxsize < 1 << 32:
        message = "students' code runs only on 64-bit Linux"
        raise refusal(name, message, "use such a machine, or a container on it")


class Worker:
    """Starts a zygote and asks it for children, one at a time; a zygote that has died is started again.

    With a `core`, the process that uses the worker and its children take turns on one core, which makes a
    question and its answer several times quicker; workers with different numbers spread over the cores.
    """

    def __init__(
        self,
        isolation: Isolation = "full",
        *,
        core: int | None = None,
        walls: Collection[WallName] | None = None,
        program: str = "program",
    ) -> None:
        self._walls = tuple(ISOLATIONS[isolation] if walls is None else walls)
        self._program = program
        self._core = core
        self._cores: set[int] = set()
        self._zygote: Zygote | None = None
        self.isolation = isolation

    def __enter__(self) -> Self:
        check_platform("sandbox")
        self._pin()
        try:
            self._try_out()
        except BaseException:
            self.__exit__(None, None, None)
            raise
        return self

    def __exit__(self, *_raised: object) -> None:
        self._stop()
        if self._cores:
            os.sched_setaffinity(0, self._cores)

    @property
    def standing(self) -> Mapping[str, str]:
        """For each wall that was ordered nothing, or the reason why it does not stand here."""
        return self._running().standing

    @property
    def process(self) -> int:
        """The number of the process that was started for it."""
        return self._running().process

    @contextmanager
    def child(self, limits: Limits) -> Iterator[Child]:
        """A fresh child whose walls stand, and which has read nothing; it is gone afterwards."""
        child = self._fork(limits)
        try:
            yield child
        finally:
            child.close()

    def _fork(self, limits: Limits) -> Child:
        try:
            return self._running().fork(limits)
        except ConnectionError:  # the zygote has just died
            self._stop()
        except BaseException:  # it may still be about to answer, and nobody would know to whom
            self._stop()
            raise
        try:
            return self._running().fork(limits)
        except ConnectionError as error:
            self._stop()
            raise SandboxFailed("the process that starts it dies") from error

    def _running(self) -> Zygote:
        if self._zygote is None or not self._zygote.is_alive():
            self._stop()
            self._zygote = start_zygote(self._orders())
        return self._zygote

    def _stop(self) -> None:
        if self._zygote is not None:
            self._zygote.stop()
            self._zygote = None

    def _orders(self) -> Mapping[str, object]:
        return {
            "walls": self._walls,
            "program": self._program,
            "modules": MODULES,
            "unprivileged": UNPRIVILEGED,
            "filter": filter_program().hex() if "seccomp" in self._walls else "",
            "landlock": [call_number(name) for name in LANDLOCK] if "landlock" in self._walls else [],
        }

    def _try_out(self) -> None:
        """See that a child can be had before anybody relies on it."""
        try:
            with self.child(_TRIAL):
                pass
        except SandboxFailed as failure:
            raise refusal("sandbox", f"students' code is not run here: {failure}", _HINT) from None

    def _pin(self) -> None:
        """Stay on one core, which the zygote and its children inherit; remember where we were allowed."""
        if self._core is None:
            return
        self._cores = os.sched_getaffinity(0)
        cores = sorted(self._cores)
        os.sched_setaffinity(0, {cores[self._core % len(cores)]})


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
