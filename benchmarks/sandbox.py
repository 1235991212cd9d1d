"""How long a run of student code takes behind walls: against a fresh Python, a bare fork, and two workers."""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from random import Random
from statistics import median
from time import monotonic, perf_counter
from typing import Any

from benchmarks.measuring import Figure
from grader import sandbox
from grader.rule import Rule
from grader.sandbox.run import Limits, Program, TreeTask, Worker, run_program
from grader.sandbox.walls.limits import Exit
from grader.tree.language import parse_tree

ROUNDS = 60
RUNS = 150  # of each worker, where one is compared with two
LIMITS = Limits(seconds=5, memory=256 << 20, output=64 << 10)

_CODE = """\
def alphabeta(node, alpha=float("-inf"), beta=float("inf")):
    if node.is_leaf:
        return node.utility
    best = None
    for child in node.children:
        value = alphabeta(child, alpha, beta)
        if node.kind == "max":
            best = value if best is None else max(best, value)
            alpha = max(alpha, best)
        else:
            best = value if best is None else min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best
"""
# What a fresh Python does to be such a child: find our side of the channel, and run the same program.
_FRESH = """\
import sys
from types import ModuleType
for name, path in (("grader", []), ("grader.sandbox", []), ("grader.sandbox.inside", [sys.argv[1]])):
    sys.modules[name] = ModuleType(name)
    sys.modules[name].__path__ = path
from grader.sandbox.inside.program import main
main(int(sys.argv[2]))
"""
_BUBBLEWRAP = ("bwrap", "--unshare-all", "--die-with-parent", "--ro-bind", "/", "/", "--proc", "/proc")


def figures() -> Iterator[Figure]:
    if sys.platform != "linux":
        yield Figure("one submission on a tree of 40 nodes", None, at_least=4, note="Linux only")
        return
    yield from _one_submission()
    yield _two_workers()


def _one_submission() -> Iterator[Figure]:
    """The walls against no walls, and both against a fresh Python; they take turns on one core."""
    with Worker(core=0) as walled, Worker(walls=(), core=0) as bare:
        ours, forked, fresh = _medians(*(partial(_run, each) for each in (walled, bare, _FreshPythons())))
    peer = "bubblewrap and a fresh Python" if _WALLS else "a fresh Python without isolation"
    note = f"{ours * 1000:.1f} ms"
    yield Figure(f"one submission on a tree of 40 nodes: {peer}", fresh / ours, at_least=4, note=note)
    yield Figure("one submission: the walls, over a bare fork", ours / forked, at_most=1.15)


class _FreshPythons:
    """Children that are started anew for every run, and then do the same as ours."""

    @contextmanager
    def child(self, _limits: Limits) -> Iterator[_FreshPython]:
        channel, theirs = socket.socketpair()
        with channel, theirs:
            place = str(Path(sandbox.__file__).parent / "inside")
            command = [*_WALLS, sys.executable, "-I", "-c", _FRESH, place, str(theirs.fileno())]
            process = subprocess.Popen(command, pass_fds=(theirs.fileno(),), stdout=subprocess.DEVNULL)
            theirs.close()
            yield _FreshPython(channel, process)
            process.wait()


@dataclass(frozen=True, slots=True)
class _FreshPython:
    channel: socket.socket
    process: subprocess.Popen[bytes]

    def kill(self) -> None:
        self.process.kill()

    @property
    def processor_time(self) -> float:
        return 0.0

    def wait(self, seconds: float) -> Exit:
        return Exit("exit", self.process.wait(seconds), 0.0, 0.0, "ended")

    def printed(self, _most: int) -> bytes:
        return b""


def _two_workers() -> Figure:
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        _at_once(pool, 2)  # so that both have started
        rates = [(_at_once(pool, 1), _at_once(pool, 2)) for _ in range(3)]
    ratio = median(both / one for one, both in rates)
    return Figure("two workers against one", ratio, at_least=1.6, note="runs in a second")


def _at_once(pool: ProcessPoolExecutor, workers: int) -> float:
    """How many runs in a second so many workers do together."""
    spans = list(pool.map(_runs, range(workers)))
    return workers * RUNS / (max(end for _, end in spans) - min(start for start, _ in spans))


def _runs(core: int) -> tuple[float, float]:
    """When a worker on that core began its runs, and when it had done them."""
    with Worker(core=core) as worker:
        start = monotonic()
        for _ in range(RUNS):
            _run(worker)
        return start, monotonic()


def _medians(*functions: Callable[[], object]) -> list[float]:
    """The usual time of each function; they take turns, so that a busy moment hits all alike.

    Each turn begins with another one, as whoever follows a fresh Python finds the caches full of it.
    """
    times: list[list[float]] = [[] for _ in functions]
    for turn in range(ROUNDS):
        for place in range(turn, turn + len(functions)):
            function, measured = functions[place % len(functions)], times[place % len(functions)]
            start = perf_counter()
            function()
            measured.append(perf_counter() - start)
    return [median(measured) for measured in times]


def _run(worker: Any) -> None:
    run = run_program(_PROGRAM, _TASK, worker)
    assert run.outcome == "returned", run


def _tree(depth: int, chance: Random) -> object:
    return [_tree(depth - 1, chance) for _ in range(3)] if depth else chance.randrange(100)


_WALLS = _BUBBLEWRAP if shutil.which("bwrap") else ()
_TREE = _tree(3, Random(7))
_TASK = TreeTask(parse_tree(json.dumps(_TREE)), Rule(), LIMITS, visits=100)
_PROGRAM = Program({"search.py": _CODE.encode()}, "search.py", "alphabeta", "tree")
