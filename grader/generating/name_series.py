"""A tree and a secret → new names for its nodes by place, no node called the same at two of them."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from functools import cache
from itertools import product
from string import ascii_uppercase
from typing import NamedTuple

from grader.generating.draws import Draws
from grader.tree import Kind, Tree
from grader.tree.notation import WORDS

_LETTERS = tuple(letter for letter in ascii_uppercase if letter not in "IO")  # which look like 1 and 0
_SPREAD = 8  # the names of one tree lie in such a part of all, the rest makes room for other places


class _Block(NamedTuple):
    """Places whose names are of one length: at each of them, all names are shifted by another number."""

    alphabet: Sequence[str]
    offsets: Sequence[int]
    shifts: Sequence[int]


class NameSeries:
    """New letters for all nodes but unnamed leaves, in alphabetical order from the top down.

    One letter each where that is enough for the tree and the place, else two, or more.
    """

    def __init__(self, tree: Tree, draws: Callable[[int], Draws]) -> None:
        self._size = len(tree)
        self._nodes = _named_nodes(tree)
        self._draws = draws
        self._blocks: list[_Block] = []

    def names(self, place: int) -> tuple[str | None, ...]:
        """The names of all nodes at a place; none where a leaf goes by its parent's name."""
        number = 0
        while place >= len(self._block(number).shifts):
            place -= len(self._block(number).shifts)
            number += 1
        block = self._block(number)
        names: list[str | None] = [None] * self._size
        for node, offset in zip(self._nodes, block.offsets, strict=True):
            names[node] = block.alphabet[offset + block.shifts[place]]
        return tuple(names)

    def _block(self, number: int) -> _Block:
        while len(self._blocks) <= number:
            self._blocks.append(self._next_block())
        return self._blocks[number]

    def _next_block(self) -> _Block:
        needed = len(self._nodes)
        length = len(self._blocks[-1].alphabet[0]) + 1 if self._blocks else 1
        while len(_alphabet(length)) < 2 * needed:
            length += 1
        alphabet, draws = _alphabet(length), self._draws(length)
        width = needed + (len(alphabet) - needed) // _SPREAD
        others = draws.shuffled(range(1, width))[: needed - 1]
        return _Block(alphabet, (0, *sorted(others)), draws.shuffled(range(len(alphabet) - width + 1)))


@cache
def _alphabet(length: int) -> Sequence[str]:
    """All names of so many letters, without the language's own words."""
    names = map("".join, product(_LETTERS, repeat=length))
    return tuple(name for name in names if name.lower() not in WORDS)


def _named_nodes(tree: Tree) -> list[int]:
    """Inner nodes and leaves with names of their own, breadth first."""
    found, queue = [], deque([0])
    while queue:
        index = queue.popleft()
        if tree.kinds[index] is not Kind.LEAF or tree.given_names[index] is not None or index == 0:
            found.append(index)
        queue.extend(tree.child_indexes(index))
    return found
