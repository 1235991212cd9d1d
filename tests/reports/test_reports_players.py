"""Reports on trees of several players: values, and no search with bounds to walk through."""

import pytest

from grader.grading import grade
from grader.problems import load_problems
from grader.reports.render import render
from grader.submissions import read_submission
from grader.text.source import Source

SET = """\
set: players
reveal: now
problems:
  - id: one
    tree: A = p1(B = p2((1, 2), (4, 0)), C = p2((2, 2), (5, 1)))
    questions:
      - {ask: value, of: [B, C, A], points: 3}
"""


@pytest.mark.parametrize("form", ["html", "md", "txt"])
def test_the_tree_is_shown_solved_and_without_steps(form: str) -> None:
    problems = load_problems(Source(SET, "set.yaml"))
    sheet = b"set: players\nstudent: ada\nanswers:\n  one:\n    value: (1, 2), (2, 2), (1, 2)\n"
    report = render(grade(problems, read_submission(sheet, "ada.yaml")), form)
    assert "The tree, solved" in report
    assert "step by step" not in report
    assert "α and β" not in report
    assert "| α |" not in report
