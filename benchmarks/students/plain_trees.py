"""A Tree → small nested nodes, as a student draws them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TypeAlias

import grader

Number: TypeAlias = int | Fraction | float
Window: TypeAlias = tuple[Number, Number]


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """A node with all that is below it; `kind` is max, min, chance or leaf."""

    name: str
    kind: str
    depth: int
    utility: Number = 0
    children: tuple[Node, ...] = ()
    probabilities: tuple[Fraction, ...] = ()

    @property
    def is_leaf(self) -> bool:
        return self.kind == "leaf"

    def __iter__(self) -> Iterator[Node]:
        """The node and all below it, in preorder."""
        yield self
        for child in self.children:
            yield from child

    @property
    def leaves(self) -> list[Node]:
        return [node for node in self if node.is_leaf]

    @property
    def inner(self) -> list[Node]:
        return [node for node in self if not node.is_leaf]


def plain(tree: grader.Tree, index: int = 0, depth: int = 0) -> Node:
    """The subtree at an index of a tree of plain utilities."""
    node = tree[index]
    if node.is_leaf:
        assert isinstance(node.utility, int | Fraction | float)
        return Node(node.name, "leaf", depth, node.utility)
    children = tree.child_indexes(index)
    shares = [tree[child].probability for child in children] if node.kind is grader.Kind.CHANCE else []
    return Node(
        node.name,
        str(node.kind),
        depth,
        children=tuple(plain(tree, child, depth + 1) for child in children),
        probabilities=tuple(Fraction(1, len(children)) if p is None else Fraction(p) for p in shares),
    )


def with_utility(node: Node, leaf: str, utility: Number) -> Node:
    """The same tree with another number at one leaf."""
    if node.name == leaf:
        return replace(node, utility=utility)
    return replace(node, children=tuple(with_utility(child, leaf, utility) for child in node.children))
