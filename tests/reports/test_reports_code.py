"""What reports say of programs: everything of public trees, and of hidden ones nothing but how many."""

from __future__ import annotations

from dataclasses import replace

import html5lib
import pytest

import grader
from grader.grading import grade, seen_by_student
from grader.grading.visibility import View
from grader.problems import load_problems
from grader.reports.platforms.github_actions import annotations_of
from grader.reports.report_files import STUDENT_SINKS, Request
from grader.reports.sheets.sheet_page import sheet_html
from grader.reports.student.html_report import report_html
from grader.reports.student.run_pictures import MOST_DRAWN, MOST_NODES, drawn_runs, run_sketch
from grader.reports.student.student_page import StudentPage, student_page
from grader.sandbox.run import Run
from grader.submissions import read_submission
from grader.text.sentences import sentences
from grader.text.source import Source
from tests.code_reports import (
    CRASHES,
    HIDDEN_NUMBER,
    LOOPS,
    NEVER_CUTS,
    RIGHT,
    TEXTBOOK,
    code_set,
    graded_runs,
)
from tests.report_pages import AFTER, BEFORE, DUE

PROGRAMS = {"right": RIGHT, "never cuts": NEVER_CUTS, "crashes": CRASHES, "loops": LOOPS}


def page_of_runs(runs: tuple[Run, ...], head: str = "", view: View = "student") -> StudentPage:
    problems = code_set(head)
    return student_page(graded_runs(problems, runs), problems, view=view, now=AFTER)


@pytest.mark.parametrize("runs", PROGRAMS.values(), ids=PROGRAMS)
@pytest.mark.parametrize("form", ["html", "md", "txt", "json"])
def test_nothing_of_a_hidden_tree_stands_in_what_a_student_gets(runs: tuple[Run, ...], form: str) -> None:
    problems = code_set()
    report = grader.render(graded_runs(problems, runs), form, problems=problems, now=AFTER)
    assert HIDDEN_NUMBER not in report
    assert "98764" not in report
    assert "secret" not in report


@pytest.mark.parametrize("runs", PROGRAMS.values(), ids=PROGRAMS)
@pytest.mark.parametrize("sink", ["gradescope", "classroom"])
def test_nothing_of_a_hidden_tree_stands_in_what_a_platform_shows(runs: tuple[Run, ...], sink: str) -> None:
    problems = code_set()
    written = STUDENT_SINKS[sink].write(graded_runs(problems, runs), Request(problems, now=AFTER))
    assert written is not None
    assert HIDDEN_NUMBER not in written
    assert "secret" not in written


def test_nothing_of_a_hidden_tree_stands_in_an_annotation() -> None:
    problems = code_set()
    seen = seen_by_student(graded_runs(problems, CRASHES), problems, AFTER)
    shown = "\n".join(annotations_of([seen], sentences(), {}))
    assert "ValueError in line 4" in shown
    assert HIDDEN_NUMBER not in shown


def test_nothing_of_any_tree_stands_on_the_sheet() -> None:
    page = sheet_html(code_set())
    assert HIDDEN_NUMBER not in page
    assert "textbook" not in page


@pytest.mark.parametrize("form", ["html", "md", "txt"])
def test_staff_sees_what_a_program_did_on_hidden_trees(form: str) -> None:
    problems = code_set()
    report = grader.render(graded_runs(problems, CRASHES), form, problems=problems, view="staff")
    assert "secret (hidden)" in report.replace("\\", "")
    assert HIDDEN_NUMBER in report


def test_hidden_trees_are_counted() -> None:
    assert page_of_runs(RIGHT).programs[0].hidden == 1
    assert "1 hidden tree is not shown." in report_html(page_of_runs(RIGHT))


def test_where_all_shown_trees_are_right_it_is_said_of_those_alone() -> None:
    html = report_html(page_of_runs(RIGHT))
    assert "Everything is right on the 2 trees that are shown here." in html


def test_every_tree_has_a_verdict_for_each_question() -> None:
    (program,) = page_of_runs(NEVER_CUTS).programs
    shown = [(run.name, [verdict.verdict for verdict in run.verdicts]) for run in program.runs]
    assert shown == [("textbook", ["right", "right", "wrong"]), ("simple", ["right", "right", "right"])]


def test_only_runs_with_something_to_tell_are_told() -> None:
    (program,) = page_of_runs(NEVER_CUTS).programs
    assert [run.name for run in program.troubled] == ["textbook"]


def test_runs_that_broke_off_alike_are_told_once() -> None:
    (program,) = page_of_runs(CRASHES).programs
    assert [run.alike for run in program.troubled] == [("textbook", "simple")]
    assert (
        program.troubled[0].said == "On textbook and simple: it raised ValueError in line 4 of search.py: oh"
    )


def test_what_was_looked_at_and_should_not_have_been_is_marked_on_the_tree() -> None:
    page = page_of_runs(NEVER_CUTS)
    drawn = drawn_runs(page.programs[0], page.say)["textbook"]
    assert drawn.verdicts == ("right", "wrong")
    assert "Looked at, but should not have: C2, C3." in drawn.description
    assert drawn.laid.count("pill-wrong") == 2


def test_what_should_have_been_looked_at_is_marked_too() -> None:
    lazy = (Run("returned", 3, "a", "(3, a)", TEXTBOOK[:5], visits=5), *NEVER_CUTS[1:])
    page = page_of_runs(lazy)
    drawn = drawn_runs(page.programs[0], page.say)["textbook"]
    assert drawn.verdicts == ("right", "missed")
    assert "Not looked at, but should have: C, C1." in drawn.description


def test_the_same_stands_in_plain_text() -> None:
    page = page_of_runs(NEVER_CUTS)
    (program,) = page.programs
    sketch = run_sketch(program, program.troubled[0], page.say)
    assert sketch is not None
    assert "✗ #8  ✗ #9" in sketch
    assert sketch.endswith("✓ looked at; ✗ looked at, but should not have")


def test_a_timeout_says_on_which_tree_and_after_how_many_nodes() -> None:
    html = report_html(page_of_runs(LOOPS))
    assert (
        "On simple: it did not return within the 2 s that it has; by then it had looked at 2 nodes." in html
    )


def test_what_is_right_stands_beside_what_was_returned() -> None:
    wrong = (Run("returned", 8, "b", "(8, b)", TEXTBOOK[:7], visits=7), *RIGHT[1:])
    (program,) = page_of_runs(wrong).programs
    assert program.troubled[0].returned == "(8, b)"
    assert program.troubled[0].corrections == (
        "1.1 What is the root worth? A: 3",
        "1.2 Which move is best? a",
    )


def test_what_was_printed_is_text() -> None:
    loud = (
        Run("returned", 8, "a", "(8, a)", TEXTBOOK[:7], "<script>alert(1)</script>\n", visits=7),
        *RIGHT[1:],
    )
    html = report_html(page_of_runs(loud))
    assert '<pre tabindex="0">&lt;script&gt;alert(1)&lt;/script&gt;</pre>' in html


@pytest.mark.parametrize(
    ("head", "there"),
    [("reveal: {key: never}", False), ("reveal: {why: never}", False), ("", True)],
    ids=["no key", "no reasons", "everything"],
)
def test_which_nodes_are_right_is_told_with_the_key_and_the_reasons(head: str, there: bool) -> None:
    page = page_of_runs(NEVER_CUTS, head)
    drawn = drawn_runs(page.programs[0], page.say)["textbook"]
    assert drawn.verdicts == (("right", "wrong") if there else ("given",))


def test_before_the_marks_are_shown_nothing_is_told_of_the_runs() -> None:
    problems = code_set(DUE)
    page = student_page(graded_runs(problems, NEVER_CUTS), problems, now=BEFORE)
    (program,) = page.programs
    assert program.troubled == ()
    assert [verdict.verdict for run in program.runs for verdict in run.verdicts] == [""] * 6
    assert "looking at" not in report_html(page)


SHEET_PROBLEM = """\
  - id: sheet
    tree: "max(min(3, 12, 8), min(2, 4, 6))"
    questions: [{ask: value, reveal: never}]
"""


def test_a_tree_whose_key_another_problem_hides_is_not_judged() -> None:
    problems = code_set("", SHEET_PROBLEM)
    shown = graded_runs(problems, NEVER_CUTS)
    sheet = grade(problems, read_submission(b"student: ada\nanswers: {}\n", "ada.yaml"))
    checks = tuple(check for check in sheet.checks if check.problem == "sheet")
    both = replace(shown, checks=(*shown.checks, *checks))
    (program,) = student_page(both, problems, now=AFTER).programs
    assert [run.judged for run in program.runs] == [False, True]


def test_a_program_that_was_not_handed_in_has_no_trees() -> None:
    problems = code_set()
    sheet = grade(problems, read_submission(b"student: ada\nanswers: {}\n", "ada.yaml"))
    html = report_html(student_page(sheet, problems, now=AFTER))
    assert "search.py was not submitted." in html
    assert "Tree by tree" not in html


def large_page(runs: tuple[Run, ...], head: str = "") -> StudentPage:
    problems = load_problems(Source(LARGE.format(head=head), "set.yaml"))
    return student_page(graded_runs(problems, runs), problems, now=AFTER)


LARGE = """\
set: code
{head}
problems:
  - id: search
    code: {{file: search.py, function: search}}
    trees: [{{id: large, random: {{seed: 1, depth: 5, branching: 3}}}}]
    questions: [{{ask: visited}}]
"""


def everything_of_a_large_tree() -> tuple[Run, ...]:
    (problem,) = load_problems(Source(LARGE.format(head=""), "set.yaml")).by_program
    names = problem.trees[0].tree.names
    assert len(names) > MOST_NODES
    return (Run("returned", 0, "B", "(0, B)", names, visits=len(names)),)


def test_of_a_large_tree_the_part_is_drawn_where_it_goes_wrong() -> None:
    page = large_page(everything_of_a_large_tree())
    drawn = drawn_runs(page.programs[0], page.say)["large"]
    assert drawn.is_part
    assert "wrong" in drawn.verdicts
    assert len(drawn.picture.tree) <= MOST_NODES
    assert "A part of large with what your program looked at" in report_html(page)


def test_a_large_tree_is_not_drawn_where_it_may_not_be_told_what_is_wrong() -> None:
    page = large_page(everything_of_a_large_tree(), "reveal: {key: never}")
    (program,) = page.programs
    assert drawn_runs(program, page.say) == {}
    assert run_sketch(program, program.runs[0], page.say) is None
    assert "This tree has 364 nodes, too many to draw here." in report_html(page)


def test_only_so_many_trees_are_drawn_as_anybody_looks_at() -> None:
    page = large_page(everything_of_a_large_tree())
    (program,) = page.programs
    many = replace(
        program,
        runs=tuple(
            replace(program.runs[0], name=f"tree {number}", alike=(f"tree {number}",))
            for number in range(200)
        ),
    )
    drawn = drawn_runs(many, page.say)
    assert 0 < sum(len(one.picture.tree) for one in drawn.values()) <= MOST_DRAWN
    assert len(drawn) < len(many.troubled)


def test_a_page_about_programs_is_good_html() -> None:
    for runs in PROGRAMS.values():
        parser = html5lib.HTMLParser(strict=False)
        parser.parse(report_html(page_of_runs(runs)))
        assert {error[1] for error in parser.errors} <= {"expected-closing-tag-but-got-eof"}
