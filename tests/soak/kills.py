"""Kills at random moments of grade, regrade and report: the same command again makes what it always makes."""

from __future__ import annotations

import os
import shutil
import signal
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random

from grader.gradebook import FILE
from tests.soak.case import Case, Finding, Try
from tests.soak.commands import (
    end_descendants,
    end_of,
    named,
    run,
    start,
    wait_for_descendants,
)
from tests.soak.room import furnish
from tests.soak.standing import Standing

STUDENTS = 66  # more than are printed by one process alone
COMMANDS = {
    "grade": ("grade", "set.yaml", "class", "--out", "out", "--jobs", "2"),
    "regrade": ("regrade", "corrected.yaml", "--out", "out", "--apply", "--jobs", "2"),
    "report": ("report", f"out/{FILE}", "--set", "set.yaml", "--out", "out"),
}
_SIGNALS = (signal.SIGKILL, signal.SIGTERM, signal.SIGHUP, signal.SIGINT)
_LEAVING = 20.0  # seconds in which everybody that a dead command started must be gone


@dataclass(frozen=True, slots=True)
class Undisturbed:
    """A folder before a command, what stands in it afterwards, and how long that takes."""

    before: Path
    after: Standing
    seconds: float


@dataclass(frozen=True, slots=True)
class Kill:
    """When something is killed, by which signal, and whether its whole group is, as by a terminal."""

    after: float
    signal: signal.Signals
    group: bool

    @classmethod
    def at_random(cls, random: Random, seconds: float) -> Kill:
        return cls(random.uniform(0, 1.1 * seconds), random.choice(_SIGNALS), random.random() < 0.5)

    def __str__(self) -> str:
        return f"{self.signal.name} to {'its group' if self.group else 'it alone'} after {self.after:.2f} s"


@contextmanager
def begin(shared: Path) -> Iterator[Try]:
    """Run each command undisturbed once; every case kills one of them."""
    furnish(shared / "grade", STUDENTS, programs=True)
    undisturbed = {"grade": _undisturbed("grade", shared)}
    for name in ("regrade", "report"):
        shutil.copytree(shared / "grade after", shared / name)
    for path in (shared / "report" / "out").iterdir():  # only the gradebook is there to report from
        if path.name != FILE:
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    undisturbed |= {name: _undisturbed(name, shared) for name in ("regrade", "report")}

    def try_one(case: Case) -> Iterable[Finding]:
        name = tuple(COMMANDS)[case.number % len(COMMANDS)]
        return list(_killed(name, undisturbed[name], case.random, case.folder))

    yield try_one


def _undisturbed(name: str, shared: Path) -> Undisturbed:
    after = shared / f"{name} after"
    shutil.copytree(shared / name, after)
    begun = time.monotonic()
    ended = run(COMMANDS[name], after)
    assert ended is not None, name
    assert ended.status == 0, ended
    return Undisturbed(shared / name, Standing.of(after / "out"), time.monotonic() - begun)


def _killed(name: str, undisturbed: Undisturbed, random: Random, folder: Path) -> Iterator[Finding]:
    shutil.copytree(undisturbed.before, folder, dirs_exist_ok=True)
    for _ in range(random.choice((1, 1, 2))):
        yield from _kill(name, Kill.at_random(random, undisturbed.seconds), folder)
    ended = run(COMMANDS[name], folder)
    if ended is None:
        yield Finding("hangs", f"`{name}` after it was killed does not end")
        return
    yield from ended.faults()
    yield from Standing.of(folder / "out").differences(undisturbed.after)


def _kill(name: str, kill: Kill, folder: Path) -> Iterator[Finding]:
    process = start(COMMANDS[name], folder)
    time.sleep(kill.after)
    with suppress(ProcessLookupError):
        (os.killpg if kill.group else os.kill)(process.pid, kill.signal)
    ended = end_of(process, _LEAVING)
    if ended is None:
        yield Finding("hangs", f"`{name}` and {kill}: whoever reads its output waits for ever")
    else:
        yield from ended.faults(killed=True)
    for left in wait_for_descendants(_LEAVING):
        yield Finding("hangs", f"`{name}` and {kill}: it leaves process {left} behind, {named(left)}")
    end_descendants()
    if ended is None:
        process.communicate()
