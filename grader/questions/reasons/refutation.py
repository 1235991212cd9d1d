"""Nodes that somebody takes for pruned → why the search has to look there, as a student can check by hand."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from grader.memory import remembered
from grader.questions.question import Marking
from grader.questions.reasons.skips import is_visited
from grader.questions.reasons.window_steps import is_done_by_hand
from grader.questions.set_comparison import some
from grader.solving import Solution, solve
from grader.solving.counterexample import Counterexample, refute
from grader.text.numbers import Number
from grader.text.sentences import Say
from grader.tree import Kind
from grader.tree.notation import write_name

# What other rules are tried for, in this order, where the search looks at a leaf that cannot matter.
_OTHERWISE = (
    ("ties", "cut"),
    ("cutoffs", "deep"),
    ("chance", "reset"),
    ("chance", "star1"),
    ("returns", "soft"),
)


@dataclass(frozen=True, slots=True)
class Proof:
    """Why the search has to look at a leaf, in words if there is more to tell than that it does.

    `counterexample` is what the words tell; None where only the rule makes the search look.
    """

    why: str = ""
    counterexample: Counterexample | None = None


def prove(claimed: Collection[int], marking: Marking) -> Proof:
    """Why the search looks at the first leaf below those of the nodes that it visits."""
    solution, say = marking.solution, marking.say
    first = next((index for index in solution.log.windows if index in claimed), None) if claimed else None
    if first is None:
        return Proof()
    leaf = solution.tree.names[_first_leaf(first, solution)]
    place = _place(leaf, solution.tree.names[first], say)
    if example := _counterexample(solution, leaf):
        return Proof(_in_words(example, place, marking), example)
    reason = _reason(solution, leaf)
    return Proof() if reason is None else Proof(say(f"looked-at.{reason}", place=place))


def _first_leaf(index: int, solution: Solution) -> int:
    """The leaf to which the search comes first below a node; nothing is ever cut before a first child."""
    tree = solution.tree
    first = 0 if solution.rule.order == "left-to-right" else -1
    while tree.kinds[index] is not Kind.LEAF:
        index = tree.child_indexes(index)[first]
    return index


def _place(leaf: str, claimed: str, say: Say) -> str:
    if leaf == claimed:
        return write_name(leaf)
    return say("looked-at.below", leaf=write_name(leaf), node=write_name(claimed))


@remembered
def _counterexample(solution: Solution, leaf: str) -> Counterexample | None:
    """Utilities under which what is asked at the root depends on the leaf."""
    if solution.rule.search == "minimax" or not is_done_by_hand(solution):
        return None
    example = refute(solution, leaf)
    if example is None:
        return None
    low, high = solution.rule.root_window
    first, second = (max(low, min(value, high)) for value in example.values)
    return example if first != second else None  # beyond its window the search tells no values apart


@remembered
def _reason(solution: Solution, leaf: str) -> str | None:
    """By which field of the rule the search looks at a leaf that cannot matter; None where it can."""
    rule = solution.rule
    if rule.search == "minimax":
        return "search-minimax"
    if solution.sanity(leaf).can_matter:
        return None
    for field, value in _OTHERWISE:
        stated = getattr(rule, field)
        if value != stated and _is_pruned(leaf, solution, field, value):
            return f"{field}-{stated}"
    return "rule"


def _is_pruned(leaf: str, solution: Solution, field: str, value: str) -> bool:
    """Whether a leaf would be pruned if the rule had another value in one field."""
    other = solve(solution.tree, solution.rule.changed(**{field: value}))
    return not is_visited(other.tree.index(leaf), other)


def _in_words(example: Counterexample, place: str, marking: Marking) -> str:
    say = marking.say
    (first, second), (first_value, second_value) = example.utilities, example.values
    return say(
        "looked-at.changed" if example.changed else "looked-at.unchanged",
        changes=_supposed(example.changed, say),
        root=write_name(marking.solution.tree.names[0]),
        leaf=write_name(example.leaf),
        first=first,
        first_value=first_value,
        second=second,
        second_value=second_value,
        place=place,
    )


def _supposed(changed: Mapping[str, Number], say: Say) -> str:
    """The changed leaves, those with the same utility together."""
    leaves: dict[Number, list[str]] = {}
    for name, utility in changed.items():
        leaves.setdefault(utility, []).append(write_name(name))
    return say.listed(
        say("looked-at.were", leaves=some(names, say), utility=utility, number=len(names))
        for utility, names in leaves.items()
    )
