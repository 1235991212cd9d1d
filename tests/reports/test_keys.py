"""The key of a set: as a record, as text and as Markdown."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from grader.problems import ProblemSet, load_problems
from grader.reports.key.answer_key import key_markdown, key_record, key_text
from grader.text.source import Source
from tests.bundled import SETS, bundled

SET = """\
set: search-1
title: "Search *one*"
problems:
  - id: textbook
    tree: A = max(B = min(3, 12, 8), C = min(2, 4, 6))
    questions:
      - {ask: value, points: 2}
      - {ask: pruned, points: 1}
      - {ask: best-move, points: 1, rule: {best: last}, void: full, because: A misprint.}
      - {ask: manual, text: Why?, points: 1}
"""
VARIANTS = """\
set: variants
problems:
  - id: pick
    variants:
      - A = max(B = min(3, 12), C = min(2, 4))
      - A = max(B = min(5, 11), C = min(1, 4))
    questions:
      - {ask: value}
"""

TEXT = """\
Search *one*
============

The rule of this sheet:

- minimax with alpha-beta pruning
- a tie is cut: stop when α ≥ β
- children are searched from left to right
- a bound from any node above can cut
- a node reports the best value it has seen (fail-soft)
- of equally good moves, the first one searched is the best move
- a cut after the last child skips nothing and is not a cutoff

textbook
--------

        ▲ A = 3
    ┏━━━━━━┹──────┐
 ▼ B = 3       ▼ C ≤ 2
┏━━━╃───┐    ┌────┼────┐
┃   │   │    │    ✂    ✂
3   12  8    2   (4)  (6)
B1  B2  B3   C1   C2   C3

━ best line, ✂ cut off, (…) pruned

Why the search stops where it does:

- C is at most 2 after C1, but Max can already get 3 at B, so the rest of C cannot matter

1.1 What is the root worth? (textbook.value)

What is the minimax value of A? (2 points)

    3

1.2 Which leaves are pruned? (textbook.pruned)

Which leaves are pruned, that is, which does the search never look at? (1 point)

    [C2, C3]

1.4 In your own words (textbook.manual)

Why? (1 point)

A person marks this answer; the set has no model answer.

textbook
--------

Here the rule is different:

- of equally good moves, the last one searched is the best move
"""


def problems_of(text: str) -> ProblemSet:
    return load_problems(Source(text, "set.yaml"))


def test_the_text_shows_the_search_the_reasons_and_every_answer() -> None:
    assert key_text(problems_of(SET)).startswith(TEXT)


def test_a_question_that_was_taken_out_says_so() -> None:
    assert "everybody gets its points: A misprint." in key_text(problems_of(SET))


ACCEPTED = """\
set: s
problems:
  - id: p
    tree: A = max(B = min(3, 12), C = min(3, 4))
    accept: [{rule: {ties: keep}, credit: 1/2, because: It was *unclear*.}]
    questions:
      - {ask: value, accept: [{answer: "7", credit: 1/4}]}
      - {ask: pruned}
"""


def test_every_form_lists_what_else_is_accepted() -> None:
    problems = problems_of(ACCEPTED)
    under = "Under another rule (a tie is not cut: stop only when α > β), for 50 % of the points: none"
    text = key_text(problems)
    assert "    3\n\n- Also accepted, for 25 % of the points: 7\n" in text
    assert f"    [C2]\n\n- {under}\n- It was *unclear*.\n" in text
    assert "- It was \\*unclear\\*." in key_markdown(problems)
    value, pruned = key_record(problems)["sections"][0]["questions"]
    assert value["accept"] == [{"answer": "7", "credit": "1/4"}]
    assert pruned["accept"] == [
        {"answer": "none", "credit": "1/2", "rule": {"ties": "keep"}, "because": "It was *unclear*."}
    ]


def test_markdown_keeps_texts_from_becoming_markup() -> None:
    markdown = key_markdown(problems_of(SET))
    assert markdown.startswith("# Search \\*one\\*\n")
    assert "```\n        ▲ A = 3\n" in markdown
    assert "\n`[C2, C3]`\n" in markdown


def test_a_fence_is_longer_than_any_in_what_it_holds() -> None:
    tree = 'tree: |\n      A = max("```" = min(3, 12, 8), C = min(2, 4, 6))'
    markdown = key_markdown(
        problems_of(SET.replace("tree: A = max(B = min(3, 12, 8), C = min(2, 4, 6))", tree))
    )
    assert "\n````\n" in markdown
    assert '\n```` "```" ````\n' in markdown


def test_the_record_has_every_answer_with_its_reasons() -> None:
    record = key_record(problems_of(SET))
    assert json.loads(json.dumps(record)) == record
    first, second = record["sections"]
    assert first["tree"] == "A = max(B = min(3, 12, 8), C = min(2, 4, 6))"
    assert [cutoff["at"] for cutoff in first["cutoffs"]] == ["C"]
    answers = [
        (question["question"], question["answer"], question["expected"]) for question in first["questions"]
    ]
    assert answers == [("value", "3", {"A": 3}), ("pruned", "[C2, C3]", ["C2", "C3"]), ("manual", "", None)]
    assert second["rule"] == {"best": "last"}
    assert second["questions"][0]["void"] == {"how": "full", "because": "A misprint."}


def test_every_variant_is_in_the_key_unless_a_student_is_named() -> None:
    problems = problems_of(VARIANTS)
    every = key_record(problems)
    assert [section["variant"] for section in every["sections"]] == [1, 2]
    assert "pick (variant 2 of 2)\n" in key_text(problems)
    of_ada = key_record(problems, "ada")
    assert [section["variant"] for section in of_ada["sections"]] == [problems.on_sheet[0].variant("ada") + 1]


@pytest.mark.parametrize("path", SETS, ids=lambda path: path.parent.name)
def test_every_set_of_ours_has_a_key_in_every_form(path: Path) -> None:
    problems = bundled(path)
    record = key_record(problems)
    assert json.loads(json.dumps(record)) == record
    text, markdown = key_text(problems), key_markdown(problems)
    for section in record["sections"]:
        for question in section["questions"]:
            assert _in_words(question) in text
            assert _in_words(question) in markdown


def _in_words(question: dict[str, Any]) -> str:
    """The answer as people read it: any one of several best moves is right."""
    answer: str = question["answer"]
    is_choice = question["ask"] == "best-move" and not answer.startswith("{")  # else one for each depth
    return answer.strip("[]").replace(", ", " or ") if is_choice else answer
