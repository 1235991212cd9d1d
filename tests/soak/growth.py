"""Ten times the text or the class takes about ten times as long, and a class little more memory."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from math import inf
from pathlib import Path

from tests.soak.bench import Bench, size_of
from tests.soak.case import Case, Finding, Try
from tests.soak.commands import PATIENCE, ended_after, start
from tests.soak.room import SET, furnish

TIMES = 10
MOST = 15.0  # times as long
MOST_MEMORY = 64 << 10  # bytes for one more student
_LEAST = 0.02  # seconds; what takes less than this is not measured well
_ROUNDS = 5  # of which the best counts: whatever else a machine does only makes it slower

Make = Callable[[int, Path], Sequence[str]]  # a size and a folder → the command


@dataclass(frozen=True, slots=True)
class Cost:
    """Seconds of a processor, and the most bytes at a time."""

    seconds: float
    memory: float

    def best(self, other: Cost) -> Cost:
        return Cost(min(self.seconds, other.seconds), min(self.memory, other.memory))


Measure = Callable[[Sequence[str], Path], Cost | None]  # None where it does not end


@contextmanager
def begin(shared: Path) -> Iterator[Try]:
    """Texts are measured on one bench, where everything is imported; classes in processes of their own."""
    shared.mkdir(parents=True)
    with Bench() as bench:

        def on_bench(words: Sequence[str], folder: Path) -> Cost | None:
            seconds = bench.clock(words, folder, size_of(folder))
            return None if seconds is None else Cost(max(seconds, _LEAST), 0)

        def try_one(case: Case) -> Iterable[Finding | float]:
            name = tuple(SUBJECTS)[case.number % len(SUBJECTS)]
            measure = _as_process if name in CLASSES else on_bench
            return list(_grown(name, measure, case.folder))

        yield try_one


def _grown(name: str, measure: Measure, folder: Path) -> Iterator[Finding | float]:
    small = large = Cost(inf, inf)
    for _ in range(_ROUNDS):
        costs = [_cost(name, times, measure, folder / f"{times} times") for times in (1, TIMES)]
        if None in costs:
            yield Finding("hangs", f"{name}: it does not end")
            return
        small, large = (best.best(cost) for best, cost in zip((small, large), costs, strict=True) if cost)
        if large.seconds <= MOST * small.seconds:
            break
    ratio = large.seconds / small.seconds
    memory = (large.memory - small.memory) / ((TIMES - 1) * SUBJECTS[name][0])
    yield ratio
    if ratio > MOST:
        yield Finding("growth", f"{name}: {TIMES} times as much takes {ratio:.1f} times as long")
    if memory > MOST_MEMORY:
        yield Finding("growth", f"{name}: each one more takes {memory / 1024:.0f} KB of memory")


def _cost(name: str, times: int, measure: Measure, folder: Path) -> Cost | None:
    size, make = SUBJECTS[name]
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return measure(make(times * size, folder), folder)


def _as_process(words: Sequence[str], folder: Path) -> Cost | None:
    """What a command and everybody that it starts take."""
    with start(words, folder, quiet=True) as process, ended_after(process, PATIENCE):
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode < 0:
        return None
    assert process.returncode == 0, words
    return Cost(usage.ru_utime + usage.ru_stime, 1024 * usage.ru_maxrss)


def _tree_of(text: Callable[[int], str]) -> Make:
    """The tree in a file is read, solved and written; what is no tree gets its message."""

    def make(size: int, folder: Path) -> Sequence[str]:
        (folder / "one.tree").write_text(text(size), encoding="utf-8")
        return ("solve", "one.tree", "--format", "json")

    return make


def _sheet_of(answer: Callable[[int], str]) -> Make:
    def make(size: int, folder: Path) -> Sequence[str]:
        (folder / "set.yaml").write_text(SET, encoding="utf-8")
        text = f"set: search-1\nstudent: ada\nanswers:\n  textbook:\n    pruned: {answer(size)}\n"
        (folder / "answers.yaml").write_text(text, encoding="utf-8")
        return ("grade", "set.yaml", "answers.yaml", "--format", "json")

    return make


def _problems(size: int, folder: Path) -> Sequence[str]:
    """A set with so many problems."""
    one = "  - id: p%d\n    tree: max(min(3, %d), min(2, 4))\n    questions: [{ask: value}, {ask: pruned}]\n"
    text = "set: s\nproblems:\n" + "".join(one % (number, number) for number in range(size))
    (folder / "set.yaml").write_text(text, encoding="utf-8")
    return ("key", "set.yaml", "--format", "json")


def _table(size: int, folder: Path) -> Sequence[str]:
    """A table of answers, a row for each student."""
    (folder / "set.yaml").write_text(SET, encoding="utf-8")
    rows = "".join(f'student-{number},B,"[C{number % 4}]"\n' for number in range(size))
    (folder / "answers.csv").write_text(f"id,textbook.best-move,textbook.pruned\n{rows}", encoding="utf-8")
    return ("grade", "set.yaml", "answers.csv", "--jobs", "1", "--report", "csv,json", "--out", "out")


def _class(size: int, folder: Path) -> Sequence[str]:
    furnish(folder, size)
    return ("grade", "set.yaml", "class", "--jobs", "1", "--report", "csv,json", "--out", "out")


def _joined(parts: Iterable[str]) -> str:
    return ", ".join(parts)


def _up_to(size: int) -> range:
    return range(1, size + 1)


def _sum(size: int) -> int:
    return size * (size + 1) // 2


_QUOTE = '"'
CLASSES = {"a class of sheets": (80, _class), "a table of answers": (80, _table)}
_TREES: dict[str, tuple[int, Callable[[int], str]]] = {
    "leaves": (800, lambda size: f"max({', '.join(map(str, range(size)))})"),
    "nodes": (300, lambda size: f"max({_joined(f'N{one} = min({one}, {one}/7)' for one in range(size))})"),
    "depth": (300, lambda size: "max(1, min(2, " * size + "3" + "))" * size),
    "lists": (300, lambda size: f"[{_joined('[1, [2, 3]]' for _ in range(size))}]"),
    "outcomes": (200, lambda size: f"chance({_joined(f'1/{size} -> {one}' for one in range(size))})"),
    "fractions": (200, lambda size: f"max({_joined(f'{one}/{one + 1}' for one in _up_to(size))})"),
    "odds": (100, lambda size: f"chance({_joined(f'{one}/{_sum(size)} -> 1' for one in _up_to(size))})"),
    "names": (300, lambda size: f"max({_joined(f'{_QUOTE}name {one}{_QUOTE} = 1' for one in _up_to(size))})"),
    "comments": (10_000, lambda size: "# x\n" * size + "max(1, 2)"),
    "a run of #": (20_000, lambda size: "max(1, 2) " + "#" * size),
    "blanks before a stray sign": (20_000, lambda size: "max(1" + " " * size + "$"),
    "blanks before a stray bracket": (20_000, lambda size: "max(1" + " " * size + ") )"),
    "a run of # before a stray sign": (20_000, lambda size: "max(1 " + "#" * size + "\n$"),
    "lines": (20_000, lambda size: "max(1," + "\n" * size + "2"),
    "open brackets": (1_000, lambda size: "max(" * size),
    "closing brackets": (10_000, lambda size: "max(1" + ")" * size),
    "mistakes": (1_000, lambda size: f"max({_joined('mni(1, 2)' for _ in range(size))})"),
    "a long number": (20_000, lambda size: f"max(1, {'7' * size})"),
    "quotation marks": (20_000, lambda size: "max(" + '"' * size),
}  # fmt: skip
_SHEETS: dict[str, tuple[int, Callable[[int], str]]] = {
    "an answer's items": (100, lambda size: f"[{_joined(f'C{one}' for one in range(size))}]"),
    "an answer's blanks": (10_000, lambda size: "C2" + " " * size + ", C3)"),
    "an answer's brackets": (1_000, lambda size: "[" * size + "]" * size),
    "an answer's words": (1_000, lambda size: "'" + "either C2 or " * size + "'"),
    "answers to nothing": (500, lambda size: "x\n" + "".join(f"    q-{one}: 1\n" for one in range(size))),
}
SUBJECTS: dict[str, tuple[int, Make]] = {
    **{f"a tree: {name}": (size, _tree_of(text)) for name, (size, text) in _TREES.items()},
    **{f"a sheet: {name}": (size, _sheet_of(text)) for name, (size, text) in _SHEETS.items()},
    "a set: problems": (15, _problems),
    **CLASSES,
}
