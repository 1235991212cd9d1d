"""`grader grade`: a set and answer sheets → marks, as a table for a person or as records for a machine."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from grader.cli.colours import print_lines, terminal_columns
from grader.grading import Grade, grade, seen_by_student
from grader.numbers import NumberError, read_number
from grader.problems import ProblemSet, load_problems
from grader.reports.table import grade_table
from grader.sentences import sentences
from grader.source import InputError, Mistake, Source
from grader.submissions import load_submission

EXAMPLE = "grader grade problems/minimax-by-hand/set.yaml answers/*.yaml --fail-under 60%"


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("set", metavar="SET", help="the file of the problem set")
    parser.add_argument("submissions", metavar="SUBMISSION", nargs="+", help="an answer sheet, YAML or JSON")
    parser.add_argument(
        "--format", choices=("text", "json"), default="text", help="text if you do not say; json for records"
    )
    parser.add_argument(
        "--view", choices=("staff", "student"), default="staff",
        help="staff sees everything; student what the set shows students by now",
    )  # fmt: skip
    parser.add_argument(
        "--fail-under", metavar="PERCENT", type=_percentage, help="exit 1 if anyone has less, such as 60%%"
    )


def run(arguments: Namespace) -> int:
    problems = load_problems(arguments.set)
    grades, absent = _grade_all(problems, arguments.submissions)
    shown = [seen_by_student(one, problems) for one in grades] if arguments.view == "student" else grades
    _FORMATS[arguments.format](shown, problems)
    if absent:
        raise InputError(mistake for error in absent for mistake in error.mistakes)
    least = arguments.fail_under
    return 1 if least is not None and any(one.share < least for one in grades) else 0


def _grade_all(problems: ProblemSet, paths: list[str]) -> tuple[list[Grade], list[InputError]]:
    """The grades of all the sheets that there are, and why others are not there."""
    grades, absent = [], []
    for path in paths:
        try:
            submission = load_submission(path)
        except InputError as error:
            absent.append(error)
        else:
            grades.append(grade(problems, submission))
    return list(_with_twins_noted(grades)), absent


def _with_twins_noted(grades: list[Grade]) -> Iterator[Grade]:
    """The same grades, with a note where another sheet before it is of the same student."""
    first: dict[str, str] = {}
    for one in grades:
        earlier = first.setdefault(one.student.casefold(), one.name)
        if earlier == one.name:
            yield one
            continue
        message = f"this is another sheet of `{one.student}`, after `{earlier}`"
        hint = "hand in one sheet each, with the right name after `student:`"
        note = Mistake(message, Source("", one.name), None, hint, severity="warning")
        yield replace(one, notes=(note, *one.notes))


def _print_text(grades: list[Grade], problems: ProblemSet) -> None:
    say, columns = sentences(problems.language), terminal_columns()
    for number, one in enumerate(grades):
        if number:
            print("\n")
        print_lines(grade_table(one, problems.title, say, columns))


def _print_json(grades: list[Grade], _problems: ProblemSet) -> None:
    print(json.dumps([one.to_dict() for one in grades], ensure_ascii=False, indent=2))
    for line in _notes(grades):
        print(line, file=sys.stderr)


def _notes(grades: list[Grade]) -> Iterator[str]:
    return (str(note) for one in grades for note in one.notes)


_FORMATS = {"text": _print_text, "json": _print_json}


def _percentage(text: str) -> Fraction:
    """`60%` or `60`; a bare `0.6` could mean two things."""
    try:
        number = read_number(text.removesuffix("%").strip())
    except NumberError:
        raise ArgumentTypeError(f"`{text}` is not a percentage, such as 60%") from None
    if isinstance(number, float) or not 0 <= number <= 100:
        raise ArgumentTypeError(f"`{text}` is not between 0% and 100%")
    if 0 < number < 1 and not text.endswith("%"):
        raise ArgumentTypeError(f"`{text}` could be a share or a percentage; write it with %")
    return Fraction(number) / 100
