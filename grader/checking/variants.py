"""The variants of a problem, compared: one student should not have much more or less to do than another."""

from __future__ import annotations

from collections.abc import Iterator

from grader.checking.asking import spot_of
from grader.checking.finding import Finding, warning
from grader.problems import ProblemSet


def variants_are_alike(problems: ProblemSet) -> Iterator[Finding]:
    """A warning where the variants of a problem prune quite different numbers of leaves."""
    for problem in problems.problems:
        for rule in dict.fromkeys(asked.question.rule for asked in problem.questions):
            variants = range(len(problem.trees))
            pruned = [problem.solution(variant, rule).counts.leaves_pruned for variant in variants]
            if _far_apart(min(pruned), max(pruned)):
                numbers = ", ".join(map(str, pruned))
                message = f"the variants of `{problem.id}` are not alike: the leaves pruned are {numbers}"
                yield warning("variants-differ", message, "change a leaf or two", spot_of(problems, problem))
                break


def _far_apart(fewest: int, most: int) -> bool:
    """Whether one student has nothing to find where another has, or clearly fewer."""
    return most > 0 and (fewest == 0 or most - fewest > max(1, most // 4))
