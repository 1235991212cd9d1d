"""A classroom on the disk: a set, the same set after a correction, and a class of sheets and programs."""

from __future__ import annotations

from pathlib import Path

SET = """\
set: search-1
title: Adversarial search
problems:
  - id: textbook
    tree: A = max(B = min(3, 12, 8), C = min(2, 4, 6), D = min(14, 5, 2))
    questions:
      - {ask: best-move, points: 1}
      - {ask: pruned, points: 4}
"""
PROGRAM = """\
  - id: program
    code: {file: search.py, function: search, seconds: 0.5}
    trees: ["max(3, 4)"]
    questions:
      - {ask: value, points: 2}
"""
_SHEET = "set: search-1\nanswers:\n  textbook:\n    best-move: %s\n    pruned: %s\n"
_ANSWERS = (
    ("B", "[C2, C3]"),
    ("C", "[C2, C3]"),
    ("B", "[C2]"),
    ("D", "none"),
    ("B", "[B3, C3]"),
    ("?", "{["),
)
_SEARCH = "def search(node):\n    return max(child.utility for child in node.children)\n"
_LOOP = "def search(node):\n    while True:\n        pass\n"
_SLEEP = "import time\ndef search(node):\n    time.sleep(60)\n"
PROGRAMS = {"paula": _SEARCH, "petra": _LOOP, "pim": _SLEEP}


def sheet(number: int) -> str:
    return _SHEET % _ANSWERS[number % len(_ANSWERS)]


def furnish(folder: Path, students: int, *, programs: bool = False, name: str = "class") -> None:
    """Write `set.yaml`, `corrected.yaml` and a class with a roster into a folder."""
    text = SET + PROGRAM if programs else SET
    (folder / name).mkdir(parents=True, exist_ok=True)
    (folder / "set.yaml").write_text(text, encoding="utf-8")
    (folder / "corrected.yaml").write_text(text.replace("points: 4", "points: 6"), encoding="utf-8")
    people = [f"student-{number:03}" for number in range(students)]
    for number, student in enumerate(people):
        (folder / name / f"{student}.yaml").write_text(sheet(number), encoding="utf-8")
    for student, program in PROGRAMS.items() if programs else ():
        own = folder / name / student
        own.mkdir(exist_ok=True)
        (own / "answers.yaml").write_text(sheet(0), encoding="utf-8")
        (own / "search.py").write_text(program, encoding="utf-8")
    roster = "".join(f"{student},{'AB'[number % 2]}\n" for number, student in enumerate([*people, "nobody"]))
    (folder / name / "roster.csv").write_text(f"student,section\n{roster}", encoding="utf-8")
