"""`grader key`: a problem set → every right answer, with the reasons, for the instructor."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from pathlib import Path

from grader.cli.output import write_output
from grader.cli.sheet import read_student
from grader.problems import ProblemSet, load_problems
from grader.reports.key import key_markdown, key_record, key_text

EXAMPLE = "grader key problems/minimax-by-hand/set.yaml --as markdown -o key.md"


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("set", metavar="SET", help="the file of the problem set")
    parser.add_argument(
        "--as", dest="form", choices=tuple(_FORMS), default="text", help="text if you do not say"
    )
    parser.add_argument("--student", metavar="ID", help="only the variants that this student has")
    parser.add_argument(
        "-o", "--output", metavar="FILE", type=Path, help="write this file instead of printing"
    )


def run(arguments: Namespace) -> int:
    problems = load_problems(arguments.set)
    write_output(_FORMS[arguments.form](problems, read_student(arguments.student)), arguments.output)
    return 0


def _as_json(problems: ProblemSet, student: str | None) -> str:
    return json.dumps(key_record(problems, student), ensure_ascii=False, indent=2)


_FORMS = {"text": key_text, "json": _as_json, "markdown": key_markdown}
