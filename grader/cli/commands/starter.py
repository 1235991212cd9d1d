"""`grader starter`: a problem set → the files that students start from, which earn nothing as they are."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from pathlib import Path

from grader.cli.output import write_output
from grader.cli.set_arguments import SET_HELP, load_set
from grader.problems import ProblemSet
from grader.reports.sheets.starter_files import starter_files
from grader.text.columns import visible
from grader.text.source import Mistake, Source, reason_of, refusal

EXAMPLE = "grader starter problems/code-alpha-beta/set.yaml -o search.py"


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("set", metavar="SET", help=SET_HELP)
    target = parser.add_mutually_exclusive_group()
    target.add_argument(
        "-o", "--output", metavar="FILE", type=Path, help="write to this file instead of standard output"
    )
    target.add_argument(
        "--out", metavar="DIR", type=Path, help="write every file to this folder, under its own name"
    )


def run(arguments: Namespace) -> int:
    problems = load_set(arguments.set)
    files = starter_files(problems)
    _tell_others(problems, files)
    if not files:
        message = "no problem of this set asks for a program in Python"
        raise refusal(arguments.set, message, "`grader sheet` prints the sheet that students fill in")
    if arguments.out is not None:
        _write_all(files, arguments.out)
        return 0
    if len(files) > 1:
        message = f"there are {len(files)} files to start from"
        raise refusal(arguments.set, message, "name a folder for them with `--out DIR`")
    (text,) = files.values()
    write_output(text, arguments.output)
    return 0


def _tell_others(problems: ProblemSet, files: Mapping[str, str]) -> None:
    """Say for which programs there is nothing to start from, since they are run by a command."""
    for name in problems.program_files:
        if name not in files:
            message = "there is no starter file for this program, which is run by a command"
            hint = "follow the protocol for other languages in the documentation of student code"
            print(Mistake(message, Source("", visible(name)), hint=hint, severity="warning"), file=sys.stderr)


def _write_all(files: Mapping[str, str], folder: Path) -> None:
    """Every file under its own name; what a student may have written there already is left alone."""
    for name in files:
        if (folder / name).exists():
            message = "a file of that name already exists, and stays as it is"
            raise refusal(str(folder / name), message, "name another folder, or remove the file")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise refusal(
            str(folder), f"the folder cannot be made ({reason_of(error)})", "name another folder"
        ) from None
    for name, text in files.items():
        write_output(text, folder / name)
