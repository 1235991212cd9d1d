"""`grader key`: a problem set → every right answer, with the reasons, for the instructor."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Mapping
from pathlib import Path

from grader.cli.commands.sheet import PAPER, add_templates_argument, read_student, tell_not_on_paper
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
from grader.reports.key.answer_key import key_markdown, key_record, key_text
from grader.reports.key.key_page import key_html
from grader.reports.key.rubric import rubric
from grader.reports.sheets.paper import exam_tex

EXAMPLE = "grader key problems/minimax-by-hand/set.yaml -o key.html"


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("set", metavar="SET", help=SET_HELP)
    parser.add_argument("--student", metavar="ID", help="show this student's variants only")
    add_version_argument(parser)
    add_roster_argument(parser)
    add_output_arguments(parser, _FORMS)
    add_templates_argument(parser)


def run(arguments: Namespace) -> int:
    student = read_student(arguments.student)
    roster = None if arguments.roster is None else load_roster(arguments.roster)
    problems = dealt(load_set(arguments.set), student, roster)
    problems = with_version(problems, student, arguments).given_to(student)
    form = _form(arguments)
    write_output(_FORMS[form](problems, student, arguments.templates), arguments.output)
    if form == PAPER:
        tell_not_on_paper(arguments.set, problems)
    return 0


def _form(arguments: Namespace) -> str:
    """The form that was asked for; a rubric in a file of that kind is a table for spreadsheets."""
    form = chosen_form(arguments, _FORMS)
    is_table = arguments.output is not None and arguments.output.suffix.lower() == ".csv"
    return "rubric-csv" if form == "rubric" and is_table else form


def _as_json(problems: ProblemSet, student: str | None) -> str:
    return json.dumps(key_record(problems, student), ensure_ascii=False, indent=2)


_FORMS: Mapping[str, Callable[[ProblemSet, str | None, Path | None], str]] = {
    "text": lambda problems, student, _: key_text(problems, student),
    "json": lambda problems, student, _: _as_json(problems, student),
    "markdown": lambda problems, student, _: key_markdown(problems, student),
    "html": key_html,
    "tex": lambda problems, student, templates: exam_tex(problems, student, key=True, templates=templates),
    "rubric": lambda problems, student, _: rubric(problems, "markdown", student),
    "rubric-csv": lambda problems, student, _: rubric(problems, "csv", student),
}
