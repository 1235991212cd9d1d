"""A sheet and a hypothesis → the leaf that somebody misread who went by it, where that explains more.

A number that was misread is carried through everything: a value that does not follow betrays where it stands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from grader.diagnosis.evidence import AnswersOfProblem, AnswersOfSheet, Evidence
from grader.diagnosis.hypothesis import Hypothesis
from grader.diagnosis.predictions import Own, predict
from grader.diagnosis.price import cost_of
from grader.ideas import Undefined
from grader.memory import remembered
from grader.solving import Solution
from grader.solving.unknown_leaf import solve_as_far
from grader.text.numbers import Number, Payoffs
from grader.text.source import InputError
from grader.tree import Kind

_MOST_LEAVES = 12  # of one node, among which a misread one is looked for
_MOST_NODES = 3  # whose values do not follow
_IMPOSSIBLE = 10**6  # what it costs that there can be no such number
_FAR = 60  # by how much a number is changed to see what it weighs; most shares of it are whole
_AS_ANOTHER = 6  # numbers for which a leaf is easily taken


@dataclass(frozen=True, slots=True)
class Misreading:
    """The leaf of a problem that was read as another number, which is none where several would do."""

    problem: str
    leaf: str
    number: Number | None


def reread(sheet: AnswersOfSheet, hypothesis: Hypothesis, at_most: int) -> tuple[int, Misreading] | None:
    """What the whole sheet costs if one leaf was misread, where that helps and may be little enough."""
    costs = sheet.open_costs(hypothesis)
    total = sum(costs)
    if total - max(costs, default=0) > at_most:
        return None
    before = total + sheet.learned(hypothesis)
    best: tuple[int, Misreading] | None = None
    for problem, usual in zip(sheet.open_problems, costs, strict=True):
        price = _price_of_misreading(problem)
        if before - usual > at_most or usual <= price:
            continue
        for leaf, number in _suspects(problem.answers, hypothesis):
            costs_then = (_cost_of_answer(answer, hypothesis, leaf, number) for answer in problem.answers)
            total = before - usual + price + sum(costs_then)
            if total < (before if best is None else best[0]):
                best = total, Misreading(problem.answers[0].problem, leaf, number)
            elif best is not None and total == best[0] and best[1].leaf == leaf:
                best = total, Misreading(problem.answers[0].problem, leaf, None)
    return best


def _price_of_misreading(problem: AnswersOfProblem) -> int:
    tree = problem.answers[0].predictions.solution.tree
    return cost_of(_AS_ANOTHER * tree.kinds.count(Kind.LEAF))


@remembered
def _cost_of_answer(answer: Evidence, hypothesis: Hypothesis, leaf: str, number: Number) -> int:
    other = _with_leaf(answer.predictions.solution, leaf, number)
    if other is None:
        return _IMPOSSIBLE
    predictions = predict(other, answer.predictions.question)
    right = predictions.right_costs(answer.given, answer.own)
    return predictions.cost(hypothesis, answer.given, answer.own, right)


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
            yield from _suspects_of(answer, hypothesis)


@remembered
def _suspects_of(answer: Evidence, hypothesis: Hypothesis) -> tuple[tuple[str, Number], ...]:
    tree = answer.predictions.solution.tree
    odd = [fit.part for fit in answer.fits(hypothesis) if fit.cost and fit.part in answer.given]
    return tuple(pair for name in odd[:_MOST_NODES] for pair in _below(answer, hypothesis, tree.index(name)))


def _below(answer: Evidence, hypothesis: Hypothesis, node: int) -> Iterator[tuple[str, Number]]:
    said = answer.predictions.said(hypothesis)
    tree = answer.predictions.solution.tree
    if said is None or node not in answer.own:
        return
    seen = said.seen(node)
    leaves = [child for child in seen if tree.kinds[child] is Kind.LEAF]
    if len(leaves) > _MOST_LEAVES:
        return
    known = {**_numbers(answer.predictions.solution), **answer.own}
    candidates = _candidates(answer.own, node, {child: known[child] for child in seen if child in known})

    def value(leaf: int, number: Number) -> Number | None:
        try:
            return said.step.value(node, seen, {**known, leaf: number})
        except (KeyError, Undefined):
            return None

    for leaf in leaves:
        at_chance = _in_a_sum(known[leaf], answer.own[node], partial(value, leaf)) if leaf in known else ()
        for number in dict.fromkeys((*candidates, *at_chance)):
            if value(leaf, number) == answer.own[node]:
                yield tree.names[leaf], number


def _in_a_sum(number: Number, wanted: Number, value: Callable[[Number], Number | None]) -> Iterator[Number]:
    """The whole number in the place of another with which a weighted sum is as wanted, if there is one."""
    if not isinstance(number, int | Fraction):
        return
    match value(number), value(number + _FAR), wanted:
        case (int() | Fraction() as now, int() | Fraction() as far, int() | Fraction() as then) if far != now:
            found = number + Fraction(then - now) * _FAR / Fraction(far - now)
            if found.denominator == 1:
                yield found.numerator


def _numbers(solution: Solution) -> dict[int, Number]:
    return {index: number for index, number in enumerate(solution.true.numbers) if number is not None}


def _candidates(own: Own, node: int, known: Own) -> list[Number]:
    """The value that betrays the leaf, and numbers that stand in every place among the others."""
    if isinstance(own[node], Payoffs):  # of several players there would be too many
        return [own[node]]
    others = {number + by for number in known.values() for by in (-1, 0, 1)}
    return [own[node], *sorted(others - {own[node]})]
