"""`grader adjust`: a person's points for questions, with the reason, kept through every re-marking."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence

from grader.cli.gradebook_arguments import (
    Losses,
    add_book_arguments,
    chosen_set,
    find_check,
    find_student,
    open_book,
)
from grader.cli.output import fenced
from grader.cli.set_arguments import settle_book
from grader.gradebook import Adjustment, Gradebook, UnreadRecord
from grader.gradebook.decision_tables import Decision, load_decisions, read_points
from grader.gradebook.standing import Keep
from grader.grading import Check
from grader.reports.record_words import points_in_words, shown_points, total_in_words
from grader.text.columns import visible
from grader.text.sentences import sentences
from grader.text.source import InputError, Mistake, first_mistakes, refusal

EXAMPLE = (
    'grader adjust ada textbook.pruned --points 2 --because "the figure was misprinted" --by tom --out grades'
)


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("student", metavar="STUDENT", nargs="?", help="the student's id")
    parser.add_argument(
        "question", metavar="PROBLEM.QUESTION", nargs="?", help="the question, such as textbook.value"
    )
    parser.add_argument("--points", metavar="NUMBER", help="the points the answer earns, such as 2 or 1/2")
    parser.add_argument("--because", metavar="TEXT", help="the reason, shown to the student")
    parser.add_argument("--by", metavar="WHO", help="who decided; not shown to students")
    parser.add_argument(
        "--withdraw",
        action="store_true",
        help="withdraw the adjustment, so that the computed mark counts again",
    )
    parser.add_argument(
        "--from", dest="file", metavar="FILE.csv",
        help="apply many adjustments from a table with the columns student, question, points, because and by;"
        " `withdraw` instead of points takes one back",
    )  # fmt: skip
    add_book_arguments(parser)


def run(arguments: Namespace) -> int:
    decisions = load_decisions(arguments.file, arguments.by) if arguments.file else _typed(arguments)
    settle_book(arguments)
    with open_book(arguments.out, write=True) as book:
        set_id = chosen_set(book, arguments)
        losses = Losses()
        made = _adjustments(book, set_id, decisions, arguments.keep, losses)
        if not made:
            losses.tell()
        book.decide(set_id, made)
        with fenced(sys.stdout):
            for student in dict.fromkeys(adjustment.student for adjustment in made):
                print(_total(book, set_id, student, arguments.keep))
    print("the reports show it once they are written again", file=sys.stderr)
    losses.tell()
    return 0


def _typed(arguments: Namespace) -> list[Decision]:
    """The one decision of the command line."""
    for name, given in (("STUDENT", arguments.student), ("PROBLEM.QUESTION", arguments.question)):
        if given is None:
            hint = "`grader adjust STUDENT PROBLEM.QUESTION --points 2 …`, or `--from FILE.csv` for many"
            raise refusal("grader adjust", f"{name} is missing", hint)
    if arguments.withdraw == (arguments.points is not None):
        raise refusal("grader adjust", "say what is decided", "give either `--points NUMBER` or `--withdraw`")
    for name in ("because", "by"):
        if not (getattr(arguments, name) or "").strip():
            raise refusal("grader adjust", f"`--{name}` is missing", "the history says why, and who decided")
    try:
        points = None if arguments.withdraw else read_points(arguments.points)
    except ValueError as error:
        raise refusal("--points", str(error), "write a number, such as 2, 1.5 or 1/2") from None
    given = arguments.student, arguments.question, points, arguments.because.strip(), arguments.by.strip()
    return [Decision(*given)]


def _adjustments(
    book: Gradebook, set_id: str, decisions: Sequence[Decision], keep: Keep, losses: Losses
) -> list[Adjustment]:
    """What is to be kept; an error has everything that is wrong, and then nothing is.

    A grade that cannot be read is no mistake in the decisions, and costs only those about it.
    """
    made: list[Adjustment] = []
    mistakes: list[Mistake] = []
    for decision in decisions:
        try:
            made.append(_adjustment(book, set_id, decision, keep))
        except UnreadRecord as unread:
            losses.add(unread)
        except InputError as error:
            mistakes += map(decision.placed, error.mistakes)
    if mistakes:
        raise first_mistakes(mistakes)
    return made


def _adjustment(book: Gradebook, set_id: str, decision: Decision, keep: Keep) -> Adjustment:
    student = find_student(book, set_id, decision.student)
    standing = book.standing(set_id, student, keep)
    check = find_check(standing.grade, decision.question)
    _check_points(check, decision)
    return Adjustment(student, check.id, decision.points, decision.because, decision.by, standing.graded.id)


def _check_points(check: Check, decision: Decision) -> None:
    """Refuse points that are more than there are, and to withdraw what there is not."""
    if decision.points is None and check.adjusted is None:
        raise refusal(
            "--withdraw", f"nobody has adjusted `{check.id}`", "`grader history` says what was decided"
        )
    if decision.points is not None and decision.points > check.possible:
        message = f"`{check.id}` is worth {points_in_words(check.possible)} at most"
        raise refusal("--points", message, f"{shown_points(decision.points)} is more than that")


def _total(book: Gradebook, set_id: str, student: str, keep: Keep) -> str:
    """What has become of the grade."""
    grade = book.standing(set_id, student, keep).grade
    return f"{visible(student)}: {total_in_words(grade, sentences())}"
