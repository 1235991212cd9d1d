"""`grader check`: problem sets → everything wrong or weak in them, with places, and what they can detect."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from typing import Any

from grader.checking import (
    Checked,
    Finding,
    check_page,
    check_problems,
    cover,
    difficulties,
    fairness,
    sample_files,
    suggest,
)
from grader.checking.coverage_words import coverage_lines, matrix_text, suggestion_lines
from grader.cli.isolation import add_isolation_argument, tell_isolation
from grader.cli.set_arguments import load_set, names_course, note_unsaid
from grader.diagnosis.exposure import EVERY_IDEA
from grader.problems import ProblemSet
from grader.reports.record_words import points_in_words
from grader.term.course import check_course
from grader.term.course_file import load_course
from grader.text.source import InputError, refusal
from grader.text.spelling import did_you_mean

EXAMPLE = "grader check problems/*/set.yaml --strict"

_FINE, _FALLS_SHORT, _UNREADABLE = 0, 1, 2


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "sets", metavar="SET", nargs="+", help="a problem set file, or a course file to check all its sets"
    )
    parser.add_argument(
        "--format", choices=tuple(_FORMATS), default="text", help="the output format (default: text)"
    )
    parser.add_argument("--strict", action="store_true", help="treat warnings as errors")
    parser.add_argument(
        "--matrix", action="store_true", help="show which question detects which misconception"
    )
    parser.add_argument(
        "--suggest", metavar="ID", help="suggest leaves or a tree that would detect this misconception"
    )
    add_isolation_argument(parser)


def run(arguments: Namespace) -> int:
    _check_id(arguments.suggest)
    tell_isolation(arguments)
    checked = [
        one
        for name in arguments.sets
        for one in (_check_course(name, arguments) if names_course(name) else [_check(name, arguments)])
    ]
    if arguments.quiet and arguments.format == "text":
        _print_findings(checked)
    else:
        _FORMATS[arguments.format](checked, arguments.matrix)
    for one in checked:
        if one.problems is not None and arguments.format != "html":  # the page says so itself
            note_unsaid(one.file, one.problems)
    return max(_status(one, arguments.strict) for one in checked)


def _check_id(misconception: str | None) -> None:
    known = [idea.id for idea in EVERY_IDEA]
    if misconception is not None and misconception not in known:
        hint = did_you_mean(misconception, known, "`grader check SET --matrix` shows their names")
        raise refusal("grader check", f"no misconception is called `{misconception}`", hint)


def _check_course(file: str, arguments: Namespace) -> Iterator[Checked]:
    """What became of a course, and of each of its sets."""
    try:
        course = load_course(file)
    except InputError as error:
        yield Checked(file, None, tuple(Finding("unreadable", mistake) for mistake in error.mistakes))
        return
    if found := tuple(Finding("course", mistake) for mistake in check_course(course)):
        yield Checked(file, None, found)
    yield from (_check(f"{file}#{entry.id}", arguments) for entry in course.sets if entry.file is not None)


def _check(file: str, arguments: Namespace) -> Checked:
    misconception: str | None = arguments.suggest
    try:
        problems = load_set(file)
    except InputError as error:
        return Checked(file, None, tuple(Finding("unreadable", mistake) for mistake in error.mistakes))
    coverage = cover(problems, every_variant=arguments.matrix)
    suggestion = suggest(problems, coverage, misconception) if misconception else None
    findings = check_problems(problems, arguments.isolation)
    return Checked(file, problems, findings, coverage, suggestion, difficulties(problems, coverage))


def _status(checked: Checked, strict: bool) -> int:
    """A set with mistakes at certain places falls short; a file with nothing to point at cannot be read."""
    if checked.problems is None and all(finding.mistake.span is None for finding in checked.findings):
        return _UNREADABLE
    short = any(finding.is_error or strict for finding in checked.findings)
    return _FALLS_SHORT if short else _FINE


def _print_findings(checked: Sequence[Checked]) -> None:
    """What is wrong or weak, and nothing of a set that is fine."""
    for one in checked:
        for finding in one.findings:
            print(finding.mistake)


def _print_text(checked: Sequence[Checked], matrix: bool) -> None:
    for one in checked:
        stream = sys.stderr if one.problems is None else sys.stdout
        for finding in one.findings:
            print(finding.mistake, file=stream)
        if one.problems is not None and one.coverage is not None:
            names = one.problems.question_names
            print(f"{one.file}: {_verdict(one.findings)}: {_facts(one.problems)}")
            for line in coverage_lines(one.coverage):
                print(f"  {line}")
            for problem, difficulty in one.difficulties.items():
                print(f"  difficulty of {problem}: {difficulty}")
            for fair in fairness(one.problems):
                print(f"  {fair.words}")
            for line in suggestion_lines(one.suggestion, names) if one.suggestion else ():
                print(f"  {line}")
            if matrix:
                print(f"\n{matrix_text(one.coverage, names)}")


def _verdict(findings: Sequence[Finding]) -> str:
    errors = sum(finding.is_error for finding in findings)
    counts = ((errors, "error"), (len(findings) - errors, "warning"))
    return ", ".join(_counted(number, noun) for number, noun in counts if number) or "ok"


def _facts(problems: ProblemSet) -> str:
    counts = (
        _counted(len(problems.problems), "problem"),
        _counted(sum(len(problem.questions) for problem in problems.problems), "question"),
        points_in_words(problems.points),
        _counted(len(sample_files(problems)), "sample"),
    )
    return ", ".join(counts)


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _print_json(checked: Sequence[Checked], matrix: bool) -> None:
    records = [_record(one, matrix) for one in checked]
    print(json.dumps(records, ensure_ascii=False, indent=2))


def _record(checked: Checked, matrix: bool) -> dict[str, Any]:
    return {
        "file": checked.file,
        "set": None if checked.problems is None else checked.problems.id,
        "findings": [finding.to_dict() for finding in checked.findings],
        "variants": [one.to_dict() for one in fairness(checked.problems)] if checked.problems else [],
        "coverage": checked.coverage.to_dict(matrix) if checked.coverage else None,
        "difficulty": {name: each.to_dict() for name, each in checked.difficulties.items()},
        "suggestion": checked.suggestion.to_dict() if checked.suggestion else None,
    }


def _print_html(checked: Sequence[Checked], matrix: bool) -> None:
    print(check_page(checked, matrix))


_FORMATS = {"text": _print_text, "json": _print_json, "html": _print_html}
