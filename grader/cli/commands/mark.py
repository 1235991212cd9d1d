"""`grader mark`: answers that a person reads → a list of them, a table to fill in, and decisions from it."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path

from grader.cli.gradebook_arguments import Losses, add_book_arguments, check_section, no_set, open_book
from grader.cli.output import fenced
from grader.cli.set_arguments import SET_HELP, keep_slips, named_set, settle_course
from grader.gradebook import Gradebook
from grader.gradebook.answers_to_mark import AnswerGroup, agreements, answers_to_mark
from grader.gradebook.decision_tables import Reasons, marks_from_table
from grader.problems import ProblemSet
from grader.reports.class_.marking_lists import agreement_in_words, answer_lines, marking_table
from grader.text.atomic_file import store
from grader.text.columns import visible
from grader.text.source import load_source, refusal
from grader.text.spelling import did_you_mean, listed, shortened

EXAMPLE = "grader mark problems/minimax-by-hand/set.yaml --out grades --csv marks.csv --by tom"


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("set", metavar="SET", help=SET_HELP)
    what = parser.add_mutually_exclusive_group()
    what.add_argument(
        "--list", action="store_true",
        help="print every answer to a question that a person marks, identical ones together (default)",
    )  # fmt: skip
    what.add_argument(
        "--csv", metavar="FILE",
        help="write a table to fill in; if FILE exists, store the points and reasons in it",
    )  # fmt: skip
    parser.add_argument("--anonymous", action="store_true", help="leave out the students' names")
    parser.add_argument("--section", metavar="NAME", help="list only answers from this section of the roster")
    parser.add_argument(
        "--question", metavar="PROBLEM.QUESTION", action="append", help="list only this question; repeatable"
    )
    parser.add_argument("--pending", action="store_true", help="list only answers that nobody has marked yet")
    parser.add_argument("--by", metavar="WHO", help="who marks; not shown to students")
    add_book_arguments(parser, with_set=False)


def run(arguments: Namespace) -> int:
    named = named_set(arguments.set)
    settle_course(arguments, named.place)
    problems = named.load()
    takes = arguments.csv is not None and Path(arguments.csv).exists()
    if takes and not (arguments.by or "").strip():
        hint = "the history says who decided; for a new table, name a file that does not exist yet"
        raise refusal("grader mark", f"{arguments.csv} exists already, and `--by` is missing", hint)
    arguments.pending = arguments.pending and not takes  # a table may have more than what is still pending
    losses = Losses()
    with open_book(arguments.out, write=takes) as book:
        if problems.id not in dict(book.sets()):
            raise no_set(book, problems.id)
        check_section(book, arguments.section)
        groups = _selected(book, problems, losses, arguments)
        if takes:
            _take(book, problems, groups, losses, arguments)
            keep_slips(named.place)
        else:
            _show(groups, problems, _reasons(book, problems.id), arguments)
    losses.tell()
    return 0


def _selected(
    book: Gradebook, problems: ProblemSet, losses: Losses, arguments: Namespace
) -> tuple[AnswerGroup, ...]:
    """The answers that are asked for; of identical ones, those of the section alone."""
    questions = None if arguments.question is None else _questions(problems, arguments.question)
    standings = (
        standing
        for standing in book.current(problems.id, arguments.keep, losses.add)
        if arguments.section is None
        or (standing.person is not None and standing.person.section == arguments.section)
    )
    return tuple(
        group
        for group in answers_to_mark(book, standings, losses.add)
        if (questions is None or group.question in questions) and (group.pending or not arguments.pending)
    )


def _questions(problems: ProblemSet, asked: Iterable[str]) -> set[str]:
    """The ids of the questions that are named, each by its id or its number in the report."""
    names = problems.question_names
    asked_here = (
        names[f"{problem.id}.{one.question.id}"]
        for problem in problems.problems
        for one in problem.questions
        if one.question.needs_person
    )
    read = {name.id: name.number for name in asked_here}
    by_number = {number: name for name, number in read.items()}
    for name in asked:
        if name not in read and name not in by_number:
            there = f"these are: {listed(list(read), 'and')}" if read else "the set has none"
            message = f"`{visible(shortened(name))}` is not a question that a person marks"
            raise refusal("--question", message, did_you_mean(name, list(read), there))
    return {name if name in read else by_number[name] for name in asked}


def _reasons(book: Gradebook, set_id: str) -> Reasons:
    @cache
    def used(question: str) -> Sequence[str]:
        return book.reasons(set_id, question)

    return used


def _show(
    groups: Sequence[AnswerGroup], problems: ProblemSet, reasons: Reasons, arguments: Namespace
) -> None:
    if not groups:
        print("there is no answer here that a person has to mark", file=sys.stderr)
    elif arguments.csv is None:
        with fenced(sys.stdout):
            names = problems.question_names
            print(*answer_lines(groups, names, reasons, anonymous=arguments.anonymous), sep="\n")
    else:
        text = marking_table(groups, reasons, by=arguments.by, anonymous=arguments.anonymous)
        store(f"\ufeff{text}", Path(arguments.csv))  # by which spreadsheets know UTF-8
        some = "1 answer" if len(groups) == 1 else f"{len(groups):,} different answers"
        print(f"wrote {visible(arguments.csv)} with {some}", file=sys.stderr)
        print("fill in points and reason, and run this again with `--by WHO`", file=sys.stderr)


def _take(
    book: Gradebook, problems: ProblemSet, groups: Sequence[AnswerGroup], losses: Losses, arguments: Namespace
) -> None:
    """Keep what is filled in, and say how far the marking is and whether the markers agree."""
    by = arguments.by.strip()
    made = marks_from_table(load_source(arguments.csv), groups, _reasons(book, problems.id), by)
    book.decide(problems.id, made)
    now = _selected(book, problems, losses, arguments)
    pending = sum(group.pending for group in now)
    print(
        f"{len(made):,} new mark{'' if len(made) == 1 else 's'} by {visible(by)}; {pending:,} still pending"
    )
    names = problems.question_names
    for one in agreements(now):
        print(f"{visible(names[one.question].with_id)}: {agreement_in_words(one)}")
    if made:
        print("the reports show it once they are written again", file=sys.stderr)
