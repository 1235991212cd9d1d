"""A set, sheets and grades that the tests of reports share."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, datetime

from grader.grading import Grade, grade
from grader.problems import ProblemSet, load_problems
from grader.submissions import Submission, read_submission
from grader.text.source import Source

NOW = datetime(2027, 1, 15, 12, 0, tzinfo=UTC)
BEFORE, AFTER = datetime(2027, 2, 1, 11, 59, tzinfo=UTC), datetime(2027, 2, 1, 12, 0, tzinfo=UTC)
SET = """\
set: search-1
title: Adversarial search
{settings}
problems:
  - id: textbook
    tree: A = max(B = min(3, 12, 8), C = min(2, 4, 6), D = min(14, 5, 2))
    questions:
      - {{ask: value, of: [B, C, D], points: 1}}
      - {{ask: best-move, points: 1}}
      - {{ask: pruned, points: 3}}
      - {{ask: manual, text: Why?, points: 2}}
"""
SHEET = b"""\
set: search-1
student: ada
answers:
  textbook:
    value: {B: 3, C: 2, D: 9}
    prund: [C2]
    best-move: X
    pruned: [B3]
"""


def problems_with(settings: str = "", set_text: str = SET) -> ProblemSet:
    return load_problems(Source(set_text.format(settings=settings), "set.yaml"))


def sheet(
    answers: Mapping[str, str], student: str = "ada", name: str = "ada.json", problem: str = "textbook"
) -> Submission:
    """A sheet with these answers; a text is written as JSON writes it, so that it can be any."""
    record = {"set": "search-1", "student": student, "answers": {problem: dict(answers)}}
    return read_submission(json.dumps(record).encode(), name)


def graded(problems: ProblemSet, data: bytes = SHEET, name: str = "ada.yaml") -> Grade:
    return grade(problems, read_submission(data, name))
