"""The attack corpus as students of one class, in any order and mix: none earns, and nobody else loses."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

from tests.sandbox.corpus import ATTACKS
from tests.sandbox.programs import ALPHABETA
from tests.soak.case import Case, Finding, Try
from tests.soak.commands import end_descendants, named, run, wait_for_descendants

SET = """\
set: attacks
problems:
  - id: program
    code: {file: search.py, function: search, seconds: 0.5, memory: 128 MB, visits: 1000}
    trees:
      - max(a -> min(5171, 6203, 5817), b -> min(2211, 7004, 6100), c -> min(9109, 4107, 3301))
    questions:
      - {ask: value, points: 2}
      - {ask: visited, points: 3}
"""
ALL = 5
HONEST = ("ada", "grace", "zoe")  # before, between and after the others
_MOST = 8
_COMMAND = ("grade", "set.yaml", "class", "--out", "out", "--report", "json")
_LEAVING = 20.0


@contextmanager
def begin(shared: Path) -> Iterator[Try]:
    """Grade the honest ones alone first."""
    _furnish(shared, {})
    ended = run((*_COMMAND, "--jobs", "1"), shared)
    assert ended is not None
    assert ended.status == 0, ended
    expected = _records(shared)
    assert [record["earned"] for record in expected.values()] == [ALL] * len(HONEST), expected

    def try_one(case: Case) -> Iterable[Finding]:
        random = case.random
        chosen = random.sample(ATTACKS, random.randint(2, _MOST))
        attackers = {f"{random.choice('bhy')}{place}-{path.stem}": path for place, path in enumerate(chosen)}
        _furnish(case.folder, attackers)
        return list(_attacked(case.folder, attackers, expected, random))

    yield try_one


def _furnish(folder: Path, attackers: dict[str, Path]) -> None:
    (folder / "class").mkdir(parents=True)
    (folder / "set.yaml").write_text(SET, encoding="utf-8")
    for student in (*HONEST, *attackers):
        (folder / "class" / student).mkdir()
    for student in HONEST:
        text = f"# {student}\n{ALPHABETA}\nsearch = alphabeta\n"
        (folder / "class" / student / "search.py").write_text(text, encoding="utf-8")
    for student, path in attackers.items():
        shutil.copy(path, folder / "class" / student / "search.py")


def _attacked(
    folder: Path, attackers: dict[str, Path], expected: dict[str, Any], random: Random
) -> Iterator[Finding]:
    ended = run((*_COMMAND, "--jobs", str(random.choice((1, 1, 2)))), folder)
    if ended is None:
        yield Finding("hangs", f"a class with {', '.join(attackers)} is never graded")
        return
    yield from ended.faults()
    for left in wait_for_descendants(_LEAVING):
        yield Finding("hangs", f"process {left} is left behind, {named(left)}")
    end_descendants()
    if ended.status:
        yield Finding("lost", f"nobody was graded: {ended.told}")
        return
    found = _records(folder)
    for student, record in expected.items():
        if found.get(student) != record:
            yield Finding("lost", f"{student} gets {found.get(student)} beside {', '.join(attackers)}")
    for student, path in attackers.items():
        yield from _earned(student, path, found)


def _earned(student: str, path: Path, found: dict[str, Any]) -> Iterator[Finding]:
    earned = found.get(student, {}).get("earned")
    honest = "# earns: everything" in path.read_text(encoding="utf-8", errors="replace").splitlines()[:2]
    if earned is None:
        yield Finding("lost", f"{student} has no grade")
    elif earned != (ALL if honest else 0):
        yield Finding("corrupt", f"{student} earns {earned}")


def _records(folder: Path) -> dict[str, Any]:
    found = json.loads((folder / "out" / "results.json").read_text(encoding="utf-8"))
    return {record["student"]: record for record in found}
