"""Classes on a disk that the tests of running share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from grader.classes import Summary, grade_class
from grader.gradebook import FILE, Gradebook
from grader.problems import ProblemSet, load_problems
from grader.submissions.collecting import collect

SHEETS = """\
set: search-1
title: Adversarial search
problems:
  - id: textbook
    tree: A = max(B = min(3, 12, 8), C = min(2, 4, 6), D = min(14, 5, 2))
    questions:
      - {ask: best-move, points: 1}
      - {ask: pruned, points: 4}
"""
PROGRAMS = (
    SHEETS
    + """\
  - id: program
    code: {file: search.py, function: search, seconds: 20}
    trees: ["max(3, 4)"]
    questions:
      - {ask: value, points: 2}
"""
)
SHEET = "set: search-1\nanswers:\n  textbook:\n    best-move: B\n    pruned: %s\n"
RIGHT, WRONG = "[C2, C3]", "[B3]"
SEARCH = "def search(node):\n    return max(child.utility for child in node.children)\n"
SLEEP = f"import time\ntime.sleep(15)\n{SEARCH}"


def make_class(folder: Path, sheets: Mapping[str, str], set_text: str = SHEETS) -> ProblemSet:
    """Write a set, and beside it a class with these answers about pruning; the set is handed back."""
    (folder / "class").mkdir(parents=True, exist_ok=True)
    (folder / "set.yaml").write_text(set_text, encoding="utf-8")
    for student, pruned in sheets.items():
        (folder / "class" / f"{student}.yaml").write_text(SHEET % pruned, encoding="utf-8")
    return load_problems(folder / "set.yaml")


def hand_in_program(folder: Path, student: str, program: str) -> None:
    own = folder / "class" / student
    own.mkdir(parents=True, exist_ok=True)
    (own / "search.py").write_text(program, encoding="utf-8")
    (own / "answers.yaml").write_text(SHEET % RIGHT, encoding="utf-8")


def run(
    folder: Path, *, progress: Callable[[Summary], None] = lambda _summary: None, **options: Any
) -> Summary:
    """Mark the class in a folder into the gradebook beside it."""
    problems = load_problems(folder / "set.yaml")
    collected = collect(folder / "class", problems)
    with Gradebook.open(folder / FILE) as book:
        return grade_class(problems, collected, book, progress=progress, **{"jobs": 1, **options})


def kept(folder: Path) -> list[tuple[str, str, Any]]:
    """Student, status and points of everything in the gradebook, in the order in which it was kept."""
    import sqlite3

    query = "SELECT student, status, earned FROM submissions JOIN grades ON submission = submissions.id"
    connection = sqlite3.connect(folder / FILE)
    try:
        return list(connection.execute(f"{query} ORDER BY grades.id"))
    finally:
        connection.close()
