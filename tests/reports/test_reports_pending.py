"""Answers that wait for a person: one denominator in every report, and what is known so far."""

from __future__ import annotations

from grader.reports.student.html_report import report_html
from grader.reports.student.marks_table import grade_table, plain_text
from grader.reports.student.student_page import student_page
from grader.text.sentences import sentences
from tests.report_pages import BEFORE, DUE, marked, the_set

QUESTIONS = {
    "value": "{ask: value, of: [B, C, D, A], points: 4}",
    "manual": "{ask: manual, text: Why?, points: 4}",
}
PROBLEMS = the_set(QUESTIONS)
GRADE = marked(PROBLEMS, {"value": "{B: 3, C: 2, D: 2, A: 9}", "manual": "So."})
TOTAL = "So far 3 of 4 points (75 %); 1 question is pending and not counted"


def test_the_total_the_points_and_the_bar_have_one_denominator() -> None:
    page = student_page(GRADE, PROBLEMS)
    assert (page.total, page.earned, page.possible, page.share) == (TOTAL, "3", "4", GRADE.share)
    assert '<rect width="75.0" ' in report_html(page)
    assert plain_text(list(grade_table(GRADE, "T", sentences()))[-1]) == TOTAL


def test_a_problem_shows_its_points_so_far() -> None:
    (problem,) = student_page(GRADE, PROBLEMS).problems
    assert problem.points == "3 / 4, 1 pending"
    assert [question.points for question in problem.questions] == ["3 / 4", "? / 4"]


def test_a_problem_with_hidden_marks_shows_only_what_is_possible() -> None:
    problems = the_set(QUESTIONS, DUE)
    (problem,) = student_page(marked(problems, {}), problems, now=BEFORE).problems
    assert problem.points == "? / 8"


def test_where_nothing_is_marked_yet_there_is_no_share() -> None:
    problems = the_set({"manual": QUESTIONS["manual"]})
    page = student_page(marked(problems, {"manual": "So."}), problems)
    assert (page.total, page.share) == ("Nothing is marked yet: 1 question is pending", None)


def test_a_question_without_points_is_not_said_to_wait() -> None:
    problems = the_set(QUESTIONS | {"manual": "{ask: manual, text: Why?, points: 0}"})
    page = student_page(marked(problems, {"manual": "So."}), problems)
    assert (page.total, page.problems[0].points) == ("0 of 4 points (0 %)", "0 / 4")
