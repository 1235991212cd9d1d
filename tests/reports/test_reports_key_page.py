"""key.html: every answer with its reasons, and all text stays text."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import html5lib
import pytest

from grader.problems import ProblemSet, load_problems
from grader.reports.key.answer_key import key_markdown, key_text
from grader.reports.key.key_page import key_html, key_page
from tests.reports.test_reports_sheet_page import HTML, ROOT, hostile_set

SET = """\
set: search-1
title: Adversarial search
rule: aima
problems:
  - id: textbook
    title: Warming up
    text: Read *this*.
    variants: ["A = max(B = min(3, 12), C = min(3, 4))", "A = max(B = min(4, 12), C = min(5, 6))"]
    accept: [{rule: {ties: keep}, credit: 1/2, because: It was unclear.}]
    questions:
      - {ask: value, points: 2, accept: [{answer: "7", credit: 1/4}]}
      - {ask: pruned, void: full, because: A slip.}
      - {ask: count, of: leaves-evaluated, rule: {ties: keep}}
      - {ask: manual, text: Why?}
"""


@pytest.fixture
def problems(tmp_path: Path) -> ProblemSet:
    file = tmp_path / "set.yaml"
    file.write_text(SET, encoding="utf-8")
    return load_problems(file)


def test_there_is_a_section_for_every_variant_and_rule(problems: ProblemSet) -> None:
    titles = [(section.title, section.rule) for section in key_page(problems).sections]
    other = ("a tie is not cut: stop only when α > β",)
    assert titles == [
        ("1. Warming up (variant 1 of 2)", ()),
        ("1. Warming up (variant 1 of 2)", other),
        ("1. Warming up (variant 2 of 2)", ()),
        ("1. Warming up (variant 2 of 2)", other),
    ]


def test_for_a_student_there_are_only_the_students_variants(problems: ProblemSet) -> None:
    page = key_page(problems, "ada")
    assert page.student == "ada"
    number = problems.on_sheet[0].variant("ada") + 1
    assert {section.title for section in page.sections} == {f"1. Warming up (variant {number} of 2)"}


def test_a_question_has_its_answer_and_what_else_is_accepted(problems: ProblemSet) -> None:
    value, pruned, manual = key_page(problems).sections[0].questions
    assert (value.answer, value.points) == ("3", "2 points")
    assert value.accepted == ("Also accepted, for 25 % of the points: 7",)
    assert pruned.answer == "[C2]"
    assert pruned.accepted == (
        "Under another rule (a tie is not cut: stop only when α > β), for 50 % of the points: none",
        "It was unclear.",
    )
    assert pruned.void == "This question was taken out, and everybody gets its points: A slip."
    assert manual.answer is None


def test_of_moves_that_are_equally_right_the_key_says_that_either_will_do(tmp_path: Path) -> None:
    tree = "A = max(B = min(1), C = min(3), D = min(3))"
    questions = (
        "[{ask: best-move, rule: {best: any}}, {ask: best-move, id: one, accept: [{rule: {best: any}}]}]"
    )
    text = f"set: s\nproblems: [{{id: p, tree: '{tree}', questions: {questions}}}]\n"
    (tmp_path / "set.yaml").write_text(text, encoding="utf-8")
    problems = load_problems(tmp_path / "set.yaml")
    stated, one = (question for section in key_page(problems).sections for question in section.questions)
    assert stated.answer == "C or D"
    assert one.accepted[0].endswith(": C or D")
    assert "\n    C or D\n" in key_text(problems)
    assert "`C or D`" in key_markdown(problems)


def test_the_reasons_and_the_solved_tree_are_there(problems: ProblemSet) -> None:
    section = key_page(problems).sections[0]
    assert section.reasons == ("C is at most 3 after C1, and Max can already get 3 at B: a tie is cut",)
    assert section.picture is not None
    assert "tree-cut" in section.picture.content
    assert "C2: leaf, utility 4, cut off here, pruned" in section.outline


def test_a_tree_that_is_too_large_to_draw_is_told_in_words(tmp_path: Path) -> None:
    tree = f"A = max({', '.join(map(str, range(500)))})"
    text = f"set: s\nproblems:\n  - id: p\n    tree: {tree}\n    questions: [{{ask: value}}]\n"
    (tmp_path / "set.yaml").write_text(text, encoding="utf-8")
    problems = load_problems(tmp_path / "set.yaml")
    assert key_page(problems).sections[0].picture is None
    assert "A500: leaf, utility 499" in key_html(problems)


def test_hostile_text_stays_text(tmp_path: Path) -> None:
    page = key_html(hostile_set(tmp_path), "<img src=x onerror=alert(1)>")
    parsed: Any = html5lib.parse(page)
    assert not [element for kind in ("b", "img") for element in parsed.iter(f"{HTML}{kind}")]
    assert not any("alert" in "".join(script.itertext()) for script in parsed.iter(f"{HTML}script"))
    assert "\u202e" not in page


@pytest.mark.parametrize("file", sorted(ROOT.glob("problems/*/set.yaml")), ids=lambda path: path.parent.name)
def test_every_set_that_ships_has_a_key(file: Path) -> None:
    problems = load_problems(file)
    page = key_html(problems)
    assert page.count('<section class="card problem"') == len(key_page(problems).sections)
