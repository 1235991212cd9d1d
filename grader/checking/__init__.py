"""ProblemSet → what is wrong or weak in it, found by marking its own key, a blank sheet and its samples."""

from __future__ import annotations

from grader.checking.finding import Finding
from grader.checking.keys import blank_earns_nothing, key_earns_everything
from grader.checking.samples import sample_files, samples_earn_what_they_say
from grader.checking.variants import variants_are_alike
from grader.problems import ProblemSet

__all__ = ["Finding", "check_problems", "sample_files"]


def check_problems(problems: ProblemSet) -> tuple[Finding, ...]:
    """Everything that was found, in the order of the files and their places."""
    found = [finding for check in _CHECKS for finding in check(problems)]
    return tuple(sorted(found, key=lambda finding: finding.order))


_CHECKS = (key_earns_everything, blank_earns_nothing, samples_earn_what_they_say, variants_are_alike)
