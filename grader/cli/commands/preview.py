"""`grader preview`: what a student is about to submit → whether it is readable and complete, and no more."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from grader.cli.isolation import add_isolation_argument, tell_isolation
from grader.cli.output import fenced, print_lines, terminal_columns
from grader.course import load_released, preview, preview_table
from grader.course.preview import ALL, PROGRAMS, SHEET
from grader.problems import ProblemSet
from grader.submissions import MAX_BYTES, Submission, load_submission, read_files
from grader.submissions.gathered_files import ARCHIVE
from grader.submissions.notebook import NOTEBOOK
from grader.text.source import load_bytes

EXAMPLE = "grader preview answers.yaml --set set.yaml"

_READY, _FALLS_SHORT = 0, 1


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "submission",
        metavar="SHEET|CODE",
        help="an answer sheet, a program, a notebook, or a folder or zip of them",
    )
    parser.add_argument(
        "--set", metavar="RELEASED", required=True, help="the set.yaml that was released with the sheet"
    )
    add_isolation_argument(parser)


def run(arguments: Namespace) -> int:
    released = load_released(arguments.set)
    path = Path(arguments.submission)
    part = _part(path, released.problems)
    submission = _load(path, part)
    tell_isolation(arguments)
    seen = preview(released, submission, part, arguments.isolation)
    with fenced(sys.stdout):
        print_lines(preview_table(seen, released.problems, submission.name, terminal_columns()))
    return _READY if seen.ready else _FALLS_SHORT


def _part(path: Path, problems: ProblemSet) -> str:
    """What a path can hold: everything, or only the sheet, or only programs."""
    if path.is_dir() or path.name.lower().endswith((ARCHIVE, NOTEBOOK)):
        return ALL
    suffixes = {".py", *(Path(file).suffix for file in problems.program_files)}
    return PROGRAMS if path.suffix in suffixes - {""} else SHEET


def _load(path: Path, part: str) -> Submission:
    if part == PROGRAMS:
        return read_files({path.name: load_bytes(path, MAX_BYTES)}, str(path))
    return load_submission(path)
