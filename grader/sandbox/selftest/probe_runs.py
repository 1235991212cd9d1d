"""Walls → what comes of every probe behind them: try_walls, Seen."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from grader.sandbox.run.child import Child
from grader.sandbox.run.worker import Worker
from grader.sandbox.selftest.bait import LIMITS
from grader.sandbox.selftest.promises import PROMISES
from grader.sandbox.walls.limits import Exit

_LONGEST = 1 << 16
_PATIENCE = 5.0
_MOMENT = 0.1
_IMPORTABLE = Path(__file__).parents[3]  # the folder in which this package stands


@dataclass(frozen=True, slots=True)
class Seen:
    """What came of one attempt: whether it was held back, or could not be made, and in a few words how."""

    held: bool
    saw: str
    tried: bool = True


def try_walls(walls: Sequence[str], bait: Mapping[str, Any]) -> tuple[Mapping[str, str], Mapping[str, Seen]]:
    """What stands of these walls, with reasons for what does not, and what came of each probe behind them."""
    with Worker(walls=walls, program="probes") as worker:
        layer = _Layer(worker, walls, bait)
        probes = (probe for promise in PROMISES for probe in promise.probes)
        return worker.standing, {probe: _JUDGES.get(probe, _judge)(probe, layer) for probe in probes}


@dataclass(frozen=True, slots=True)
class _Layer:
    """Walls to try, with a worker that has them."""

    worker: Worker
    walls: Sequence[str]
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
    return Seen(True, answer.get("refused") or answer.get("absent") or described(end))


def _judge_second(probe: str, layer: _Layer) -> Seen:
    layer.ask(probe)
    return _judge(probe, layer)


def _judge_crash(probe: str, layer: _Layer) -> Seen:
    _, end = layer.ask(probe)
    answer, _ = layer.ask("find an environment")
    return Seen(end.how == "signal" and bool(answer), f"{described(end)}, and the next one was served")


def _judge_sleep(probe: str, layer: _Layer) -> Seen:
    _, end = layer.ask(probe, seconds=_MOMENT)
    return Seen(end.why == "timeout", described(end))


def _judge_processor(probe: str, layer: _Layer) -> Seen:
    _, end = layer.ask(probe, seconds=5 * _PATIENCE if "rlimits" in layer.walls else _MOMENT)
    return Seen(end.why == "processor", described(end))


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


def described(end: Exit) -> str:
    """How a child ended, in a few words."""
    return (
        f"ended with status {end.number}"
        if end.how == "exit"
        else f"ended by signal {end.number} ({end.why})"
    )


_JUDGES: Mapping[str, Callable[[str, _Layer], Seen]] = {
    "compute for ever": _judge_processor,
    "crash": _judge_crash,
    "find what was left": _judge_second,
    "outlive the grader": _judge_survivors,
    "sleep for ever": _judge_sleep,
}
