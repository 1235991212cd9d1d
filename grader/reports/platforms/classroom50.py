"""A Grade → Classroom 50's `result.json`, whose points are whole numbers: hundredths of ours."""

from __future__ import annotations

import os
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from grader.grading import Grade
from grader.problems import ProblemSet
from grader.reports.platforms.rounded_points import hundredths, hundredths_above
from grader.text.escapes import json_text

SCHEMA = "classroom50/result/v1"

_GITHUB = "https://github.com"


def classroom_json(grade: Grade, problems: ProblemSet, *, now: datetime | None = None) -> str:
    """The file that Classroom 50's runner reads; who and what it is about stands in the environment."""
    return json_text(classroom_record(grade, problems, os.environ, now))


def classroom_record(
    grade: Grade, problems: ProblemSet, environment: Mapping[str, str], now: datetime | None = None
) -> dict[str, Any]:
    """The same as a value; a question whose marks are hidden, or that was taken out, is left out."""
    moment = (now or datetime.now(UTC)).astimezone(UTC)
    known = [check for check in grade.checks if check.earned is not None and check.void != "excluded"]
    tests = [
        {
            "test-name": check.id,
            "passed": check.verdict == "right",
            "score": points,
            "max-score": hundredths_above(check.possible),
        }
        for check, points in zip(known, hundredths([check.earned or 0 for check in known]), strict=True)
    ]
    return {
        "schema": SCHEMA,
        **_about(grade, problems, environment),
        "datetime": moment.strftime("%Y-%m-%dT%H:%M:%SZ"),
        "score": hundredths([grade.after])[0] if grade.penalty else sum(test["score"] for test in tests),
        "max-score": sum(test["max-score"] for test in tests),
        "tests": tests,
    }


def _about(grade: Grade, problems: ProblemSet, environment: Mapping[str, str]) -> dict[str, str]:
    """What the runner says, or what can be told without it."""
    commit = environment.get("COMMIT_URL") or _commit(environment)
    return {
        "classroom": environment.get("CLASSROOM") or environment.get("GITHUB_REPOSITORY_OWNER") or "",
        "assignment": environment.get("ASSIGNMENT") or problems.id,
        "owner": environment.get("OWNER") or environment.get("USERNAME") or grade.student,
        "submission": environment.get("SUBMISSION_TAG") or environment.get("GITHUB_REF_NAME") or "",
        "commit": commit,
        "release": environment.get("RELEASE_URL") or commit,
        "review": environment.get("REVIEW_URL") or commit,
    }


def _commit(environment: Mapping[str, str]) -> str:
    """The address of the commit on GitHub, if this runs there."""
    repository, commit = environment.get("GITHUB_REPOSITORY"), environment.get("GITHUB_SHA")
    server = environment.get("GITHUB_SERVER_URL") or _GITHUB
    return f"{server}/{repository}/commit/{commit}" if repository and commit else ""
