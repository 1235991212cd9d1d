"""A set's own sheets, marked: filled in with the key it must earn everything, and blank nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from grader.checking.finding import Finding, error
from grader.grading import Check, grade
from grader.problems import Asked, ProblemSet
from grader.reports.record_words import shown_points
from grader.reports.sheets.blank_sheet import blank_sheet, filled_sheet
from grader.submissions import Submission, read_submission


def key_earns_everything(problems: ProblemSet) -> Iterator[Finding]:
    """The key, written as a sheet and read again, must be right on every variant."""
    for variant in range(max((len(problem.trees) for problem in problems.on_sheet), default=0)):
        sheet = _submission(filled_sheet(problems, variant=variant), "key.yaml")
        for asked, check in _marked(problems, sheet, variant, _falls_short):
            earned, possible = shown_points(check.earned or 0), shown_points(check.possible)
            message = f"the key of `{check.id}` earns {earned} of {possible} points when it is marked"
            yield error("key-falls-short", message, problems.source, asked.place, " ".join(check.feedback))


def blank_earns_nothing(problems: ProblemSet) -> Iterator[Finding]:
    """A sheet that nobody filled in must earn nothing, but for what is given to everybody."""
    sheet = _submission(blank_sheet(problems), "blank.yaml")
    for asked, check in _marked(problems, sheet, 0, _earns_unasked):
        earned = shown_points(check.earned or 0)
        message = f"a blank sheet earns {earned} points for `{check.id}`, and is taken for an answer"
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
