"""A set, hand-ins and their records that the tests of the gradebook share."""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

from grader.gradebook import FILE, Gradebook, MarkedHandIn
from grader.grading import grade
from grader.problems import ProblemSet, load_problems
from grader.submissions import HandIn, read_hand_in
from grader.text.source import Source

DUE = datetime(2027, 2, 1, 12, 0, tzinfo=UTC)
SET = """\
set: search-1
title: Adversarial search
{settings}
problems:
  - id: textbook
    tree: A = max(B = min(3, 12, 8), C = min(2, 4, 6), D = min(14, 5, 2))
    questions:
      - {{ask: best-move, points: 1}}
      - {{ask: pruned, points: {points}}}
      - {{ask: manual, text: Why?, points: 2}}
"""
SHEET = """\
set: search-1
answers:
  textbook:
    best-move: B
    pruned: {pruned}
    manual: because
"""
RIGHT, HALF, WRONG = "[C2, C3]", "[C2]", "[B3]"


def problems_with(settings: str = "", points: int = 4, *, without_manual: bool = False) -> ProblemSet:
    text = SET.format(settings=settings, points=points)
    text = "".join(text.splitlines(keepends=True)[:-1]) if without_manual else text
    return load_problems(Source(text, "set.yaml"))


PROBLEMS = problems_with()


def handed(student: str = "ada", pruned: str = RIGHT) -> HandIn:
    name = f"{student}.yaml"
    return HandIn(student, f"class/{name}", {name: SHEET.format(pruned=pruned).encode()})


def marked(given: HandIn, at: datetime | None = None, problems: ProblemSet = PROBLEMS) -> MarkedHandIn:
    return MarkedHandIn(given, grade(problems, read_hand_in(given)).to_dict(), at)


def failed(given: HandIn, at: datetime | None = None, problems: ProblemSet = PROBLEMS) -> MarkedHandIn:
    """The same where the grader itself went wrong."""
    good = marked(given, at, problems)
    checks = [check | {"verdict": "failed", "earned": 0} for check in good.record["checks"]]
    return MarkedHandIn(given, {**good.record, "status": "failed", "earned": 0, "checks": checks}, at)


@contextmanager
def book_in(folder: Path, *entries: MarkedHandIn, problems: ProblemSet = PROBLEMS) -> Iterator[Gradebook]:
    """A gradebook with these entries, each kept in a batch of its own."""
    with Gradebook.open(folder / FILE) as book:
        book.keep_set(problems)
        for entry in entries:
            book.add([entry])
        yield book


if __name__ == "__main__":
    # `python -m tests.gradebook.keeping FOLDER FIRST LAST`: keeps students in batches of ten, and says so.
    folder, first, last = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    with book_in(folder) as writing:
        for start in range(first, last, 10):
            writing.add([marked(handed(f"s{number}")) for number in range(start, start + 10)])
            print(start + 10, flush=True)  # noqa: T201 - it is a program here


_DOWN = {
    3: ("DROP TABLE regrades",),
    2: (
        "DROP VIEW latest_grades",
        "ALTER TABLE submissions DROP COLUMN handed_in_by",
        "ALTER TABLE submissions DROP COLUMN only_named",
        "DROP TABLE slips",
    ),
    1: ("DROP INDEX grades_by_set", "ALTER TABLE people DROP COLUMN enrolled"),
}


def make_older(path: Path, version: int = 1) -> None:
    """Make it what an older version of the grader wrote."""
    with closing(sqlite3.connect(path)) as book:
        for older, statements in _DOWN.items():
            for statement in statements if older >= version else ():
                book.execute(statement)
        book.execute(f"PRAGMA user_version = {version}")
