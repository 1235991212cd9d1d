"""Where two moves are equally good, and only one of them is right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grader.checking.asking import posed
from grader.checking.finding import Finding, warning
from grader.document.wording import listed
from grader.problems import ProblemSet
from grader.questions import Question
from grader.solving import Solution

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
    nodes = {"best-move": solution.line[:1], "line": solution.line}.get(question.ask, ())
    tree, values = solution.tree, solution.true.column
    for node in map(tree.index, nodes):
        best = [child for child in tree.child_indexes(node) if values[child] == values[node]]
        if len(best) > 1:
            return tree.names[node], *(tree[child].move for child in best)
    return ()
