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
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from time import monotonic

from grader.sandbox.filtering import command_filter
from grader.sandbox.limits import Exit, Limits, read_exit
from grader.sandbox.program import Program
from grader.source import refusal

_INSIDE = "/submission"
_SEEN = ("/usr", "/bin", "/lib", "/lib32", "/lib64", "/sbin", "/etc/alternatives", "/etc/ld.so.cache")
_ENVIRONMENT = {"PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8", "HOME": _INSIDE}
_THREADS = 128  # in a user namespace of its own
_DESCRIPTORS = 256
_BAD_NAMES = (errno.ENAMETOOLONG, errno.EEXIST, errno.ENOTDIR, errno.EISDIR)  # a file where a folder must be
_SIGNALLED, _SIGNALS = 128, range(1, 65)  # bubblewrap and shells add the second to the first

# Nothing of the machine but its programs, nothing to write to, nobody to talk to.
_WALLS = (
    "--unshare-user", "--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL",
    "--uid", "65534", "--gid", "65534", "--proc", "/proc", "--dev", "/dev", "--remount-ro", "/dev",
    *(word for path in _SEEN for word in ("--ro-bind-try", path, path)),
    "--remount-ro", "/", "--clearenv",
    *(word for name, value in _ENVIRONMENT.items() for word in ("--setenv", name, value)),
)  # fmt: skip


@dataclass(slots=True)
class Command:
    """A running program of another language, as a child: our end of its standard input and output."""

    channel: socket.socket
    _process: subprocess.Popen[bytes]
    _output: int
    _started: float
    _why: str | None = None

    def kill(self, why: str = "killed") -> None:
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
        return read_exit(status, monotonic() - self._started, 0.0, self._why)

    def printed(self, most: int) -> bytes:
        return os.pread(self._output, most, 0)


@contextmanager
def command_child(program: Program, limits: Limits, isolation: str) -> Iterator[Command]:
    """The program as a process of its own, gone afterwards; an error where nothing can hold it."""
    with TemporaryDirectory(prefix="grader-") as folder:
        _write_files(program.files, Path(folder))
        with _filter_file(isolation) as filters:
            words = _wrapped(program.command, folder, limits, filters)
            command = _start(words, folder, filters)
        try:
            yield command
        finally:
            command.kill()
            command.wait(limits.seconds)
            command.channel.close()
            os.close(command._output)  # noqa: SLF001 - it was opened here


@contextmanager
def _filter_file(isolation: str) -> Iterator[tuple[int, ...]]:
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


def _start(words: tuple[str, ...], folder: str, filters: tuple[int, ...]) -> Command:
    ours, theirs = socket.socketpair()
    output = os.memfd_create("output")
    with theirs:
        process = subprocess.Popen(  # noqa: S603 - to run what students wrote is what it is for
            words, stdin=theirs.fileno(), stdout=theirs.fileno(), stderr=output, cwd=folder,
            env=_ENVIRONMENT, start_new_session=True, pass_fds=filters,
            restore_signals=False,  # what does not fit into the output is lost, and ends nobody
        )  # fmt: skip
    return Command(ours, process, output, monotonic())


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
            "sandbox", "programs in other languages are run in bubblewrap, which is not here",
            "install the package `bubblewrap`; inside your own container, `--isolation none` does without",
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
        prlimit, f"--cpu={seconds}", f"--data={limits.memory}", f"--fsize={limits.output}", "--core=0",
        f"--nofile={_DESCRIPTORS}", *threads, "--",
    )  # fmt: skip


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
