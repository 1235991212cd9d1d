"""`regrade --nobody-loses`: whatever is marked otherwise, nobody's total falls."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import timedelta
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.gradebook import KEEPS, Adjustment, Gradebook
from grader.gradebook.regrades import GradeRecord, Regraded, regrade
from grader.gradebook.standing import Keep
from grader.grading import grade
from grader.problems import ProblemSet, load_problems
from grader.submissions import HandIn, read_hand_in
from grader.text.source import Source
from tests.gradebook.keeping import DUE, book_in, failed, marked

QUESTIONS = ("best-move", "pruned", "value", "manual")
TREES = (
    "A = max(B = min(3, 12, 8), C = min(2, 4, 6), D = min(14, 5, 2))",
    "A = max(B = min(3, 12, 8), C = min(4, 2, 6), D = min(14, 5, 9))",
)
SET = """\
set: search-1
rule: {rule}
due: 2027-02-01 12:00 UTC
late: {{per-day: 20%, limit: 3d}}
problems:
  - id: textbook
    tree: {tree}
    questions:
      - {{ask: best-move, points: 2}}
      - {{ask: pruned, points: 4, credit: {credit}{accept}}}
      - {{ask: value, of: [B, C, D, A], points: 3{void}}}
      - {{ask: manual, text: Why?, points: 2}}
"""
RULES = ("aima", "{preset: aima, ties: keep}")
ACCEPTS = ("", ", accept: [{rule: {ties: keep}, credit: 1/2}]", ", accept: [{answer: '[C1]', credit: 1/2}]")
VOIDS = ("", ", void: full, because: a misprint")
STATES = tuple(product(TREES, RULES, ("each", "all"), ACCEPTS, VOIDS))
MOVES, PRUNED = ("B", "C", "D"), ("[C2, C3]", "[C3]", "[C1]", "[B3]", "")
VALUES = ("{B: 3, C: 2, D: 2, A: 3}", "{B: 3, C: 2, D: 5, A: 5}", "{B: 12}")


@cache
def problems_in(state: tuple[str, ...]) -> ProblemSet:
    tree, rule, credit, accept, void = state
    text = SET.format(tree=tree, rule=rule, credit=credit, accept=accept, void=void)
    return load_problems(Source(text, "set.yaml"))


def handed(number: int, move: str, pruned: str, value: str) -> HandIn:
    sheet = f"answers: {{textbook: {{best-move: {move}, pruned: '{pruned}', value: '{value}', manual: so}}}}"
    return HandIn("ada", "ada.yaml", {"ada.yaml": f"{sheet} # {number}".encode()})


answers = st.tuples(st.sampled_from(MOVES), st.sampled_from(PRUNED), st.sampled_from(VALUES))
submissions = st.lists(
    st.tuples(answers, st.integers(-30, 90), st.booleans()), min_size=1, max_size=3
)  # what is answered, how many hours after the due date, and whether the grader fails
decisions = st.lists(st.tuples(st.sampled_from(QUESTIONS), st.fractions(0, 2, max_denominator=4)), max_size=3)


def regraded(book: Gradebook, problems: ProblemSet, keep: Keep) -> Regraded:
    def mark(hand_ins: Iterable[HandIn]) -> Iterator[GradeRecord]:
        return (grade(problems, read_hand_in(given)).to_dict() for given in hand_ins)

    (ada,) = regrade(book, problems, keep, mark, "a misprint")
    assert isinstance(ada, Regraded)
    return ada


def never_poorer(
    before: ProblemSet,
    after: ProblemSet,
    came: list[tuple[tuple[str, str, str], int, bool]],
    decided: list[tuple[str, Fraction]],
    keep: Keep,
) -> None:
    with TemporaryDirectory() as folder:
        entries = [
            (failed if fails and number else marked)(
                handed(number, *given), DUE + timedelta(hours=hours), before
            )
            for number, (given, hours, fails) in enumerate(came)
        ]
        with book_in(Path(folder), *entries, problems=before) as book:
            made = [Adjustment("ada", f"textbook.{name}", points, "so", "tom", 1) for name, points in decided]
            book.decide("search-1", made)
            ada = regraded(book, after, keep)
            assert Fraction(ada.after.grade.after) >= ada.before.grade.after


same = st.sampled_from(STATES)
LAW = {"before": same, "after": same, "came": submissions, "decided": decisions}


@pytest.mark.slow
@settings(max_examples=300, deadline=None)
@given(keep=st.sampled_from(KEEPS), **LAW)
def test_nobodys_total_falls(
    keep: Keep,
    before: tuple[str, ...],
    after: tuple[str, ...],
    came: list[tuple[tuple[str, str, str], int, bool]],
    decided: list[tuple[str, Fraction]],
) -> None:
    came = [(given, min(hours, 0) if fails else hours, fails) for given, hours, fails in came]
    never_poorer(problems_in(before), problems_in(after), came, decided, keep)


def test_what_counted_keeps_its_points_where_a_late_submission_would_be_the_best() -> None:
    """By the other tree the late one is right, and so would count with what lateness leaves of it."""
    first, second = problems_in(STATES[0]), problems_in((TREES[1], *STATES[0][1:]))
    right = ("B", "[C2, C3]", VALUES[0])
    came = [(right, -1, False), (("D", "[C3]", VALUES[1]), 40, False)]
    never_poorer(first, second, came, [], "best")
