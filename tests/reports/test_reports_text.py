"""`report.txt`: the table of the terminal, and each problem with its tree and the search."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from grader.reports.student.student_page import student_page
from grader.reports.student.text_report import report_text
from tests.reporting import AFTER, BEFORE, graded, problems_with

DUE = "due: 2027-02-01 12:00 UTC"
BIG = (
    "set: search-1\n{settings}\nproblems:\n  - {{id: textbook, tree: ["
    + ", ".join(["3"] * 500)
    + "], questions: [{{ask: value}}]}}\n"
)


def report(settings: str = "", *, now: datetime = AFTER) -> str:
    problems = problems_with(settings)
    return report_text(student_page(graded(problems), problems, now=now))


def test_it_begins_with_the_table_and_the_total() -> None:
    shown = report()
    assert shown.startswith("ada (ada.yaml)\nsearch-1: Adversarial search\nada.yaml:6:5: error: ")
    assert "\n0.67 of 7 points (9.5 %)\n\n0 of 4 answers are right.\n" in shown


def test_each_problem_has_its_tree_its_questions_and_the_search_in_columns() -> None:
    shown = report()
    assert "\n1. textbook: 0.67 / 7\n\n                 ▲ A\n" in shown or "▲ A\n" in shown
    assert "\n1.1 What are the nodes worth?\n  What are the minimax values of B, C and D?\n" in shown
    assert "\nstep  action  node  α   β   v\n1     enter   A     −∞  ∞   −∞  Max moves at A\n" in shown


def test_what_is_hidden_stands_nowhere() -> None:
    shown = report(DUE, now=BEFORE)
    for secret in ("smallest", "partly", "wrong", "reference search", "✂"):
        assert secret not in shown


def test_no_line_ends_with_blanks() -> None:
    assert not [line for line in report().split("\n") if line != line.rstrip()]


def test_a_tree_that_is_too_large_is_not_drawn_and_the_steps_are_cut_short() -> None:
    problems = problems_with("", BIG)
    shown = report_text(student_page(graded(problems, b"student: ada\nanswers:\n"), problems, now=AFTER))
    assert "▲" not in shown
    assert "more steps are not shown." in shown


def test_an_own_template_comes_first_and_controls_are_made_visible(tmp_path: Path) -> None:
    (tmp_path / "report.txt").write_text("{{ '\\x1b[2J' }} {{ page.student }}\n")
    problems = problems_with()
    page = student_page(graded(problems), problems, now=AFTER)
    assert report_text(page, tmp_path) == "␛[2J ada\n"
