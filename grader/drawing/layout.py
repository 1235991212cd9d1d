"""Tree and the width of every node → where each stands from left to right, tidy and compact.

After Buchheim, Jünger and Leipert, "Improving Walker's algorithm to run in linear time" (2002):
nodes of one depth share a row, parents stand over the middle of their children, a subtree is drawn
alike wherever it stands, and small subtrees between large ones are spread evenly.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grader.tree import Tree


@dataclass(frozen=True, slots=True)
class NodeRoom:
    """How far each node reaches to the left and right of its middle, and the gaps to keep."""

    left: Sequence[float]
    right: Sequence[float]
    between_siblings: float
    between_subtrees: float


def middles(tree: Tree, room: NodeRoom) -> list[float]:
    """The middle of every node, such that the leftmost reaches to 0."""
    walk = _Walk(tree, room)
    for index in _postorder(tree):
        walk.settle(index)
    across = walk.positions()
    shift = min(middle - left for middle, left in zip(across, room.left, strict=True))
    return [middle - shift for middle in across]


def _postorder(tree: Tree) -> Iterator[int]:
    """Every node after all of its children, from left to right."""
    open_nodes: list[int] = []
    for index in range(len(tree)):
        while open_nodes and tree.ends[open_nodes[-1]] <= index:
            yield open_nodes.pop()
        open_nodes.append(index)
    yield from reversed(open_nodes)


class _Walk:
    """The paper's first walk; its names are kept, -1 stands for no node."""

    def __init__(self, tree: Tree, room: NodeRoom) -> None:
        size = len(tree)
        self.room = room
        self.parents = tree.parents
        self.first = [-1] * size
        self.last = [-1] * size
        self.before = [-1] * size  # the sibling to the left
        self.number = [0] * size  # which child of its parent
        self.prelim = [0.0] * size
        self.mod = [0.0] * size
        self.shift = [0.0] * size
        self.change = [0.0] * size
        self.thread = [-1] * size
        self.ancestor = list(range(size))
        self.link_siblings()
        self.default_ancestor = list(self.first)

    def link_siblings(self) -> None:
        for index, parent in enumerate(self.parents):
            if parent < 0:
                continue
            if self.first[parent] < 0:
                self.first[parent] = index
            else:
                self.before[index] = self.last[parent]
                self.number[index] = self.number[self.last[parent]] + 1
            self.last[parent] = index

    def settle(self, index: int) -> None:
        """Place a node whose children are all settled, and push it clear of its left siblings."""
        middle = 0.0
        if self.first[index] >= 0:
            self.execute_shifts(index)
            middle = (self.prelim[self.first[index]] + self.prelim[self.last[index]]) / 2
        before = self.before[index]
        if before < 0:
            self.prelim[index] = middle
            return
        self.prelim[index] = self.prelim[before] + self.distance(before, index)
        self.mod[index] = self.prelim[index] - middle
        self.apportion(index)

    def distance(self, left: int, right: int) -> float:
        siblings = self.parents[left] == self.parents[right]
        gap = self.room.between_siblings if siblings else self.room.between_subtrees
        return self.room.right[left] + self.room.left[right] + gap

    def next_left(self, index: int) -> int:
        return self.first[index] if self.first[index] >= 0 else self.thread[index]

    def next_right(self, index: int) -> int:
        return self.last[index] if self.last[index] >= 0 else self.thread[index]

    def apportion(self, index: int) -> None:
        """Walk down the facing contours of this subtree and of those to its left, and part them."""
        parent = self.parents[index]
        inner_right = outer_right = index
        inner_left, outer_left = self.before[index], self.first[parent]
        sum_inner_right = sum_outer_right = self.mod[index]
        sum_inner_left, sum_outer_left = self.mod[inner_left], self.mod[outer_left]
        left, right = self.next_right(inner_left), self.next_left(inner_right)
        while left >= 0 and right >= 0:
            inner_left, inner_right = left, right
            outer_left, outer_right = self.next_left(outer_left), self.next_right(outer_right)
            self.ancestor[outer_right] = index
            shift = (self.prelim[inner_left] + sum_inner_left) - (self.prelim[inner_right] + sum_inner_right)
            shift += self.distance(inner_left, inner_right)
            if shift > 0:
                self.move_subtree(self.rival(inner_left, index), index, shift)
                sum_inner_right += shift
                sum_outer_right += shift
            sum_inner_left += self.mod[inner_left]
            sum_inner_right += self.mod[inner_right]
            sum_outer_left += self.mod[outer_left]
            sum_outer_right += self.mod[outer_right]
            left, right = self.next_right(inner_left), self.next_left(inner_right)
        if left >= 0 and self.next_right(outer_right) < 0:
            self.thread[outer_right] = left
            self.mod[outer_right] += sum_inner_left - sum_outer_right
        if right >= 0 and self.next_left(outer_left) < 0:
            self.thread[outer_left] = right
            self.mod[outer_left] += sum_inner_right - sum_outer_left
            self.default_ancestor[parent] = index

    def rival(self, node: int, index: int) -> int:
        """The left sibling of `index` whose subtree holds `node`."""
        ancestor = self.ancestor[node]
        if self.parents[ancestor] == self.parents[index]:
            return ancestor
        return self.default_ancestor[self.parents[index]]

    def move_subtree(self, left: int, right: int, shift: float) -> None:
        share = shift / (self.number[right] - self.number[left])
        self.change[right] -= share
        self.shift[right] += shift
        self.change[left] += share
        self.prelim[right] += shift
        self.mod[right] += shift

    def execute_shifts(self, parent: int) -> None:
        """Give the subtrees between two that were parted their share of the move."""
        shift = change = 0.0
        child = self.last[parent]
        while child >= 0:
            self.prelim[child] += shift
            self.mod[child] += shift
            change += self.change[child]
            shift += self.shift[child] + change
            child = self.before[child]

    def positions(self) -> list[float]:
        """The second walk: every node's own place and what its ancestors were moved by."""
        moved = [0.0] * len(self.parents)
        for index, parent in enumerate(self.parents):
            if parent >= 0:
                moved[index] = moved[parent] + self.mod[parent]
        return [own + by for own, by in zip(self.prelim, moved, strict=True)]
