"""A set with code problems, and grades as runs of programs would give them, without running anything."""

from __future__ import annotations

from grader.grading import Grade, Origin
from grader.grading.programs.program_marks import mark_runs
from grader.grading.programs.program_runs import Runs
from grader.problems import ProblemSet, load_problems
from grader.sandbox.run import Program, Run
from grader.sandbox.run.program import Trouble
from grader.text.sentences import sentences
from grader.text.source import Source

HIDDEN_NUMBER = "98765"
SET = """\
set: code
title: Search as a program
{head}
problems:
  - id: search
    title: Alpha-beta
    text: Write `search(node)`.
    code: {{file: search.py, function: search, api: tree, seconds: 2, memory: 64 MB, visits: 500}}
    trees:
      - {{id: textbook, tree: "max(a -> min(3, 12, 8), b -> min(2, 4, 6))"}}
      - {{id: simple, tree: "max(a -> 1, b -> 2)"}}
      - {{id: secret, tree: "max(a -> min(1, 98765), b -> 98764)", hidden: true}}
    questions:
      - {{ask: value, points: 3}}
      - {{ask: best-move, points: 3}}
      - {{ask: visited, points: 6}}
"""
# What a program looks at that never cuts, on each of the trees.
TEXTBOOK = ("A", "B", "B1", "B2", "B3", "C", "C1", "C2", "C3")
SIMPLE = ("A", "A1", "A2")
SECRET = ("A", "B", "B1", "B2", "A2")
NEVER_CUTS = (
    Run("returned", 3, "a", "(3, a)", TEXTBOOK, "looking at 3", visits=9),
    Run("returned", 2, "b", "(2, b)", SIMPLE, visits=3),
    Run("returned", 98764, "b", "(98764, b)", SECRET, f"looking at {HIDDEN_NUMBER}", visits=5),
)
RIGHT = (
    Run("returned", 3, "a", "(3, a)", TEXTBOOK[:7], visits=7),
    *NEVER_CUTS[1:],
)
CRASH = Trouble("ValueError", "oh", "search.py", 4, ('  File "search.py", line 4, in search',))
SECRET_CRASH = Trouble("ValueError", HIDDEN_NUMBER, "search.py", 4, (f"    return {HIDDEN_NUMBER}",))
CRASHES = tuple(
    Run("raised", visited=("A",), visits=1, trouble=trouble) for trouble in (CRASH, CRASH, SECRET_CRASH)
)
LOOPS = (NEVER_CUTS[0], Run("timeout", visited=("A", "A1"), visits=2), NEVER_CUTS[2])


def code_set(head: str = "", more: str = "") -> ProblemSet:
    """The set, with these fields at its head and these problems after its own."""
    return load_problems(Source(SET.format(head=head) + more, "set.yaml"))


def graded_runs(problems: ProblemSet, runs: tuple[Run, ...], student: str = "ada") -> Grade:
    """The grade of a program that was seen to do this on the three trees."""
    (problem,) = problems.by_program
    program = Program({"search.py": b""}, "search.py", "search")
    marked = mark_runs(problems, problem, program, Runs(runs), sentences(problems.language))
    return Grade(
        set=problems.id,
        student=student,
        status="graded",
        checks=marked.checks,
        made_from=Origin(problems.hash, "", {}, ""),
        misconceptions=marked.misconceptions,
        runs=marked.runs,
        name="ada",
        problems=problems,
    )
