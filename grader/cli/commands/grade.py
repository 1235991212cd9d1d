"""`grader grade`: a set and submissions, or a class → marks, as a table for a person or as records."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from dataclasses import replace

from grader.cli.class_run import add_class_arguments, grade_class_at, shows_result
from grader.cli.commands.sheet import read_student
from grader.cli.isolation import add_isolation_argument, tell_isolation
from grader.cli.output import (
    Unheard,
    fenced,
    print_lines,
    runs_in_actions,
    terminal_columns,
    without_commands,
)
from grader.cli.percentages import percentage, status_of
from grader.cli.report_arguments import (
    GITHUB,
    REPORTS,
    USUAL,
    add_report_arguments,
    check_belonging,
    check_reports,
    make_reports,
    read_reports,
    requested,
    tell_github,
)
from grader.cli.set_arguments import SET_HELP, named_set, settle_course, settle_keep
from grader.document.sheet_notes import note, retold
from grader.gradebook import FILE
from grader.grading import Grade, grade
from grader.grading.programs import SharedWorker
from grader.problems import ProblemSet
from grader.reports.student.marks_table import grade_table
from grader.submissions import load_submission
from grader.submissions.collecting import is_class
from grader.text.escapes import json_text
from grader.text.sentences import Say, sentences
from grader.text.source import InputError, Source, refusal

EXAMPLE = "grader grade problems/minimax-by-hand/set.yaml class/ --out grades"


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("set", metavar="SET", help=SET_HELP)
    parser.add_argument(
        "submissions",
        metavar="SUBMISSION",
        nargs="+",
        help="an answer sheet, a program, or a folder or zip of both; or a folder, archive or table of a"
        " whole class",
    )
    parser.add_argument(
        "--format", choices=("text", "json"), default="text", help="the output format (default: text)"
    )
    parser.add_argument(
        "--report",
        metavar="LIST",
        help=f"a comma-separated list of reports to write to --out: {','.join(REPORTS)}",
    )
    add_report_arguments(parser)
    parser.add_argument(
        "--student", metavar="ID", help="treat the submission as this student's, whatever it says itself"
    )
    add_isolation_argument(parser)
    parser.add_argument(
        "--fail-under",
        metavar="PERCENT",
        type=percentage,
        help="exit with status 1 if anybody scores less than this, such as 60%%",
    )
    add_class_arguments(parser)


def run(arguments: Namespace) -> int:
    named = named_set(arguments.set)
    problems = named.load()
    settle_keep(arguments, named.place)
    classes = [path for path in _unnamed(arguments) if is_class(path, problems)]
    if classes:
        settle_course(arguments, named.place)
    names = _reports(arguments)
    request = requested(arguments, problems)
    check_belonging(arguments.out, problems)
    tell_isolation(arguments)
    if classes:
        _check_alone(classes[0], arguments.submissions)
        return grade_class_at(classes[0], problems, names, request, arguments, named.place)
    _check_one_student(arguments)
    _check_no_class(arguments)
    grades, absent = _grade_all(problems, arguments)
    if not grades:
        raise InputError(mistake for error in absent for mistake in error.mistakes)
    shown = [request.shown(one, "staff") for one in grades]
    unheard = Unheard()
    if shows_result(arguments):
        with unheard:
            _FORMATS[arguments.format](shown, problems)
    make_reports(names, grades, request, arguments.out)
    if GITHUB in names:
        tell_github(grades, request, sys.stdout if arguments.format == "text" else sys.stderr)
    if absent:
        raise InputError(mistake for error in absent for mistake in error.mistakes)
    unheard.tell()
    return status_of((one.share for one in shown), arguments.fail_under)


def _unnamed(arguments: Namespace) -> list[str]:
    """What may be a class: where one student is named, whatever a folder looks like is that student's."""
    return [] if arguments.student is not None else list(arguments.submissions)


def _check_alone(path: str, paths: list[str]) -> None:
    if len(paths) > 1:
        hint = "grade it alone; submissions in one folder are a class too"
        raise refusal(path, "this is a whole class, and other submissions are named beside it", hint)


def _check_one_student(arguments: Namespace) -> None:
    if arguments.student is not None and len(arguments.submissions) > 1:
        message = f"these are {len(arguments.submissions)} submissions, and only one student is named"
        raise refusal("--student", message, "grade the student's submission alone")


def _check_no_class(arguments: Namespace) -> None:
    """Refuse what is for a whole class alone, and to put one student's reports in the place of its own."""
    if arguments.roster is not None:
        raise refusal("--roster", "a roster is for a whole class", "name the folder of the class")
    if arguments.out is not None and (arguments.out / FILE).exists():
        message = "this folder has the grades of a class, and its reports would be replaced"
        raise refusal(str(arguments.out), message, "name another folder with `--out`, or grade the class")


def _reports(arguments: Namespace) -> list[str]:
    """The reports to write: those named, those that other options mean, and GitHub's where it runs."""
    names = read_reports(arguments.report, "--report")
    if arguments.out is not None and not names:
        names = list(USUAL)
    meant = [("canvas", arguments.canvas is not None), (GITHUB, runs_in_actions())]
    names += [name for name, is_meant in meant if is_meant and name not in names]
    check_reports(names, arguments)
    return names


def _grade_all(problems: ProblemSet, arguments: Namespace) -> tuple[list[Grade], list[InputError]]:
    """The grades of all the sheets that there are, and why others are not there."""
    grades, absent = [], []
    student = read_student(arguments.student)
    with SharedWorker(problems, arguments.isolation) as shared:
        for path in arguments.submissions:
            try:
                submission = load_submission(path)
            except InputError as error:
                absent.append(error)
            else:
                submission = replace(submission, student=student or submission.student)
                grades.append(grade(problems, submission, worker=shared.worker_for(submission)))
    say = sentences(problems.language)
    if student is not None:
        grades = [_with_login_noted(one, say) for one in grades]
    return list(_with_twins_noted(grades, say)), absent


def _with_login_noted(one: Grade, say: Say) -> Grade:
    """The same grade; whom `--student` names is often a login, and no name on a sheet can contradict it."""
    notes = (
        retold(replace(odd, key="name-beside-login", severity="note"), say)
        if odd.key == "other-student"
        else odd
        for odd in one.notes
    )
    return replace(one, notes=tuple(notes))


def _with_twins_noted(grades: list[Grade], say: Say) -> Iterator[Grade]:
    """The same grades, with a note where another sheet before it is of the same student."""
    first: dict[str, str] = {}
    for one in grades:
        earlier = first.setdefault(one.student.casefold(), one.name)
        if earlier == one.name:
            yield one
            continue
        names = {"student": one.student, "earlier": earlier}
        twin = retold(note("another-sheet", Source("", one.name), None, names, severity="warning"), say)
        yield replace(one, notes=(twin, *one.notes))


def _print_text(grades: list[Grade], problems: ProblemSet) -> None:
    say, columns = sentences(problems.language), terminal_columns()
    with fenced(sys.stdout):
        for number, one in enumerate(grades):
            if number:
                print("\n")
            print_lines(grade_table(one, problems.title, say, columns))


def _print_json(grades: list[Grade], _problems: ProblemSet) -> None:
    print(without_commands(json_text([one.to_dict() for one in grades])), end="")
    notes = [str(note) for one in grades for note in one.notes]
    if notes:
        with fenced(sys.stderr):
            print(*notes, sep="\n", file=sys.stderr)


_FORMATS = {"text": _print_text, "json": _print_json}
