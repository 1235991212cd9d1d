"""Kind, Node: what one place of a game tree is."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from grader.text.numbers import Number, Payoffs


class Kind(StrEnum):
    """Who moves at a node: Max, Min, one of several players, chance, or nobody at a leaf."""

    MAX = "max"
    MIN = "min"
    CHANCE = "chance"
    LEAF = "leaf"
    P1 = "p1"
    P2 = "p2"
    P3 = "p3"
    P4 = "p4"
    P5 = "p5"
    P6 = "p6"
    P7 = "p7"
    P8 = "p8"
    P9 = "p9"

    @property
    def is_player(self) -> bool:
        """Whether it is one of several players, each with a utility of its own."""
        return self in PLAYERS

    @property
    def number(self) -> int:
        """Which of several players it is, counted from 1; 0 for everybody else."""
        return PLAYERS.index(self) + 1 if self in PLAYERS else 0

    @property
    def role(self) -> str:
        """The kind, or `player` for each of several players: by which sentences are found."""
        return "player" if self in PLAYERS else str(self)


# In the order in which a leaf lists what it is worth to each.
PLAYERS = (Kind.P1, Kind.P2, Kind.P3, Kind.P4, Kind.P5, Kind.P6, Kind.P7, Kind.P8, Kind.P9)


@dataclass(frozen=True, slots=True)
class Unknown:
    """A leaf without a number: `?x`, or the blank `_` where the name is empty."""

    name: str

    def __str__(self) -> str:
        return f"?{self.name}" if self.name else "_"


Utility: TypeAlias = Number | Payoffs | Unknown
Features: TypeAlias = tuple[tuple[str, Number], ...]
Cells: TypeAlias = tuple[tuple[str, ...], ...]  # a board row by row, each cell as a short text


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
