"""ProblemSet + Submission → Grade: every answer marked exactly, question by question."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache

from grader.document import Answer
from grader.grading.explaining import explained
from grader.grading.grade import Check, Convention, Grade, Misconception, Origin
from grader.grading.marking import Marked, mark_problem
from grader.grading.matching import match_answers
from grader.grading.ready import Ready, make_ready
from grader.grading.seeing import seen_by_student
from grader.problems import Problem, ProblemSet
from grader.rule import Rule
from grader.sentences import Say, sentences
from grader.source import Mistake, Source
from grader.submissions import Submission
from grader.version import VERSION

__all__ = ["Check", "Convention", "Grade", "Misconception", "Origin", "grade", "seen_by_student"]


def grade(problems: ProblemSet, submission: Submission, *, variant: int | None = None) -> Grade:
    """Mark a submission; `variant` sets the student's own choice of trees aside."""
    say = sentences(problems.language)
    answers, notes = _answers(problems, submission)
    marked: list[Marked] = []
    for problem in problems.problems:
        ready = _ready(problems, problem, submission.student, variant)
        marked += mark_problem(ready, answers.get(problem.id, {}), say)
    checks, named = explained(marked, problems.diagnosis, say)
    if not submission.readable:
        checks = list(_unread(checks, submission, say))
    return Grade(
        set=problems.id,
        student=submission.student,
        status=_status(submission, checks),
        checks=tuple(checks),
        made_from=Origin(problems.hash, submission.hash, _rule_record(problems.rule), VERSION),
        misconceptions=named,
        notes=(*submission.mistakes, *notes, *_faults(submission, checks)),
        name=submission.name,
    )


@lru_cache(maxsize=16)
def _rule_record(rule: Rule) -> Mapping[str, object]:
    return rule.to_dict()


def _answers(
    problems: ProblemSet, submission: Submission
) -> tuple[Mapping[str, Mapping[str, Answer]], tuple[Mistake, ...]]:
    return ({}, ()) if submission.sheet is None else match_answers(problems, submission.sheet)


def _ready(
    problems: ProblemSet, problem: Problem, student: str, variant: int | None
) -> tuple[tuple[Ready, ...], ...]:
    """The problem's questions made ready on the student's tree; the problem keeps them for the next one."""
    number = problem.variant(student) if variant is None else variant % len(problem.trees)
    if number not in problem.kept:
        problem.kept[number] = make_ready(problem, number, problems.rule)
    ready: tuple[tuple[Ready, ...], ...] = problem.kept[number]
    return ready


def _unread(checks: Iterable[Check], submission: Submission, say: Say) -> Iterator[Check]:
    """The checks of a sheet that cannot be read at all: what would be missing is unreadable instead."""
    feedback = tuple(
        say("grading.unreadable-sheet", why=mistake.message) for mistake in submission.mistakes[:1]
    )
    for check in checks:
        missing = check.verdict == "missing"
        yield replace(check, verdict="unreadable", feedback=feedback) if missing else check


def _status(submission: Submission, checks: list[Check]) -> str:
    if not submission.readable:
        return "unreadable"
    return "failed" if any(check.verdict == "failed" for check in checks) else "graded"


def _faults(submission: Submission, checks: list[Check]) -> Iterator[Mistake]:
    """What went wrong on our side, for whoever runs the grader."""
    for check in checks:
        if check.fault is not None:
            message = f"the grader itself failed on `{check.id}`: {check.fault}"
            yield Mistake(message, Source("", submission.name), None, "please report it; all else was marked")
