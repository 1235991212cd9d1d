"""Late policies: exact, from the time of the submission and each student's own due date, and visible."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from fractions import Fraction
from pathlib import Path

import pytest

from grader.gradebook import lateness
from grader.grading import Grade, grade, seen_by_student
from grader.grading.record import grade_from_record
from grader.reports.class_.grades_csv import grades_csv_pieces
from grader.reports.report_files import STUDENT_SINKS as SINKS
from grader.reports.report_files import Export, Request, class_report
from grader.reports.student.marks_table import grade_table, plain_text
from grader.reports.student.student_page import student_page
from grader.submissions import read_hand_in
from grader.submissions.collecting.roster import Person
from grader.text.sentences import sentences
from tests.gradebook.keeping import DUE, HALF, book_in, handed, marked, problems_with

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
POLICY = "due: 2027-02-01 13:00 Europe/Berlin\nlate: {grace: 15m, per-day: 10%, limit: 3d}"
PROBLEMS = problems_with(POLICY)

SHARES = {
    "in time": (-MINUTE, 0),
    "at the very moment": (timedelta(0), 0),
    "within the grace": (15 * MINUTE, 0),
    "just after it": (15 * MINUTE + timedelta(microseconds=1), Fraction(1, 10)),
    "a whole day": (DAY, Fraction(1, 10)),
    "a day and a moment": (DAY + timedelta(microseconds=1), Fraction(1, 5)),
    "at the limit": (3 * DAY, Fraction(3, 10)),
    "after the limit": (3 * DAY + timedelta(microseconds=1), 1),
}


@pytest.mark.parametrize(("after", "share"), SHARES.values(), ids=SHARES)
def test_the_share_that_is_lost_is_exact(after: timedelta, share: Fraction) -> None:
    late = lateness(PROBLEMS, DUE + after)
    assert (0 if late is None else late.share) == share


def test_zones_do_not_matter_to_a_moment() -> None:
    there = (DUE + HOUR).astimezone(timezone(timedelta(hours=-8)))
    late = lateness(PROBLEMS, there)
    assert late is not None
    assert late.share == Fraction(1, 10)


def test_never_more_is_lost_than_there_is() -> None:
    steep = problems_with("due: 2027-02-01 12:00 UTC\nlate: {per-day: 40%}")
    late = lateness(steep, DUE + 9 * DAY)
    assert late is not None
    assert (late.share, late.days) == (Fraction(1), 9)


EXTENDED = {
    "a day more": (DAY, 0),
    "until a moment": (DUE + 2 * DAY, 0),
    "too little": (HOUR, Fraction(1, 10)),
    "less than everybody": (DUE - DAY, Fraction(1, 10)),
}


@pytest.mark.parametrize(("extension", "share"), EXTENDED.values(), ids=EXTENDED)
def test_an_extension_moves_the_due_date_and_never_back(
    extension: timedelta | datetime, share: Fraction
) -> None:
    late = lateness(PROBLEMS, DUE + 23 * HOUR, extension)
    assert late is not None
    assert late.share == share


def test_a_set_without_a_policy_or_a_due_date_knows_no_lateness() -> None:
    assert lateness(problems_with(), DUE) is None
    assert lateness(problems_with("due: 2027-02-01 12:00 UTC"), DUE + DAY) is None


def test_what_came_at_an_unknown_time_is_not_late() -> None:
    assert lateness(PROBLEMS, None) is None


def late_grade(after: timedelta = DAY + HOUR, extension: timedelta | None = None) -> Grade:
    given = grade(PROBLEMS, read_hand_in(handed("ada", HALF)))
    return replace(given, late=lateness(PROBLEMS, DUE + after, extension))


def test_the_gradebook_applies_it_with_the_extension_of_the_roster(tmp_path: Path) -> None:
    names, at = ("ada", "bob", "cy"), DUE + DAY + HOUR
    entries = [marked(handed(name, HALF), at, PROBLEMS) for name in names]
    with book_in(tmp_path, *entries, problems=PROBLEMS) as book:
        book.enrol([Person("bob", extension=DAY), Person("cy", extension=2 * DAY)])
        grades = [standing.grade for standing in book.current("search-1")]
    assert [(one.earned, one.penalty, one.after) for one in grades] == [
        (3, Fraction(3, 5), Fraction(12, 5)), (3, Fraction(3, 10), Fraction(27, 10)), (3, 0, 3),
    ]  # fmt: skip


def test_the_best_submission_is_the_best_after_lateness(tmp_path: Path) -> None:
    entries = [marked(handed("ada", HALF), DUE, PROBLEMS), marked(handed("ada"), DUE + 4 * DAY, PROBLEMS)]
    with book_in(tmp_path, *entries, problems=PROBLEMS) as book:
        assert book.standing("search-1", "ada", "best").grade.after == 3
        assert book.standing("search-1", "ada", "latest").grade.after == 0


def test_the_record_has_marks_before_penalty_and_after_apart_and_reads_back() -> None:
    record = json.loads(json.dumps(late_grade().to_dict()))
    assert (record["earned"], record["late"]) == (
        3,
        {
            "at": "2027-02-02T13:00:00.000000Z", "due": "2027-02-01T12:00:00.000000Z", "days": 2,
            "share": "1/5", "before": 3, "penalty": "3/5", "after": "12/5",
        },
    )  # fmt: skip
    assert grade_from_record(record, PROBLEMS) == late_grade()


def test_the_table_and_the_page_say_what_it_costs_and_why() -> None:
    total = (
        "So far 3 of 5 points, less 0.6 for lateness: 2.4 points (48 %);"
        " 1 question is pending and not counted"
    )
    lines = [plain_text(line) for line in grade_table(late_grade(), "T", sentences())]
    page = student_page(late_grade(), PROBLEMS, view="staff")
    assert lines[-1] == total
    assert page.total == total
    assert page.summary[-1] == (
        "Submitted at 2027-02-02 14:00 Europe/Berlin, due at 2027-02-01 13:00 Europe/Berlin: 2 days have "
        "begun since, which costs 20 % of the points."
    )


def test_grace_and_extensions_are_told_too() -> None:
    graced = student_page(late_grade(10 * MINUTE), PROBLEMS, view="staff")
    extended = student_page(late_grade(HOUR, DAY), PROBLEMS, view="staff")
    assert graced.summary[-1].endswith("still within the grace period, so nothing is lost.")
    assert extended.summary[-1] == "Your own due date is 2027-02-02 13:00 Europe/Berlin."


def test_whoever_has_more_time_sees_the_marks_only_then() -> None:
    """Somebody who may still hand in is not shown the key that others see by now."""
    now = DUE + HOUR
    usual, extended = late_grade(-HOUR), late_grade(-HOUR, DAY)
    assert seen_by_student(usual, PROBLEMS, now).checks[1].expected == ["C2", "C3"]
    seen = seen_by_student(extended, PROBLEMS, now).checks[1]
    assert (seen.expected, seen.earned) == (None, None)
    page = student_page(extended, PROBLEMS, now=now)
    assert page.problems[0].searches == ()
    assert page.summary[-1] == "More is shown after 2027-02-02 13:00 Europe/Berlin."


def test_the_csv_has_all_three_where_the_set_has_a_policy() -> None:
    header, row = "".join(grades_csv_pieces([late_grade()], PROBLEMS)).splitlines()
    assert header.startswith("student,earned,possible,percent,penalty,after,")
    assert row.startswith("ada,3,7,,0.6,2.4,")


EXPORT = "Student,ID,SIS Login ID,Adversarial search (1)\n    Points Possible,,,5\nAda,1,ada,\n"
PLATFORMS = {"their own policy": (False, "5", 5), "ours, where it is asked for": (True, "4", 4)}


@pytest.mark.parametrize(("late", "cell", "score"), PLATFORMS.values(), ids=PLATFORMS)
def test_platforms_with_policies_of_their_own_get_the_marks_before(late: bool, cell: str, score: int) -> None:
    problems = problems_with(POLICY, points=4, without_manual=True)
    given = grade(problems, read_hand_in(handed("ada")))
    given = replace(given, late=lateness(problems, DUE + DAY + HOUR))
    request = Request(problems, canvas=Export(EXPORT.encode(), "export.csv", None), late=late, now=DUE + DAY)
    filled = class_report("canvas", [given], request).content
    assert isinstance(filled, bytes)
    assert filled.decode().splitlines()[2] == f"Ada,1,ada,{cell}"
    written = {name: SINKS[name].write(given, request) or "" for name in ("gradescope", "classroom")}
    assert json.loads(written["gradescope"])["score"] == score
    assert json.loads(written["classroom"])["score"] == score * 100
    assert ("lateness" in written["gradescope"]) is late
