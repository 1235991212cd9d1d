"""What a student sees of programs: of hidden trees nothing, and before the marks only the form."""

from __future__ import annotations

import json

import pytest

from grader.grading import seen_by_student
from grader.grading.idea_words import idea_words
from grader.grading.record import grade_from_record
from grader.sandbox.run import Worker
from grader.text.sentences import sentences
from tests.marking_programs import (
    DEEP,
    ENDS,
    MINIMAX,
    TEXTBOOK,
    a_set,
    marked,
)
from tests.sandbox.programs import ALPHABETA

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


MAXIMISES = MINIMAX.replace("value < best", "value > best")
FROM_ZERO = MINIMAX.replace("best, move = None, None", "best, move = 0, None").replace("best is None or ", "")


def test_which_idea_a_program_follows_on_hidden_trees_its_student_is_not_told(walled: Worker) -> None:
    hidden = [
        f'{{tree: "max({one}, {one})", hidden: true}}' for one in ("min(3, 12)", "min(5, 8)", "min(2, 4)")
    ]
    problems = a_set('"max(1, 2)"', *hidden, questions="[{ask: value}]")
    grades = [marked(problems, code, walled) for code in (MAXIMISES, FROM_ZERO)]
    ideas = [{idea.id for idea in result.misconceptions} for result in grades]
    assert ideas[0]
    assert ideas[1]
    assert ideas[0] != ideas[1]
    seen = [seen_by_student(result, problems) for result in grades]
    assert seen[0].checks == seen[1].checks
    assert seen[0].misconceptions == seen[1].misconceptions == ()


def test_the_staff_is_told_of_an_idea_that_only_hidden_trees_show(walled: Worker) -> None:
    problems = a_set(
        '"max(1, 2)"', f'{{tree: "{TEXTBOOK}", hidden: true}}', f'{{tree: "{DEEP}", hidden: true}}'
    )
    result = marked(problems, MINIMAX, walled)
    (visited,) = (check for check in result.checks if check.question == "visited")
    assert visited.feedback[0].startswith("Your program looks at every node")
    assert result.misconceptions
    assert grade_from_record(json.loads(json.dumps(result.to_dict())), problems) == result
    seen = seen_by_student(result, problems)
    (visited,) = (check for check in seen.checks if check.question == "visited")
    assert visited.feedback == ("It is not right on 2 hidden trees.",)
    assert (visited.misconception, seen.misconceptions) == (None, ())


HINT = "reveal: {marks: now, hint: now, why: never, key: never}"
MAXIMISING = MINIMAX.replace("value < best", "value > best")
HIDDEN = [f'{{tree: "{tree}", hidden: true}}' for tree in ("max(min(4, 6), min(5, 9))", DEEP)]


def test_a_hint_about_a_program_says_what_follows_from_the_trees_that_students_know(walled: Worker) -> None:
    problems = a_set(f'"{TEXTBOOK}"', '"max(min(1, 8), min(6, 4))"', *HIDDEN, above=HINT)
    result = marked(problems, MAXIMISING, walled)
    value, seen = result.checks[0], seen_by_student(result, problems).checks[0]
    words = idea_words(["everyone-maximises"], sentences())
    assert "On 4 of 4 trees your program does exactly what follows from that." in value.feedback
    assert seen.feedback == seen.idea == words.hint
    assert seen.misconception is not None


def test_no_hint_tells_of_an_idea_that_only_hidden_trees_show(walled: Worker) -> None:
    problems = a_set('"max(1, 2)"', *HIDDEN, above=HINT)
    result = marked(problems, MAXIMISING, walled)
    assert result.checks[0].idea
    seen = seen_by_student(result, problems)
    assert all((check.feedback, check.idea, check.misconception) == ((), (), None) for check in seen.checks)


def test_that_a_rule_was_accepted_is_told_where_public_trees_show_it(walled: Worker) -> None:
    keep, tie = ALPHABETA.replace("alpha >= beta", "alpha > beta"), "max(min(4, 6), min(4, 9), 1)"
    for public, hidden in ((tie, TEXTBOOK), (TEXTBOOK, tie)):
        problems = a_set(
            f'"{public}"',
            f'{{tree: "{hidden}", hidden: true}}',
            more="accept: [{rule: {ties: keep}, credit: 1}]",
        )
        result = marked(problems, keep, walled)
        (seen,) = (one for one in seen_by_student(result, problems).checks if one.question == "visited")
        (visited,) = (one for one in result.checks if one.question == "visited")
        assert (visited.verdict, visited.rule) == ("right", {"ties": "keep"})
        assert bool(seen.feedback) == (public == tie)
        assert seen.rule == ({"ties": "keep"} if public == tie else None)
