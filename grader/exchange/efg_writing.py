"""Tree → a game in Gambit's `.efg`, in which every number is exact."""

from __future__ import annotations

from collections.abc import Iterator
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
    return " ".join(_quoted(tree.labels[child] or "") for child in tree.child_indexes(index))


def _outcomes(tree: Tree, index: int) -> str:
    children = tree.child_indexes(index)
    equally = Fraction(1, len(children))
    return " ".join(
        f"{_quoted(tree.labels[child] or '')} {show_number(tree.probabilities[child] or equally)}"
        for child in children
    )


def _quoted(text: str) -> str:
    """A text in quotes; Gambit takes no controls, and blanks only one at a time inside."""
    plain = visible(" ".join(text.split())).strip()
    return '"' + plain.replace("\\", "\\\\").replace('"', '\\"') + '"'
