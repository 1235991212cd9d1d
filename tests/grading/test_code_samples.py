"""The sets that ask for programs: what their samples earn, worked out a second time by other means."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from grader.problems import Problem, ProblemSet, ProblemTree, load_problems
from tests.oracles import best_moves, explore, fields_of, plain, true_values
from tests.plain_apis import Seen, run_plainly

PROBLEMS = Path(__file__).parents[2] / "problems"
SETS = ("code-alpha-beta", "code-pacman", "code-games")
ENDLESS = ("        pass\n", "        raise TimeoutError\n")  # a loop that only a clock ends
SAMPLES = [
    pytest.param(name, path, id=f"{name}/{path.stem}")
    for name in SETS
    for path in sorted((PROBLEMS / name / "samples").glob("*.py"))
]
HEADER = re.compile(
    r"# expect: \{earned: ([0-9/]+), possible: ([0-9]+)(?:, misconceptions: \[([a-z-]+)\])?\}\n"
)


@cache
def load(name: str) -> ProblemSet:
    return load_problems(PROBLEMS / name)


@pytest.mark.parametrize(("name", "path"), SAMPLES)
def test_a_sample_earns_what_it_says_by_another_reckoning(name: str, path: Path) -> None:
    code = path.read_text(encoding="utf-8").replace(*ENDLESS)
    found = HEADER.match(code)
    assert found is not None
    assert sum(points(problem, code) for problem in load(name).by_program) == Fraction(found[1])


def points(problem: Problem, code: str) -> Fraction:
    """What a program earns for a problem whose trees all count the same."""
    earned = Fraction(0)
    for tree in problem.trees:
        rule = tree.rule(problem.rule)
        seen = run_plainly(code, problem.code.name, problem.code.api, tree.tree, rule)
        for asked in problem.questions:
            if seen is not None and is_right(asked.question.ask, problem, tree, seen):
                earned += Fraction(asked.question.points) / len(problem.trees)
    return earned


def is_right(ask: str, problem: Problem, tree: ProblemTree, seen: Seen) -> bool:
    fields = fields_of(tree.rule(problem.rule))
    if ask == "value":
        root = plain(tree.tree, fields)
        return bool(seen.value == true_values(root)[root.name])
    if ask == "best-move":
        return [seen.move] == best_moves(tree.tree, fields)
    assert ask == "visited"
    return seen.visited == frozenset(explore(tree.tree, fields).visited)


def test_twelve_wrong_samples_or_more_name_a_misconception() -> None:
    texts = [path.read_text(encoding="utf-8") for path in PROBLEMS.glob("code-*/samples/*.py")]
    headers = [HEADER.match(text) for text in texts]
    assert sum(found is not None and found[3] is not None for found in headers) >= 12


@pytest.mark.parametrize("name", ["code-alpha-beta", "code-games"])
def test_some_samples_earn_everything(name: str) -> None:
    texts = [path.read_text(encoding="utf-8") for path in (PROBLEMS / name / "samples").glob("*.py")]
    headers = [HEADER.match(text) for text in texts]
    assert sum(found is not None and found[1] == found[2] for found in headers) >= 3


def test_no_right_agent_is_published() -> None:
    folder = PROBLEMS / "code-pacman" / "samples"
    for path in folder.glob("*.py"):
        code = path.read_text(encoding="utf-8")
        for problem in load("code-pacman").by_program:
            total = sum(asked.question.points for asked in problem.questions)
            assert points(problem, code) < total, path.name
