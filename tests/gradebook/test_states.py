"""Several states of one set: what stands is the marking by the last of them, whatever came before."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from grader.gradebook import Adjustment, Gradebook, MarkedHandIn, adjusted
from grader.gradebook.regrades import GradeRecord, Regraded, regrade
from grader.grading import Grade, grade
from grader.problems import ProblemSet
from grader.submissions import HandIn, read_hand_in
from grader.version import VERSION
from tests.gradebook.keeping import DUE, HALF, RIGHT, WRONG, book_in, failed, handed, marked, problems_with

STATES = (
    problems_with(),
    problems_with(points=8),
    problems_with("rule: {ties: keep}"),
    problems_with(without_manual=True),
)
LATER = DUE + timedelta(days=1)
# What a class has handed in: of some the time is known, and one of them handed in twice.
CLASS: tuple[tuple[HandIn, datetime | None], ...] = (
    (handed("ada", RIGHT), None),
    (handed("bob", WRONG), DUE),
    (handed("eve", WRONG), DUE),
    (handed("eve", HALF), LATER),
)
QUESTION = "textbook.pruned"

Step = tuple[str, int, object]
STEPS = st.lists(
    st.one_of(
        st.tuples(st.sampled_from(("grade", "regrade")), st.integers(0, len(STATES) - 1), st.none()),
        st.tuples(st.just("fail"), st.integers(0, len(STATES) - 1), st.none()),
        st.tuples(st.just("adjust"), st.integers(0, 2), st.sampled_from((0, 1, 3, None))),
    ),
    max_size=6,
)


def mark_all(book: Gradebook, problems: ProblemSet) -> None:
    book.keep_set(problems)
    book.add(marked(given, at, problems) for given, at in CLASS)


def mark_again(book: Gradebook, problems: ProblemSet) -> list[Regraded]:
    def mark(hand_ins: Iterable[HandIn]) -> Iterator[GradeRecord]:
        return (grade(problems, read_hand_in(given)).to_dict() for given in hand_ins)

    book.keep_set(problems)
    found = [one for one in regrade(book, problems, "latest", mark) if isinstance(one, Regraded)]
    book.add([entry for one in found for entry in one.marked])
    return found


def fail_all(book: Gradebook, problems: ProblemSet) -> None:
    """A run in which the grader itself failed on everything."""
    book.keep_set(problems)
    book.add(failed(given, at, problems) for given, at in CLASS)


def afresh(problems: ProblemSet, decisions: Iterable[Adjustment]) -> list[Grade]:
    """Everybody's last hand-in, marked by this state and with all that people decided."""
    last = {given.student: given for given, _ in CLASS}
    return [
        adjusted(
            grade(problems, read_hand_in(given)), [one for one in decisions if one.student == given.student]
        )
        for given in last.values()
    ]


@settings(max_examples=settings().max_examples // 3)
@given(STEPS)
@example([("regrade", 1, None), ("regrade", 0, None)])
@example([("grade", 1, None), ("fail", 0, None), ("grade", 0, None)])
def test_what_stands_is_what_marking_afresh_by_the_last_state_gives(steps: list[Step]) -> None:
    decisions: list[Adjustment] = []
    with TemporaryDirectory() as folder, book_in(Path(folder)) as book:
        mark_all(book, STATES[0])
        last = STATES[0]
        for what, number, points in steps:
            if what == "adjust":
                assert points is None or isinstance(points, int)
                decision = Adjustment(("ada", "bob", "eve")[number], QUESTION, points, "because", "tom", 1)
                book.decide("search-1", [decision])
                decisions.append(decision)
            elif what == "fail":
                fail_all(book, STATES[number])  # which takes the place of no grade
            else:
                last = STATES[number]
                (mark_all if what == "grade" else mark_again)(book, last)
            assert [one.grade for one in book.current("search-1")] == afresh(last, decisions)
            assert {one.graded.set_hash for one in book.current("search-1")} == {last.hash}
            assert_settled(book, last)


def assert_settled(book: Gradebook, last: ProblemSet) -> None:
    """By the last state nothing needs to be marked again, by every other state everything does."""
    for problems in STATES:
        expected = len(CLASS) if problems.hash == last.hash else 0
        assert len(list(book.settled(problems, VERSION))) == expected
        origins = [grade(problems, read_hand_in(given)).made_from for given, _ in CLASS]
        stored = [
            book.stored(given.student, origin, at) for (given, at), origin in zip(CLASS, origins, strict=True)
        ]
        assert sum(number is not None for number in stored) == expected


def test_a_second_run_by_the_same_state_keeps_nothing_new(tmp_path: Path) -> None:
    with book_in(tmp_path) as book:
        for problems in (STATES[0], STATES[1], STATES[0]):
            mark_all(book, problems)
        count = len(book.gradings("search-1", "ada"))
        mark_all(book, STATES[0])
        assert all(one.marked == () for one in mark_again(book, STATES[0]))
        assert len(book.gradings("search-1", "ada")) == count == 3


def test_a_failure_is_kept_once_for_every_time_that_it_is_news(tmp_path: Path) -> None:
    entry = handed("ada")
    with book_in(tmp_path, failed(entry)) as book:
        assert book.add([failed(entry)]) == 0
        assert book.add([marked(entry)]) == 1
        assert book.add([failed(entry)]) == 0


@pytest.mark.parametrize("points", [2**62, 2**63, 10**30, "1" * 200])
def test_points_that_are_too_large_for_a_column_are_kept(tmp_path: Path, points: int | str) -> None:
    problems = problems_with(points=int(points))
    with book_in(tmp_path, marked(handed("ada"), problems=problems), problems=problems) as book:
        (graded,) = book.gradings("search-1", "ada")
        assert graded.possible == book.standing("search-1", "ada").grade.possible == int(points) + 3
        book.decide("search-1", [Adjustment("ada", QUESTION, int(points) - 1, "because", "tom", 1)])
        assert book.standing("search-1", "ada").grade.earned == int(points)


def test_a_time_of_long_ago_is_kept(tmp_path: Path) -> None:
    entry: MarkedHandIn = marked(handed("ada"), DUE.replace(year=1))
    with book_in(tmp_path, entry) as book:
        assert book.standing("search-1", "ada").graded.submission.at == DUE.replace(year=1)
