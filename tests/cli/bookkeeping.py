"""A class with a gradebook that the tests of the commands about it share."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

from grader.gradebook import FILE, Gradebook
from grader.problems import load_problems
from grader.submissions.collecting.roster import Person
from tests.gradebook.keeping import DUE, HALF, RIGHT, SET, WRONG, handed, marked

LATE = "due: 2026-02-01 12:00 UTC\nlate: {grace: 15m, per-day: 10%, limit: 3d}"
OUT = ["--out", "out"]
NOW = DUE.replace(year=2026)


def make_class(settings: str = "") -> None:
    """Three students in the folder `out`: Ada in time, Grace an hour late, Alan at an unknown time."""
    Path("set.yaml").write_text(SET.format(settings=settings, points=4), encoding="utf-8")
    problems = load_problems("set.yaml")
    with Gradebook.open(Path("out", FILE)) as book:
        book.keep_set(problems)
        book.enrol([Person("ada", section="A"), Person("grace", "Grace H.", section="B")])
        entries = [("ada", RIGHT, NOW - timedelta(hours=1)), ("grace", HALF, NOW + timedelta(hours=1)),
                   ("alan", WRONG, None)]  # fmt: skip
        book.add(marked(handed(name, pruned), at, problems) for name, pruned, at in entries)


def change_set(old: str, new: str) -> None:
    path = Path("set.yaml")
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
