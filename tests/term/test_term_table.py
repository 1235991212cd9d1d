"""A course and its gradebooks → the table of the term."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from grader.gradebook import FILE, Adjustment, Gradebook
from grader.term.course_file import load_course
from grader.term.kept_slips import keep_slips_of
from grader.term.term_table import Term, TermRow, read_term, seen_by
from grader.text.source import InputError
from tests.gradebook.keeping import HALF, RIGHT, WRONG
from tests.term.terms import DAY, DUE, HOUR, LATE, MIDTERM, NOW, in_time, keep, make_course


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def the_row(term: Term, student: str) -> TermRow:
    return next(row for row in term.rows if row.student == student)


def test_missing_excused_open_and_marked_are_different_things() -> None:
    course = make_course(second=", excused: [bob]")
    keep(course, "week1", in_time("ada", "bob"))
    term = read_term(course, now=NOW)
    kinds = {row.student: [cell.kind for cell in row.cells.values()] for row in term.rows}
    assert kinds == {
        "ada": ["marked", "open"], "bob": ["marked", "excused"], "eve": ["missing", "open"],
        "zoe": ["missing", "open"],
    }  # fmt: skip
    assert [row.reckoned.rounded for row in term.rows] == [100, 100, 0, 0]


def test_nobody_is_missing_before_the_due_date() -> None:
    course = make_course()
    keep(course, "week1", in_time("ada"))
    assert the_row(read_term(course, now=DUE - HOUR), "eve").cells["week1"].kind == "open"


def test_lateness_is_that_of_the_course_as_it_is_now() -> None:
    course = make_course(LATE)
    keep(course, "week1", {"ada": (RIGHT, DUE + HOUR)})
    cell = the_row(read_term(course, now=NOW), "ada").cells["week1"]
    assert (cell.earned, cell.after) == (Fraction(5), Fraction(9, 2))
    Path("course.yaml").write_text(
        Path("course.yaml").read_text(encoding="utf-8").replace("02-01 12:00", "02-01 14:00"),
        encoding="utf-8",
    )
    cell = the_row(read_term(load_course("course.yaml"), now=NOW), "ada").cells["week1"]
    assert (cell.earned, cell.after) == (Fraction(5), Fraction(5))


def test_a_decision_in_a_gradebook_shows_at_once() -> None:
    course = make_course()
    keep(course, "week1", {"ada": (HALF, DUE)})
    before = the_row(read_term(course, now=NOW), "ada").reckoned.total
    with Gradebook.open(course.out(course.sets[0]) / FILE) as book:
        number = book.standing("week1", "ada").graded.id
        book.decide("week1", [Adjustment("ada", "textbook.pruned", 4, "misprint", "tom", number)])
    assert (before, the_row(read_term(course, now=NOW), "ada").reckoned.total) == (
        Fraction(60),
        Fraction(100),
    )


def test_marks_from_outside_are_a_set_of_their_own() -> None:
    course = make_course(more=MIDTERM)
    keep(course, "week1", in_time("ada", "bob", "eve"))
    Path("midterm.csv").write_text(
        "email,points\nADA@example.edu,45\nbob@example.edu,EX\neve@example.edu,\nmallory,60\n",
        encoding="utf-8",
    )
    term = read_term(course, now=NOW)
    ada, bob, eve = (the_row(term, name) for name in ("ada", "bob", "eve"))
    assert [row.cells["midterm"].kind for row in (ada, bob, eve)] == ["marked", "excused", "missing"]
    assert ada.reckoned.total == Fraction(100 + 2 * 75, 3)
    assert bob.reckoned.total == 100
    assert eve.reckoned.total == Fraction(100, 3)
    assert [str(finding).partition(": ")[0] for finding in term.findings] == ["midterm.csv:5:1"]


def test_marks_from_outside_that_cannot_be_read_are_all_named() -> None:
    course = make_course(more=MIDTERM)
    Path("midterm.csv").write_text("id,points\nada,ten\nbob,-1\nbob,3\n", encoding="utf-8")
    with pytest.raises(InputError) as raised:
        read_term(course, now=NOW)
    assert [mistake.message for mistake in raised.value.mistakes] == [
        "`ten` is not a number of points", "`-1` is not a number of points", "`bob` is in this table twice",
    ]  # fmt: skip


def test_marks_from_outside_that_are_not_there_yet_are_open() -> None:
    term = read_term(make_course(more=MIDTERM), now=NOW)
    assert {row.cells["midterm"].kind for row in term.rows} == {"open"}
    assert len(term.findings) == 1


def test_a_set_that_is_dropped_is_marked_so() -> None:
    course = make_course("total: {drop: 1 lowest}\n")
    keep(course, "week1", {"ada": (WRONG, DUE)})
    keep(course, "week2", {"ada": (RIGHT, DUE)})
    row = the_row(read_term(course, now=NOW), "ada")
    assert [cell.dropped for cell in row.cells.values()] == [True, False]
    assert row.reckoned.rounded == 100


def test_slip_days_are_spent_where_they_help_most() -> None:
    course = make_course("slip-days: {days: 2, per-set: 2}\n" + LATE, second=", weight: 3")
    keep(course, "week1", {"ada": (RIGHT, DUE + HOUR)})
    keep(course, "week2", {"ada": (RIGHT, DUE + 8 * DAY + HOUR)})
    row = the_row(read_term(course, now=NOW), "ada")
    assert [cell.slip for cell in row.cells.values()] == [0, 2]
    assert row.left == 0
    assert row.reckoned.total == Fraction(90 + 300, 4)


def test_slip_days_are_spent_as_students_say() -> None:
    Path("slips.csv").write_text("id,set,days\nada,week1,2\neve,week1,1\n", encoding="utf-8")
    course = make_course("slip-days: {days: 2, said: slips.csv}\n" + LATE)
    keep(course, "week1", {"ada": (RIGHT, DUE + HOUR), "eve": (RIGHT, DUE - HOUR)})
    term = read_term(course, now=NOW)
    assert the_row(term, "ada").cells["week1"].slip == 1  # the second day would change nothing
    assert (the_row(term, "ada").left, the_row(term, "eve").left) == (1, 2)


def test_slip_days_that_nobody_has_asked_for_yet_are_not_spent() -> None:
    course = make_course("slip-days: {days: 2, said: slips.csv}\n" + LATE)
    keep(course, "week1", {"ada": (RIGHT, DUE + HOUR)})
    term = read_term(course, now=NOW)
    assert [finding.message for finding in term.findings] == [
        "the table of slip days does not exist yet: slips.csv"
    ]
    assert (the_row(term, "ada").cells["week1"].slip, the_row(term, "ada").left) == (0, 2)


def test_a_student_sees_only_what_is_revealed() -> None:
    course = make_course(in_set="reveal: {marks: never}\n", more=MIDTERM)
    keep(course, "week1", in_time("ada"))
    Path("midterm.csv").write_text("id,points\nada,30\n", encoding="utf-8")
    row = the_row(read_term(course, now=NOW), "ada")
    seen = seen_by(row, course)
    assert row.cells["week1"].kind == "marked"
    assert (seen.cells["week1"].kind, seen.cells["week1"].shown) == ("open", False)
    assert seen.reckoned.total == 50


def test_whose_record_is_damaged_costs_nobody_else() -> None:
    import sqlite3

    course = make_course()
    keep(course, "week1", in_time("ada", "bob"))
    connection = sqlite3.connect(course.out(course.sets[0]) / FILE)
    connection.executescript(
        "DROP TRIGGER grades_are_history_update; UPDATE grades SET record = '{' WHERE id = 1;"
    )
    connection.close()
    term = read_term(course, now=NOW)
    assert [unread.student for unread in term.unread] == ["ada"]
    assert the_row(term, "bob").reckoned.total == 100
    assert the_row(term, "ada").cells["week1"].kind == "failed"


def test_a_course_says_which_submission_counts_and_a_set_may_say_otherwise() -> None:
    course = make_course("keep: best\n", second=", keep: first")
    for name in ("week1", "week2"):
        keep(course, name, {"ada": (RIGHT, DUE - DAY)})
        keep(course, name, {"ada": (WRONG, DUE - HOUR)})
        keep(course, name, {"ada": (HALF, DUE)})
    ada = the_row(read_term(course, now=NOW), "ada")
    assert [ada.cells[name].earned for name in ("week1", "week2")] == [5, 5]
    assert [entry.keep for entry in course.sets[:2]] == ["best", "first"]
    ada = the_row(read_term(course, keep="latest", now=NOW), "ada")
    assert [ada.cells[name].earned for name in ("week1", "week2")] == [3, 3]


def test_which_submission_is_the_best_is_asked_with_the_slip_days_that_are_spent() -> None:
    """Without them the early half is better than the late whole; which is so for the gradebook as well."""
    course = make_course("keep: best\nslip-days: {days: 5, per-set: 2}\nlate: {per-day: 30%}\n")
    keep(course, "week1", {"ada": (HALF, DUE - HOUR)})
    keep(course, "week1", {"ada": (RIGHT, DUE + DAY + HOUR)})
    keep(course, "week2", {"ada": (RIGHT, DUE)})
    for _ in range(2):  # also when days are kept already
        cell = the_row(read_term(course, now=NOW), "ada").cells["week1"]
        assert (cell.earned, cell.slip, cell.share) == (Fraction(5), 2, Fraction(1))
        keep_slips_of(course)
    with Gradebook.open(course.out(course.sets[0]) / FILE) as book:
        assert book.standing("week1", "ada", "best").grade.after == 5
