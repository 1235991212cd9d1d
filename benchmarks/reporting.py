"""How quick a student's page is, against the same page looped inside the template; and its size."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random

from jinja2 import ChoiceLoader, Environment, FileSystemLoader

from benchmarks.measuring import Figure, seconds
from grader.grading import Grade, grade
from grader.problems import ProblemSet, load_problems
from grader.reports.page_templates import environment
from grader.reports.student.html_report import page_data, report_html
from grader.reports.student.student_page import student_page
from grader.submissions import read_submission
from grader.text.source import Source

STUDENTS = 20
PROBLEMS = 10
MOST_BYTES = 300_000

_HEAD = "set: bench\ntitle: Ten problems of forty nodes\nrule: aima\nproblems:\n"
# Max over three Min nodes over three Max nodes each, over three leaves: forty nodes.
_PROBLEM = """\
  - id: problem-{number}
    tree: "{tree}"
    questions:
      - {{ask: value, of: [A, B, C, D], points: 4}}
      - {{ask: best-move, points: 1}}
      - {{ask: pruned, as: leaves, points: 3}}
      - {{ask: window, of: [B, C, D], points: 3}}
"""


def figures() -> Iterator[Figure]:
    problems = bench_set()
    grades = [grade(problems, read_submission(bench_sheet(number), "s.yaml")) for number in range(STUDENTS)]
    looping = _looping()
    ours, theirs = seconds(partial(_pages, grades, problems), partial(_looped, looping, grades, problems))
    yield Figure(
        "student's pages: drawn once per problem, times trees looped in the template", theirs / ours,
        at_least=3, note=f"{STUDENTS / ours:.0f} pages/s",
    )  # fmt: skip
    largest = max(len(report_html(student_page(one, problems)).encode()) for one in grades)
    yield Figure(
        "the largest page of ten problems of forty nodes, of 300 kB", largest / MOST_BYTES, at_most=1,
        note=f"{largest / 1000:.0f} kB",
    )  # fmt: skip


def bench_set() -> ProblemSet:
    """Ten problems of forty nodes each."""
    return load_problems(Source(_HEAD + "".join(map(_problem, range(PROBLEMS))), "bench.yaml"))


def _pages(grades: list[Grade], problems: ProblemSet) -> None:
    for one in grades:
        report_html(student_page(one, problems))


def _looped(looping: Environment, grades: list[Grade], problems: ProblemSet) -> None:
    for one in grades:
        looping.get_template("report.html").render(**page_data(student_page(one, problems)))


def _looping() -> Environment:
    """Our templates, but for one that draws: it loops over the nodes of a tree wherever one is drawn."""
    folder = Path(__file__).parent / "templates"
    usual = environment()
    assert usual.loader is not None
    return usual.overlay(loader=ChoiceLoader([FileSystemLoader(folder), usual.loader]))


def _problem(number: int) -> str:
    random = Random(number)
    leaves = [str(random.randint(-20, 20)) for _ in range(27)]
    thirds = [f"max({', '.join(leaves[start : start + 3])})" for start in range(0, 27, 3)]
    ninths = [f"min({', '.join(thirds[start : start + 3])})" for start in range(0, 9, 3)]
    return _PROBLEM.format(number=number, tree=f"max({', '.join(ninths)})")


def bench_sheet(number: int) -> bytes:
    """The answers of somebody who guesses."""
    random = Random(number)
    lines = [f"set: bench\nstudent: s{number}\nanswers:\n"]
    for problem in range(PROBLEMS):
        values = ", ".join(f"{name}: {random.randint(-20, 20)}" for name in "ABCD")
        pruned = ", ".join(f"{name}{random.randint(1, 3)}" for name in random.sample("EFGHIJKLM", 4))
        windows = ", ".join(f"{name}: [{random.randint(-20, 5)}, inf]" for name in "BCD")
        lines.append(
            f"  problem-{problem}:\n    value: {{{values}}}\n    best-move: {random.choice('BCD')}\n"
            f"    pruned: [{pruned}]\n    window: {{{windows}}}\n"
        )
    return "".join(lines).encode()
