"""A student's report has trees to practise each idea that it names, and gives no exam away with them."""

from __future__ import annotations

import re
from pathlib import Path

import html5lib
import pytest

from grader.grading import grade
from grader.problems import load_problems
from grader.reports.practice.idea_practice import idea_practice
from grader.reports.practice.tree_identity import identities
from grader.reports.student import html_report
from grader.reports.student.html_report import page_data, report_html
from grader.reports.student.student_page import StudentPage, student_page
from grader.rule import Rule
from grader.solving import solve
from grader.submissions import read_submission
from grader.text.sentences import sentences
from grader.text.source import Source
from grader.tree.language import parse_tree

SAY = sentences()
IDEA = "players-inverted"
SMALLEST = parse_tree("max(4, min(3, 1), 2)")
SET = """\
set: s
{head}
problems:
  - id: p
    tree: max(min(3, 12, 8), min(2, 4, 6), min(14, 5, 2))
    questions: [{{ask: value}}, {{ask: best-move}}]
"""
SHEET = b"{set: s, student: ada, answers: {p: {value: 6, best-move: C}}}"


def page_with(head: str = "") -> StudentPage:
    problems = load_problems(Source(SET.format(head=head), "set.yaml"))
    return student_page(grade(problems, read_submission(SHEET, "ada.yaml")), problems)


def test_a_named_idea_leads_to_its_smallest_tree_and_two_like_it() -> None:
    page = html5lib.parse(report_html(page_with()), namespaceHTMLElements=False)
    links = [link.get("href") for link in page.iter("a")]
    assert links.count(f"#practise-{IDEA}") == 1  # where the idea is first told
    (part,) = [part for part in page.iter("section") if part.get("id") == f"practise-{IDEA}"]
    assert [heading.text for heading in part.iter("h3")] == ["Max and Min swapped"]
    assert len(list(part.iter("details"))) == 3
    assert sum(str(each.tag).endswith("svg") for each in part.iter()) == 3


def test_the_answers_are_those_of_the_solver_and_those_of_the_idea_are_others() -> None:
    practice = idea_practice(IDEA, Rule(), SAY)
    assert practice is not None
    assert practice.exercises[0].tree == SMALLEST
    for exercise in practice.exercises:
        solution = solve(exercise.tree)
        assert exercise.question == "What are the minimax values of A and B?"
        assert exercise.steps[-1].endswith(f" is {SAY.shown(solution.value)}.")
        assert exercise.mistaken not in ("", f"A = {SAY.shown(solution.value)}")


def test_why_leaves_are_pruned_stands_with_the_answer() -> None:
    practice = idea_practice("trigger-also-pruned", Rule(), SAY)
    assert practice is not None
    steps, mistaken = practice.exercises[0].steps, practice.exercises[0].mistaken
    assert re.fullmatch(r"Never looked at: B2\. B is at most .* after B1, .*\.", steps[0])
    assert mistaken == "B1 and B2"


def test_a_rule_that_the_idea_needs_is_told_where_it_is_another() -> None:
    practice = idea_practice("no-pruning-below-chance", Rule(), SAY)
    assert practice is not None
    assert any("Star1" in words for words in practice.rule)
    usual = idea_practice(IDEA, Rule(), SAY)
    assert usual is not None
    assert usual.rule == ()


HIDDEN = {
    "forbidden": "practice: never",
    "ideas for the staff": "diagnosis: staff",
    "hidden marks": "reveal: never",
}


@pytest.mark.parametrize("head", HIDDEN.values(), ids=HIDDEN)
def test_there_is_no_practice_where_the_set_forbids_it_or_hides_ideas(head: str) -> None:
    assert "practise" not in report_html(page_with(head)).split("</style>")[1].lower()


def test_a_tree_of_the_set_is_not_practised_on() -> None:
    practice = idea_practice(IDEA, Rule(), SAY, frozenset(identities(SMALLEST)))
    assert practice is not None
    assert SMALLEST not in [exercise.tree for exercise in practice.exercises]
    assert len(practice.exercises) == 3


def test_a_page_that_would_be_too_large_has_no_practice(monkeypatch: pytest.MonkeyPatch) -> None:
    page = page_with()
    monkeypatch.setattr(html_report, "MOST_BYTES", len(report_html(page).encode()) - 1)
    assert "practise-" not in report_html(page)


def test_templates_of_ones_own_get_the_practice(tmp_path: Path) -> None:
    (tmp_path / "report.html").write_text("{{ practice|join(' ') }}", encoding="utf-8")
    assert report_html(page_with(), tmp_path) == IDEA
    assert list(page_data(page_with("language: zh-TW"))["practice"]) == [IDEA]
