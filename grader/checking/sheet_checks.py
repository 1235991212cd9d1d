"""A set's own sheets, marked: the key earns everything, a blank nothing, a sample what it says itself.

expect:
  earned: 7
  possible: 10
  checks: {textbook.value: right, textbook.pruned: partly}
  misconceptions: [no-deep-cutoffs]

A program says it in a comment, on one line: `# expect: {earned: 7, possible: 10}`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from grader.checking.asked_questions import title_of_check
from grader.checking.finding import Finding, error
from grader.diagnosis.exposure import EVERY_IDEA
from grader.document import (
    Fields,
    Scalar,
    Value,
    as_number,
    as_scalar,
    list_of,
    load_document,
    mapping_of,
    one_of,
)
from grader.grading import Check, Grade, grade
from grader.grading.programs import has_program
from grader.problems import Problem, ProblemSet
from grader.problems.problem import FairTrees
from grader.submissions import Submission, load_submission
from grader.text.numbers import show_number
from grader.text.source import InputError, Source
from grader.text.spelling import did_you_mean, listed

if TYPE_CHECKING:
    from grader.sandbox.run import Worker
from grader.problems import Asked
from grader.reports.record_words import points_in_words, shown_points
from grader.reports.sheets.blank_sheet import blank_sheet, filled_sheet
from grader.submissions import read_submission

FOLDER = "samples"
SUFFIXES = frozenset((".yaml", ".yml", ".json", ".py"))
UNREADABLE = "sample-unreadable"
STATUSES = ("graded", "unreadable")
VERDICTS = ("right", "partly", "wrong", "missing", "unreadable", "pending")

_NOT_A_LINE_END = re.compile(r"[^\n]")
_COMMENT = re.compile(r"^# expect:[ \t]*(\{.*)$", re.MULTILINE)
_HINT = "add what it must earn, such as `expect: {earned: 7, possible: 10}`"


class Said(NamedTuple):
    """What a sample says of itself, and where."""

    text: str
    source: Source
    start: int


@dataclass(frozen=True, slots=True)
class Expectation:
    """What a sample must earn; each thing that is said knows its place."""

    earned: Scalar | None
    possible: Scalar | None
    status: Scalar | None
    checks: dict[str, Scalar]
    misconceptions: tuple[Scalar, ...]


def sample_files(problems: ProblemSet) -> list[Path]:
    """The sheets, programs and folders in `samples` beside the set, in the order of their names."""
    folder = problems.folder / FOLDER
    if not folder.is_dir():
        return []
    return sorted(path for path in folder.glob("[!._]*") if path.suffix in SUFFIXES or path.is_dir())


def samples_earn_what_they_say(problems: ProblemSet, worker: Worker | None) -> Iterator[Finding]:
    """Every sample must be marked as it says; programs only where there is a worker that runs them."""
    for path in sample_files(problems):
        try:
            submission = load_submission(path)
        except InputError as refused:
            yield from (Finding(UNREADABLE, mistake) for mistake in refused.mistakes)
        else:
            yield from _of_sample(problems, submission, worker)


def _of_sample(problems: ProblemSet, submission: Submission, worker: Worker | None) -> Iterator[Finding]:
    said = _said(submission)
    if said is None:
        message = "nothing says what this sample must earn"
        yield error("sample-unsaid", message, Source("", submission.name), None, _HINT)
        return
    if worker is None and has_program(problems, submission):
        return
    try:
        findings = tuple(_differences(_expectation(said), grade(problems, submission, worker=worker)))
    except InputError as refused:
        findings = tuple(Finding(UNREADABLE, mistake) for mistake in refused.mistakes)
    for finding in findings:  # as the line stands in the file, with all that was set aside
        yield replace(finding, mistake=replace(finding.mistake, source=said.source))


def _said(submission: Submission) -> Said | None:
    """What the sheet says, or else a comment in the first file of a program that has one."""
    expect = submission.sheet.expect if submission.sheet else None
    if expect is not None:
        return Said(expect.raw, expect.source, expect.span.start)
    for name, data in sorted(submission.files.items()):
        text = data.decode("utf-8", "replace")
        if found := _COMMENT.search(text):
            lone = len(submission.files) == 1
            source = Source(text, submission.name if lone else f"{submission.name}/{name}")
            return Said(found[1], source, found.start(1))
    return None


def _expectation(said: Said) -> Expectation:
    """What is said there, read with everything before it as blanks, so that places stay what they are."""
    before = _NOT_A_LINE_END.sub(" ", said.source.text[: said.start])
    return _read_expectation(load_document(Source(before + said.text, said.source.name)))


def _read_expectation(value: Value) -> Expectation:
    fields = Fields(value)
    expectation = Expectation(
        fields.read("earned", _number, None),
        fields.read("possible", _number, None),
        fields.read("status", _word(STATUSES), None),
        fields.read("checks", mapping_of(_word(VERDICTS)), {}),
        tuple(fields.read("misconceptions", list_of(_word(tuple(idea.id for idea in EVERY_IDEA))), ())),
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
    named = {misconception.id for misconception in marked.misconceptions}
    for scalar in expected.misconceptions:
        if scalar.text not in named:
            yield _not_named(scalar, named)


def _check_differs(name: str, scalar: Scalar, checks: Mapping[str, Check]) -> Iterator[Finding]:
    if name not in checks:
        hint = did_you_mean(name, checks, "name a problem and a question, such as `textbook.value`")
        yield error("sample-differs", f"the set has no question `{name}`", scalar.source, scalar.span, hint)
    elif checks[name].verdict != scalar.text:
        yield _differs(scalar, name, checks[name].verdict, " ".join(checks[name].feedback) or None)


def _differs(scalar: Scalar, name: str, fact: str, hint: str | None = None) -> Finding:
    message = f"this sample is graded differently: `{name}` is {fact}, not {scalar.text}"
    return error("sample-differs", message, scalar.source, scalar.span, hint)


def _not_named(scalar: Scalar, named: Collection[str]) -> Finding:
    message = f"`{scalar.text}` is not named as the misconception behind this sample"
    hint = f"what is named is {listed(sorted(named), 'and')}" if named else "none is named"
    return error("sample-differs", message, scalar.source, scalar.span, hint)


def key_earns_everything(problems: ProblemSet) -> Iterator[Finding]:
    """The key, written as a sheet and read again, must be right on every variant."""
    for variant in range(max(map(_tried, problems.on_sheet), default=0)):
        sheet = _submission(filled_sheet(problems, variant=variant), "key.yaml")
        for asked, check in _marked(problems, sheet, variant, _falls_short):
            earned, possible = shown_points(check.earned or 0), points_in_words(check.possible)
            title = title_of_check(problems, check)
            message = f"the key of {title} earns {earned} of {possible} when it is marked"
            yield error("key-falls-short", message, problems.source, asked.place, " ".join(check.feedback))


def _tried(problem: Problem) -> int:
    """How many variants differ in more than their names."""
    trees = problem.trees
    return min(len(trees), trees.variants.numberings) if isinstance(trees, FairTrees) else problem.variants


def blank_earns_nothing(problems: ProblemSet) -> Iterator[Finding]:
    """A sheet that nobody filled in must earn nothing, but for what is given to everybody."""
    sheet = _submission(blank_sheet(problems), "blank.yaml")
    for asked, check in _marked(problems, sheet, 0, _earns_unasked):
        earned, title = points_in_words(check.earned or 0), title_of_check(problems, check)
        message = f"a blank sheet earns {earned} for {title}: it is taken for an answer"
        yield error("blank-earns", message, problems.source, asked.place)


def _submission(text: str, name: str) -> Submission:
    return read_submission(text.encode(), name)


def _marked(
    problems: ProblemSet, sheet: Submission, variant: int, test: Callable[[Asked, Check], bool]
) -> Iterator[tuple[Asked, Check]]:
    asked = [entry for problem in problems.on_sheet for entry in problem.questions]
    on_sheet = {problem.id for problem in problems.on_sheet}
    marked = grade(problems, sheet, variant=variant)
    pairs = zip(asked, (check for check in marked.checks if check.problem in on_sheet), strict=True)
    return ((entry, check) for entry, check in pairs if test(entry, check))


def _falls_short(asked: Asked, check: Check) -> bool:
    return not asked.question.needs_person and check.earned != check.possible


def _earns_unasked(asked: Asked, check: Check) -> bool:
    return asked.void is None and check.verdict != "missing"
