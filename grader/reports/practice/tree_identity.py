"""A Tree → what it has in common with its mirror images and relabellings, to tell fresh trees from known."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from hashlib import blake2b
from typing import TypeAlias

from grader.memory import remembered
from grader.problems import Problem, ProblemSet
from grader.problems.problem import FairTrees
from grader.solving.minimax import probabilities
from grader.tree import Kind, Tree

_Column: TypeAlias = Sequence[object]
_EXCHANGED = {Kind.MAX: Kind.MIN, Kind.MIN: Kind.MAX}


def known_trees(problems: ProblemSet) -> frozenset[str]:
    """The identities of all trees of a set, also of hidden ones; of fair variants those of all at once."""
    return frozenset().union(*map(_known, problems.problems))


@remembered
def _known(problem: Problem) -> frozenset[str]:
    found: set[str] = set()
    for each in problem.examples:
        found |= identities(each.tree)
        if isinstance(problem.trees, FairTrees):
            found |= orders(each.tree)
    return frozenset(found)


def is_known(tree: Tree, known: frozenset[str]) -> bool:
    """Whether a tree is one of those, or the mirror image or relabelling of one."""
    return not known.isdisjoint(identities(tree) | orders(tree))


def identities(tree: Tree) -> set[str]:
    """The same for all trees that differ only in names and in the order of children.

    A tree in which Max and Min are exchanged and all numbers have the other sign is the same, too.
    """
    return {_identity(tree, kinds, numbers) for kinds, numbers in _images(tree)}


def orders(tree: Tree) -> set[str]:
    """The same where numbers count only by which is larger."""
    return {"order " + _identity(tree, kinds, _ranked(numbers)) for kinds, numbers in _images(tree)}


def _images(tree: Tree) -> Iterator[tuple[Sequence[Kind], _Column]]:
    yield tree.kinds, tree.utilities
    negated = [-each if isinstance(each, int | Fraction | float) else each for each in tree.utilities]
    yield [_EXCHANGED.get(kind, kind) for kind in tree.kinds], negated


def _ranked(numbers: _Column) -> _Column:
    """Each number as its place among all of them."""
    finite = sorted({each for each in numbers if isinstance(each, int | Fraction | float)})
    ranks: dict[object, int] = {number: rank for rank, number in enumerate(finite)}
    return [ranks.get(each, each) for each in numbers]


def _identity(tree: Tree, kinds: Sequence[Kind], numbers: _Column) -> str:
    """Every node by its kind and number and the sorted identities of its children, from below."""
    found = [""] * len(tree)
    for index in range(len(tree) - 1, -1, -1):
        children = tree.child_indexes(index)
        is_chance = kinds[index] is Kind.CHANCE
        chances: Sequence[object] = probabilities(tree, index) if is_chance else [""] * len(children)
        below = sorted(f"{chance} {found[child]}" for chance, child in zip(chances, children, strict=True))
        text = "|".join((str(kinds[index]), str(numbers[index]), *below))
        found[index] = blake2b(text.encode(), digest_size=16).hexdigest()
    return found[0]
