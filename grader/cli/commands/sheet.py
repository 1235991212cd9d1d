"""`grader sheet`: a problem set → its blank answer sheet, as text or as a page to fill in."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Mapping
from pathlib import Path

from grader.cli.deal_arguments import (
    add_roster_argument,
    add_version_argument,
    dealt,
    load_roster,
    with_version,
)
from grader.cli.output import add_output_arguments, chosen_form, write_output
from grader.cli.set_arguments import SET_HELP, load_set
from grader.problems import ProblemSet
from grader.reports.sheets.blank_sheet import blank_sheet
from grader.reports.sheets.paper import exam_tex
from grader.reports.sheets.sheet_page import sheet_html
from grader.submissions import student_name
from grader.text.source import refusal

EXAMPLE = "grader sheet problems/minimax-by-hand/set.yaml --student ada -o sheet.html"


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("set", metavar="SET", help=SET_HELP)
    parser.add_argument(
        "--student", metavar="ID", help="the student the sheet is for; required if the set has variants"
    )
    add_version_argument(parser)
    add_roster_argument(parser)
    add_output_arguments(parser, _FORMS)
    add_templates_argument(parser)


def add_templates_argument(parser: ArgumentParser) -> None:
    """Let somebody's own templates stand in for ours."""
    parser.add_argument(
        "--templates",
        metavar="DIR",
        type=Path,
        help="a folder of your own templates, which override ours",
    )


def run(arguments: Namespace) -> int:
    problems = load_set(arguments.set)
    student = read_student(arguments.student)
    if student is None and arguments.version is None and problems.has_variants:
        message = "this set has variants, and nothing says whose sheet this is"
        either = ", or `--version A`" if problems.versions else ""
        raise refusal(arguments.set, message, f"add `--student ID`{either}")
    roster = None if arguments.roster is None else load_roster(arguments.roster)
    problems = with_version(dealt(problems, student, roster), arguments).given_to(student)
    write = _FORMS[chosen_form(arguments, _FORMS)]
    write_output(write(problems, student, arguments.templates), arguments.output)
    return 0


def read_student(argument: str | None) -> str | None:
    """The student that `--student` names, as the grader will read the name from the sheet."""
    if argument is None:
        return None
    student = student_name(argument)
    if student is None:
        raise refusal("--student", "there is no name in this", "name a student, such as `--student ada`")
    return student


_FORMS: Mapping[str, Callable[[ProblemSet, str | None, Path | None], str]] = {
    "text": lambda problems, student, _: blank_sheet(problems, student),
    "html": sheet_html,
    "tex": lambda problems, student, templates: exam_tex(problems, student, templates=templates),
}
