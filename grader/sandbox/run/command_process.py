"""A program in another language → a process in bubblewrap that speaks lines of JSON."""

from __future__ import annotations

import errno
import math
import os
import shutil
import signal
import socket
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from threading import Event, Thread
from time import monotonic
from typing import Any

from grader.sandbox.run.child import SandboxFailed, family, processor_time, used_by
from grader.sandbox.run.program import Program
from grader.sandbox.walls.cgroups import Cgroup, make_cgroup
from grader.sandbox.walls.limits import PATIENCE, Exit, ExitReason, Limits, read_exit
from grader.sandbox.walls.policy import UNPRIVILEGED, Isolation
from grader.sandbox.walls.syscall_filter import command_filter
from grader.text.columns import visible
from grader.text.source import reason_of, refusal

_INSIDE = "/submission"
_SEEN = (
    "/usr", "/bin", "/lib", "/lib32", "/lib64", "/sbin", "/etc/alternatives", "/etc/ld.so.cache",
    *map(str, Path("/etc").glob("java-*-openjdk")),  # without which Java has no random numbers
)  # fmt: skip
PATH = "/usr/local/bin:/usr/bin:/bin"
_ENVIRONMENT = {"PATH": PATH, "LANG": "C.UTF-8", "HOME": _INSIDE}
_THREADS = 128
_DESCRIPTORS = 256
_STACK, _LARGEST_STACK = 8 << 20, 64 << 20
_AROUND = 2  # bubblewrap and its first process, which are not the program
_OFTEN = 0.05  # seconds from one look at a program to the next
_TRIAL = Limits(seconds=5, memory=64 << 20, output=4096)
_WAITING = ("/bin/sh", "-c", 'read -r _ && exec "$@"', "sh")  # for a line, until it is in its cgroup
_BAD_NAMES = (errno.ENAMETOOLONG, errno.EEXIST, errno.ENOTDIR, errno.EISDIR)  # a file where a folder must be
_SIGNALLED, _SIGNALS = 128, range(1, 65)  # bubblewrap and shells add the second to the first

# What languages say when they are refused memory, each in its own way and then with some status or signal.
_SHORT_OF_MEMORY = (
    b"out of memory", b"OutOfMemory", b"cannot allocate memory", b"bad_alloc", b"MemoryError",
    b"memory allocation of", b"allocation failed", b"not enough memory", b"no memory",
)  # fmt: skip

# Nothing of the machine but its programs, nothing to write to, nobody to talk to. Of the devices there is
# neither one that gives memory (zero) nor a terminal, and nobody writes to a process by its memory as a file.
_DEVICES = ("/dev/null", "/dev/full", "/dev/random", "/dev/urandom")
_WALLS = (
    "--unshare-user", "--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL",
    "--uid", str(UNPRIVILEGED), "--gid", str(UNPRIVILEGED), "--proc", "/proc", "--remount-ro", "/proc",
    "--tmpfs", "/dev", *(word for path in _DEVICES for word in ("--dev-bind", path, path)),
    "--symlink", "/proc/self/fd", "/dev/fd", "--symlink", "/proc/self/fd/0", "/dev/stdin",
    "--symlink", "/proc/self/fd/1", "/dev/stdout", "--symlink", "/proc/self/fd/2", "/dev/stderr",
    "--remount-ro", "/dev",
    *(word for path in _SEEN for word in ("--ro-bind-try", path, path)),
    "--remount-ro", "/", "--clearenv",
    *(word for name, value in _ENVIRONMENT.items() for word in ("--setenv", name, value)),
)  # fmt: skip


@dataclass(slots=True)
class CommandChild:
    """A running program of another language, as a child: our end of its standard input and output."""

    channel: socket.socket
    _process: subprocess.Popen[bytes]
    _output: int
    _limits: Limits
    _started: float
    _why: ExitReason | None = None
    _used: float = 0.0  # seconds of a processor, as far as was seen

    @property
    def process(self) -> int:
        """Its number, or that of its walls."""
        return self._process.pid

    @property
    def processor_time(self) -> float:
        """The seconds of a processor that it and its walls have used."""
        self._used = max(self._used, sum(map(processor_time, family(self._process.pid))))
        return self._used

    def look(self) -> None:
        """See what it uses, and end it where that is more than it may: where the kernel does not count it."""
        if self._process.poll() is not None:
            return
        used = used_by(self._process.pid)
        if used.memory > self._limits.memory + _LARGEST_STACK:
            self.kill("memory")
        elif used.threads > _THREADS + _AROUND:
            self.kill()

    def kill(self, why: ExitReason = "killed") -> None:
        if self._process.poll() is None:
            self._why = self._why or why
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)

    def wait(self, seconds: float) -> Exit:
        try:
            code = self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.kill("timeout")
            code = self._process.wait()
        status = _SIGNALLED - code if code - _SIGNALLED in _SIGNALS else code
        return self._explained(read_exit(status, monotonic() - self._started, self._used, self._why))

    def printed(self, most: int) -> bytes:
        return os.pread(self._output, most, 0)

    def end(self) -> None:
        """End it, wherever it is, and let go of all that belongs to it."""
        self.kill()
        self.wait(self._limits.seconds)
        self.channel.close()
        os.close(self._output)

    def _explained(self, end: Exit) -> Exit:
        """A failure of which the program says itself that it was refused memory."""
        failed = end.why == "crash" or (end.why == "ended" and end.number != 0)
        said = self.printed(self._limits.output).lower() if failed else b""
        return replace(end, why="memory") if any(words.lower() in said for words in _SHORT_OF_MEMORY) else end


@contextmanager
def command_child(program: Program, limits: Limits, isolation: Isolation) -> Iterator[CommandChild]:
    """The program as a process of its own, gone afterwards; an error where nothing can hold it."""
    if isolation != "none":
        _check_bubblewrap()
    with _started(program, limits, isolation) as command, _watched(command):
        yield command


@cache
def _check_bubblewrap() -> None:
    """See that bubblewrap holds a program here before anybody relies on it; its refusal is no student's."""
    with _started(Program({}, command=("true",)), _TRIAL, "full") as command:
        end = command.wait(_TRIAL.seconds * PATIENCE)
        said = command.printed(_TRIAL.output).decode(errors="replace").strip()
    if (end.how, end.number) != ("exit", 0):
        raise refusal(
            "sandbox", f"bubblewrap cannot hold a program here: {visible(said) or end.why}",
            "it needs user namespaces; inside your own container, use `--isolation none`",
        )  # fmt: skip


@contextmanager
def _started(program: Program, limits: Limits, isolation: Isolation) -> Iterator[CommandChild]:
    with TemporaryDirectory(prefix="grader-") as folder:
        _write_files(program.files, Path(folder))
        with _cgroup(limits) as cgroup:
            with _filter_file(isolation) as filters:
                words = _wrapped(program.command, folder, limits, filters)
                command = _start(words, folder, limits, filters, cgroup)
            try:
                yield command
            finally:
                command.end()


@contextmanager
def _cgroup(limits: Limits) -> Iterator[Cgroup | None]:
    """What counts all of its memory, where the kernel does that for us."""
    with ExitStack() as owned:
        try:
            made = make_cgroup(limits.memory + _LARGEST_STACK, _THREADS + _AROUND)
            group = owned.enter_context(made)
        except OSError as error:
            raise SandboxFailed(f"no cgroup can be made for it ({error.strerror})") from error
        yield group


@contextmanager
def _watched(command: CommandChild) -> Iterator[None]:
    """Have an eye on the program as long as it is there."""
    over = Event()
    watch = Thread(target=_watch, args=(command, over), daemon=True)
    watch.start()
    try:
        yield
    finally:
        over.set()
        watch.join()


def _watch(command: CommandChild, over: Event) -> None:
    while not over.wait(_OFTEN):
        command.look()


@contextmanager
def _filter_file(isolation: Isolation) -> Iterator[tuple[int, ...]]:
    """The filter of system calls as a file that bubblewrap can read; none where there is no wall at all."""
    if isolation == "none":
        yield ()
        return
    file = os.memfd_create("filter", os.MFD_CLOEXEC)
    try:
        os.pwrite(file, command_filter(), 0)
        yield (file,)
    finally:
        os.close(file)


def _start(
    words: tuple[str, ...], folder: str, limits: Limits, filters: tuple[int, ...], cgroup: Cgroup | None
) -> CommandChild:
    ours, theirs = socket.socketpair()
    output = os.memfd_create("output")
    try:
        with theirs:
            process = subprocess.Popen(  # noqa: S603 - to run what students wrote is what it is for
                (*(_WAITING if cgroup else ()), *words), stdin=theirs.fileno(), stdout=theirs.fileno(),
                stderr=output, cwd=folder,
                env=_ENVIRONMENT, start_new_session=True, pass_fds=filters,
                restore_signals=False,  # what does not fit into the output is lost, and ends nobody
                **(_nobody() if filters else {}),
            )  # fmt: skip
    except OSError as error:
        ours.close()
        os.close(output)
        hint = "everybody must be able to run it, as students' programs are not run as root"
        raise refusal("sandbox", f"`{words[0]}` cannot be started ({reason_of(error)})", hint) from None
    command = CommandChild(ours, process, output, limits, monotonic())
    if cgroup is not None:
        _admit(command, cgroup)
    return command


def _admit(command: CommandChild, cgroup: Cgroup) -> None:
    """Put it into its cgroup while it waits, and let it go on."""
    try:
        cgroup.add(command.process)
        command.channel.sendall(b"\n")
    except OSError as error:
        command.end()
        raise SandboxFailed(f"it cannot be put into a cgroup ({error.strerror})") from error


def _nobody() -> Mapping[str, Any]:
    """Who the program is for the kernel: not root, whose threads nobody counts."""
    return {"user": UNPRIVILEGED, "group": UNPRIVILEGED, "extra_groups": []} if os.geteuid() == 0 else {}


def _wrapped(
    command: tuple[str, ...], folder: str, limits: Limits, filters: tuple[int, ...]
) -> tuple[str, ...]:
    """The command behind its walls, and within its limits; without walls only where somebody said so."""
    limited = (*_limited(limits, walled=bool(filters)), *command)
    if not filters:
        return limited
    bubblewrap = shutil.which("bwrap")
    if bubblewrap is None:
        raise refusal(
            "sandbox", "programs in other languages run in bubblewrap, which is not installed",
            "install the package `bubblewrap`; inside your own container, use `--isolation none`",
        )  # fmt: skip
    return (
        bubblewrap, "--ro-bind", folder, _INSIDE, *_WALLS, "--chdir", _INSIDE,
        *(word for file in filters for word in ("--seccomp", str(file))), "--", *limited,
    )  # fmt: skip


def _limited(limits: Limits, *, walled: bool) -> tuple[str, ...]:
    """What sets the limits: memory as data, as many a language reserves far more addresses than it uses."""
    prlimit = shutil.which("prlimit")
    if prlimit is None:
        raise refusal("sandbox", "nothing here sets limits for a program", "install the package `util-linux`")
    seconds = math.ceil(limits.seconds + 0.5)
    threads = (f"--nproc={_THREADS}",) if walled else ()
    return (
        prlimit, f"--cpu={seconds}", f"--data={limits.memory}", f"--stack={_stack()}",
        f"--fsize={limits.output}", "--core=0", f"--nofile={_DESCRIPTORS}", *threads, "--",
    )  # fmt: skip


def _stack() -> str:
    """The first stack of a process, which does not count as data: as large as usual, and not much larger."""
    from resource import RLIM_INFINITY, RLIMIT_STACK, getrlimit  # not on Windows

    _, most = getrlimit(RLIMIT_STACK)
    hard = _LARGEST_STACK if most == RLIM_INFINITY else min(most, _LARGEST_STACK)
    return f"{min(_STACK, hard)}:{hard}"


def _write_files(files: Mapping[str, bytes], folder: Path) -> None:
    """The student's files, those whose names lead nowhere else, each of which may be run."""
    for name, data in files.items():
        path = PurePosixPath(name)
        if path.is_absolute() or ".." in path.parts or "\0" in name or not path.parts:
            continue
        try:
            _write_file(folder / path, data)
        except UnicodeEncodeError:
            continue
        except OSError as error:
            if error.errno not in _BAD_NAMES:
                raise
    folder.chmod(0o755)


def _write_file(target: Path, data: bytes) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(data)
    target.chmod(0o755)
