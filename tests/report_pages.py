"""Small sets and sheets for the tests of reports."""

from __future__ import annotations

import json
from datetime import UTC, datetime

from grader.grading import Grade, grade
from grader.grading.visibility import View
from grader.problems import ProblemSet, load_problems
from grader.reports.student.student_page import StudentPage, student_page
from grader.submissions import read_submission
from grader.text.source import Source

BEFORE = datetime(2027, 2, 1, 11, 59, tzinfo=UTC)
AFTER = datetime(2027, 2, 1, 12, 0, tzinfo=UTC)
DUE = "due: 2027-02-01 12:00 UTC\n"
TREE = "A = max(a1 -> B = min(3, 12, 8), a2 -> C = min(2, 4, 6), a3 -> D = min(14, 5, 2))"
QUESTIONS = {
    "value": "{ask: value, of: [B, C, D, A], points: 4}",
    "best-move": "{ask: best-move}",
    "pruned": "{ask: pruned, as: leaves, points: 2}",
}
PERFECT = {"value": "{B: 3, C: 2, D: 2, A: 3}", "best-move": "a1", "pruned": "[C2, C3]"}


def the_set(questions: dict[str, str], head: str = "", tree: str = TREE, more: str = "") -> ProblemSet:
    """A set of one problem, `p`, with these questions; `more` are further problems."""
    asked = "".join(f"      - {question}\n" for question in questions.values())
    problem = f"  - id: p\n    tree: '{tree}'\n    questions:\n{asked}"
    return load_problems(Source(f"set: s\ntitle: Sheet 1\n{head}problems:\n{problem}{more}", "set.yaml"))


def marked(problems: ProblemSet, answers: dict[str, str], student: str = "ada") -> Grade:
    """The grade of a sheet with these answers to `p`."""
    given = "".join(f"    {name}: {answer}\n" for name, answer in answers.items())
    sheet = f"set: s\nstudent: {json.dumps(student)}\nanswers:\n  p:\n{given}"
    return grade(problems, read_submission(sheet.encode(), "sheets/ada.yaml"))


def page_of(
    questions: dict[str, str],
    answers: dict[str, str],
    head: str = "",
    now: datetime = AFTER,
    view: View = "student",
) -> StudentPage:
    """What the report on such a sheet shows."""
    problems = the_set(questions, head)
    return student_page(marked(problems, answers), problems, view=view, now=now)
