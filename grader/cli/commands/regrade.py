"""`grader regrade`: stored submissions and the set as it is now → whose grade changes, how much and why."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections import deque
from collections.abc import Iterable, Iterator

from grader.classes import available_cores, mark_again
from grader.cli.class_run import add_jobs_argument
from grader.cli.gradebook_arguments import Losses, add_book_arguments, no_set, open_book
from grader.cli.isolation import add_isolation_argument, tell_isolation
from grader.cli.output import Unheard, fenced, without_commands
from grader.cli.set_arguments import SET_HELP, keep_slips, named_set, settle_course
from grader.gradebook import Gradebook, MarkedHandIn
from grader.gradebook.regrades import GradeRecord, Lost, MarkAgain, Regraded, regrade
from grader.problems import ProblemSet
from grader.reports.class_.regrade_report import regraded_lines, regraded_markdown, regraded_record
from grader.submissions import HandIn
from grader.text.escapes import json_text
from grader.text.source import refusal

EXAMPLE = "grader regrade problems/minimax-by-hand/set.yaml --out grades --diff"

_BATCH = 200


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("set", metavar="SET", help=f"{SET_HELP}, as it is now")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--diff", action="store_true", help="only show what would change (default)")
    what.add_argument("--apply", action="store_true", help="store the new grades and show what changed")
    parser.add_argument(
        "--because", metavar="TEXT",
        help="the reason, shown to students whose marks change, together with the changes",
    )  # fmt: skip
    parser.add_argument(
        "--nobody-loses", action="store_true",
        help="let every answer that would now earn fewer points keep those it had",
    )  # fmt: skip
    parser.add_argument(
        "--format",
        choices=("table", "markdown", "json"),
        default="table",
        help="the output format (default: table)",
    )
    add_book_arguments(parser, with_set=False)
    add_isolation_argument(parser)
    add_jobs_argument(parser)


def run(arguments: Namespace) -> int:
    _check_reason(arguments)
    named = named_set(arguments.set)
    settle_course(arguments, named.place)
    problems = named.load()
    tell_isolation(arguments)
    with open_book(arguments.out, write=arguments.apply) as book:
        if problems.id not in dict(book.sets()):
            raise no_set(book, problems.id)
        spared = arguments.because if arguments.nobody_loses else None
        regraded = regrade(book, problems, arguments.keep, _marker(problems, arguments), spared)
        if arguments.apply:
            book.keep_set(problems)
            regraded = _kept(book, problems.id, regraded, arguments.because)
        losses, unheard, poorer = Losses(), Unheard(), _Poorer()
        compared = poorer.over(_compared(regraded, losses))
        with unheard:
            _print(compared, problems, arguments)
        if arguments.apply:
            deque(compared, maxlen=0)  # what nobody reads is kept all the same, or half a class would be
        keep_slips(named.place if arguments.apply else None)
    if arguments.nobody_loses:
        poorer.tell()
    losses.tell()
    unheard.tell()
    return 0


def _check_reason(arguments: Namespace) -> None:
    """Take the reason without blanks around it; whoever keeps points must give one."""
    because = None if arguments.because is None else arguments.because.strip()
    if because == "" or (because is None and arguments.nobody_loses):
        raise refusal("grader regrade", "`--because` is missing", "students read why: write a few words")
    arguments.because = because


class _Poorer:
    """Counts those who have fewer points all the same."""

    def __init__(self) -> None:
        self._number = 0

    def over(self, regraded: Iterable[Regraded]) -> Iterator[Regraded]:
        for one in regraded:
            self._number += one.change < 0
            yield one

    def tell(self) -> None:
        if self._number:
            students = "1 student has" if self._number == 1 else f"{self._number:,} students have"
            why = "a question is gone, worth less or pending, or lateness costs more"
            print(f"warning: {students} fewer points all the same: {why}", file=sys.stderr)


def _compared(regraded: Iterable[Regraded | Lost], losses: Losses) -> Iterator[Regraded]:
    for one in regraded:
        if isinstance(one, Lost):
            losses.add(one.unread)
        else:
            yield one


def _marker(problems: ProblemSet, arguments: Namespace) -> MarkAgain:
    workers = arguments.jobs or available_cores()

    def mark(hand_ins: Iterable[HandIn]) -> Iterator[GradeRecord]:
        return mark_again(problems, hand_ins, workers=workers, isolation=arguments.isolation)

    return mark


def _kept(
    book: Gradebook, set_id: str, regraded: Iterable[Regraded | Lost], because: str | None
) -> Iterator[Regraded | Lost]:
    """The same students, each after what was marked is kept, in batches."""
    students: list[Regraded | Lost] = []
    for one in regraded:
        students.append(one)
        if sum(len(student.marked) for student in students) >= _BATCH:
            yield from _keep(book, set_id, students, because)
            students = []
    yield from _keep(book, set_id, students, because)


def _keep(
    book: Gradebook, set_id: str, students: list[Regraded | Lost], because: str | None
) -> list[Regraded | Lost]:
    entries: list[MarkedHandIn] = [marked for student in students for marked in student.marked]
    compared = [student for student in students if isinstance(student, Regraded)]
    stays = [adjustment for student in compared for adjustment in student.stays]
    told = {one.student: one.announced(because) for one in compared if because and one.changes}
    if entries or stays or told:
        book.keep_regraded(set_id, entries, stays, told)
    return students


def _print(regraded: Iterable[Regraded], problems: ProblemSet, arguments: Namespace) -> None:
    if arguments.format == "json":
        print(
            without_commands(json_text(regraded_record(regraded, problems, applied=arguments.apply))), end=""
        )
        return
    write = regraded_markdown if arguments.format == "markdown" else regraded_lines
    with fenced(sys.stdout):
        for line in write(regraded, problems, applied=arguments.apply):
            print(line)
