"""Branching, depth and probabilities → what shapes there can be, before any is drawn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from typing import Literal, TypeAlias

from grader.generating.goal_fields import MOST_LEAVES

# Trees of at most so many levels; of just so many; or with every leaf on the last level.
SizeMode: TypeAlias = Literal["any", "reach", "even"]

_ROOM = (1 << (MOST_LEAVES + 1)) - 1


@cache
def possible_sizes(least: int, most: int, levels: int, mode: SizeMode) -> int:
    """The numbers of leaves that are possible with `least` to `most` children at every inner node.

    Such a set of numbers is written as the bits of one.
    """
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


@cache
def uniform_widths(least: int, most: int, leaves: int, levels: int) -> list[tuple[int, ...]]:
    """The numbers of children on each level of trees with so many leaves, where a level has but one."""
    if levels == 0:
        return [()] if leaves == 1 else []
    return [
        (width, *rest)
        for width in range(least, most + 1)
        if leaves % width == 0
        for rest in uniform_widths(least, most, leaves // width, levels - 1)
    ]


@cache
def splits(probabilities: tuple[Fraction, ...], number: int) -> tuple[tuple[Fraction, ...], ...]:
    """The ways to give each of so many outcomes a probability, in a stable order; they add up to 1."""
    return tuple(_sums_to(probabilities, number, Fraction(1)))


def _sums_to(
    probabilities: Sequence[Fraction], number: int, total: Fraction
) -> Iterator[tuple[Fraction, ...]]:
    if number == 1:
        if total in probabilities:
            yield (total,)
        return
    for first in probabilities:
        if first < total:
            for rest in _sums_to(probabilities, number - 1, total - first):
                yield (first, *rest)
