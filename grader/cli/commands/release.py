"""`grader release`: a problem set → a folder with what students may have of it, and nothing else."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from pathlib import Path

from grader.cli.commands.sheet import read_student
from grader.cli.deal_arguments import dealt, load_roster
from grader.cli.set_arguments import SET_HELP, load_set, note_unsaid
from grader.course import needs_student, practice_files, release_files
from grader.course.new_course import check_empty, write_folder
from grader.submissions.collecting.roster import Roster
from grader.text.columns import visible
from grader.text.source import refusal

EXAMPLE = "grader release week1/set.yaml --out students/week1"


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("set", metavar="SET", help=SET_HELP)
    parser.add_argument("--out", metavar="DIR", type=Path, required=True, help="a new or empty folder")
    whom = parser.add_mutually_exclusive_group()
    whom.add_argument("--student", metavar="ID", help="release for one student, with that student's variants")
    whom.add_argument(
        "--roster", metavar="CSV", help="release for everybody on the roster, one folder per student in DIR"
    )


def run(arguments: Namespace) -> int:
    problems = load_set(arguments.set)
    student = read_student(arguments.student)
    if needs_student(problems) and student is None and arguments.roster is None:
        message = "this set has variants, and nothing says whose files these are"
        raise refusal(arguments.set, message, "add `--student ID`, or `--roster roster.csv` for everybody")
    check_empty(arguments.out)
    roster = None if arguments.roster is None else load_roster(arguments.roster)
    problems = dealt(problems, student, roster)
    folders = _folders(arguments.out, student, roster)
    besides = practice_files(problems)
    for folder, owner in folders.items():
        files = release_files(problems, owner) | besides
        write_folder(folder, files)
        _tell(folder, list(files) if arguments.roster is None else [])
    note_unsaid(arguments.set, problems)
    return 0


def _folders(out: Path, student: str | None, roster: Roster | None) -> Mapping[Path, str | None]:
    """Where to write, and for whom."""
    if roster is None:
        return {out: student}
    return {out / person.student: person.student for person in roster.people}


def _tell(folder: Path, names: list[str]) -> None:
    for path in [folder / name for name in names] or [folder]:
        print(visible(path.as_posix()))
