"""`grader schema`: the JSON Schema of problem sets, answer sheets and courses, for editors, or of results."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from pathlib import Path

from grader.cli.output import write_output
from grader.grading.record import results_schema
from grader.problems.json_schema import SCHEMAS
from grader.term.course_file import course_schema

EXAMPLE = "grader schema set -o set.schema.json"


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "document", nargs="?", choices=_SCHEMAS, default="set", help="which schema to print (default: set)"
    )
    parser.add_argument(
        "-o", "--output", metavar="FILE", type=Path, help="write to this file instead of standard output"
    )


def run(arguments: Namespace) -> int:
    schema = _SCHEMAS[arguments.document]()
    write_output(json.dumps(schema, indent=2, ensure_ascii=False), arguments.output)
    return 0


_SCHEMAS = {**SCHEMAS, "course": course_schema, "results": results_schema}
