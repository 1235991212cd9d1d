"""`tree: {generate: …}` in a set, and sets that are frozen."""

from pathlib import Path

import pytest

from grader.cli.main import main
from grader.problems import ProblemSet, load_problems
from grader.problems.frozen_set import frozen_text
from grader.text.source import Source

SET = """\
set: week-9
rule: aima
seed: secret-7
problems:
  - id: one
    tree: {generate: {leaves: 9..10, cutoffs: 2, distinct: true, seed: 7}}
    variants: 4
    questions:
      - {ask: value}
      - {ask: pruned}
  - id: two
    code: {file: search.py, function: search}
    trees:
      - max(3, 4)
      - generate: {leaves: 5..6, seed: 3}
        id: made
    questions:
      - {ask: value}
"""


def loaded(text: str) -> ProblemSet:
    return load_problems(Source(text, "set.yaml"))


def test_a_tree_to_order_meets_its_goals() -> None:
    problem = loaded(SET).problem("one")
    solution = problem.solution()
    leaves = [node for node in solution.tree if node.is_leaf]
    assert 9 <= len(leaves) <= 10
    assert len({leaf.utility for leaf in leaves}) == len(leaves)
    assert len(solution.cutoffs) == 2


def test_another_seed_gives_another_tree() -> None:
    first, second = (
        loaded(text).problem("two").trees[1].tree for text in (SET, SET.replace("seed: 3", "seed: 4"))
    )
    assert str(first) != str(second)


def test_a_number_of_variants_means_fair_ones() -> None:
    problem = loaded(SET).problem("one")
    assert problem.variants == 4
    assert len({len(problem.solution(place).cutoffs) for place in range(4)}) == 1


def test_a_frozen_set_has_the_same_trees_and_makes_none() -> None:
    problems = loaded(SET)
    text = frozen_text(problems)
    again = loaded(text)
    assert "generate" not in text
    for problem in problems.problems:
        assert [str(tree.tree) for tree in again.problem(problem.id).trees] == [
            str(tree.tree) for tree in problem.trees
        ]
    assert frozen_text(again) == text


def test_a_frozen_set_keeps_the_bounds_of_each_variant() -> None:
    text = """\
set: bounded
rule: {preset: aima, utilities: [0, 30]}
seed: secret-7
problems:
  - id: one
    tree: max(min(3, 12), min(2, 4))
    variants: 3
    questions: [{ask: window, of: [A, B]}]
"""
    frozen, written = loaded(frozen_text(loaded(text))).problem("one"), loaded(text).problem("one")
    for place in range(3):
        assert frozen.at(place).rule == written.at(place).rule
        assert frozen.solution(place).windows == written.solution(place).windows
    assert len({written.at(place).rule.utilities for place in range(3)}) > 1


def test_bounds_stay_where_questions_differ_in_them() -> None:
    text = """\
set: bounded
seed: secret-7
problems:
  - id: one
    tree: max(min(3, 12), min(2, 4))
    variants: 3
    questions: [{ask: value}, {ask: window, of: A, rule: {utilities: [0, 30]}}]
"""
    problem = loaded(text).problem("one")
    assert {problem.at(place).questions[1].question.rule.utilities for place in range(3)} == {(0, 30)}


def test_the_command_freezes_a_set(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "set.yaml").write_text(SET, encoding="utf-8")
    assert main(["generate", "--freeze", str(tmp_path / "set.yaml")]) == 0
    assert capsys.readouterr().out.rstrip("\n") == frozen_text(loaded(SET)).rstrip("\n")


def test_error_goals_for_a_set_that_is_frozen(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", "--freeze", "set.yaml", "--leaves", "4"]) == 2
    assert capsys.readouterr().err == (
        "--freeze: error: a set that is frozen has its trees already\n     = hint: give no goals\n"
    )
