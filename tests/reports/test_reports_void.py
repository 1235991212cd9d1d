"""Questions that were taken out, in every report: those that do not count, and those that all have."""

from __future__ import annotations

import json

import pytest

from grader.grading import Grade, seen_by_student
from grader.grading.record import grade_from_record
from grader.reports.class_.class_page import class_html
from grader.reports.class_.grades_csv import grades_csv_pieces
from grader.reports.class_.statistics import class_statistics, columns_of
from grader.reports.platforms.classroom50 import classroom_record
from grader.reports.platforms.github_actions import annotations_of, step_summary
from grader.reports.platforms.gradescope_results import gradescope_record
from grader.reports.platforms.junit import junit_pieces
from grader.reports.student.html_report import report_html
from grader.reports.student.markdown_report import report_markdown
from grader.reports.student.marks_table import grade_table, plain_text
from grader.reports.student.student_page import student_page
from grader.text.sentences import sentences
from tests.report_pages import AFTER, BEFORE, DUE, marked, the_set

QUESTIONS = {
    "value": "{ask: value, of: [B], points: 4}",
    "best-move": "{ask: best-move, points: 1, void: excluded, because: A misprint.}",
    "line": "{ask: line, points: 2, void: full, because: Unclear.}",
}
ANSWERS = {"value": "{B: 3}", "best-move": "a2", "line": "[A, C]"}
PROBLEMS = the_set(QUESTIONS)
EXCLUDED = "This question was taken out, and does not count: A misprint."


@pytest.fixture(scope="module")
def grade() -> Grade:
    return marked(PROBLEMS, ANSWERS)


def test_the_record_keeps_the_verdict_and_says_how_it_was_taken_out(grade: Grade) -> None:
    record = grade.to_dict()
    assert [(check["verdict"], check.get("void")) for check in record["checks"]] == [
        ("right", None), ("wrong", "excluded"), ("right", "full"),
    ]  # fmt: skip
    assert grade_from_record(record, PROBLEMS) == grade


def test_a_page_has_words_of_its_own_for_them(grade: Grade) -> None:
    (problem,) = student_page(grade, PROBLEMS).problems
    assert [question.verdict_in_words for question in problem.questions] == [
        "right", "taken out", "full points",
    ]  # fmt: skip


def test_neither_counts_as_an_answer_of_the_student(grade: Grade) -> None:
    assert student_page(grade, PROBLEMS).summary == ("Everything is right.",)
    wrong = marked(PROBLEMS, ANSWERS | {"value": "{B: 4}"})
    assert student_page(wrong, PROBLEMS).summary == ("0 of 1 answer is right.",)


def test_where_all_were_taken_out_no_question_counts() -> None:
    problems = the_set({"line": QUESTIONS["line"]})
    assert student_page(marked(problems, {}), problems).summary == ("No question counts.",)


def test_the_reason_stands_once_in_each_report(grade: Grade) -> None:
    page = student_page(grade, PROBLEMS)
    table = "\n".join(map(plain_text, grade_table(grade, "T", sentences())))
    assert [text.count(EXCLUDED) for text in (report_html(page), table)] == [1, 1]
    assert report_markdown(page).count(EXCLUDED) == 1


def test_an_answer_that_waits_for_a_person_does_not_once_it_is_taken_out() -> None:
    problems = the_set({"manual": "{ask: manual, text: Why?, points: 2, void: excluded, because: Too long.}"})
    waiting = marked(problems, {"manual": "So."})
    assert (waiting.pending, waiting.checks[0].is_known) == (0, True)


def test_junit_skips_the_one_and_passes_the_other(grade: Grade) -> None:
    xml = "".join(junit_pieces([grade], PROBLEMS))
    assert '<skipped type="excluded" message="taken out">' in xml
    assert 'failures="0" errors="0" skipped="1"' in xml


def test_gradescope_has_no_status_for_what_does_not_count(grade: Grade) -> None:
    tests = gradescope_record(grade, PROBLEMS)["tests"]
    assert [(test.get("status"), test["score"], test["max_score"]) for test in tests] == [
        ("passed", 4, 4), (None, 0, 0), ("passed", 2, 2),
    ]  # fmt: skip


def test_classroom_leaves_out_what_does_not_count(grade: Grade) -> None:
    tests = classroom_record(grade, PROBLEMS, {})["tests"]
    assert [(test["test-name"], test["passed"]) for test in tests] == [("p.value", True), ("p.line", True)]


def test_a_table_has_an_empty_cell_for_what_does_not_count(grade: Grade) -> None:
    assert "".join(grades_csv_pieces([grade], PROBLEMS)).splitlines()[1].startswith("ada,6,6,100,4,,2,")


def test_nothing_is_annotated_at_what_does_not_count(grade: Grade) -> None:
    assert list(annotations_of([grade], sentences(), {})) == []


def test_the_summary_has_columns_for_them_where_there_are_any(grade: Grade) -> None:
    page = student_page(grade, PROBLEMS)
    assert "| failed | taken out | full points |\n" in step_summary([page, page])
    plain = the_set({"value": QUESTIONS["value"]})
    page = student_page(marked(plain, {}), plain)
    assert "taken out" not in step_summary([page, page])


def test_a_class_counts_them_apart(grade: Grade) -> None:
    items = class_statistics([grade], columns_of([grade], PROBLEMS)).items
    assert [item.verdicts for item in items] == [{"right": 1}, {"excluded": 1}, {"granted": 1}]
    assert "taken out" in class_html([grade], PROBLEMS)


def test_while_marks_are_hidden_nobody_is_told() -> None:
    problems = the_set(QUESTIONS, DUE)
    seen = seen_by_student(marked(problems, ANSWERS), problems, BEFORE)
    assert [check.standing for check in seen.checks] == ["answered"] * 3
    assert "void" not in json.dumps(seen.to_dict())
    later = seen_by_student(marked(problems, ANSWERS), problems, AFTER)
    assert [check.standing for check in later.checks] == ["right", "excluded", "granted"]
