"""Commands of the grader as processes of their own, all of whose descendants this process knows."""

from __future__ import annotations

import ctypes
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Timer

from tests.soak.case import Finding

ROOT = Path(__file__).parents[2]
PATIENCE = 120.0  # seconds after which something hangs; nothing here takes more than a few
LINUX = sys.platform == "linux"

_SUBREAPER = 36  # PR_SET_CHILD_SUBREAPER
_MESSAGE = re.compile(r"^.+: error: .+", re.MULTILINE)
_GLANCE = 0.02
_UNWANTED = ("PYTHONDONTWRITEBYTECODE", "CI", "GITHUB_ACTIONS", "GITHUB_STEP_SUMMARY", "GITLAB_CI")


@dataclass(frozen=True, slots=True)
class Ended:
    """How a command ended, and what it said."""

    status: int
    out: str
    told: str

    def faults(self, *, killed: bool = False) -> Iterator[Finding]:
        """What is wrong with its end, where it was left alone or `killed`."""
        if "Traceback (most recent call last)" in self.told or "internal error" in self.told:
            yield Finding("tracebacks", self.told)
        elif killed:
            return
        elif self.status not in {0, 1, 2}:
            yield Finding("tracebacks", f"its exit status is {self.status}: {self.told}")
        elif self.status == 2 and not _MESSAGE.search(self.told):
            yield Finding("tracebacks", f"no message says what is wrong: {self.told!r}")
        elif "the grader itself failed" in self.told:
            yield Finding("tracebacks", self.told)


def adopt_orphans() -> None:
    """Become the parent of every process whose own parent dies, so that none gets out of sight."""
    if LINUX:
        ctypes.CDLL(None, use_errno=True).prctl(_SUBREAPER, 1, 0, 0, 0)


def start(words: Sequence[str], folder: Path, *, quiet: bool = False) -> subprocess.Popen[str]:
    """`grader WORDS` in a session of its own, as a terminal or a service starts it."""
    stream = subprocess.DEVNULL if quiet else subprocess.PIPE
    environment = {name: value for name, value in os.environ.items() if name not in _UNWANTED}
    return subprocess.Popen(
        [sys.executable, "-m", "grader", *words], cwd=folder, text=True, start_new_session=True,
        stdin=subprocess.DEVNULL, stdout=stream, stderr=stream, encoding="utf-8",
        env={**environment, "PYTHONPATH": str(ROOT), "COLUMNS": "100"},
    )  # fmt: skip


def end_of(process: subprocess.Popen[str], patience: float = PATIENCE) -> Ended | None:
    """How a process ended, once everybody has closed its output; None where that never happens."""
    try:
        out, told = process.communicate(timeout=patience)
    except subprocess.TimeoutExpired:
        return None
    return Ended(process.returncode, out, told)


@contextmanager
def ended_after(process: subprocess.Popen[str], patience: float) -> Iterator[None]:
    """A process that is killed where it takes longer than that."""
    timer = Timer(patience, process.kill)
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def run(words: Sequence[str], folder: Path) -> Ended | None:
    """`grader WORDS` to its end."""
    process = start(words, folder)
    ended = end_of(process)
    if ended is None:
        end_descendants()
        process.communicate()
    return ended


def descendants() -> list[int]:
    """Every process that came of this one and is still there; those that are dead are buried."""
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG) != (0, 0):
            pass
    parents = dict(_parents())
    found = {os.getpid()}
    while more := {process for process, parent in parents.items() if parent in found} - found:
        found |= more
    return sorted(found - {os.getpid()})


def wait_for_descendants(patience: float) -> list[int]:
    """Who is still there after some time, which is nobody if all is well."""
    end = time.monotonic() + patience
    while (left := descendants()) and time.monotonic() < end:
        time.sleep(_GLANCE)
    return left


def end_descendants() -> None:
    """Leave nobody to the next case."""
    while left := descendants():
        for process in left:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        time.sleep(_GLANCE)


def named(process: int) -> str:
    """What a process is, for people."""
    try:
        words = Path(f"/proc/{process}/cmdline").read_bytes().split(b"\0")
    except OSError:
        return "one that is gone by now"
    return b" ".join(words).decode(errors="replace").strip()[:200]


def _parents() -> Iterator[tuple[int, int]]:
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            yield int(stat.parent.name), int(stat.read_text(errors="replace").rpartition(")")[2].split()[1])
