"""ProblemSet + Submission → Grade: every answer marked exactly, question by question."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import PurePath
from typing import TYPE_CHECKING

from grader.document.sheet_notes import note, quoted, retold
from grader.grading.explanation import explained
from grader.grading.grade_record import Check, Convention, Grade, Misconception, Origin, OtherVersion, Status
from grader.grading.matched_answers import Matched, match_submission, place_of
from grader.grading.program_run import Ran
from grader.grading.programs import has_program, mark_programs
from grader.grading.ready_questions import make_ready
from grader.grading.sheet_marks import MarkedAnswer, mark_problem
from grader.grading.submission_notes import (
    has_something,
    notes_about,
    notes_on_nothing,
    place_of_version,
    version_marked,
)
from grader.grading.visibility import seen_by_student
from grader.problems import ProblemSet
from grader.problems.question_name import problem_names
from grader.rule import Rule
from grader.submissions import Submission
from grader.submissions.student_name import typed_name
from grader.submissions.submission import NO_TREE
from grader.submissions.submission_reader import read_odd_sheet
from grader.text.columns import visible
from grader.text.numbers import exact_sum
from grader.text.sentences import Say, sentences
from grader.text.source import Mistake, Source
from grader.text.spelling import shortened
from grader.version import VERSION

if TYPE_CHECKING:
    from grader.sandbox.run import Worker

__all__ = ["Check", "Convention", "Grade", "Misconception", "Origin", "Ran", "grade", "seen_by_student"]


def grade(
    problems: ProblemSet, submission: Submission, *, variant: int | None = None, worker: Worker | None = None
) -> Grade:
    """Mark a submission; `variant` sets the student's own choice of trees aside.

    Programs are run by the `worker`, or where there is none, by one that is started for this submission.
    """
    say = sentences(problems.language)
    submission = _recognised(problems, submission)
    version = None
    if variant is None and problems.versions:
        variant = version = version_marked(problems, submission)
    variants = _variants(problems, submission.tree_of or submission.student, variant)
    matched = match_submission(problems, submission)
    is_placed = variant is not None or submission.tree_of is not None or not problems.differs
    if not is_placed:
        matched = matched._replace(answers={})
    marked = _marked(problems, submission, matched, variant, say)
    checks, named = explained(marked, problems.diagnosis, problem_names(problems.problems), say)
    programs = mark_programs(problems, submission, worker, say)
    readable = is_placed and (bool(matched.answers) or has_something(problems, submission))
    if not readable:
        checks = list(_unread(checks, submission, say))
    every = [*checks, *programs.checks]
    notes = [*matched.mistakes, *matched.notes]
    if readable:
        notes += notes_about(problems, submission, variants, say)
    elif submission.files:
        notes += notes_on_nothing(problems, submission, say)
    return Grade(
        set=problems.id,
        student=submission.student,
        status=_status(readable, every),
        checks=_in_order(problems, tuple(every)),
        made_from=Origin(
            problems.hash, submission.hash, _rule_record(problems.rule), VERSION, programs.isolation
        ),
        misconceptions=(*named, *programs.misconceptions),
        runs=programs.runs,
        notes=(*(retold(note, say) for note in sorted(notes, key=place_of)), *_faults(submission, every)),
        name=submission.name,
        problems=problems,
        variant=variant,
        typed=_typed(submission),
        tree_of="" if submission.tree_of in (None, submission.student) else str(submission.tree_of),
        other_version=_other_version(problems, submission, matched, version, every) if readable else None,
    )


def _marked(
    problems: ProblemSet, submission: Submission, matched: Matched, variant: int | None, say: Say
) -> list[MarkedAnswer]:
    """The answers on the sheet, marked on the student's own trees or on a variant of all problems."""
    student = submission.tree_of or submission.student
    marked: list[MarkedAnswer] = []
    for problem in problems.on_sheet:
        ready = make_ready(
            problem.seen_by(student, variant), problem.variant(student, variant), problems.rule
        )
        marked += mark_problem(ready, matched.answers.get(problem.id, {}), say)
    return marked


def _other_version(
    problems: ProblemSet,
    submission: Submission,
    matched: Matched,
    version: int | None,
    checks: Sequence[Check],
) -> OtherVersion | None:
    """The version that the sheet names, if it was marked as another, and what it would earn as that one."""
    sheet = submission.sheet
    if version is None or sheet is None or sheet.version is None or not sheet.version.text:
        return None
    place, said = place_of_version(sheet.version.text, problems), visible(shortened(sheet.version.text))
    if place == version:
        return None
    own = problems.versions[version]
    if place is None:
        return OtherVersion(said, own)
    again = _marked(problems, submission, matched, place, sentences(problems.language))
    by_sheet = {problem.id for problem in problems.on_sheet}
    earned = [one.check.earned or 0 for one in again]
    earned += [check.earned or 0 for check in checks if check.problem not in by_sheet]
    return OtherVersion(said, own, exact_sum(earned))


def _typed(submission: Submission) -> str:
    """The student's name as it was typed, where that is another."""
    return typed_name(submission.student, _known_names(submission))


def _known_names(submission: Submission) -> Iterator[str]:
    """The names under which the student is known, the one on the sheet first."""
    if submission.sheet is not None and submission.sheet.student is not None:
        yield submission.sheet.student.text
    yield from submission.known_as
    yield PurePath(submission.name).stem


def _in_order(problems: ProblemSet, checks: tuple[Check, ...]) -> tuple[Check, ...]:
    """The checks in the order in which the set has their problems."""
    if not problems.by_program:
        return checks
    places = {problem.id: place for place, problem in enumerate(problems.problems)}
    return tuple(sorted(checks, key=lambda check: places[check.problem]))


@lru_cache(maxsize=16)
def _rule_record(rule: Rule) -> Mapping[str, object]:
    return rule.to_dict()


def _variants(problems: ProblemSet, student: str, variant: int | None) -> Mapping[str, int]:
    """By the problem's id, which of its trees is marked."""
    return {problem.id: problem.variant(student, variant) for problem in problems.on_sheet}


def _recognised(problems: ProblemSet, submission: Submission) -> Submission:
    """The submission; a lone file that is neither a sheet nor a program of the set is nothing to mark."""
    names = list(submission.files)
    if submission.sheet or len(names) != 1 or PurePath(submission.name).name != names[0]:
        return submission
    programs = problems.program_files
    forms = {PurePath(file).suffix.lower() for file in programs}
    if PurePath(names[0]).suffix.lower() in forms or has_program(problems, submission):
        return submission
    if (odd := read_odd_sheet(submission.files[names[0]], submission.name)) is not None:
        return replace(odd, student=submission.student, hash=submission.hash, known_as=submission.known_as)
    key = "neither-sheet-nor-program" if programs else "no-sheet"
    parts = {"files": quoted(tuple(map(visible, programs)))} if programs else {}
    mistake = note(key, Source("", submission.name), None, parts)
    return replace(submission, files={}, mistakes=(mistake, *submission.mistakes))


def _unread(checks: Iterable[Check], submission: Submission, say: Say) -> Iterator[Check]:
    """The checks of a sheet that cannot be read at all: what would be missing is unreadable instead."""
    feedback = tuple(
        say("grading.unreadable-sheet", why=retold(mistake, say).message)
        for mistake in sorted(submission.mistakes, key=lambda mistake: mistake.key != NO_TREE)[:1]
    )
    for check in checks:
        missing = check.verdict == "missing"
        unread = replace(
            check, verdict="unreadable", feedback=feedback, early=dict.fromkeys(feedback, "form")
        )
        yield unread if missing else check


def _status(readable: bool, checks: list[Check]) -> Status:
    if not readable:
        return "unreadable"
    return "failed" if any(check.verdict == "failed" for check in checks) else "graded"


def _faults(submission: Submission, checks: list[Check]) -> Iterator[Mistake]:
    """What went wrong on our side, for whoever runs the grader."""
    for check in checks:
        if check.fault is not None:
            message = f"the grader itself failed on `{check.id}`: {check.fault}"
            yield Mistake(
                message, Source("", submission.name), None, "please report it; everything else was graded"
            )
