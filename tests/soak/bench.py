"""A process in which commands of the grader are run one after the other, each with so much time and no more.

    python -m tests.soak.bench

takes `{"folder": …, "words": […], "seconds": …}` on each line of its input, and answers with how that ended.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import resource
import select
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from tests.soak.commands import PATIENCE, ROOT, Ended

_MEMORY = 3 << 30  # bytes; far more than any of these inputs needs
_FACTOR = 10  # how much more processor time than its size warrants makes a hang
_SAMPLE = "max(" + ", ".join(f"min({number}, {number + 1})" for number in range(2_000)) + ")"
_SET = ROOT / "problems" / "minimax-by-hand" / "set.yaml"


class Bench:
    """`with Bench() as bench`: runs commands, and is replaced when one of them does not end."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None
        self._base = self._each = 0.0

    def __enter__(self) -> Self:
        """Find out what this machine takes for a command, and for each byte of its input."""
        started = self._timed(["check", str(_SET)]), self._timed(["check", str(_SET)])
        self._base, self._each = min(started), self._timed(["solve", _SAMPLE]) / len(_SAMPLE)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._end()

    def run(self, words: Sequence[str], folder: Path, size: int) -> Ended | None:
        """How a command ends whose input has that size; None where it does not within what that warrants."""
        ended, _ = self._run(words, folder, _FACTOR * (self._base + self._each * size))
        return ended

    def clock(self, words: Sequence[str], folder: Path, size: int) -> float | None:
        """How many seconds of a processor a command takes; None where it does not end as `run` says."""
        ended, seconds = self._run(words, folder, _FACTOR * (self._base + self._each * size))
        return None if ended is None else seconds

    def _timed(self, words: Sequence[str]) -> float:
        ended, seconds = self._run(words, ROOT, PATIENCE)
        assert ended is not None, words
        assert ended.status == 0, ended
        return seconds

    def _run(self, words: Sequence[str], folder: Path, seconds: float) -> tuple[Ended | None, float]:
        process = self._process = self._process or _start()
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(
            json.dumps({"folder": str(folder), "words": list(words), "seconds": seconds}) + "\n"
        )
        process.stdin.flush()
        ready, _, _ = select.select([process.stdout], [], [], max(PATIENCE, 4 * seconds))
        answer = process.stdout.readline() if ready else ""
        if not answer:
            self._end()
            return None, seconds
        told = json.loads(answer)
        return Ended(told["status"], told["out"], told["told"]), told["seconds"]

    def _end(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
        self._process = None


def size_of(folder: Path) -> int:
    """The bytes of everything in a folder, which a command may have to read."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def _start() -> subprocess.Popen[str]:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return subprocess.Popen(
        [sys.executable, "-m", "tests.soak.bench"], cwd=ROOT, text=True, encoding="utf-8",
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment,
    )  # fmt: skip


def _serve() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    for line in sys.stdin:
        asked = json.loads(line)
        os.chdir(asked["folder"])
        signal.setitimer(signal.ITIMER_PROF, asked["seconds"])  # ends this process, whatever it is at
        begun = time.process_time()
        status, out, told = _called(asked["words"])
        signal.setitimer(signal.ITIMER_PROF, 0)
        seconds = time.process_time() - begun
        answers.write(json.dumps({"status": status, "out": out, "told": told, "seconds": seconds}) + "\n")
        answers.flush()


def _called(words: list[str]) -> tuple[int, str, str]:
    from grader.cli.main import main

    out, told = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(told):
        status = main(words)
    return status, _text(out), _text(told)


def _text(stream: io.TextIOWrapper) -> str:
    stream.flush()
    buffer = stream.buffer
    assert isinstance(buffer, io.BytesIO)
    return buffer.getvalue().decode("utf-8", "backslashreplace")


if __name__ == "__main__":
    _serve()
