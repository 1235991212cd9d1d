"""Where there is nothing to find out: nothing is pruned, or all leaves are the same."""

from __future__ import annotations

from collections.abc import Iterator

from grader.checking.asking import asks_what_is_skipped, posed, spot_of
from grader.checking.finding import Finding, warning
from grader.checking.numbering import leaf_indexes
from grader.numbers import pretty_number
from grader.problems import ProblemSet


def something_is_pruned(problems: ProblemSet) -> Iterator[Finding]:
    """A warning where a question about pruning has nothing for an answer."""
    for entry in posed(problems):
        question = entry.question
        if asks_what_is_skipped(question) and not all(map(question.key, entry.solutions)):
            message = f"nothing is pruned in `{entry.name}`, though that is what it asks for"
            yield warning("nothing-pruned", message, "change a leaf", entry.spot)


def leaves_differ(problems: ProblemSet) -> Iterator[Finding]:
    """A warning where every leaf has the same number, so that every value can be guessed."""
    for problem in problems.problems:
        rules = dict.fromkeys(asked.question.rule for asked in problem.questions)
        for solution in (
            problem.solution(variant, rule) for rule in rules for variant in range(len(problem.trees))
        ):
            numbers = [solution.true.numbers[leaf] for leaf in leaf_indexes(solution.tree)]
            if len(numbers) > 1 and len(set(numbers)) == 1:
                number = pretty_number(numbers[0] or 0)
                message = f"every leaf of `{problem.id}` is {number}, so that answers can be guessed"
                yield warning("equal-leaves", message, "change some leaves", spot_of(problems, problem))
                break
