"""A set that asks for a program and a student's code → the grade, and what the tests of that share."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent, indent

from grader.grading import Check, Grade, grade
from grader.problems import ProblemSet, load_problems
from grader.sandbox.run import Worker
from grader.submissions import Submission, read_submission
from grader.text.source import Source
from tests.sandbox.programs import ALPHABETA

PROBLEMS = Path(__file__).parents[1] / "problems"
TEXTBOOK = "max(a1 -> min(3, 12, 8), a2 -> min(2, 4, 6), a3 -> min(14, 5, 2))"
DEEP = "max(7, min(max(min(5, 4), 3), 2))"
ASKED = "[{ask: value, points: 4}, {ask: best-move, points: 2}, {ask: visited, points: 6}]"
SEARCH = ALPHABETA.replace("alphabeta(", "search(")
MINIMAX = ALPHABETA.replace("if alpha >= beta:", "if False:")


def a_set(
    *trees: str,
    code: str = "",
    questions: str = ASKED,
    rule: str = "mit-6034",
    more: str = "",
    above: str = "",
) -> ProblemSet:
    """A set with one code problem, whose trees are entries of YAML."""
    text = dedent(f"""\
        set: week-1
        {above}
        problems:
          - id: ab
            rule: {rule}
            {more}
            code: {{file: search.py, function: alphabeta, seconds: 5{code}}}
            questions: {questions}
            trees:
        """)
    listed = indent("\n".join(f"- {tree}" for tree in trees or (f'"{TEXTBOOK}"', f'"{DEEP}"')), " " * 6)
    return load_problems(Source(text + listed + "\n", "set.yaml"))


def handed_in(code: str, name: str = "search.py") -> Submission:
    return read_submission(dedent(code).encode(), name)


def marked(problems: ProblemSet, code: str, worker: Worker) -> Grade:
    return grade(problems, handed_in(code), worker=worker)


def check(grade: Grade, question: str) -> Check:
    return next(check for check in grade.checks if check.question == question)


ENDS = {
    "syntax": (
        "def alphabeta(node) return 3",
        "On every tree: search.py is not Python, see line 1: expected ':'",
    ),
    "no-function": (
        "def alphabta(node): pass",
        "On every tree: there is no alphabeta in search.py. Did you mean alphabta?",
    ),
    "import": (
        "import gizmos",
        "On every tree: it imports something that is not there: No module named 'gizmos'",
    ),
    "raised": (
        "def alphabeta(node):\n    return node.utility",
        "On every tree: it raised AttributeError in line 2 of search.py: "
        "a max node has no utility, only a leaf has: ask `is_leaf` first",
    ),
    "recursion": (
        "def alphabeta(node):\n    return alphabeta(node)",
        "On every tree: it called itself more often than Python allows. Does it always stop at leaves? "
        "If the tree really is that deep, sys.setrecursionlimit allows more.",
    ),
    "exited": ("raise SystemExit", "On every tree: it exited before it returned."),
    "unreadable": (
        "def alphabeta(node): pass",
        "On every tree: what it returned cannot be read: it is None, so either a return is missing, "
        "or what it returns was never set.",
    ),
    "visits": (
        "def alphabeta(node):\n    look(node)\ndef look(node):\n    [look(child) for child in node.children]",
        "On every tree: it asked about more than 5 nodes.",
    ),
}
