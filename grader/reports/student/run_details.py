"""A Grade and one of its checks → what was seen of the program, in lines, once for each problem."""

from __future__ import annotations

from collections.abc import Iterator

from grader.grading import Check, Grade
from grader.problems import ProblemSet
from grader.reports.student.run_table import run_lines
from grader.text.sentences import Say


def run_details(grade: Grade, check: Check, say: Say) -> Iterator[str]:
    """The lines, told with the first question of the problem that is not answered right."""
    amiss = (one for one in grade.checks if one.problem == check.problem and one.verdict != "right")
    if next(amiss, None) is check:
        runs = [ran for ran in grade.runs if ran.problem == check.problem]
        yield from run_lines(check.problem, runs, say)


def expected_on_sheet(check: Check, problems: ProblemSet) -> object:
    """The right answer; none where a program answers on many trees, of which the key has all."""
    by_program = any(problem.id == check.problem for problem in problems.by_program)
    return None if by_program else check.expected
