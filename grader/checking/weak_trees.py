"""Where there is nothing to find out: nothing is pruned, or all leaves are the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grader.checking.asked_questions import posed, spot_of
from grader.checking.finding import Finding, warning
from grader.checking.renumbered_tree import leaf_indexes
from grader.problems import ProblemSet
from grader.questions import Question
from grader.solving import Solution
from grader.text.numbers import pretty_number
from grader.text.spelling import listed


def something_is_pruned(problems: ProblemSet) -> Iterator[Finding]:
    """A warning where a question about pruning has nothing for an answer."""
    for entry in posed(problems):
        question = entry.question
        if question.pruning == "asked" and not all(map(question.key, entry.solutions)):
            message = f"nothing is pruned in `{entry.name}`, though that is what it asks for"
            yield warning("nothing-pruned", message, "change a leaf", entry.spot)


def leaves_differ(problems: ProblemSet) -> Iterator[Finding]:
    """A warning where every leaf has the same number, so that every value can be guessed."""
    for problem in problems.on_sheet:
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


_HINT = "change a leaf, or accept each with `rule: {best: any}`"


def best_moves_are_alone(problems: ProblemSet) -> Iterator[Finding]:
    """A warning where a question about the best move, or the line, has a second answer that is as good."""
    for entry in posed(problems):
        best = entry.question.rule.best
        for solution in entry.solutions if best != "any" else ():
            if tied := _tied(entry.question, solution):
                moves = f"{listed(tied[1:], 'and')} are equally good at `{tied[0]}`"
                message = f"{moves}, and `{entry.name}` takes only the {best} of them for right"
                yield warning("tied-best-move", message, _HINT, entry.spot)
                break


def _tied(question: Question, solution: Solution) -> Sequence[str]:
    """The first node that counts for the question at which moves are tied, and those moves."""
    tree, values = solution.tree, solution.true.column
    for node in map(tree.index, question.deciding_nodes(solution)):
        best = [child for child in tree.child_indexes(node) if values[child] == values[node]]
        if len(best) > 1:
            return tree.names[node], *(tree[child].move for child in best)
    return ()


def variants_are_alike(problems: ProblemSet) -> Iterator[Finding]:
    """A warning where the variants of a problem prune quite different numbers of leaves."""
    for problem in problems.on_sheet:
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
