"""Grades → JUnit's XML: a test suite for each sheet, a test case for each question."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal, TypeAlias

from grader.grading import Check, Grade
from grader.grading.grade_record import CheckStanding
from grader.grading.program_run import SeenOutcome
from grader.problems import ProblemSet
from grader.reports.page_templates import fill_pieces
from grader.reports.record_words import shown_answer, shown_points, typed_answer
from grader.reports.student.marks_table import expected_on_sheet, run_details
from grader.text.escapes import xml_text
from grader.text.sentences import Say, sentences

# What a verdict is to a machine: an answer that cannot be read is a failure of the student's, no error.
CaseOutcome: TypeAlias = Literal["passed", "failure", "error", "skipped"]
OUTCOMES: Mapping[CheckStanding, CaseOutcome] = {
    "right": "passed",
    "partly": "failure",
    "wrong": "failure",
    "unreadable": "failure",
    "failed": "error",
    "missing": "skipped",
    "pending": "skipped",
    "answered": "skipped",
    "hidden": "skipped",
    "granted": "passed",
    "excluded": "skipped",
}

_ENDED: frozenset[SeenOutcome] = frozenset(("returned", "answered", "unreadable"))


@dataclass(frozen=True, slots=True)
class Case:
    """A question; `kind` and `message` say why it has its outcome."""

    name: str
    group: str
    outcome: CaseOutcome
    kind: str
    message: str
    details: str


@dataclass(frozen=True, slots=True)
class Suite:
    """A sheet: how many cases have which outcome, the cases, and points before and after lateness, if any."""

    name: str
    file: str
    counts: Counter[CaseOutcome]
    cases: tuple[Case, ...]
    notes: str
    late: Mapping[str, str]


def junit_pieces(
    grades: Iterable[Grade],
    problems: ProblemSet,
    *,
    now: datetime | None = None,
    templates: Path | None = None,
) -> Iterator[str]:
    """The report of a class, piece by piece while grades are read; `now` is when it was made."""
    say = sentences(problems.language)
    moment = (now or datetime.now(UTC)).astimezone(UTC)
    suites: Iterable[Suite] = (_suite(grade, problems, say) for grade in grades)
    if templates is not None:  # one of somebody else may count them before it lists them
        suites = list(suites)
    return fill_pieces(
        "junit.xml", templates, suites=suites, set=problems.id, time=moment.strftime("%Y-%m-%dT%H:%M:%S")
    )


def _suite(grade: Grade, problems: ProblemSet, say: Say) -> Suite:
    cases = tuple(case_of(grade, check, problems, say) for check in grade.checks)
    notes = xml_text("\n".join(map(str, grade.notes)))
    outcomes = Counter(case.outcome for case in cases)
    return Suite(_line(grade.student), _line(grade.name), outcomes, cases, notes, _lateness(grade))


def _lateness(grade: Grade) -> dict[str, str]:
    """What was earned, lost by lateness, and is left; nothing where nothing is lost, or marks are hidden."""
    if not grade.penalty or any(check.earned is None for check in grade.checks):
        return {}
    points = {"earned": grade.earned, "penalty": grade.penalty, "after": grade.after}
    return {name: shown_points(number) for name, number in points.items()}


def case_of(grade: Grade, check: Check, problems: ProblemSet, say: Say) -> Case:
    """What a machine is told of one question."""
    outcome, kind = OUTCOMES[check.standing], str(check.standing)
    broken = _broken_off(grade, check)
    if outcome == "failure" and broken is not None:
        outcome, kind = "error", broken
    return Case(
        name=_line(check.id),
        group=_line(f"{grade.set}.{check.problem}"),
        outcome=outcome,
        kind=_line(kind),
        message=_line(_message(check, say)),
        details=xml_text("\n".join((*_details(check, problems, say), *run_details(grade, check, say)))),
    )


def _broken_off(grade: Grade, check: Check) -> str | None:
    """Why a program did not come to its end on some tree, if there is one: a crash, a time that was up."""
    ends = (ran.outcome for ran in grade.runs if ran.problem == check.problem)
    return next((end for end in ends if end not in _ENDED), None)


def _message(check: Check, say: Say) -> str:
    verdict = say(f"verdict.{check.standing}")
    if check.earned is None or not check.is_known or check.void == "excluded":
        return verdict
    points = say("report.of", earned=shown_points(check.earned), possible=shown_points(check.possible))
    return say("files.verdict-points", verdict=verdict, points=points, number=check.possible)


def _details(check: Check, problems: ProblemSet, say: Say) -> Iterator[str]:
    if check.raw is not None:
        yield say("files.given", answer=typed_answer(check.raw))
    if (expected := expected_on_sheet(check, problems)) is not None:
        yield say("files.expected", answer=shown_answer(expected))
    if check.reckoning:
        yield check.reckoning
    yield from check.feedback


def _line(text: str) -> str:
    """A text for an attribute, where line ends would be lost anyway."""
    return " ".join(xml_text(text).split())
