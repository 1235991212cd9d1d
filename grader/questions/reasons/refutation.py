"""Nodes that somebody takes for pruned → why the search has to look there, as a student can check by hand."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from grader.memory import remembered
from grader.questions.question import Marking
from grader.questions.reasons.skips import is_visited
from grader.questions.reasons.window_steps import is_done_by_hand
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

_MOST_NAMED = 2  # of many leaves with one utility


MOST_PROOFS = 3  # as many counterexamples as a reader takes in


@dataclass(frozen=True, slots=True)
class Proof:
    """Why the search has to look at a leaf, in words if there is more to tell than that it does.

    `counterexample` is what the words tell; None where only the rule makes the search look. `claims` are the
    nodes that it refutes.
    """

    why: str = ""
    counterexample: Counterexample | None = None
    claims: frozenset[int] = frozenset()


def prove(claimed: Collection[int], marking: Marking) -> Proof:
    """Why the search looks at the first leaf below those of the nodes that it visits."""
    first = next(_in_order(claimed, marking.solution), None)
    return Proof() if first is None else _proof(first, marking)


def prove_each(claimed: Collection[int], marking: Marking) -> tuple[Proof, ...]:
    """The same for each claim, up to a number that a reader takes in; those with one reason together."""
    solution = marking.solution
    claims = _in_order(claimed, solution)
    if solution.rule.search == "minimax" and claimed:
        return (replace(prove(claimed, marking), claims=frozenset(claims)),)
    if not is_done_by_hand(solution):
        claims = islice(claims, 1)
    by_leaf: dict[int, list[int]] = {}
    for index in claims:
        by_leaf.setdefault(_first_leaf(index, solution), []).append(index)
    proofs: dict[str, Proof] = {}
    for together in islice(by_leaf.values(), MOST_PROOFS):
        proof = _proof(together[0], marking)
        proof = proofs.get(proof.why, proof)
        proofs[proof.why] = replace(proof, claims=proof.claims.union(together))
    return tuple(proofs.values())


def _in_order(claimed: Collection[int], solution: Solution) -> Iterator[int]:
    """Those of the nodes that the search visits, in its order."""
    return (index for index in solution.log.windows if index in claimed) if claimed else iter(())


def _proof(first: int, marking: Marking) -> Proof:
    solution, say = marking.solution, marking.say
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
        return "search-expectimax" if solution.tree.has_chance else "search-minimax"
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
        changes=_supposed(example, say),
        root=write_name(marking.solution.tree.names[0]),
        leaf=write_name(example.leaf),
        first=first,
        first_value=first_value,
        second=second,
        second_value=second_value,
        place=place,
    )


def _supposed(example: Counterexample, say: Say) -> str:
    """The changed leaves, those with the same utility together; of many only the first few, and a count."""
    leaves: dict[Number, list[str]] = {}
    for name, utility in example.changed.items():
        leaves.setdefault(utility, []).append(write_name(name))
    most = _MOST_NAMED if example.changes_many else len(example.changed)
    return say.listed(_were(names, utility, most, say) for utility, names in leaves.items())


def _were(names: Sequence[str], utility: Number, most: int, say: Say) -> str:
    if len(names) <= most:
        return say("looked-at.were", leaves=names, utility=utility, number=len(names))
    named, number = say("list.comma").join(names[:most]), len(names) - most
    return say("looked-at.were-more", leaves=named, utility=utility, number=number)
