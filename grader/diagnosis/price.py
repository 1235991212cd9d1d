"""An answer's form → Price: how much a misfit tells against an explanation.

A cost is the logarithm of how unlikely something is, in thousandths, so that costs add up and stay exact:
somebody slips in one answer of about thirty, and then may write anything that the form has room for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import log
from typing import Any

from grader.questions import answer_form
from grader.questions.answer_form import AnswerForm
from grader.solving import Solution
from grader.solving.number_line import LINE
from grader.tree import Kind

_SLIPS = 0.03
_NUMBERS = 20  # from which somebody takes a number who slips …
_BOUNDS = 2  # … and a bound: there are few to choose from
_UNLIMITED = 1_000_000
BLANK = 3_500  # something is expected, and nothing was written


@dataclass(frozen=True, slots=True)
class Price:
    """What each misfit costs, and how many of one answer count at most."""

    each: int
    most: int = _UNLIMITED


@cache
def cost_of(possibilities: int) -> int:
    """What a slip costs where so many other things could have been written."""
    return round(1000 * log(max(possibilities, 1) / _SLIPS))


def price_of(form: AnswerForm, solution: Solution) -> Price:
    leaves = solution.tree.kinds.count(Kind.LEAF)
    price = Price(cost_of(_NUMBERS))
    match form:
        case answer_form.OncePerDepth(form=once, depths=depths):
            single = price_of(once, solution)
            price = Price(single.each, single.most * len(depths))
        case answer_form.IntervalPerNode() | answer_form.WindowsPerNode() | answer_form.WindowList():
            price = Price(cost_of(_BOUNDS), most=6)
        case answer_form.OneNumber():  # whoever counts wrongly easily counts what some idea does
            price = Price(cost_of(leaves) // 2, most=1)
        case answer_form.NodeOrder(path=True):
            price = Price(cost_of(leaves), most=1)
        case answer_form.NodeSet() | answer_form.NodeOrder() | answer_form.WrittenTree():
            price = Price(cost_of(leaves), most=3)
        case answer_form.CutList():
            price = Price(cost_of(len(solution.tree) - leaves), most=3)
        case answer_form.NumberSet():  # all numbers, or none, are answered without much thought
            price = Price(cost_of(_NUMBERS) // 2, most=2)
        case answer_form.Options(options=options):
            price = Price(cost_of(len(options) - 1), most=1)
    return price


def count_misfits(form: AnswerForm, given: Any, predicted: Any) -> int:
    """In how many items two answers differ; "none" is one mistake, whatever is missing."""
    match form:
        case answer_form.NumberSet():
            return 1 if given in ((), LINE) else 2
        case answer_form.NodeSet() if not given:
            return 1
        case answer_form.NodeOrder(path=False):
            return len(set(given) ^ set(predicted)) or 3  # the same nodes in another order
        case answer_form.WindowsPerNode() | answer_form.WindowList() | answer_form.IntervalPerNode():
            return _unlike(given, predicted) or 1
        case answer_form.NodeSet() | answer_form.CutList() | answer_form.WrittenTree(remaining=True):
            return len(set(given) ^ set(predicted)) or 1
    return 1


def _unlike(given: Sequence[Any], predicted: Sequence[Any]) -> int:
    """In how many places two rows differ, the longer one's further places included."""
    unlike = sum(bool(one != other) for one, other in zip(given, predicted, strict=False))
    return unlike + abs(len(given) - len(predicted))


def says_something(form: AnswerForm, given: Any) -> bool:
    """Whether an answer says more than a move, a count, "none" or "all numbers", which are easily guessed."""
    return not isinstance(form, answer_form.Options | answer_form.OneNumber) and given not in ((), LINE)
