"""A tree whose nodes may lack names → one for each: A, B, … breadth first, and leaves after their parents."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from itertools import count, product
from string import ascii_uppercase
from typing import TYPE_CHECKING

from grader.tree.node import Kind
from grader.tree.notation import WORDS

if TYPE_CHECKING:
    from grader.tree.tree import Tree


def all_names(tree: Tree) -> tuple[str, ...]:
    """Given names as they are; other inner nodes A, B, … breadth first; leaves after their parents."""
    names: list[str | None] = list(tree.given_names)
    taken = {name for name in names if name is not None}
    _name_inner_nodes(tree, names, taken)
    positions = _positions(tree)
    for index, given in enumerate(names):
        if given is None:
            parent, dots = names[tree.parents[index]], ""
            while (name := f"{parent}{dots}{positions[index]}") in taken:
                dots += "."
            taken.add(name)
            names[index] = name
    return tuple(name for name in names if name is not None)


def _name_inner_nodes(tree: Tree, names: list[str | None], taken: set[str]) -> None:
    free = (name for name in _series() if name not in taken)
    queue = deque([0])
    while queue:
        index = queue.popleft()
        if names[index] is None:
            names[index] = next(free)
        queue.extend(child for child in tree.child_indexes(index) if tree.kinds[child] is not Kind.LEAF)


def _positions(tree: Tree) -> list[int]:
    """For each node, which child of its parent it is, counted from 1."""
    seen = [0] * len(tree)
    positions = [0] * len(tree)
    for index in range(1, len(tree)):
        parent = tree.parents[index]
        seen[parent] += 1
        positions[index] = seen[parent]
    return positions


def _series() -> Iterator[str]:
    """A, B, … Z, AA, AB, …, without the language's own words."""
    for length in count(1):
        for letters in product(ascii_uppercase, repeat=length):
            name = "".join(letters)
            if name.lower() not in WORDS:
                yield name
