"""ProblemSet → what is wrong or weak in it, and which misconceptions its questions can tell."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from itertools import chain

from grader.checking.check_page import Checked, check_page
from grader.checking.coverage import Coverage, Exposure, cover, difficulties
from grader.checking.finding import WARNINGS, Finding, without_allowed
from grader.checking.giveaways import answers_are_not_in_the_text
from grader.checking.program_checks import (
    limits_are_wide_enough,
    not_run,
    reference_earns_everything,
    rules_are_tried,
    some_trees_are_public,
    started_worker,
    starter_earns_nothing,
)
from grader.checking.sheet_checks import (
    blank_earns_nothing,
    key_earns_everything,
    sample_files,
    samples_earn_what_they_say,
)
from grader.checking.suggestion import ExampleTree, LeafChange, Suggestion
from grader.checking.suggestion_search import suggest
from grader.checking.unstated_rules import rules_are_stated
from grader.checking.variant_checks import fairness, names_follow, variants_are_alike, variants_are_fair
from grader.checking.weak_trees import (
    best_moves_are_alone,
    leaves_differ,
    problems_differ,
    something_is_pruned,
    something_is_to_be_found,
)
from grader.problems import ProblemSet
from grader.sandbox.walls.policy import Isolation
from grader.text.source import InputError

__all__ = [
    "WARNINGS", "Checked", "Coverage", "ExampleTree", "Exposure", "Finding", "LeafChange", "Suggestion",
    "check_page", "check_problems", "cover", "difficulties", "fairness", "sample_files", "suggest",
]  # fmt: skip


def check_problems(problems: ProblemSet, isolation: Isolation = "full") -> tuple[Finding, ...]:
    """Everything that was found and is not allowed, in the order of the files and their places.

    Programs are run behind the walls of that `isolation`; where they cannot be run, a finding says so.
    """
    written = problems.as_written()  # on fair variants nothing else can be found
    found = chain(
        (finding for check in _CHECKS for finding in check(written)),
        (finding for check in _CHECKS_OF_VARIANTS for finding in check(problems)),
        _tried(problems, isolation),
    )
    told = _once(without_allowed(problems, found))
    return tuple(sorted(told, key=lambda finding: finding.order))


def _tried(problems: ProblemSet, isolation: Isolation) -> Iterator[Finding]:
    """What is found by marking programs and samples."""
    with ExitStack() as stack:
        worker = None
        if problems.by_program:
            try:
                worker = stack.enter_context(started_worker(isolation))
            except InputError as refused:
                yield not_run(problems, refused)
        yield from samples_earn_what_they_say(problems, worker)
        if worker is not None:
            yield from reference_earns_everything(problems, worker)
            yield from starter_earns_nothing(problems, worker)


def _once(findings: Iterable[Finding]) -> Iterator[Finding]:
    """The first finding of every topic."""
    topics = set()
    for finding in findings:
        if finding.topic is None or finding.topic not in topics:
            yield finding
        topics.add(finding.topic)


_CHECKS = (
    rules_are_stated, something_is_pruned, something_is_to_be_found, answers_are_not_in_the_text,
    best_moves_are_alone, leaves_differ, problems_differ, some_trees_are_public,
    rules_are_tried, limits_are_wide_enough,
)  # fmt: skip
_CHECKS_OF_VARIANTS = (
    key_earns_everything, blank_earns_nothing, variants_are_alike, variants_are_fair, names_follow,
)  # fmt: skip
