"""A tree → its columns in the order of search: a search from the right reads the mirrored tree."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from grader.rule.rule_fields import OrderWord
from grader.solving.minimax import expected, probabilities
from grader.text.numbers import Number
from grader.tree import Kind, Tree


@dataclass(frozen=True, slots=True)
class SearchOrder:
    """A tree's nodes in preorder as the search meets them; `nodes` are their indexes in the tree."""

    tree: Tree
    nodes: Sequence[int]
    kinds: Sequence[Kind]
    ends: Sequence[int]
    numbers: Sequence[Number | None]  # what a leaf is worth; None for an inner node

    @property
    def mirrored(self) -> bool:
        return not isinstance(self.nodes, range)

    def indexes(self, positions: Iterable[int]) -> list[int]:
        """The indexes in the tree of the nodes at these positions."""
        return [self.nodes[position] for position in positions] if self.mirrored else list(positions)

    def probabilities(self, position: int) -> list[Number]:
        """The probability of each outcome of a chance node, in the order of search."""
        return self._as_searched(probabilities(self.tree, self.nodes[position]))

    def expected(self, position: int, outcomes: list[Number]) -> Number:
        """What a chance node is worth when its outcomes, in the order of search, are worth that."""
        return expected(self.tree, self.nodes[position], self._as_searched(outcomes))

    def _as_searched(self, outcomes: list[Number]) -> list[Number]:
        return outcomes[::-1] if self.mirrored else outcomes


def search_order(tree: Tree, numbers: Sequence[Number | None], order: OrderWord) -> SearchOrder:
    """The columns that a search in this order reads from front to back."""
    if order == "left-to-right":
        return SearchOrder(tree, range(len(tree)), tree.kinds, tree.ends, numbers)
    nodes = _mirrored(tree)
    ends = [position + tree.ends[index] - index for position, index in enumerate(nodes)]
    kinds = [tree.kinds[index] for index in nodes]
    return SearchOrder(tree, nodes, kinds, ends, [numbers[index] for index in nodes])


def _mirrored(tree: Tree) -> list[int]:
    """The indexes of all nodes, each node before its children and those from right to left."""
    parents, ends = tree.parents, tree.ends
    positions = [0] * len(tree)
    nodes = [0] * len(tree)
    for index in range(1, len(tree)):
        parent = parents[index]
        positions[index] = positions[parent] + 1 + ends[parent] - ends[index]
        nodes[positions[index]] = index
    return nodes
