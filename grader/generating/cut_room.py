"""A shape → how many cuts its search can have at most, and which outcomes of children lead to most of them.

A deep cut counts three times, because it is harder to find room for. The bounds of a node's window matter
only by where they were set: nowhere, at its parent, or further up.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import product
from typing import Literal, TypeAlias

from grader.generating.shape import NodeSketch
from grader.rule import Rule
from grader.tree import Kind

# What a child does for the player who moves: it improves the value, falls short, or goes beyond the bound.
ChildOutcome: TypeAlias = Literal["improves", "short", "beyond"]
Pattern: TypeAlias = tuple[ChildOutcome, ...]
# How a node comes out for its own player, and where its own and the other's bound were set.
State: TypeAlias = tuple[ChildOutcome, int, int]

NOWHERE, AT_PARENT, FURTHER = 0, 1, 2
DEEP_WEIGHT = 3
SHORT: Pattern = ("short",)
_MOST_KEPT = 200_000
MOST_CHILDREN = 5  # beyond which there are too many patterns to look at all


@dataclass(slots=True)
class CutRoom:
    """The room for cuts below each node, by how it comes out; kept for all shapes with the same subtree."""

    rule: Rule
    _found: dict[tuple[int, State], tuple[int, tuple[Pattern, ...]]] = field(default_factory=dict)
    _numbers: dict[Hashable, int] = field(default_factory=dict)  # of subtrees, each with its own
    _subtrees: dict[int, int] = field(default_factory=dict)  # those numbers, by the nodes of the last root

    def most(self, root: NodeSketch) -> int:
        """How many cuts there can be in the search of a tree with this root; deep ones count more."""
        if len(self._found) > _MOST_KEPT:
            self._found.clear()
        self._subtrees.clear()
        self._number(root)
        return self._most(root, ("improves", NOWHERE, NOWHERE))

    def best_patterns(self, spot: NodeSketch, state: State) -> tuple[Pattern, ...]:
        """The outcomes of children that leave room for most cuts; those that come after a cut have none."""
        self._most(spot, state)
        return self._found[self._subtrees[id(spot)], state][1]

    def _number(self, spot: NodeSketch) -> int:
        """The number of the subtree below a node of the last root."""
        below = () if spot.is_end else tuple(map(self._number, spot.children))
        number = self._numbers.setdefault((spot.kind, spot.is_end, below), len(self._numbers))
        self._subtrees[id(spot)] = number
        return number

    def _most(self, spot: NodeSketch, state: State) -> int:
        if spot.is_end:
            return 0
        if spot.kind is Kind.CHANCE:
            return sum(self._most(child, ("improves", NOWHERE, NOWHERE)) for child in spot.children)
        key = self._subtrees[id(spot)], state
        if key not in self._found:
            children = self._children(spot)
            weighed = [
                (self._weight(spot, children, pattern, state), pattern)
                for pattern in patterns(len(children), state[0], own=state[1] != NOWHERE)
            ]
            most = max(weight for weight, _ in weighed)
            self._found[key] = most, tuple(pattern for weight, pattern in weighed if weight == most)
        return self._found[key][0]

    def _weight(
        self, spot: NodeSketch, children: Sequence[NodeSketch], pattern: Pattern, state: State
    ) -> int:
        _, own, other = state
        weight = 0
        if len(pattern) < len(children):
            weight += DEEP_WEIGHT if other == FURTHER else 1
        own, other = (FURTHER if bound else NOWHERE for bound in (own, other))
        for child, outcome in zip(children, pattern, strict=False):
            weight += self._most(child, seen_from(child, spot, outcome, own, other))
            if outcome == "improves":
                own = AT_PARENT
        return weight

    def _children(self, spot: NodeSketch) -> Sequence[NodeSketch]:
        return spot.children if self.rule.order == "left-to-right" else spot.children[::-1]


def seen_from(child: NodeSketch, parent: NodeSketch, outcome: ChildOutcome, own: int, other: int) -> State:
    """The same outcome and bounds as the child's own player sees them."""
    if child.kind is parent.kind:
        return outcome, own, other
    return turned(outcome), other, own


def turned(outcome: ChildOutcome) -> ChildOutcome:
    """The same outcome for the other player."""
    return _TURNED[outcome]


_TURNED: dict[ChildOutcome, ChildOutcome] = {"short": "beyond", "beyond": "short", "improves": "improves"}


@cache
def patterns(children: int, outcome: ChildOutcome, *, own: bool) -> tuple[Pattern, ...]:
    """What children may do so that a node comes out so; without a bound of its own the first cannot fail."""
    if outcome == "short":
        return (SHORT * children,)
    words: tuple[ChildOutcome, ...] = ("improves", "short")
    found: list[Pattern] = []
    if outcome == "improves":
        found += (each for each in product(words, repeat=children) if "improves" in each)
    else:
        for before in range(children):
            found += ((*each, "beyond") for each in product(words, repeat=before))
    return tuple(each for each in found if own or each[0] != "short")
