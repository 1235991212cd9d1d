"""`grader check`: problem sets → everything wrong or weak in them, with places."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from grader.checking import Finding, check_problems, sample_files
from grader.problems import ProblemSet, load_problems
from grader.reports.wording import shown_points
from grader.source import InputError

EXAMPLE = "grader check problems/*/set.yaml"

_FINE, _FALLS_SHORT, _UNREADABLE = 0, 1, 2


@dataclass(frozen=True, slots=True)
class _Checked:
    """What became of one set; it has no problems where it cannot be read."""

    file: str
    problems: ProblemSet | None
    findings: tuple[Finding, ...]


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("sets", metavar="SET", nargs="+", help="the file of a problem set")
    parser.add_argument("--format", choices=tuple(_FORMATS), default="text", help="text if you do not say")
    parser.add_argument("--strict", action="store_true", help="let a warning count like an error")


def run(arguments: Namespace) -> int:
    checked = [_check(file) for file in arguments.sets]
    _FORMATS[arguments.format](checked)
    return max(_status(one, arguments.strict) for one in checked)


def _check(file: str) -> _Checked:
    try:
        problems = load_problems(file)
    except InputError as error:
        return _Checked(file, None, tuple(Finding("unreadable", mistake) for mistake in error.mistakes))
    return _Checked(file, problems, check_problems(problems))


def _status(checked: _Checked, strict: bool) -> int:
    if checked.problems is None:
        return _UNREADABLE
    short = any(finding.is_error or strict for finding in checked.findings)
    return _FALLS_SHORT if short else _FINE


def _print_text(checked: Sequence[_Checked]) -> None:
    for one in checked:
        stream = sys.stderr if one.problems is None else sys.stdout
        for finding in one.findings:
            print(finding.mistake, file=stream)
        if one.problems is not None and not one.findings:
            print(f"{one.file}: ok: {_facts(one.problems)}")


def _facts(problems: ProblemSet) -> str:
    questions = [asked.question for problem in problems.problems for asked in problem.questions]
    points = shown_points(sum(question.points for question in questions))
    counts = (
        _counted(len(problems.problems), "problem"),
        _counted(len(questions), "question"),
        f"{points} point" if points == "1" else f"{points} points",
        _counted(len(sample_files(problems)), "sample"),
    )
    return ", ".join(counts)


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _print_json(checked: Sequence[_Checked]) -> None:
    print(json.dumps(list(map(_record, checked)), ensure_ascii=False, indent=2))


def _record(checked: _Checked) -> dict[str, Any]:
    return {
        "file": checked.file,
        "set": None if checked.problems is None else checked.problems.id,
        "findings": [finding.to_dict() for finding in checked.findings],
    }


_FORMATS = {"text": _print_text, "json": _print_json}
