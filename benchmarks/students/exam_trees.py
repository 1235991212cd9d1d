"""Random trees such as exams have, as texts of the tree language."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from random import Random

# What the leaves of a tree are drawn from; some ideas show only among numbers of a certain sort.
NUMBERS = {
    "usual": (*range(21), *range(1, 10), *range(1, 10)),
    "signed": tuple(range(-9, 10)),
    "few": (1, 2, 3, 4),
    "small": (-2, -1, 0, 0, 1, 2, 3),
    "large": tuple(range(-20, 31)),
    "halves": tuple(Fraction(half, 2) for half in range(-4, 14)),
}
# What stands before the outcomes of a chance node; nothing where all are equally likely.
_SHARES = {
    width: [("",) * width, *([f"{share} -> " for share in shares.split()] for shares in given)]
    for width, given in {
        2: ("1/2 1/2", "1/4 3/4", "3/4 1/4", "1/3 2/3", "2/5 3/5", "9/10 1/10"),
        3: ("1/2 1/4 1/4", "1/4 1/4 1/2", "1/6 1/3 1/2", "1/5 3/10 1/2"),
    }.items()
}


@dataclass(frozen=True, slots=True)
class Shape:
    """How trees are drawn: levels of inner nodes, leaves, and how often a node is a chance node."""

    levels: tuple[int, ...] = (2, 2, 3, 3, 3, 4)
    leaves: range = range(5, 15)
    numbers: str = "usual"
    chance: float = 0
    out_of_turn: float = 0.05  # how often a player moves twice in a row
    early_leaf: float = 0.15
    roots: tuple[str, ...] = ("max", "max", "min")


def draw_tree(random: Random, shape: Shape) -> str:
    """The text of a tree; with `chance`, it has a chance node somewhere."""
    while True:
        text, leaves, chances = _Drawing(random, shape, random.choice(shape.levels)).root()
        if leaves in shape.leaves and (chances or not shape.chance):
            return text


@dataclass(slots=True)
class _Drawing:
    random: Random
    shape: Shape
    levels: int
    leaves: int = 0
    chances: int = 0

    def root(self) -> tuple[str, int, int]:
        text = self.node(self.random.choice(self.shape.roots), 0, "max")
        return text, self.leaves, self.chances

    def node(self, kind: str, depth: int, player: str) -> str:
        """A node at a depth; `player` is who moved last above a chance node."""
        early = depth > 0 and self.random.random() < self.shape.early_leaf
        if depth == self.levels or early:
            self.leaves += 1
            return str(self.random.choice(NUMBERS[self.shape.numbers]))
        player = player if kind == "chance" else kind
        width = self.random.choice((2, 2, 3) if self.levels > 2 or kind == "chance" else (2, 3, 3, 4))
        children = [self.node(self.next_kind(kind, player), depth + 1, player) for _ in range(width)]
        if kind == "chance":
            self.chances += 1
            shares = self.random.choice(_SHARES[width])
            children = [share + child for share, child in zip(shares, children, strict=True)]
        return f"{kind}({', '.join(children)})"

    def next_kind(self, kind: str, player: str) -> str:
        if kind != "chance" and self.random.random() < self.shape.chance:
            return "chance"
        other = "min" if player == "max" else "max"
        return player if self.random.random() < self.shape.out_of_turn else other
