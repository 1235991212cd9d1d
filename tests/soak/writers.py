"""Two commands that write to one folder at once: what stands there is what one after the other makes."""

from __future__ import annotations

import json
import shutil
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from grader.gradebook import FILE
from tests.soak.case import Case, Finding, Try
from tests.soak.commands import Ended, end_descendants, end_of, run, start
from tests.soak.room import furnish
from tests.soak.standing import Row, Standing

STUDENTS = 12
COMMANDS = {
    "grade": ("grade", "set.yaml", "class", "--out", "out", "--jobs", "2"),
    "grade others": ("grade", "set.yaml", "others", "--out", "out", "--jobs", "1"),
    "regrade": ("regrade", "corrected.yaml", "--out", "out", "--apply", "--jobs", "1"),
    "adjust": (
        "adjust", "student-001", "textbook.pruned", "--points", "3", "--because", "x", "--by", "tom",
        "--out", "out",
    ),
    "adjust again": (
        "adjust", "student-001", "textbook.pruned", "--points", "1", "--because", "y", "--by", "ann",
        "--out", "out",
    ),
    "report": ("report", f"out/{FILE}", "--set", "set.yaml", "--out", "out"),
}  # fmt: skip
PAIRS = (
    ("grade", "grade"), ("grade", "adjust"), ("grade", "grade others"), ("grade", "regrade"),
    ("regrade", "regrade"), ("regrade", "adjust"), ("grade", "report"), ("adjust", "adjust again"),
    ("report", "report"),
)  # fmt: skip


@dataclass(slots=True)
class Serial:
    """What stands in the folder after two commands, one after the other, in both orders."""

    shared: Path
    known: dict[tuple[str, str], Standing] = field(default_factory=dict)

    def after(self, first: str, second: str) -> Standing:
        if (first, second) not in self.known:
            folder = self.shared / f"{first}, {second}"
            shutil.copytree(self.shared / "before", folder)
            for name in (first, second):
                ended = run(COMMANDS[name], folder)
                assert ended is not None, name
                assert ended.status == 0, ended
            self.known[first, second] = Standing.of(folder / "out")
        return self.known[first, second]


@contextmanager
def begin(shared: Path) -> Iterator[Try]:
    """A class of which the first few are graded, and another one that shares the set."""
    before = shared / "before"
    furnish(before, STUDENTS // 2)
    ended = run(COMMANDS["grade"], before)
    assert ended is not None
    assert ended.status == 0, ended
    furnish(before, STUDENTS)
    furnish(before, STUDENTS // 3, name="others")
    for path in (before / "others").glob("student-*"):
        path.rename(path.with_name(path.name.replace("student", "other")))
    (before / "others" / "roster.csv").unlink()
    serial = Serial(shared)

    def try_one(case: Case) -> Iterable[Finding]:
        pair = PAIRS[case.number % len(PAIRS)]
        shutil.copytree(before, case.folder)
        return list(_together(pair, case, [serial.after(*pair), serial.after(*reversed(pair))]))

    yield try_one


def _together(pair: tuple[str, str], case: Case, orders: list[Standing]) -> Iterator[Finding]:
    first = start(COMMANDS[pair[0]], case.folder)
    time.sleep(case.random.choice((0, 0, 0.05, case.random.uniform(0, 1.5))))
    second = start(COMMANDS[pair[1]], case.folder)
    for name, ended in zip(pair, (end_of(first), end_of(second)), strict=True):
        if ended is None:
            yield Finding("hangs", f"`{name}` does not end beside the other of {pair}")
            end_descendants()
            return
        yield from ended.faults()
        yield from _tried_again(name, ended, case.folder)
    yield from _compared(Standing.of(case.folder / "out"), orders)


def _tried_again(name: str, ended: Ended, folder: Path) -> Iterator[Finding]:
    """Whoever was refused, with a word why, does the same again when it is alone."""
    if ended.status == 0:
        return
    again = run(COMMANDS[name], folder)
    if again is None or again.status != 0:
        yield Finding("lost", f"`{name}` was refused ({ended.told}), and again when it was alone: {again}")


def _compared(found: Standing, orders: list[Standing]) -> Iterator[Finding]:
    """For each student what one of the orders makes; files that both make alike must be just those."""
    yield from (Finding("corrupt", f"the gradebook is damaged: {what}") for what in found.broken)
    rows, expected = _by_student(found), [_by_student(order) for order in orders]
    for student in {name for order in (rows, *expected) for name in order}:
        if all(rows.get(student) != order.get(student) for order in expected):
            own, one = (Standing(order.get(student, Counter()), {}) for order in (rows, expected[0]))
            yield from own.differences(one)
    alike = {name: data for name, data in orders[0].files.items() if orders[1].files.get(name) == data}
    either = orders[0].files.keys() | orders[1].files.keys()
    yield from Standing(
        Counter(), {name: data for name, data in found.files.items() if name in alike}
    ).odd_files(alike)
    for name in found.files.keys() - alike.keys():
        if name not in either:
            yield Finding("corrupt", f"the file {name} is left behind")
        elif not _is_whole(name, found.files[name]):
            yield Finding("corrupt", f"the file {name} is cut short")


def _by_student(standing: Standing) -> dict[object, Counter[Row]]:
    """The rows of each student; which batch came first is for no student to see."""
    found: dict[object, Counter[Row]] = {}
    for row, times in standing.rows.items():
        found.setdefault(row[1], Counter())[row] = times
    return found


def _is_whole(name: str, data: bytes) -> bool:
    if name.endswith(".json"):
        try:
            json.loads(data)
        except ValueError:
            return False
    return data.endswith((b"\n", b"</html>", b"</testsuites>"))
