"""`grader sheet`: a problem set → its blank answer sheet."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from grader.cli.output import write_output
from grader.problems import ProblemSet, load_problems
from grader.reports.sheet import blank_sheet
from grader.source import refusal
from grader.submissions import student_name

EXAMPLE = "grader sheet problems/minimax-by-hand/set.yaml --student ada -o ada.yaml"


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("set", metavar="SET", help="the file of the problem set")
    parser.add_argument(
        "--student", metavar="ID", help="for whom the sheet is; needed where there are variants"
    )
    parser.add_argument(
        "-o", "--output", metavar="FILE", type=Path, help="write this file instead of printing"
    )


def run(arguments: Namespace) -> int:
    problems = load_problems(arguments.set)
    student = read_student(arguments.student)
    if student is None and _has_variants(problems):
        message = "this set has variants, and nothing says whose sheet this is"
        raise refusal(arguments.set, message, "add `--student ID`")
    write_output(blank_sheet(problems, student), arguments.output)
    return 0


def read_student(argument: str | None) -> str | None:
    """The student that `--student` names, as the grader will read the name from the sheet."""
    if argument is None:
        return None
    student = student_name(argument)
    if student is None:
        raise refusal("--student", "there is no name in this", "name a student, such as `--student ada`")
    return student


def _has_variants(problems: ProblemSet) -> bool:
    return any(len(problem.trees) > 1 for problem in problems.problems)
