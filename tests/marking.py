"""A set and a sheet as texts → the grade, and what the tests of grading share."""

from __future__ import annotations

from grader.grading import Grade, grade
from grader.problems import ProblemSet, load_problems
from grader.submissions import read_submission
from grader.text.source import Source

TEXTBOOK = """\
set: search-1
title: Adversarial search, sheet 1
rule: aima
problems:
  - id: textbook
    tree: A = max(a1 -> B = min(3, 12, 8), a2 -> C = min(2, 4, 6), a3 -> D = min(14, 5, 2))
    questions:
      - {ask: value, of: [B, C, D, A], points: 4}
      - {ask: best-move, points: 1}
      - {ask: pruned, as: leaves, points: 3}
"""
HEAD = "set: search-1\nstudent: ada\nanswers:\n  textbook:\n"


def problems_of(text: str) -> ProblemSet:
    return load_problems(Source(text, "set.yaml"))


def grade_of(text: str, sheet: str | bytes) -> Grade:
    data = sheet if isinstance(sheet, bytes) else sheet.encode()
    return grade(problems_of(text), read_submission(data, "ada.yaml"))


def verdicts(marked: Grade) -> dict[str, str]:
    return {check.question: check.verdict for check in marked.checks}
