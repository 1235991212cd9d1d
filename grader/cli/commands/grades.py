"""`grader grades`: a gradebook → what counts now for everybody, or for some, as a table, CSV or records."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any

from grader.cli.gradebook_arguments import (
    Losses,
    add_book_arguments,
    check_section,
    chosen_set,
    find_student,
    open_book,
)
from grader.cli.output import fenced, table, without_commands
from grader.cli.percentages import percentage
from grader.cli.set_arguments import settle_book
from grader.gradebook import Gradebook, Standing
from grader.grading.grade_record import FORMAT
from grader.grading.record import STATUSES
from grader.problems import ProblemSet
from grader.reports.class_.grades_csv import MISSING, grades_csv_pieces
from grader.reports.record_words import totals_of
from grader.submissions.collecting import Person
from grader.text.escapes import json_pieces
from grader.text.source import InputError

EXAMPLE = "grader grades --out grades --below 50% --format csv"

HEADINGS = (
    "student", "name", "section", "points", "of", "penalty", "after", "%", "status", "pending", "submitted",
)  # fmt: skip
_UNKNOWN = "–"


def add_arguments(parser: ArgumentParser) -> None:
    add_book_arguments(parser)
    parser.add_argument(
        "--format", choices=tuple(_FORMATS), default="table", help="the output format (default: table)"
    )
    parser.add_argument("--student", metavar="ID", help="list this student only")
    parser.add_argument("--section", metavar="NAME", help="list this section of the roster only")
    parser.add_argument(
        "--status", choices=(*STATUSES, MISSING),
        help="list grades with this status only; missing means on the roster but without a submission",
    )  # fmt: skip
    parser.add_argument(
        "--below", metavar="PERCENT", type=percentage, help="list grades below this share only, such as 50%%"
    )
    parser.add_argument(
        "--pending", action="store_true", help="list only grades with answers that await manual grading"
    )


def run(arguments: Namespace) -> int:
    settle_book(arguments)
    with open_book(arguments.out) as book:
        set_id = chosen_set(book, arguments)
        check_section(book, arguments.section)
        missing = list(_missing(book, set_id, arguments))
        losses = Losses()
        found = _Counted(_selected(book, set_id, missing, losses, arguments))
        problems = _problems(book, set_id, found, losses)
        _FORMATS[arguments.format](found, missing, problems, book)
        _warn(found.undated, problems)
    losses.tell()
    return 0


def _problems(book: Gradebook, set_id: str, found: Iterable[Standing], losses: Losses) -> ProblemSet:
    """The set as something was marked by it last; where that cannot be read, so is said of whom it marked."""
    try:
        return book.problems(book.state(set_id))
    except InputError:
        for _ in found:  # which notes whose grades cannot be read for that reason
            pass
        losses.tell()
        raise


class _Counted:
    """Standings one after the other, a class may be large; `undated` counts those of no known time."""

    def __init__(self, standings: Iterator[Standing]) -> None:
        self._standings = standings
        self.undated = 0

    def __iter__(self) -> Iterator[Standing]:
        for standing in self._standings:
            self.undated += standing.graded.submission.at is None
            yield standing


def _missing(book: Gradebook, set_id: str, arguments: Namespace) -> Iterator[Person]:
    """Those who are asked for and handed in nothing: without marks, they are below nothing."""
    implied = MISSING if arguments.format == "json" else None  # there are no records of them
    if arguments.pending or arguments.below is not None or arguments.status not in (implied, MISSING):
        return
    wanted = None if arguments.student is None else arguments.student.casefold()
    for person in book.missing(set_id):
        if wanted in (None, person.student.casefold()) and arguments.section in (None, person.section):
            yield person


def _selected(
    book: Gradebook, set_id: str, missing: Sequence[Person], losses: Losses, arguments: Namespace
) -> Iterator[Standing]:
    """What counts for those who are asked for, in the order of their names."""
    if arguments.student is None:
        whole = arguments.format == "json"
        standings = book.current(set_id, arguments.keep, losses.add, marks_only=not whole)
    elif missing:
        standings = iter(())
    else:
        student = find_student(book, set_id, arguments.student, "--student")
        standings = iter([book.standing(set_id, student, arguments.keep)])
    return (standing for standing in standings if _is_asked_for(standing, arguments))


def _is_asked_for(standing: Standing, arguments: Namespace) -> bool:
    grade, person = standing.grade, standing.person
    return (
        (arguments.section is None or (person is not None and person.section == arguments.section))
        and arguments.status in (None, grade.status)
        and (arguments.below is None or grade.share_after < arguments.below)
        and (not arguments.pending or grade.pending > 0)
    )


def _print_table(
    standings: Iterable[Standing], missing: Sequence[Person], _problems: ProblemSet, _book: Gradebook
) -> None:
    rows = [*map(row_of, standings), *map(missing_row, missing)]
    with fenced(sys.stdout):
        print(*table(HEADINGS, rows), sep="\n")


def row_of(standing: Standing) -> list[str]:
    """What the table says of a student."""
    grade, person, at = standing.grade, standing.person, standing.graded.submission.at
    pending = grade.pending
    totals = totals_of(grade, pending)
    return [
        standing.student,
        person.name if person else "",
        person.section if person else "",
        totals.earned,
        totals.possible,
        totals.penalty if grade.late is not None and grade.penalty else "",
        totals.after,
        totals.percent or _UNKNOWN,
        f"{grade.status}, and a later one failed" if _failed_later(standing) else grade.status,
        str(pending) if pending else "",
        _UNKNOWN if at is None else f"{at:%Y-%m-%d %H:%M} UTC",
    ]


def missing_row(person: Person) -> list[str]:
    """What the table says of somebody who handed in nothing."""
    return [person.student, person.name, person.section, *[""] * 4, _UNKNOWN, MISSING, "", _UNKNOWN]


def _failed_later(standing: Standing) -> bool:
    return standing.failed and standing.grade.status != "failed"


def _print_csv(
    standings: Iterable[Standing], missing: Sequence[Person], problems: ProblemSet, book: Gradebook
) -> None:
    people = {person.student: person for person in book.people()}
    for piece in grades_csv_pieces((standing.grade for standing in standings), problems, missing, people):
        print(piece, end="")


def _print_json(
    standings: Iterable[Standing], missing: Sequence[Person], problems: ProblemSet, _book: Gradebook
) -> None:
    records = (standing.grade.to_dict() for standing in standings)
    absent = (_missing_record(person, problems) for person in missing)
    for piece in json_pieces(chain(records, absent)):
        print(without_commands(piece), end="")


def _missing_record(person: Person, problems: ProblemSet) -> dict[str, Any]:
    """The fields of a record that make sense without a submission."""
    return {
        "format": FORMAT, "set": problems.id, "student": person.student, "status": MISSING,
        "name": person.name, "section": person.section,
    }  # fmt: skip


def _warn(unknown: int, problems: ProblemSet) -> None:
    """Say where the policy for lateness could not be applied."""
    if problems.late is not None and unknown:
        told = "was submitted; it counts" if unknown == 1 else "were submitted; they count"
        print(f"warning: nothing says when {unknown:,} of these {told} as on time", file=sys.stderr)


_FORMATS = {"table": _print_table, "csv": _print_csv, "json": _print_json}
