"""Kind, Node: what one place of a game tree is."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from grader.text.numbers import Number


class Kind(StrEnum):
    """Who moves at a node: Max, Min, chance, or nobody at a leaf."""

    MAX = "max"
    MIN = "min"
    CHANCE = "chance"
    LEAF = "leaf"


@dataclass(frozen=True, slots=True)
class Unknown:
    """A leaf without a number: `?x`, or the blank `_` where the name is empty."""

    name: str

    def __str__(self) -> str:
        return f"?{self.name}" if self.name else "_"


Utility: TypeAlias = Number | Unknown
Features: TypeAlias = tuple[tuple[str, Number], ...]


@dataclass(frozen=True, slots=True)
class Node:
    """One node; its subtree is `range(node.index, node.end)`, its children are found by the tree.

    `named` says whether the name stands in the text or was given automatically. A leaf has a
    `utility` or `features`; an inner node may have an `estimate` (a static evaluation) or `features`.
    """

    index: int
    kind: Kind
    name: str
    parent: int | None
    end: int
    named: bool = False
    label: str | None = None
    probability: Number | None = None
    utility: Utility | None = None
    estimate: Number | None = None
    features: Features | None = None

    @property
    def is_leaf(self) -> bool:
        return self.kind is Kind.LEAF

    @property
    def move(self) -> str:
        """What leads here: the edge's label, else the node's own name."""
        return self.name if self.label is None else self.label
