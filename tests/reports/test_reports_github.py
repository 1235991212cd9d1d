"""What GitHub Actions is told: annotations at the right lines, a summary, and no command of a student's."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from grader.grading import Grade, Ran, seen_by_student
from grader.problems import load_problems
from grader.reports.platforms.github_actions import MAX_SUMMARY, annotations_of, step_summary
from grader.reports.student.student_page import student_page
from grader.text.sentences import sentences
from grader.text.source import Source
from tests.reporting import AFTER, BEFORE, graded, problems_with

PROBLEMS = problems_with()
SAY = sentences()


def commands(*grades: Grade, workspace: str = "") -> list[str]:
    return list(annotations_of(grades, SAY, {"GITHUB_WORKSPACE": workspace}))


def test_what_is_wrong_is_told_at_its_line_errors_first() -> None:
    shown = commands(graded(PROBLEMS))
    assert [line.partition("::")[2].partition("::")[0] for line in shown] == [
        "error file=ada.yaml,line=6,col=5,title=`textbook` has no question `prund`",
        "error file=ada.yaml,line=7,col=16,title=1.2 Which move is best? – unreadable",
        "error file=ada.yaml,line=8,col=13,title=1.3 Which leaves are pruned? – wrong",
        "warning file=ada.yaml,line=5,col=12,title=1.1 What are the nodes worth? – partly",
        "notice file=ada.yaml,title=1.4 In your own words – missing",
    ]


def test_a_message_has_the_points_and_the_reasons_on_lines_of_their_own() -> None:
    partly = commands(graded(PROBLEMS))[3]
    assert partly.partition("::")[2].partition("::")[2].split("%0A")[:3] == [
        "0.67 of 1",
        "2 right of 3, times 1 point",
        "B and C are right.",
    ]


def test_a_right_answer_is_not_annotated() -> None:
    assert commands(replace(graded(PROBLEMS), checks=(), notes=())) == []


def test_what_is_hidden_is_not_annotated() -> None:
    problems = problems_with("due: 2027-02-01 12:00 UTC")
    seen = seen_by_student(graded(problems), problems, BEFORE)
    assert [line.partition("title=")[2].partition("::")[0] for line in commands(seen)] == [
        "`textbook` has no question `prund`",
        "1.2 Which move is best? – unreadable",
        "1.4 In your own words – missing",
    ]


def test_there_are_at_most_ten_of_a_kind_and_the_last_says_how_many_more() -> None:
    shown = commands(*[graded(PROBLEMS)] * 12)
    errors = [line for line in shown if line.startswith("::error ")]
    assert len(errors) == 10
    assert (
        errors[-1]
        == "::error title=Grades::There are 27 more like this, which GitHub does not show; see the report."
    )
    assert len([line for line in shown if line.startswith("::warning ")]) == 10


def test_ten_of_a_kind_are_all_shown() -> None:
    shown = commands(*[graded(PROBLEMS)] * 10)
    assert len([line for line in shown if line.startswith("::notice file=ada.yaml")]) == 10


def test_a_file_is_named_as_the_repository_names_it(tmp_path: Path) -> None:
    (tmp_path / "answers").mkdir()
    inside = graded(PROBLEMS, name=str(tmp_path / "answers" / "ada.yaml"))
    assert "file=answers/ada.yaml," in commands(inside, workspace=str(tmp_path))[0]
    outside = graded(PROBLEMS, name="/elsewhere/ada.yaml")
    assert "file=/elsewhere/ada.yaml," in commands(outside, workspace=str(tmp_path))[0]


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("a,b:c.yaml", "a%2Cb%3Ac.yaml"),
        ("50%.yaml", "50%25.yaml"),
        ("a\r\n::error::b", "a␍␊%3A%3Aerror%3A%3Ab"),
    ],
)
def test_no_name_of_a_file_ends_a_command(name: str, written: str) -> None:
    for line in commands(graded(PROBLEMS, name=name)):
        assert f"file={written}," in line
        assert "\n" not in line


def test_no_text_of_a_student_begins_a_command() -> None:
    marked = graded(PROBLEMS)
    hostile = replace(
        marked.checks[0], verdict="wrong", feedback=("a\n::error::b\r::set-output name=x::y %0A",)
    )
    (line,) = commands(replace(marked, checks=(hostile,), notes=()))
    assert len(line.splitlines()) == 1
    assert line.endswith("a%0A::error::b%0A::set-output name=x::y %250A")


def test_the_summary_of_one_sheet_is_its_report() -> None:
    page = student_page(graded(PROBLEMS), PROBLEMS, now=AFTER)
    assert step_summary([page]).startswith("# Adversarial search\n\nReport for ada\n")


def test_the_summary_of_a_class_is_a_table() -> None:
    page = student_page(graded(PROBLEMS), PROBLEMS, now=AFTER)
    assert step_summary([page, page]) == (
        "## Adversarial search\n\n"
        "| student | points | right | partly | wrong | missing | unreadable | pending | failed |\n"
        "|---|---|---|---|---|---|---|---|---|\n"
        + "| ada | 0.67 of 7 points (9.5 %) | 0 | 1 | 1 | 1 | 1 | 0 | 0 |\n"
        * 2
    )


def test_a_summary_is_never_longer_than_github_takes() -> None:
    page = replace(student_page(graded(PROBLEMS), PROBLEMS, now=AFTER), student="x" * 200)
    summary = step_summary([page] * 6000)
    assert len(summary.encode()) <= MAX_SUMMARY
    assert summary.rstrip().endswith("more students are not shown here.")


def test_where_a_report_has_no_room_there_is_a_table_and_where_that_has_none_its_head() -> None:
    page = student_page(graded(PROBLEMS), PROBLEMS, now=AFTER)
    assert step_summary([page], 1000).startswith("## Adversarial search\n")
    assert step_summary([page], 0).rstrip().endswith("1 more student is not shown here.")


PROGRAM = """\
set: search-1
problems:
  - id: search
    code: {file: search.py, function: search, api: tree}
    trees: ["max(1, 2)"]
    questions: [{ask: value}]
"""


@pytest.mark.parametrize(("name", "file"), [("ada", "ada/search.py"), ("ada/search.py", "ada/search.py")])
def test_where_a_program_broke_off_is_told_at_its_line_once(name: str, file: str) -> None:
    problems = load_problems(Source(PROGRAM, "set.yaml"))
    ran = Ran(
        problem="search", tree="1", hidden=False, outcome="raised", line=7, said=("it raised an error",)
    )
    marked = replace(graded(PROBLEMS), name=name, checks=(), notes=(), runs=(ran, ran), problems=problems)
    assert commands(marked) == [
        f"::error file={file},line=7,col=1,title=1. search – wrong::it raised an error"
    ]


def test_in_a_folder_the_sheet_is_annotated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("ada").mkdir()
    Path("ada/answers.yaml").write_bytes(b"")
    shown = commands(replace(graded(PROBLEMS), name="ada", notes=()))
    assert all("file=ada/answers.yaml," in line for line in shown)
