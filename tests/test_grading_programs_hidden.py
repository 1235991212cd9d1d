"""What a student sees of programs: of hidden trees nothing, and before the marks only the form."""

from __future__ import annotations

import json

import pytest

from grader.grading import seen_by_student
from grader.grading.record import grade_from_record
from grader.sandbox import Worker
from tests.marking_programs import (
    ENDS,
    MINIMAX,
    TEXTBOOK,
    a_set,
    marked,
)

CANARY = "max(sinister -> min(314159, 271828), dexter -> min(161803, 299792))"
SPY = """
def alphabeta(node):
    value = node.children[0].children[0].utility
    print("printed", value)
    if value > 100_000:
        {leak}
    return 3, "a1"
"""
LEAKS = [
    "raise ValueError(value)", "return value, 'sinister'", "__import__(f'module{value}')", "exit(value)",
    "return [value]", "return str(value), value",
]  # fmt: skip


@pytest.mark.parametrize("leak", LEAKS)
def test_of_hidden_trees_a_student_sees_nothing(leak: str, walled: Worker) -> None:
    problems = a_set(f'"{TEXTBOOK}"', f'{{id: canary, tree: "{CANARY}", hidden: true}}')
    seen = seen_by_student(marked(problems, SPY.format(leak=leak), walled), problems)
    record = json.dumps(seen.to_dict())
    for secret in ("canary", "314159", "271828", "161803", "sinister"):
        assert secret not in record
    assert "It is not right on 1 hidden tree." in record


def test_a_slip_of_form_is_told_even_where_all_trees_are_hidden(walled: Worker) -> None:
    problems = a_set(f'{{tree: "{TEXTBOOK}", hidden: true}}')
    seen = seen_by_student(marked(problems, ENDS["syntax"][0], walled), problems)
    assert seen.checks[0].feedback == (ENDS["syntax"][1],)


def test_before_the_marks_are_shown_only_the_form_is_told(walled: Worker) -> None:
    problems = a_set(above="reveal: never")
    broken = seen_by_student(marked(problems, ENDS["syntax"][0], walled), problems)
    assert broken.checks[0].feedback == (ENDS["syntax"][1],)
    running = seen_by_student(marked(problems, MINIMAX, walled), problems)
    assert {one.verdict for one in running.checks} == {"answered"}
    assert {ran.outcome for ran in running.runs} == {"answered"}
    assert {ran.visits for ran in running.runs} == {None}
    assert running.to_dict()["earned"] is None
    assert grade_from_record(running.to_dict(), problems) == running
    assert not any(one.feedback or one.expected for one in running.checks)
