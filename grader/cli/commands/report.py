"""`grader report`: stored grades and their set → reports, without marking anything again."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from grader.cli.commands.sheet import read_student
from grader.cli.gradebook_arguments import Losses, add_keep_argument, counting_grades, no_set
from grader.cli.output import write_file, write_output
from grader.cli.report_arguments import (
    GITHUB,
    USUAL,
    add_report_arguments,
    check_belonging,
    make_reports,
    read_reports,
    requested,
    tell_github,
)
from grader.cli.set_arguments import SET_HELP, InCourse, named_set, settle_keep
from grader.gradebook import FILE, Gradebook
from grader.grading import Grade
from grader.grading.record import load_grades
from grader.problems import ProblemSet
from grader.reports.report_files import CLASS_SINKS, STUDENT_SINKS, Request, class_report
from grader.submissions.collecting import Person
from grader.term.kept_slips import slips_of
from grader.term.term_table import read_term
from grader.text.columns import visible
from grader.text.source import all_mistakes, refusal
from grader.text.spelling import did_you_mean

EXAMPLE = "grader report out/results.json --set set.yaml --as md --student ada -o ada.md"


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "results",
        metavar="RESULTS",
        nargs="?",
        help=f"the stored grades: a `results.json` or a `{FILE}`; not needed for a set of a course",
    )
    add_keep_argument(parser)
    parser.add_argument(
        "--set", metavar="SET", required=True, help=f"the problem set they were graded with: {SET_HELP}"
    )
    parser.add_argument(
        "--as",
        dest="reports",
        metavar="LIST",
        help="a comma-separated list, such as `html,md` (default: text, or with `--out` what `grade` writes)",
    )
    parser.add_argument("--student", metavar="ID", help="report on this student only")
    parser.add_argument(
        "-o", "--output", metavar="FILE", type=Path, help="write a single report to this file"
    )
    add_report_arguments(parser)


def run(arguments: Namespace) -> int:
    names = read_reports(arguments.reports, "--as") or list(USUAL if arguments.out else ("txt",))
    named = named_set(arguments.set)
    problems = named.load()
    _settle(arguments, named.place)
    losses = Losses()
    loaded, missing, people = _load(arguments, problems, named.place, losses)
    grades = _of_student(loaded, read_student(arguments.student), losses)
    request = replace(
        requested(arguments, problems), missing=missing if arguments.student is None else (),
        people={person.student: person for person in people},
    )  # fmt: skip
    files = [name for name in names if name != GITHUB]
    check_belonging(arguments.out, problems)
    if arguments.out is not None:
        make_reports(files, grades, request, arguments.out)
        print(_written(files, grades, arguments.out), file=sys.stderr)
    elif files:
        _write_one(files, grades, request, arguments.output)
    if GITHUB in names:
        tell_github(grades, request, sys.stdout)
    if arguments.student is None:
        losses.tell()
    return 0


def _settle(arguments: Namespace, place: InCourse | None) -> None:
    """Let the course say where the gradebook is and what counts, if the arguments do not."""
    settle_keep(arguments, place)
    if arguments.results is None and place is None:
        raise refusal("RESULTS", "nothing says where the records are", f"name a `results.json` or a `{FILE}`")
    if arguments.results is None and place is not None:
        arguments.results = str(place.out / FILE)


def _load(
    arguments: Namespace, problems: ProblemSet, place: InCourse | None, losses: Losses
) -> tuple[Sequence[Grade], tuple[Person, ...], tuple[Person, ...]]:
    """What counts, who on the roster submitted nothing, and all on it; only a gradebook knows the roster."""
    if Path(arguments.results).suffix != Path(FILE).suffix:
        grades = load_grades(arguments.results, problems, losses.add_error)
        if not grades:
            raise refusal(arguments.results, "there is no grade in this file", "grade a class first")
        return grades, (), ()
    with Gradebook.open(Path(arguments.results), write=False) as book:
        if problems.id not in dict(book.sets()):
            raise no_set(book, problems.id)
        if place is not None and place.course.slip is not None:
            book.reading_slips(slips_of(read_term(place.course), place.entry.id))
        counting = list(counting_grades(book, problems, arguments.keep, losses))
        return counting, book.missing(problems.id), book.people()


def _of_student(grades: Sequence[Grade], student: str | None, losses: Losses) -> list[Grade]:
    if student is None:
        return list(grades)
    if unread := losses.of(student):
        raise all_mistakes(unread)
    found = [grade for grade in grades if grade.student.casefold() == student.casefold()]
    if not found:
        hint = did_you_mean(student, [grade.student for grade in grades], "name a student as the records do")
        raise refusal("--student", f"there is no grade of `{visible(student)}`", hint)
    return found


def _written(names: Sequence[str], grades: Sequence[Grade], folder: Path) -> str:
    """What was written where."""
    class_files = [CLASS_SINKS[name].file for name in names if name in CLASS_SINKS]
    students = "1 student" if len(grades) == 1 else f"{len(grades):,} students"
    own = [f"{STUDENT_SINKS[name].file} for {students}" for name in names if name in STUDENT_SINKS]
    return f"wrote {', '.join(class_files + own) or 'nothing'} in {visible(str(folder))}"


def _write_one(names: Sequence[str], grades: Sequence[Grade], request: Request, path: Path | None) -> None:
    """The one report that is asked for, to a file or to standard output."""
    if len(names) > 1:
        raise refusal("--as", "these are several files", "add `--out DIR`, or name one of them")
    content = _one(names[0], grades, request)
    if isinstance(content, str):
        write_output(content, path)
    elif path is None:
        sys.stdout.write(content.decode())
    else:
        write_file(content, path)


def _one(name: str, grades: Sequence[Grade], request: Request) -> str | bytes:
    if name not in STUDENT_SINKS:
        made = class_report(name, grades, request)
        for note in made.notes:
            print(note, file=sys.stderr)
        return made.content
    if len(grades) != 1:
        message = f"`{name}` is a file for each student, and there are {len(grades)} grades"
        raise refusal("--as", message, "add `--student ID`, or `--out DIR`")
    written = STUDENT_SINKS[name].write(grades[0], request)
    if written is None:
        raise refusal("--as", f"`{name}` has nothing to say while no marks are shown", "add `--view staff`")
    return written
