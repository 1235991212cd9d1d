"""What an instructor, a class and a machine are told of programs: keys, sheets, tables and records."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from lxml import etree

from grader.grading.record import grade_from_record
from grader.grading.visibility import sight_of
from grader.problems import load_problems
from grader.reports.class_.class_page import class_html
from grader.reports.class_.class_programs import class_runs
from grader.reports.key.key_page import key_html, key_page
from grader.reports.platforms.github_actions import annotations_of
from grader.reports.report_files import CLASS_SINKS, STUDENT_SINKS, Request, class_report
from grader.reports.sheets.sheet_page import sheet_html
from grader.sandbox.run import Run
from grader.sandbox.run.program import Trouble
from grader.text.sentences import sentences
from grader.text.source import Source
from tests.code_reports import (
    CRASHES,
    HIDDEN_NUMBER,
    LOOPS,
    NEVER_CUTS,
    RIGHT,
    SET,
    code_set,
    graded_runs,
)
from tests.report_pages import AFTER, PERFECT, QUESTIONS, marked, the_set

SCHEMA = etree.XMLSchema(etree.parse(Path(__file__).with_name("junit.xsd")))


ENDS = {
    "wrong": (NEVER_CUTS, "failure", "partly"),
    "a crash": (CRASHES, "error", "raised"),
    "a timeout": (LOOPS, "error", "timeout"),
    "a result that cannot be read": (
        (Run("unreadable", trouble=Trouble("nan")),) * 3,
        "failure",
        "unreadable",
    ),
}


@pytest.mark.parametrize(("runs", "outcome", "kind"), ENDS.values(), ids=ENDS)
def test_for_a_machine_a_crash_or_a_timeout_is_an_error(
    runs: tuple[Run, ...], outcome: str, kind: str
) -> None:
    problems = code_set()
    written = class_report("junit", [graded_runs(problems, runs)], Request(problems, now=AFTER)).content
    assert isinstance(written, str)
    root = etree.fromstring(written.encode())
    SCHEMA.assertValid(root)
    case = root.find(".//testcase[@name='search.visited']")
    assert case is not None
    assert [(one.tag, one.get("type")) for one in case] == [(outcome, kind)]


def test_gradescope_gets_the_table_of_the_runs_with_the_first_question_that_is_not_right() -> None:
    problems = code_set()
    written = STUDENT_SINKS["gradescope"].write(
        graded_runs(problems, NEVER_CUTS), Request(problems, now=AFTER)
    )
    assert written is not None
    outputs = {test["name"]: test["output"] for test in json.loads(written)["tests"]}
    about = {name for name, output in outputs.items() if "1. Alpha-beta: trees on which" in output}
    assert about == {"Which nodes does it look at?"}


def test_grades_as_csv_have_the_questions_of_programs() -> None:
    problems = code_set()
    written = (
        CLASS_SINKS["csv"].write([graded_runs(problems, NEVER_CUTS)], Request(problems, now=AFTER)).content
    )
    assert isinstance(written, str)
    head, row = written.splitlines()
    assert "search.value,search.best-move,search.visited" in head
    assert ",3,3,4," in row


PLACES = {
    "a folder": ("ada", "search.py", "ada/search.py"),
    "a helper beside it": ("ada", "helper.py", "ada/helper.py"),
    "a file of another name": ("ada/mine.py", "search.py", "ada/mine.py"),
}


@pytest.mark.parametrize(("name", "file", "shown"), PLACES.values(), ids=PLACES)
def test_an_annotation_stands_at_the_line_of_the_file_that_went_wrong(
    name: str, file: str, shown: str
) -> None:
    problems = code_set()
    broken = Run("raised", visits=1, trouble=Trouble("ValueError", "oh", file, 4, ()))
    graded = replace(graded_runs(problems, (broken, *NEVER_CUTS[1:])), name=name)
    found = [one for one in annotations_of([graded], sentences(), {}) if "line=4" in one]
    assert len(found) == 1
    assert f"file={shown},line=4,col=1," in found[0]


def test_a_record_keeps_the_file_that_went_wrong() -> None:
    problems = code_set()
    graded = graded_runs(problems, CRASHES)
    again = grade_from_record(json.loads(json.dumps(graded.to_dict())), problems)
    assert [ran.file for ran in again.runs] == ["search.py"] * 3


def test_the_key_has_every_tree_with_its_answers() -> None:
    page = key_html(code_set())
    assert "Alpha-beta, tree textbook" in page
    assert "Alpha-beta, tree secret (hidden)" in page
    assert HIDDEN_NUMBER in page
    assert "12 points in all." in page


def test_the_key_says_what_each_tree_counts() -> None:
    sections = key_page(code_set()).sections
    assert [question.points for question in sections[0].questions] == ["1 point", "1 point", "2 points"]


def test_the_key_says_what_another_rule_earns() -> None:
    accepting = SET.replace(
        "    questions:", "    accept: [{{rule: {{search: minimax}}, credit: 1/2}}]\n    questions:"
    )
    problems = load_problems(Source(accepting.format(head=""), "set.yaml"))
    textbook, simple, _ = key_page(problems).sections
    assert "50" in textbook.questions[2].accepted[0]
    assert simple.questions[2].accepted == ()


def test_the_sheet_says_what_to_hand_in() -> None:
    page = sheet_html(code_set())
    assert "Submit a file search.py with a function search. It is run on 3 trees, 1 of them hidden." in page
    limits = "On each tree, it may take 2 s, use 64 MB of memory and look at 500 nodes"
    assert limits in page
    assert "Write <code>search(node)</code>." in page


def test_a_sheet_of_programs_alone_has_nothing_to_fill_in() -> None:
    page = sheet_html(code_set())
    assert "<script" not in page
    assert "answers.yaml" not in page


def test_the_class_sees_how_programs_went_on_each_tree() -> None:
    problems = code_set()
    grades = [graded_runs(problems, runs) for runs in (RIGHT, NEVER_CUTS, LOOPS, CRASHES)]
    runs = class_runs(grades, problems.by_program[0], "Alpha-beta", sight_of(problems, "staff"))
    assert [(row.name, row.count) for row in runs.rows] == [
        ("textbook", 4),
        ("simple", 4),
        ("secret (hidden)", 4),
    ]
    assert runs.rows[0].right == ("3 of 4 (75 %)", "3 of 4 (75 %)", "1 of 4 (25 %)")
    assert runs.rows[1].ends == ("out of time: 1", "exception: 1")


def test_the_class_sees_which_nodes_programs_looked_at_wrongly() -> None:
    problems = code_set()
    grades = [graded_runs(problems, runs) for runs in (RIGHT, NEVER_CUTS, LOOPS, CRASHES)]
    runs = class_runs(grades, problems.by_program[0], "Alpha-beta", sight_of(problems, "staff"))
    (textbook,) = [tree for tree in runs.trees if tree.variant == "textbook"]
    shown = [(row.node, row.wrong) for row in textbook.maps[0].rows]
    assert shown == [("C2", "2 of 3"), ("C3", "2 of 3")]


def test_where_only_values_are_asked_there_is_no_map() -> None:
    asked = SET[: SET.index("      - {{ask: best-move")]
    problems = load_problems(Source(asked.format(head=""), "set.yaml"))
    runs = class_runs(
        [graded_runs(problems, NEVER_CUTS)], problems.by_program[0], "Alpha-beta", sight_of(problems, "staff")
    )
    assert runs.trees == ()


def test_a_lecture_hall_sees_no_hidden_tree_and_no_exact_number() -> None:
    problems = code_set()
    grades = [graded_runs(problems, NEVER_CUTS, f"student {number}") for number in range(11)]
    grades += [graded_runs(problems, LOOPS, "somebody")]
    runs = class_runs(grades, problems.by_program[0], "Alpha-beta", sight_of(problems, now=AFTER))
    assert [(row.name, row.count, row.right[2], row.ends) for row in runs.rows] == [
        ("textbook", 10, "0", ()), ("simple", 10, "10", ()),
    ]  # fmt: skip
    page = class_html(grades, problems, anonymous=True)
    assert HIDDEN_NUMBER not in page
    assert "secret" not in page
    assert "Programs, tree by tree" in page


def test_a_small_class_has_no_map_in_a_lecture_hall() -> None:
    problems = code_set()
    runs = class_runs(
        [graded_runs(problems, NEVER_CUTS)],
        problems.by_program[0],
        "Alpha-beta",
        sight_of(problems, now=AFTER),
    )
    assert runs.trees == ()


def test_a_set_without_programs_says_nothing_of_them() -> None:
    problems = the_set(QUESTIONS)
    assert "Programs, tree by tree" not in class_html([marked(problems, PERFECT)], problems)
