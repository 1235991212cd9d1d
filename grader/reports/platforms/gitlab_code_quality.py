"""Grades → GitLab's code quality report: what is wrong, at the lines of the files that were submitted."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from typing import Any

from grader.grading import Grade
from grader.reports.platforms.github_actions import Annotation, annotated
from grader.text.columns import visible
from grader.text.sentences import Say

_SEVERITIES = {"error": "major", "warning": "minor", "notice": "info"}
_TOOL = "grader"
_LONGEST = 3000
_ENDS = (".", "?", "!", ":", ";", "。", "？", "！", "：", "；")


def codequality_record(
    grades: Iterable[Grade], say: Say, environment: Mapping[str, str] = os.environ
) -> Iterator[dict[str, Any]]:
    """What GitLab shows at its line; no two have the same fingerprint, or it would show only one of them."""
    alike: Counter[str] = Counter()
    for grade in grades:
        for one in annotated(grade, say, environment.get("CI_PROJECT_DIR")):
            said = "\0".join((grade.set, grade.student, one.file, one.kind, one.title))
            alike[said] += 1
            found = {
                "description": _description(one, say),
                "fingerprint": _fingerprint(f"{said}\0{alike[said]}"),
            }
            yield found | _finding(grade, one)


def _finding(grade: Grade, one: Annotation) -> dict[str, Any]:
    line, _ = one.place or (1, 1)
    return {
        "check_name": _TOOL,
        "severity": _SEVERITIES[one.kind],
        "location": {"path": visible(one.file or grade.name), "lines": {"begin": line}},
    }


def _description(one: Annotation, say: Say) -> str:
    """Everything in one line, and nothing twice; what does not end as a sentence does is set apart."""
    first, *others = one.message.splitlines() or [""]
    parts = [one.title, *others] if one.title.endswith(first) else [one.title, first, *others]
    told = [part if part.endswith(_ENDS) else part + say("files.apart") for part in filter(None, parts[:-1])]
    return _line(" ".join([*told, parts[-1]]))


def _fingerprint(said: str) -> str:
    """The same where other lines have moved, so that GitLab knows a finding again."""
    return sha256(said.encode("utf-8", "replace")).hexdigest()


def _line(text: str) -> str:
    return visible(" ".join(text[:_LONGEST].split()))
