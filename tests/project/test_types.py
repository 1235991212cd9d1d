"""A word that is none of its kind, and a name that is not there, are found by a type checker."""

from pathlib import Path

import pytest

mypy = pytest.importorskip("mypy.api", reason="mypy is not installed")

MISSPELT = {
    "a verdict": 'check.verdict == "rigth"',
    "the verdict of a part": '"mised" == check.parts["B"]',
    "a standing": 'check.standing != "exluded"',
    "a status": 'grade.status == "grade"',
    "how a run ended": 'grade.runs[0].outcome == "time-out"',
    "a part that is revealed": 'problems.reveal.shows("mark", NOW, None)',
    "who is told an idea": 'problems.diagnosis.tell == "student"',
    "a field of the rule": 'problems.rule.ties == "kept"',
    "a value of the rule": 'grader.Rule(search="alphabeta")',
    "a bound": 'solution.cutoffs[0].bound == "alfa"',
    "a step": 'solution.steps[0].action == "entre"',
    "a public name": "grader.sovle",
}
SNIPPET = """\
from datetime import UTC, datetime
import grader
NOW = datetime.now(UTC)
def look(grade: grader.Grade, problems: grader.ProblemSet, solution: grader.Solution) -> None:
    check: grader.Check = grade.checks[0]
"""


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> list[int]:
    """The lines of a file with every misspelt word at which mypy finds something."""
    file = tmp_path_factory.mktemp("types") / "misspelt.py"
    file.write_text(SNIPPET + "".join(f"    {line}\n" for line in MISSPELT.values()), encoding="utf-8")
    root = Path(__file__).parents[2]
    said, failed, _ = mypy.run(
        ["--config-file", str(root / "pyproject.toml"), "--cache-dir", str(root / ".mypy_cache"), str(file)]
    )
    assert not failed, failed
    return [int(line.split(":")[1]) for line in said.splitlines() if "error:" in line]


@pytest.mark.parametrize("what", MISSPELT)
def test_a_misspelt_word_does_not_pass_a_type_checker(what: str, found: list[int]) -> None:
    first = SNIPPET.count("\n") + 1
    assert first + list(MISSPELT).index(what) in found


def test_nothing_else_is_wrong_with_them(found: list[int]) -> None:
    assert len(found) == len(MISSPELT)
