"""`grader generate`: trees and sets that read back, and what is said where there are too few."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from grader.cli.main import main
from grader.cli.set_arguments import load_set
from grader.solving import solve
from grader.text.source import Source
from grader.tree.language import parse_trees

SET = """\
set: one
rule: aima
problems:
  - id: textbook
    tree: max(min(3, 12, 8), min(2, 4, 6), min(14, 5, 2))
    questions:
      - {ask: value}
      - {ask: pruned}
"""

BY_PROGRAM = """\
  - id: code
    code: {file: search.py, function: minimax, api: tree}
    trees: ["max(1, 2)"]
    questions:
      - {ask: value}
"""


def test_trees_read_back_with_what_was_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", "--leaves", "9..12", "--cutoffs", "2", "--seed", "7", "-n", "3"]) == 0
    shown = capsys.readouterr()
    trees = parse_trees(Source(shown.out))
    assert len(trees) == 3
    assert all(len(solve(tree).cutoffs) == 2 for tree in trees)
    assert shown.out.count("# 2 cutoffs (") == 3
    assert not shown.err


def test_the_output_can_be_solved(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "exam.tree"
    assert main(["generate", "-n", "2", "-o", str(file)]) == 0
    assert main(["solve", str(file)]) == 0
    assert "tree 2 (line " in capsys.readouterr().out


def test_a_set_passes_the_check(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "set.yaml"
    goals = ["--cutoffs", "2..", "--no-guess", "--ties", "none", "--ask", "value,pruned:nodes"]
    assert main(["generate", *goals, "--rule", "aima", "--as", "set", "-n", "2", "-o", str(file)]) == 0
    assert main(["check", str(file), "--strict"]) == 0
    shown = capsys.readouterr().out
    assert "2 problems, 4 questions" in shown
    assert "difficulty of tree-1: " in shown


def test_a_rule_is_stated_in_the_set(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", "--rule", "aima", "--rule", "ties=keep", "--as", "set"]) == 0
    assert "rule: {preset: aima, ties: keep}\n" in capsys.readouterr().out


def test_too_few_trees_are_told_with_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = [
        "generate",
        "--leaves",
        "5",
        "--layers",
        "max,min",
        "--depth",
        "3",
        "--deep",
        "1",
        "--steps",
        "50",
        "-n",
        "2",
    ]
    assert main(arguments) == 1
    shown = capsys.readouterr()
    assert not shown.out
    first, second, third = shown.err.splitlines()
    assert first == "grader generate: found 0 of 2: no tree met all goals in 50 steps"
    assert second == "  in the way: `--deep`: 1 wanted, 0 found"
    assert third.startswith("  the nearest: m")


def test_trees_are_made_like_that_of_a_problem(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "set.yaml").write_text(SET)
    assert main(["generate", "--like", f"{tmp_path / 'set.yaml'}#textbook"]) == 0
    shown = capsys.readouterr()
    assert "9 leaves, depth 2" in shown.out
    assert "#textbook`, with difficulty " in shown.err
    assert main(["generate", "-q", "--like", f"{tmp_path / 'set.yaml'}#textbook"]) == 0
    assert not capsys.readouterr().err


def test_questions_are_taken_over_with_their_points_and_order(tmp_path: Path) -> None:
    file = tmp_path / "set.yaml"
    file.write_text(
        "set: one\nrule: aima\nproblems:\n  - id: p\n"
        "    tree: A = max(B = min(3, 12, 8), C = min(2, 4, 6))\n"
        "    questions:\n"
        "      - {ask: value, of: [B, C, A], points: 4}\n"
        "      - {id: whole, ask: value, points: 1/2}\n"
        "      - {ask: count, of: leaves-pruned, points: 3}\n"
    )
    arguments = ["generate", "--like", f"{file}#p", "--as", "set", "-o", str(tmp_path / "new.yaml")]
    assert main(arguments) == 0
    (problem,) = load_set(str(tmp_path / "new.yaml")).problems
    questions = [asked.question for asked in problem.questions]
    assert [question.points for question in questions] == [4, Fraction(1, 2), 3]
    assert [question.id for question in questions] == ["value", "whole", "count"]
    first, second, third = (question.public_fields()["of"] for question in questions)
    assert first == ("B", "C", "A")
    assert second == "A"
    assert third == "leaves-pruned"


def test_who_has_found_all_trees_hears_what_to_widen(capsys: pytest.CaptureFixture[str]) -> None:
    goals = ["--leaves", "2", "--numbers", "0..1", "--distinct", "--kinds", "max", "--depth", "1"]
    assert main(["generate", *goals, "-n", "3", "--steps", "100"]) == 1
    assert capsys.readouterr().err.splitlines() == [
        "grader generate: found 2 of 3: no further tree met all goals in 100 steps",
        "  hint: there may be no more trees of this size with these numbers; widen `--leaves` or `--numbers`",
    ]


def test_leaves_are_what_a_difficulty_is_met_by(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", "--difficulty", "90", "--steps", "10"]) == 1
    *_, hint = capsys.readouterr().err.splitlines()
    assert hint == "  hint: a tree is as hard as it is large: change `--leaves` (8..12 by default)"


@pytest.mark.parametrize(
    ("name", "message", "hint"),
    [
        ("code", "`code` of {file} is answered by a program, about trees of its own", "name `textbook`"),
        ("texbook", "no problem on the sheet of {file} is called `texbook`", "did you mean `textbook`?"),
        ("other", "no problem on the sheet of {file} is called `other`", "name `textbook`"),
    ],
)
def test_error_no_problem_to_be_like(
    name: str, message: str, hint: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "set.yaml"
    file.write_text(SET + BY_PROGRAM)
    assert main(["generate", "--like", f"{file}#{name}"]) == 2
    assert capsys.readouterr().err == (f"--like: error: {message.format(file=file)}\n     = hint: {hint}\n")


ERRORS = {
    "all that is wrong": (
        ["--leaves", "9..4", "--detect", "foo"],
        "--detect: error: no misconception is called `foo`\n"
        "     = hint: `grader check SET --matrix` shows their names\n"
        "--leaves: error: `9..4` begins above its end\n"
        "     = hint: write the smaller number first: `4..9`\n",
    ),
    "hints are about flags": (
        ["--leaves", "3", "--cutoffs", "5"],
        "--cutoffs: error: 3 leaves have room for one cutoff at most, not for 5\n"
        "     = hint: raise `--leaves`, or lower this\n",
    ),
    "a number": (
        ["-n", "some"],
        "--number: error: `some` is not a whole number from 1 to 10,000\n     = hint: such as `20`\n",
    ),
    "a rule": (
        ["--rule", "ties=often"],
        "--rule: error: `ties`: `often` is not one of its values\n     = hint: use `cut` or `keep`\n",
    ),
    "a preset": (
        ["--rule", "aimo"],
        "--rule: error: no preset is called `aimo`\n     = hint: did you mean `aima`?\n",
    ),
    "no problem": (
        ["--like", "set.yaml"],
        "--like: error: `set.yaml` names no problem of a set\n     = hint: write it as `set.yaml#textbook`\n",
    ),
}


@pytest.mark.parametrize(("arguments", "message"), ERRORS.values(), ids=ERRORS)
def test_error_in_what_is_wanted(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["generate", *arguments]) == 2
    assert capsys.readouterr().err == message


def test_a_list_may_be_given_in_parts(capsys: pytest.CaptureFixture[str]) -> None:
    one, other = "no-deep-cutoffs", "root-window-reset"
    assert main(["generate", "--detect", one, "--detect", other]) == 0
    assert f"# shows {one}, {other}\n" in capsys.readouterr().out


def test_error_a_goal_that_is_given_twice(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", "--leaves", "9", "--leaves", "12"]) == 2
    assert capsys.readouterr().err == "--leaves: error: it is given 2 times\n     = hint: give it once\n"


def test_error_hints_name_flags_but_leave_values_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", "--ties", "few"]) == 2
    assert "use `any`, `none`, `leaves`, `cut` or `best-move`\n" in capsys.readouterr().err
    assert main(["generate", "--cutoffs", "1", "--rule", "search=minimax"]) == 2
    assert "use `--rule search=alpha-beta`, or leave this out\n" in capsys.readouterr().err
