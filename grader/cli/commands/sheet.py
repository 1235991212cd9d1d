"""`grader sheet`: a problem set → its blank answer sheet, as text or as a page to fill in."""

from __future__ import annotations

import sys
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
from grader.reports.sheets.blank_sheet import answer_table, blank_sheet
from grader.reports.sheets.paper import exam_tex
from grader.reports.sheets.sheet_page import sheet_html
from grader.submissions import student_name
from grader.text.columns import visible
from grader.text.source import refusal

EXAMPLE = "grader sheet problems/minimax-by-hand/set.yaml --student ada -o sheet.html"


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("set", metavar="SET", help=SET_HELP)
    parser.add_argument(
        "--student", metavar="ID", help="the student the sheet is for; required if the set has variants"
    )
    add_version_argument(parser)
    add_roster_argument(parser)
    add_output_arguments(parser, (*_FORMS, _TABLE))
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
    form = chosen_form(arguments, (*_FORMS, _TABLE))
    if student is None and arguments.version is None and problems.has_variants and form != _TABLE:
        message = "this set has variants, and nothing says whose sheet this is"
        either = ", or `--version A`" if problems.versions else ""
        raise refusal(arguments.set, message, f"add `--student ID`{either}")
    roster = None if arguments.roster is None else load_roster(arguments.roster)
    problems = with_version(dealt(problems, student, roster), student, arguments).given_to(student)
    if form == _TABLE:
        written = answer_table(problems, () if roster is None else roster.people)
    else:
        written = _FORMS[form](problems, student, arguments.templates)
    write_output(written, arguments.output)
    if form == PAPER:
        tell_not_on_paper(arguments.set, problems)
    return 0


def tell_not_on_paper(name: str, problems: ProblemSet) -> None:
    """Name the problems that a paper cannot have."""
    for problem in problems.by_program:
        print(
            f"{visible(name)}: note: `{problem.id}` is not on the paper: a program answers it",
            file=sys.stderr,
        )


def read_student(argument: str | None) -> str | None:
    """The student that `--student` names, as the grader will read the name from the sheet."""
    if argument is None:
        return None
    student = student_name(argument)
    if student is None:
        raise refusal("--student", "there is no name in this", "name a student, such as `--student ada`")
    return student


PAPER = "tex"
_TABLE = "csv"  # to type answers into that are on paper
_FORMS: Mapping[str, Callable[[ProblemSet, str | None, Path | None], str]] = {
    "text": lambda problems, student, _: blank_sheet(problems, student),
    "html": sheet_html,
    PAPER: lambda problems, student, templates: exam_tex(problems, student, templates=templates),
}
