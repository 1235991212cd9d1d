"""Tree → a game in Gambit's `.efg`, in which every number is exact."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import count

from grader.columns import visible
from grader.exchange.finite import finite_utilities
from grader.numbers import show_number
from grader.tree import Kind, Tree

_PLAYERS = {Kind.MAX: 1, Kind.MIN: 2}


def write_efg(tree: Tree, title: str = "") -> str:
    """The game; an `InputError` names the leaves that have no number which Gambit could hold."""
    utilities = finite_utilities(tree, "Gambit")
    return "\n".join([f'EFG 2 R {_quoted(title)} {{ "Max" "Min" }}', *_nodes(tree, utilities)]) + "\n"


def _nodes(tree: Tree, utilities: dict[int, int | Fraction]) -> Iterator[str]:
    """One line for each node; every node where somebody moves is an information set of its own."""
    sets = {kind: count(1) for kind in Kind}
    for index, kind in enumerate(tree.kinds):
        name = _quoted(tree.given_names[index] or "")
        number = next(sets[kind])
        if kind is Kind.LEAF:
            utility = utilities[index]
            yield f't {name} {number} "" {{ {show_number(utility)} {show_number(-utility)} }}'
        elif kind is Kind.CHANCE:
            yield f'c {name} {number} "" {{ {_outcomes(tree, index)} }} 0'
        else:
            yield f'p {name} {_PLAYERS[kind]} {number} "" {{ {_moves(tree, index)} }} 0'


def _moves(tree: Tree, index: int) -> str:
    return " ".join(map(_quoted, _labels(tree, tree.child_indexes(index))))


def _labels(tree: Tree, children: Sequence[int]) -> list[str]:
    """What leads to each child; nothing where there is no label, and a prime where only blanks differ."""
    labels: list[str] = []
    taken: set[str] = set()
    for child in children:
        label = _plain(tree.labels[child] or "")
        while label and label in taken:
            label += "'"
        taken.add(label)
        labels.append(label)
    return labels


def _outcomes(tree: Tree, index: int) -> str:
    children = tree.child_indexes(index)
    equally = Fraction(1, len(children))
    return " ".join(
        f"{_quoted(label)} {show_number(tree.probabilities[child] or equally)}"
        for label, child in zip(_labels(tree, children), children, strict=True)
    )


def _quoted(text: str) -> str:
    return '"' + _plain(text).replace("\\", "\\\\").replace('"', '\\"') + '"'


def _plain(text: str) -> str:
    """A text as Gambit takes it: no controls, and blanks only one at a time inside."""
    return visible(" ".join(text.split())).strip()
