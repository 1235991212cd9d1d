"""What students typed, in the reports: their answers as text in its lines, and their names."""

from __future__ import annotations

import pytest

from grader.grading.record import grade_from_record
from grader.reports.class_.class_page import class_html
from grader.reports.platforms.gradescope_results import gradescope_record
from grader.reports.platforms.junit import junit_pieces
from grader.reports.record_words import answer_text
from grader.reports.student.html_report import report_html
from grader.reports.student.markdown_report import report_markdown
from grader.reports.student.marks_table import grade_table, plain_text
from grader.reports.student.student_page import student_page
from grader.submissions import student_name
from grader.submissions.student_name import distinct_name
from grader.text.sentences import sentences
from tests.report_pages import QUESTIONS, marked, the_set

PROBLEMS = the_set({"manual": "{ask: manual, text: Why?}"})
QUOTED = marked(PROBLEMS, {"manual": r'"He said \"no\".\nTwice."'})
BLOCK = marked(PROBLEMS, {"manual": "|\n      First.\n        Second.\n      Third."})

TEXTS = {
    "plain": ("a1", "a1"),
    "quoted": ('"a \\"b\\"\\nc"', 'a "b"\nc'),
    "in single quotes": ("'it''s'", "it's"),
    "two in quotes": ('"a", "b"', '"a", "b"'),
    "lines": ("one\n      two\n        three", "one\ntwo\n  three"),
    "a quote left open": ('"a', '"a'),
}


@pytest.mark.parametrize(("raw", "text"), TEXTS.values(), ids=TEXTS)
def test_an_answer_loses_what_only_its_file_needs(raw: str, text: str) -> None:
    assert answer_text(raw) == text


def test_a_page_shows_the_answer_in_its_lines() -> None:
    assert ">He said &#34;no&#34;.\nTwice.</dd>" in report_html(student_page(QUOTED, PROBLEMS))
    assert ">First.\n  Second.\nThird.</dd>" in report_html(student_page(BLOCK, PROBLEMS))


def test_markdown_shows_an_answer_of_several_lines_as_a_block() -> None:
    report = report_markdown(student_page(QUOTED, PROBLEMS))
    assert '- Your answer:\n\n  ```text\n  He said "no".\n  Twice.\n  ```\n' in report


def test_a_table_shows_the_answer_in_its_lines() -> None:
    lines = [plain_text(line) for line in grade_table(QUOTED, "T", sentences())]
    first = next(place for place, line in enumerate(lines) if 'He said "no".' in line)
    assert lines[first + 1].strip() == "Twice."


def test_machines_are_told_the_text_too() -> None:
    assert "Your answer: First.\n  Second.\nThird.\n" in "".join(junit_pieces([BLOCK], PROBLEMS))
    (test,) = gradescope_record(QUOTED, PROBLEMS)["tests"]
    assert 'Your answer: \n\n```text\nHe said "no".\nTwice.\n```' in test["output"]


NAMES = ["Ann/Bob", "Ann_Bob", "Ann:Bob", "Ann?Bob", ".Ann_Bob", "con", "_con", "x" * 80, "x" * 81]


def test_no_two_names_become_one() -> None:
    assert len({student_name(name) for name in NAMES}) == len(NAMES)
    assert len({distinct_name(name) for name in (*NAMES, "///", "???")}) == len(NAMES) + 2


def test_reports_call_students_as_they_call_themselves() -> None:
    problems = the_set(QUESTIONS)
    grade = marked(problems, {}, "Ann/Bob")
    assert (grade.called, grade.student) == ("Ann/Bob", student_name("Ann/Bob"))
    assert student_page(grade, problems).student == "Ann/Bob"
    assert plain_text(next(grade_table(grade, "T", sentences()))).startswith("Ann/Bob (")
    assert f'<a href="students/{grade.student}/report.html">Ann/Bob</a>' in class_html([grade], problems)


def test_a_record_keeps_the_name_as_typed_where_it_is_another() -> None:
    problems = the_set(QUESTIONS)
    record = marked(problems, {}, "Ann/Bob").to_dict()
    assert grade_from_record(record, problems).called == "Ann/Bob"
    assert "typed" not in marked(problems, {}, "Ann").to_dict()


def test_an_answer_of_very_many_lines_is_shown_in_part_everywhere() -> None:
    lines = "|\n" + "      x\n" * 5_000
    result = marked(PROBLEMS, {"manual": lines})
    page = student_page(result, PROBLEMS, view="staff")
    (test,) = gradescope_record(result, PROBLEMS)["tests"]
    table = "\n".join(map(plain_text, grade_table(result, "", sentences())))
    for shown in (
        page.problems[0].questions[0].given or "",
        test["output"],
        "".join(junit_pieces([result], PROBLEMS)),
        table,
    ):
        assert "x" in shown
        assert shown.count("\n") < 150
