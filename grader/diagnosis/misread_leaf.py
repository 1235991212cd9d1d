"""A sheet and a hypothesis → the leaf that somebody misread who went by it, where that explains more.

A number that was misread is carried through everything: a value that does not follow betrays where it stands.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grader.diagnosis.evidence import AnswersOfSheet, Evidence
from grader.diagnosis.hypothesis import Hypothesis
from grader.diagnosis.predictions import Own, predict
from grader.diagnosis.price import cost_of
from grader.memory import remembered
from grader.solving import Solution
from grader.solving.unknown_leaf import solve_as_far
from grader.text.numbers import Number
from grader.text.source import InputError
from grader.tree import Kind

_MOST_NODES = 3  # whose values do not follow
_AS_ANOTHER = 6  # numbers for which a leaf is easily taken


@dataclass(frozen=True, slots=True)
class Misreading:
    """The leaf of a problem that was read as another number, which is none where several would do."""

    problem: str
    leaf: str
    number: Number | None


def reread(sheet: AnswersOfSheet, hypothesis: Hypothesis, at_most: int) -> tuple[int, Misreading] | None:
    """What the whole sheet costs if one leaf was misread, where that helps and may be little enough."""
    before = sheet.cost(hypothesis)
    best: tuple[int, Misreading] | None = None
    for problem, learned in zip(sheet.problems, sheet.is_learned, strict=True):
        if learned:
            continue
        usual = sum(answer.cost(hypothesis) for answer in problem)
        if before - usual > at_most:
            continue
        for leaf, number in _suspects(problem, hypothesis):
            cost = _cost(problem, hypothesis, leaf, number)
            total = before - usual + cost
            if total < (before if best is None else best[0]):
                best = total, Misreading(problem[0].problem, leaf, number)
            elif best is not None and total == best[0] and best[1].leaf == leaf:
                best = total, Misreading(problem[0].problem, leaf, None)
    return best


def _cost(problem: Sequence[Evidence], hypothesis: Hypothesis, leaf: str, number: Number) -> int:
    leaves = problem[0].predictions.solution.tree.kinds.count(Kind.LEAF)
    cost = cost_of(_AS_ANOTHER * leaves)
    for answer in problem:
        other = _with_leaf(answer.predictions.solution, leaf, number)
        if other is None:
            return cost_of(leaves) * 100
        predictions = predict(other, answer.predictions.question)
        right = predictions.right_costs(answer.given, answer.own)
        cost += predictions.cost(hypothesis, answer.given, answer.own, right)
    return cost


@remembered
def _with_leaf(solution: Solution, leaf: str, number: Number) -> Solution | None:
    """The puzzle as somebody sees it who misreads a leaf; the same where the search does not go that deep."""
    tree = solution.tree
    if leaf not in tree or tree[leaf].kind is not Kind.LEAF:
        return solution
    try:
        return solve_as_far(tree.with_utilities({tree.index(leaf): number}), solution.rule)
    except InputError:  # beyond the bounds of all utilities
        return None


def _suspects(problem: Sequence[Evidence], hypothesis: Hypothesis) -> Iterator[tuple[str, Number]]:
    """Leaves below a value that does not follow, each with the numbers for which it may have been taken."""
    for answer in problem:
        if answer.shown == "values":
            tree = answer.predictions.solution.tree
            odd = [fit.part for fit in answer.fits(hypothesis) if fit.cost and fit.part in answer.given]
            for name in odd[:_MOST_NODES]:
                yield from _below(answer, hypothesis, tree.index(name))


def _below(answer: Evidence, hypothesis: Hypothesis, node: int) -> Iterator[tuple[str, Number]]:
    said = answer.predictions.said(hypothesis)
    tree = answer.predictions.solution.tree
    if said is None or node not in answer.own:
        return
    known = {**_numbers(answer.predictions.solution), **answer.own}
    for leaf in said.seen(node):
        if tree.kinds[leaf] is Kind.LEAF:
            for number in _candidates(answer.own, node, known):
                try:
                    value = said.step.value(node, said.seen(node), {**known, leaf: number})
                except KeyError:
                    continue
                if value == answer.own[node]:
                    yield tree.names[leaf], number


def _numbers(solution: Solution) -> dict[int, Number]:
    return {index: number for index, number in enumerate(solution.true.numbers) if number is not None}


def _candidates(own: Own, node: int, known: Own) -> list[Number]:
    """The value that betrays the leaf, and numbers that stand in every place among the others."""
    others = {number + by for number in known.values() for by in (-1, 0, 1)}
    return [own[node], *sorted(others - {own[node]})]
