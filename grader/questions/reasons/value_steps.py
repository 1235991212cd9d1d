"""A node and the steps of a solution → a sentence that says what the node's value follows from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any

from grader.questions.reasons.carried_values import ReportedSteps, Steps
from grader.solving.minimax import probabilities
from grader.text.numbers import Number
from grader.text.sentences import Say
from grader.tree import Kind
from grader.tree.notation import write_name

_MOST_CHILDREN = 10  # as many as a reader takes in
# The sentences that show the sum itself.
_SUMMED = frozenset(("value.chance", "value.reported-chance", "value.reported-chance-cut"))


def step_in_words(steps: Steps, name: str, given: Any, say: Say) -> str:
    """Such as “C is a Min node over C1 = 2 and C2 = 4: its value is the smallest of these, 2, not 4.”"""
    index = steps.solution.tree.index(name)
    children = steps.children(index)
    kind = steps.solution.tree.kinds[index]
    parts = {"node": write_name(name), "expected": steps.right(index), "given": given, "player": kind.number}
    if not children:
        return say("value.leaf", **parts)
    if isinstance(steps, ReportedSteps):
        parts |= _of_search(steps, index)
    key, chances = _key(steps, index), _chances(steps, index)
    if key in _SUMMED:
        parts["sum"] = _sum(steps, chances, say)
        chances = {}  # which the sum has
    return say(key, children=_listed(steps, children, chances, say), **parts)


def _of_search(steps: ReportedSteps, index: int) -> dict[str, Number]:
    """What a sentence about a search may need: its window at the node, and what skipped outcomes count as."""
    alpha, beta = steps.solution.log.windows[index]
    return {"alpha": alpha, "beta": beta, "rest": steps.rest(index)}


def _key(steps: Steps, index: int) -> str:
    """Which sentence says how this value comes about."""
    kind, children = steps.solution.tree.kinds[index], steps.children(index)
    only = "-only" if len(children) == 1 and kind is not Kind.CHANCE else ""
    if not isinstance(steps, ReportedSteps):
        several = "-players" if kind is Kind.CHANCE and steps.solution.tree.players else ""
        return f"value.{kind.role}{only}{several}"
    if steps.right(index) != steps.before_clipping(index, [steps.right(child) for child in children]):
        return "value.reported-clipped"
    cut = len(children) < len(steps.solution.tree.child_indexes(index))
    return f"value.reported-{kind}-cut" if cut and kind is Kind.CHANCE else f"value.reported-{kind}{only}"


def _chances(steps: Steps, index: int) -> Mapping[int, Number]:
    """The probability of each outcome of a chance node."""
    tree = steps.solution.tree
    if tree.kinds[index] is not Kind.CHANCE:
        return {}
    return dict(zip(tree.child_indexes(index), probabilities(tree, index), strict=True))


def _sum(steps: Steps, chances: Mapping[int, Number], say: Say) -> str:
    """What the outcomes add up to: “1/2 × 3 + 1/2 × (−1)”."""
    terms = []
    for child, chance in islice(chances.items(), _MOST_CHILDREN):
        value = _outcome(steps, child)
        terms.append(say("value.term-negative" if value < 0 else "value.term", chance=chance, value=value))
    return say("value.plus").join(terms if len(terms) == len(chances) else [*terms, "…"])


def _outcome(steps: Steps, child: int) -> Number:
    """What an outcome counts as, looked at or skipped."""
    parent = steps.solution.tree.parents[child]
    if isinstance(steps, ReportedSteps) and child not in steps.children(parent):
        return steps.rest(parent)
    return steps.right(child)


def _listed(steps: Steps, children: Sequence[int], chances: Mapping[int, Number], say: Say) -> list[str]:
    """The children and their values, with their probabilities, if these differ."""
    names = steps.solution.tree.names
    key = "value.outcome" if len(set(chances.values())) > 1 else "value.child"
    said = [
        say(key, node=write_name(names[child]), value=steps.right(child), chance=chances.get(child, 1))
        for child in children[:_MOST_CHILDREN]
    ]
    return said if len(said) == len(children) else [*said, "…"]
