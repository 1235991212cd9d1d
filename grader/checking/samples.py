"""The sample sheets beside a set, marked: each must earn what its own `expect:` says.

expect:
  earned: 7
  possible: 10
  checks: {textbook.value: right, textbook.pruned: partly}
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from grader.checking.finding import Finding, error
from grader.document import (
    Answer,
    Fields,
    Scalar,
    Value,
    as_number,
    as_scalar,
    load_document,
    mapping_of,
    one_of,
)
from grader.document.wording import closest
from grader.grading import Check, Grade, grade
from grader.numbers import show_number
from grader.problems import ProblemSet
from grader.source import InputError, Source
from grader.submissions import Submission, load_submission

FOLDER = "samples"
SUFFIXES = frozenset((".yaml", ".yml", ".json"))
UNREADABLE = "sample-unreadable"
STATUSES = ("graded", "unreadable")
VERDICTS = ("right", "partly", "wrong", "missing", "unreadable", "pending")

_NOT_A_LINE_END = re.compile(r"[^\n]")
_HINT = "add what it must earn, such as `expect: {earned: 7, possible: 10}`"


@dataclass(frozen=True, slots=True)
class Expectation:
    """What a sample must earn; each thing that is said knows its place."""

    earned: Scalar | None
    possible: Scalar | None
    status: Scalar | None
    checks: dict[str, Scalar]


def sample_files(problems: ProblemSet) -> list[Path]:
    """The sheets in the folder `samples` beside the set, in the order of their names."""
    folder = problems.folder / FOLDER
    return sorted(path for path in folder.glob("*") if path.suffix in SUFFIXES) if folder.is_dir() else []


def samples_earn_what_they_say(problems: ProblemSet) -> Iterator[Finding]:
    """Every sample must be marked as it says."""
    for path in sample_files(problems):
        try:
            submission = load_submission(path)
        except InputError as refused:
            yield from (Finding(UNREADABLE, mistake) for mistake in refused.mistakes)
        else:
            yield from _of_sample(problems, submission)


def _of_sample(problems: ProblemSet, submission: Submission) -> Iterator[Finding]:
    expect = submission.sheet.expect if submission.sheet else None
    if expect is None:
        message = "nothing says what this sample must earn"
        yield error("sample-unsaid", message, Source("", submission.name), None, _HINT)
        return
    try:
        findings = tuple(_differences(_expectation(expect), grade(problems, submission)))
    except InputError as refused:
        findings = tuple(Finding(UNREADABLE, mistake) for mistake in refused.mistakes)
    for finding in findings:  # as the line stands in the file, with all that was set aside
        yield replace(finding, mistake=replace(finding.mistake, source=expect.source))


def _expectation(expect: Answer) -> Expectation:
    """What is said there, read with everything before it as blanks, so that places stay what they are."""
    before = _NOT_A_LINE_END.sub(" ", expect.source.text[: expect.span.start])
    return _read_expectation(load_document(Source(before + expect.raw, expect.source.name)))


def _read_expectation(value: Value) -> Expectation:
    fields = Fields(value)
    expectation = Expectation(
        fields.read("earned", _number, None),
        fields.read("possible", _number, None),
        fields.read("status", _word(STATUSES), None),
        fields.read("checks", mapping_of(_word(VERDICTS)), {}),
    )
    fields.finish()
    return expectation


def _number(value: Value) -> Scalar:
    as_number(value)
    return as_scalar(value)


def _word(words: tuple[str, ...]) -> Callable[[Value], Scalar]:
    def read(value: Value) -> Scalar:
        one_of(words)(value)
        return as_scalar(value)

    return read


def _differences(expected: Expectation, marked: Grade) -> Iterator[Finding]:
    """Where a sample was marked otherwise than it says."""
    for name, scalar, number in (
        ("earned", expected.earned, marked.earned),
        ("possible", expected.possible, marked.possible),
    ):
        if scalar is not None and as_number(scalar) != number:
            yield _differs(scalar, name, show_number(number))
    if expected.status is not None and expected.status.text != marked.status:
        yield _differs(expected.status, "status", marked.status)
    checks = {check.id: check for check in marked.checks}
    for name, scalar in expected.checks.items():
        yield from _check_differs(name, scalar, checks)


def _check_differs(name: str, scalar: Scalar, checks: Mapping[str, Check]) -> Iterator[Finding]:
    if name not in checks:
        close = closest(name, checks)
        hint = (
            f"did you mean `{close}`?" if close else "name a problem and a question, such as `textbook.value`"
        )
        yield error("sample-differs", f"the set has no question `{name}`", scalar.source, scalar.span, hint)
    elif checks[name].verdict != scalar.text:
        yield _differs(scalar, name, checks[name].verdict, " ".join(checks[name].feedback) or None)


def _differs(scalar: Scalar, name: str, fact: str, hint: str | None = None) -> Finding:
    message = f"this sample is marked otherwise: `{name}` is {fact}, not {scalar.text}"
    return error("sample-differs", message, scalar.source, scalar.span, hint)
