"""Programs that want to tell their student a number of a hidden tree, each in its own way, and cannot."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

import pytest

from grader.grading import Grade, grade, seen_by_student
from grader.problems import ProblemSet, load_problems
from grader.sandbox.run import Worker
from grader.submissions import read_files
from grader.text.source import Source

TELLERS = sorted(Path(__file__).parent.glob("tellers/*.py"))
SECRETS = (314159, 271828)
HEARD = re.compile("heard [0-9]")
SET = """\
set: hidden
rule: mit-6034
problems:
  - id: ab
    code: {{file: search.py, function: alphabeta, seconds: 5}}
    trees:
      - {{id: canary, tree: "max(a -> min({secret}, 999999), b -> 5)", hidden: true}}
      - {{id: known, tree: "max(a -> min(3, 12), b -> min(2, 4))"}}
    questions: [{{ask: value, points: 4}}, {{ask: best-move, points: 2}}, {{ask: visited, points: 6}}]
"""


@cache
def a_set(secret: int) -> ProblemSet:
    return load_problems(Source(SET.format(secret=secret), "set.yaml"))


def marked(path: Path, secret: int, worker: Worker) -> Grade:
    return grade(a_set(secret), read_files({"search.py": path.read_bytes()}, "ada"), worker=worker)


@pytest.mark.parametrize("path", TELLERS, ids=lambda path: path.stem)
def test_a_program_cannot_tell_a_number_of_a_hidden_tree(path: Path, walled: Worker) -> None:
    views = []
    for secret in SECRETS:
        seen = seen_by_student(marked(path, secret, walled), a_set(secret))
        text = json.dumps(seen.to_dict()).replace(a_set(secret).hash, "…")
        assert str(secret) not in text
        assert "canary" not in text
        views.append(HEARD.sub("heard …", text))  # what a clock said before there was anything to tell
    assert views[0] == views[1]


@pytest.mark.parametrize("path", TELLERS, ids=lambda path: path.stem)
def test_the_staff_sees_how_it_tried(path: Path, walled: Worker) -> None:
    verdict = path.read_text(encoding="utf-8").partition("\n")[0].removeprefix("# verdict: ")
    outcomes = {marked(path, secret, walled).runs[0].outcome for secret in SECRETS}
    assert outcomes == set(verdict.split(" or "))
