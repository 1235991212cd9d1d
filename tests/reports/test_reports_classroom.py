"""Classroom 50's `result.json`: whole points that add up, and what the runner says of the submission."""

from __future__ import annotations

import json

import pytest

from grader.grading import seen_by_student
from grader.reports.platforms.classroom50 import classroom_json, classroom_record
from tests.reporting import BEFORE, NOW, graded, problems_with

RUNNER = {
    "CLASSROOM": "cs-principles",
    "ASSIGNMENT": "trees",
    "OWNER": "alice",
    "SUBMISSION_TAG": "submit/1",
    "COMMIT_URL": "https://example.org/commit/1",
    "RELEASE_URL": "https://example.org/releases/1",
    "REVIEW_URL": "https://example.org/compare/1",
}
PROBLEMS = problems_with()


def test_the_runner_says_what_it_is_about() -> None:
    record = classroom_record(graded(PROBLEMS), PROBLEMS, RUNNER, NOW)
    assert {name: record[name] for name in record if name != "tests"} == {
        "schema": "classroom50/result/v1",
        "classroom": "cs-principles",
        "assignment": "trees",
        "owner": "alice",
        "submission": "submit/1",
        "commit": "https://example.org/commit/1",
        "release": "https://example.org/releases/1",
        "review": "https://example.org/compare/1",
        "datetime": "2027-01-15T12:00:00Z",
        "score": 67,
        "max-score": 700,
    }


def test_points_are_whole_hundredths_and_add_up() -> None:
    record = classroom_record(graded(PROBLEMS), PROBLEMS, RUNNER, NOW)
    assert record["tests"][0] == {
        "test-name": "textbook.value",
        "passed": False,
        "score": 67,
        "max-score": 100,
    }
    for name in ("score", "max-score"):
        assert record[name] == sum(test[name] for test in record["tests"])
        assert all(type(test[name]) is int for test in record["tests"])


def test_without_the_runner_github_says_where_the_commit_is() -> None:
    environment = {
        "GITHUB_REPOSITORY": "cs/ada",
        "GITHUB_SHA": "abc",
        "GITHUB_REPOSITORY_OWNER": "cs",
        "GITHUB_REF_NAME": "main",
    }
    record = classroom_record(graded(PROBLEMS), PROBLEMS, environment, NOW)
    assert record["commit"] == record["release"] == record["review"] == "https://github.com/cs/ada/commit/abc"
    assert (record["classroom"], record["assignment"], record["owner"]) == ("cs", "search-1", "ada")


def test_without_github_nothing_is_made_up() -> None:
    record = classroom_record(graded(PROBLEMS), PROBLEMS, {}, NOW)
    assert [record[name] for name in ("classroom", "submission", "commit")] == ["", "", ""]


def test_hidden_marks_are_left_out() -> None:
    problems = problems_with("due: 2027-02-01 12:00 UTC")
    seen = seen_by_student(graded(problems), problems, BEFORE)
    record = classroom_record(seen, problems, RUNNER, NOW)
    assert (record["score"], record["max-score"], record["tests"]) == (0, 0, [])


def test_the_file_takes_it_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in RUNNER.items():
        monkeypatch.setenv(name, value)
    record = json.loads(classroom_json(graded(PROBLEMS), PROBLEMS, now=NOW))
    assert record == classroom_record(graded(PROBLEMS), PROBLEMS, RUNNER, NOW)
