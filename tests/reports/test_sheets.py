"""The answer sheet of a set: blank, and filled in with the key."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from hypothesis import given

from grader.grading import grade
from grader.problems import ProblemSet, load_problems
from grader.reports.sheets.blank_sheet import blank_sheet, filled_sheet
from grader.submissions import read_submission
from grader.text.source import Source
from grader.tree import Tree
from tests.bundled import SETS, bundled
from tests.strategies import trees

STUDENTS = ("ada", "Grace Hopper", "no", "1e3", "王小明")

SET = """\
set: search-1
title: Adversarial search, sheet 1
due: 2027-02-01 23:59 Europe/Berlin
problems:
  - id: textbook
    title: The textbook's tree
    text: |
      Max moves first.
      Nothing is left to chance.
    tree: A = max(a1 -> B = min(3, 12), a2 -> C = min(2, 4))
    questions:
      - {ask: value, of: [B, A], points: 2}
      - {ask: best-move, points: 1}
      - {ask: pruned, points: 1, rule: {ties: keep}}
  - id: backwards
    rule: {order: right-to-left}
    tree: A = max(3, 4)
    questions:
      - {ask: visited, as: order, points: 1/2}
"""

BLANK = """\
# Adversarial search, sheet 1
# 9/2 points in all.
# Due 2027-02-01 23:59 Europe/Berlin.
#
# Write each answer after the colon that follows its question's name. Anything you leave empty
# counts as not answered. Lines that begin with # are comments for you to read.
#
# The rule of this sheet:
# - minimax with alpha-beta pruning
# - a tie is cut: stop when α ≥ β
# - children are searched from left to right
# - a bound from any node above can cut
# - a node reports the best value it has seen (fail-soft)
# - of equally good moves, the first one searched is the best move
# - a cut after the last child skips nothing and is not a cutoff
#
set: search-1
student:  # your name
answers:

  # 1. The textbook's tree
  # ======================
  # Max moves first.
  # Nothing is left to chance.
  #
  #      ▲ A
  #   ┌───┴────┐
  #   a1       a2
  #  ▼ B      ▼ C
  # ┌─┴─┐    ┌─┴─┐
  # 3   12   2   4
  # B1  B2   C1  C2
  #
  # The same tree, one node per line:
  # A: Max
  #   B: Min, by move a1
  #     B1: leaf, utility 3
  #     B2: leaf, utility 12
  #   C: Min, by move a2
  #     C1: leaf, utility 2
  #     C2: leaf, utility 4
  textbook:
"""


def problems_of(text: str) -> ProblemSet:
    return load_problems(Source(text, "set.yaml"))


def test_the_sheet_says_in_words_and_drawings_all_that_a_student_needs() -> None:
    sheet = blank_sheet(problems_of(SET))
    assert sheet.startswith(BLANK)


def test_a_rule_that_is_different_somewhere_is_said_there() -> None:
    sheet = blank_sheet(problems_of(SET))
    of_problem = "  # Here the rule is different:\n  # - children are searched from right to left\n"
    of_question = (
        "    # For this question the rule is different:\n    # - a tie is not cut: stop only when α > β\n"
    )
    assert of_problem in sheet
    assert of_question in sheet


def test_a_rule_that_no_longer_says_something_is_said_whole() -> None:
    text = SET.replace("due:", "rule: {depth: 1}\ndue:").replace("order: right-to-left", "depth: default")
    sheet = blank_sheet(problems_of(text.replace("min(", "min~1(")))
    assert "  # Here the rule is different:\n  # - minimax with alpha-beta pruning\n" in sheet


def test_a_sheet_is_yaml_that_any_reader_takes() -> None:
    problems = problems_of(SET)
    blank, filled = (yaml.safe_load(make(problems, "ada")) for make in (blank_sheet, filled_sheet))
    assert blank == {
        "set": "search-1",
        "student": "ada",
        "answers": {
            "textbook": {"value": {"B": None, "A": None}, "best-move": None, "pruned": None},
            "backwards": {"visited": None},
        },
    }
    assert filled["answers"]["textbook"] == {"value": {"B": 3, "A": 3}, "best-move": "a1", "pruned": ["C2"]}


@pytest.mark.parametrize("student", STUDENTS)
def test_the_name_on_the_sheet_is_read_back_as_it_was_given(student: str) -> None:
    sheet = blank_sheet(problems_of(SET), student)
    assert read_submission(sheet.encode(), "x.yaml").student == student
    assert yaml.safe_load(sheet)["student"] == student


def test_nothing_on_the_sheet_turns_the_writing_round() -> None:
    turned = SET.replace("title: Adversarial search, sheet 1", 'title: "Exam \\u202ecba\\u202c"')
    sheet = blank_sheet(problems_of(turned), "ada\u202e")
    assert "# Exam \ufffdcba\ufffd\n" in sheet
    assert "\u202e" not in sheet
    assert yaml.safe_load(sheet)["student"] == "ada\u202e"


@pytest.mark.parametrize("path", SETS, ids=lambda path: path.parent.name)
def test_what_the_sheet_prints_filled_in_with_the_key_earns_everything(path: Path) -> None:
    problems = bundled(path)
    for student in STUDENTS:
        marked = grade(problems, read_submission(filled_sheet(problems, student).encode(), "key.yaml"))
        programs = {problem.id for problem in problems.by_program}  # whose answers stand on no sheet
        on_sheet = [
            check for check in marked.checks if check.ask != "manual" and check.problem not in programs
        ]
        assert all(check.verdict == "right" for check in on_sheet), marked.checks
        assert marked.student == student
        assert marked.notes == ()


@pytest.mark.parametrize("path", SETS, ids=lambda path: path.parent.name)
def test_the_blank_sheet_of_a_set_earns_nothing(path: Path) -> None:
    problems = bundled(path)
    marked = grade(problems, read_submission(blank_sheet(problems, "ada").encode(), "blank.yaml"))
    questions = [asked for problem in problems.problems for asked in problem.questions]
    pairs = zip(questions, marked.checks, strict=True)
    assert {check.verdict for asked, check in pairs if asked.void is None} == {"missing"}


QUESTIONS = """\
    questions:
      - {ask: value}
      - {ask: pruned, as: leaves}
      - {ask: pruned, id: nodes, as: nodes}
      - {ask: pruned, id: subtrees, as: subtrees}
      - {ask: visited, as: order}
      - {ask: visited, id: leaves, as: leaves}
      - {ask: count, of: nodes-visited}
      - {ask: cutoffs}
      - {ask: irrelevant}
"""


@given(trees())
def test_for_any_tree_the_key_on_the_sheet_earns_everything_and_a_blank_nothing(tree: Tree) -> None:
    text = f"set: any\nproblems:\n  - id: any\n    tree: |\n      {tree!s}\n{QUESTIONS}"
    problems = problems_of(text)
    marked = grade(problems, read_submission(filled_sheet(problems).encode(), "key.yaml"))
    assert {check.verdict for check in marked.checks} == {"right"}, marked.to_dict()
    blank = grade(problems, read_submission(blank_sheet(problems).encode(), "blank.yaml"))
    assert {check.verdict for check in blank.checks} == {"missing"}


def test_a_sheet_says_which_variant_it_is_of() -> None:
    text = SET.replace(
        "    tree: A = max(3, 4)", "    variants: ['A = max(3, 4)', 'A = max(5, 6)', 'A = max(7, 8)']"
    )
    problems = load_problems(Source(text, "set.yaml"))
    number = problems.problem("backwards").variant("ada") + 1
    lines = blank_sheet(problems, "ada").splitlines()
    assert [line for line in lines if "variant" in line] == [f"  # variant {number} of 3"]


@pytest.mark.parametrize(("way", "said"), [("entry", False), ("exit", True)])
def test_a_sheet_says_when_bounds_are_updated_only_where_it_asks_for_windows_on_exit(
    way: str, said: bool
) -> None:
    question = f"{{ask: window, of: A, as: {way}}}"
    text = f"set: a\nproblems:\n  - id: one\n    tree: max(3, 4)\n    questions: [{question}]\n"
    assert ("a bound is updated before the cut is tested" in blank_sheet(problems_of(text))) == said
