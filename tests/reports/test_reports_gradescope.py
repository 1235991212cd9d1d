"""Gradescope's `results.json`: points that add up, and nothing visible before `reveal` shows it."""

from __future__ import annotations

import json
from datetime import datetime
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from grader.reports.platforms.gradescope_results import gradescope_json, gradescope_record
from grader.reports.platforms.rounded_points import hundredths, hundredths_above
from tests.reporting import AFTER, BEFORE, graded, problems_with

DUE = "due: 2027-02-01 12:00 UTC"
SECRETS = ("C2, C3", "smallest", "not pruned", "2 right of 3", "partly", "wrong", "was 8")


def record(settings: str = "", now: datetime = BEFORE) -> dict[str, Any]:
    problems = problems_with(settings)
    made: dict[str, Any] = json.loads(gradescope_json(graded(problems), problems, now=now))
    assert made == gradescope_record(graded(problems), problems, now)
    return made


def test_each_question_is_a_test_with_its_number_and_points() -> None:
    tests = record()["tests"]
    assert [(test["number"], test["name"], test["score"], test["max_score"]) for test in tests] == [
        ("1.1", "What are the nodes worth?", 0.67, 1),
        ("1.2", "Which move is best?", 0, 1),
        ("1.3", "Which leaves are pruned?", 0, 3),
        ("1.4", "In your own words", 0, 2),
    ]
    assert {test["visibility"] for test in tests} == {"visible"}
    assert [test["status"] for test in tests] == ["failed"] * 4


def test_an_answer_that_waits_for_a_person_is_neither_passed_nor_failed() -> None:
    problems = problems_with()
    marked = graded(problems, b"student: ada\nanswers:\n  textbook:\n    manual: Because.\n")
    *_, manual = gradescope_record(marked, problems, BEFORE)["tests"]
    assert "status" not in manual


def test_the_total_is_the_sum_of_the_tests() -> None:
    made = record()
    assert made["score"] == sum(test["score"] for test in made["tests"]) == 0.67
    assert made["output"].startswith("0.67 of 7 points")
    assert made["stdout_visibility"] == "hidden"


def test_feedback_is_markdown_with_the_answers_as_code_and_the_counterexample_drawn() -> None:
    pruned = record()["tests"][2]
    assert pruned["output_format"] == "md"
    assert "Your answer: `[B3]`\n\nRight answer: `C2, C3`\n\n" in pruned["output"]
    assert "```text\n" in pruned["output"]
    assert "was 8" in pruned["output"]


# What `reveal` says, and then each test: its visibility, and whether it has points.
TIMES = {
    "all of it now": ("reveal: now", [("visible", True)]),
    "the marks when due": (DUE, [("visible", False), ("after_due_date", True)]),
    "never": ("reveal: never", [("visible", False), ("hidden", True)]),
    "after a date": ("reveal: {after: 2027-03-01 12:00 UTC}", [("visible", False), ("hidden", True)]),
    "the marks now, the rest when due": (
        f"{DUE}\nreveal: {{marks: now}}", [("visible", True), ("after_due_date", False)],
    ),
    "the marks now, the rest never": (
        "reveal: {marks: now, why: never, key: never}", [("visible", True)],
    ),
    "not even the form": (f"{DUE}\nreveal: {{form: due}}", [("after_due_date", True)]),
    "form and marks never": (f"{DUE}\nreveal: {{form: never, marks: never}}", [("hidden", True)]),
}  # fmt: skip


@pytest.mark.parametrize(("settings", "tests"), TIMES.values(), ids=TIMES)
def test_visibility_follows_reveal(settings: str, tests: list[tuple[str, bool]]) -> None:
    pruned = [test for test in record(settings)["tests"] if test["number"] == "1.3"]
    assert [(test["visibility"], "score" in test) for test in pruned] == tests


@pytest.mark.parametrize(
    "settings", [DUE, "reveal: never", f"{DUE}\nreveal: {{marks: never, why: now, key: never}}"]
)
def test_what_is_hidden_stands_in_nothing_that_is_visible(settings: str) -> None:
    made = record(settings)
    visible = [made["output"], *(test["output"] for test in made["tests"] if test["visibility"] == "visible")]
    for secret in SECRETS:
        assert secret not in "\n".join(visible)
    assert not any("score" in test for test in made["tests"] if test["visibility"] == "visible")


def test_a_later_test_repeats_nothing_and_says_that_it_is_more() -> None:
    first, second = (
        test for test in record(f"{DUE}\nreveal: {{marks: now}}")["tests"] if test["number"] == "1.3"
    )
    assert second["name"] == "Which leaves are pruned? (more)"
    assert "Your answer" in first["output"]
    assert "Your answer" not in second["output"]
    assert "Right answer: `C2, C3`" in second["output"]


def test_once_due_everything_is_visible() -> None:
    made = record(DUE, AFTER)
    assert {test["visibility"] for test in made["tests"]} == {"visible"}
    assert len(made["tests"]) == 4


def test_once_the_date_is_passed_everything_is_visible() -> None:
    made = record("reveal: {after: 2027-02-01 12:00 UTC}", AFTER)
    assert {test["visibility"] for test in made["tests"]} == {"visible"}


POINTS = some.fractions(min_value=0, max_value=20, max_denominator=60)


@given(some.lists(POINTS, max_size=12))
def test_points_in_hundredths_add_up_to_the_rounded_total(points: list[Fraction]) -> None:
    rounded = hundredths(points)
    assert abs(Fraction(sum(rounded)) - sum(points, Fraction()) * 100) <= Fraction(1, 2)
    assert all(abs(one - exact * 100) < 1 for one, exact in zip(rounded, points, strict=True))
    assert all(one <= hundredths_above(exact) for one, exact in zip(rounded, points, strict=True))


def test_three_thirds_are_one() -> None:
    assert hundredths([Fraction(1, 3)] * 3) == [34, 33, 33]
