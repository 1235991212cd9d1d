"""People's decisions: they hold, the student sees points and reason, and withdrawing gives the mark back."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta
from fractions import Fraction
from pathlib import Path

import pytest

from grader.gradebook import Adjustment, adjusted
from grader.grading import Check, Grade, grade, seen_by_student
from grader.grading.record import grade_from_record
from grader.problems import ProblemSet
from grader.reports.class_.grades_csv import grades_csv_pieces
from grader.reports.platforms.gradescope_results import gradescope_json
from grader.reports.platforms.junit import junit_pieces
from grader.reports.student.html_report import report_html
from grader.reports.student.markdown_report import report_markdown
from grader.reports.student.student_page import student_page
from grader.reports.student.text_report import report_text
from grader.submissions import read_hand_in
from tests.gradebook.keeping import DUE, HALF, PROBLEMS, WRONG, book_in, failed, handed, marked, problems_with

BECAUSE = "the <b>figure</b> was misprinted"


def decided(question: str, points: int | Fraction | None, because: str = BECAUSE) -> Adjustment:
    return Adjustment("ada", question, points, because, "tom")


def graded(pruned: str = HALF, problems: ProblemSet = PROBLEMS) -> Grade:
    return grade(problems, read_hand_in(handed("ada", pruned)))


def check_of(given: Grade, question: str) -> Check:
    return next(check for check in given.checks if check.id == question)


VERDICTS = {
    "everything": (4, "right"),
    "some": (Fraction(3, 2), "partly"),
    "nothing": (0, "wrong"),
}


@pytest.mark.parametrize(("points", "verdict"), VERDICTS.values(), ids=VERDICTS)
def test_a_decision_sets_points_and_verdict(points: int | Fraction, verdict: str) -> None:
    check = check_of(adjusted(graded(), [decided("textbook.pruned", points)]), "textbook.pruned")
    assert (check.earned, check.verdict, check.reckoning) == (points, verdict, None)
    assert check.adjusted is not None
    assert (check.adjusted.verdict, check.adjusted.earned) == ("partly", 2)


def test_other_questions_stay_as_they_were_marked() -> None:
    before, after = graded(), adjusted(graded(), [decided("textbook.pruned", 4)])
    assert check_of(after, "textbook.best-move") == check_of(before, "textbook.best-move")
    assert after.earned - before.earned == 2


def test_a_manual_question_waits_no_longer() -> None:
    before, after = graded(), adjusted(graded(), [decided("textbook.manual", 1)])
    assert (before.pending, after.pending) == (1, 0)
    assert check_of(after, "textbook.manual").verdict == "partly"
    assert check_of(after, "textbook.manual").feedback == (f"A person gave 1 of 2 points here: {BECAUSE}",)


def test_the_last_decision_holds() -> None:
    decisions = [decided("textbook.pruned", 4), decided("textbook.pruned", 1)]
    assert check_of(adjusted(graded(), decisions), "textbook.pruned").earned == 1


def test_what_is_withdrawn_is_as_the_grader_marked_it() -> None:
    decisions = [decided("textbook.pruned", 4), decided("textbook.pruned", None)]
    assert adjusted(graded(), decisions) == graded()


def test_a_decision_about_a_question_that_is_gone_changes_nothing() -> None:
    assert adjusted(graded(), [decided("textbook.gone", 1)]) == graded()


def test_a_failure_is_graded_once_people_have_decided_about_all_of_it(tmp_path: Path) -> None:
    with book_in(tmp_path, failed(handed())) as book:
        questions = [check.id for check in graded().checks]
        book.decide("search-1", [Adjustment("ada", one, 1, "by hand", "tom", 1) for one in questions[:-1]])
        assert book.standing("search-1", "ada").grade.status == "failed"
        book.decide("search-1", [Adjustment("ada", questions[-1], 1, "by hand", "tom", 1)])
        assert book.standing("search-1", "ada").grade.status == "graded"


def test_a_decision_outlives_marking_again(tmp_path: Path) -> None:
    other = problems_with(points=8)
    with book_in(tmp_path, marked(handed("ada", WRONG))) as book:
        book.decide("search-1", [Adjustment("ada", "textbook.pruned", 3, BECAUSE, "tom", 1)])
        book.keep_set(other)
        book.add([marked(handed("ada", WRONG), problems=other)])
        check = check_of(book.standing("search-1", "ada").grade, "textbook.pruned")
        assert (check.earned, check.possible) == (3, 8)


def test_the_record_of_an_adjusted_grade_reads_back() -> None:
    given = adjusted(graded(), [decided("textbook.pruned", Fraction(1, 3))])
    record = json.loads(json.dumps(given.to_dict()))
    assert grade_from_record(record, PROBLEMS) == given


def test_students_see_points_and_reason_but_not_who() -> None:
    seen = seen_by_student(adjusted(graded(), [decided("textbook.pruned", 3)]), PROBLEMS)
    check = check_of(seen, "textbook.pruned")
    assert check.feedback[0] == f"A person gave 3 of 4 points here: {BECAUSE}"
    assert check.adjusted is not None
    assert check.adjusted.by == ""


def test_they_see_it_with_the_marks_even_while_the_key_is_hidden() -> None:
    problems = problems_with("reveal: {marks: now, why: never, key: never}")
    given = adjusted(graded(problems=problems), [decided("textbook.pruned", 3)])
    check = check_of(seen_by_student(given, problems), "textbook.pruned")
    assert check.feedback == (f"A person gave 3 of 4 points here: {BECAUSE}",)


def test_they_see_nothing_of_it_before_the_marks() -> None:
    problems = problems_with(f"due: {DUE:%Y-%m-%d %H:%M} UTC")
    given = adjusted(graded(problems=problems), [decided("textbook.pruned", 3)])
    check = check_of(seen_by_student(given, problems, DUE - timedelta(days=1)), "textbook.pruned")
    assert (check.adjusted, check.feedback, check.earned) == (None, (), None)


def test_every_report_has_points_and_reason_and_none_is_taken_for_markup() -> None:
    given = adjusted(graded(), [decided("textbook.pruned", 3)])
    page = student_page(given, PROBLEMS, view="staff")
    escaped = "the &lt;b&gt;figure&lt;/b&gt; was misprinted"
    assert escaped in report_html(page)
    assert escaped in "".join(junit_pieces([given], PROBLEMS))
    assert BECAUSE in report_text(page)
    assert "<b>" not in report_markdown(page)
    assert "was misprinted" in report_markdown(page)
    assert "was misprinted" in gradescope_json(given, PROBLEMS)
    assert (
        "".join(grades_csv_pieces([given], PROBLEMS)).splitlines()[1]
        == "ada,4,7,,1,3,,graded,1,class/ada.yaml"
    )


def test_it_is_said_in_the_language_of_the_set() -> None:
    problems = problems_with("language: zh-TW")
    given = replace(graded(problems=problems), problems=problems)
    check = check_of(adjusted(given, [decided("textbook.pruned", 3, "圖印錯")]), "textbook.pruned")
    assert check.feedback[0] == "此題經人工評定為 3 分（滿分 4 分），理由：圖印錯"
