"""Branching and depth → how many leaves a tree can have, exactly: a set of numbers as the bits of one."""

from __future__ import annotations

from functools import cache
from typing import Literal, TypeAlias

from grader.generating.goal_fields import MOST_LEAVES

# Trees of at most so many levels; of just so many; or with every leaf on the last level.
SizeMode: TypeAlias = Literal["any", "reach", "even"]

_ROOM = (1 << (MOST_LEAVES + 1)) - 1


@cache
def possible_sizes(least: int, most: int, levels: int, mode: SizeMode) -> int:
    """The numbers of leaves that are possible with `least` to `most` children at every inner node."""
    if levels == 0:
        return 1 << 1
    sizes = 0
    for children in range(least, most + 1):
        sizes |= sizes_of_several(least, most, levels - 1, mode, children)
    return sizes | (1 << 1 if mode == "any" else 0)


@cache
def sizes_of_several(least: int, most: int, levels: int, mode: SizeMode, number: int) -> int:
    """The numbers of leaves that so many trees can have together; one of them reaches the last level."""
    if number == 0:
        return 1
    if mode == "reach":
        return sums(
            possible_sizes(least, most, levels, "reach"),
            sizes_of_several(least, most, levels, "any", number - 1),
        )
    return sums(
        possible_sizes(least, most, levels, mode), sizes_of_several(least, most, levels, mode, number - 1)
    )


def sums(one: int, other: int) -> int:
    """All sums of a number of each set."""
    found = 0
    while one:
        lowest = one & -one
        found |= other << (lowest.bit_length() - 1)
        one ^= lowest
    return found & _ROOM
