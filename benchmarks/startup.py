"""How long the command takes to start, against Python itself."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator

from benchmarks.measuring import Figure, seconds


def figures() -> Iterator[Figure]:
    python, version, usage = seconds(
        lambda: _run("-c", "pass"),
        lambda: _run("-m", "grader", "--version"),
        lambda: _run("-m", "grader", "--help"),
        rounds=20,
        wall=True,
    )
    yield Figure("grader --version, times python -c pass", version / python, at_most=4)
    yield Figure("grader --help, times python -c pass", usage / python, at_most=8)


def _run(*arguments: str) -> None:
    subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)
