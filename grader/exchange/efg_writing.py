"""Tree → a game in Gambit's `.efg`: every number exact, and every label as stable releases read it.

They take printable ASCII, without blanks at the ends or two in a row, and a name for every move.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import count

from grader.columns import visible
from grader.exchange.ascii import in_ascii
from grader.exchange.finite import finite_utilities
from grader.numbers import show_number
from grader.tree import Kind, Tree

_PLAYERS = {Kind.MAX: 1, Kind.MIN: 2}
_MOST_TOLD = 10


def write_efg(tree: Tree, title: str = "") -> str:
    """The game; an `InputError` names the leaves that have no number which Gambit could hold."""
    utilities = finite_utilities(tree, "Gambit")
    lines = _nodes(tree, utilities, _Labels(tree))
    return "\n".join([f'EFG 2 R {_quoted(in_ascii(title))} {{ "Max" "Min" }}', *lines]) + "\n"


def changed_labels(tree: Tree) -> tuple[str, ...]:
    """What is said of names and moves that Gambit has in other letters."""
    labels = _Labels(tree)
    for index in range(len(tree)):
        labels.of_node(index)
        labels.of_moves(index)
    told = [f"`{visible(given)}` is written as `{written}`" for given, written in labels.changed.items()]
    more = len(told) - _MOST_TOLD
    return (*told[:_MOST_TOLD], *([f"{more} more are written in other letters, too"] if more > 0 else []))


@dataclass(slots=True)
class _Labels:
    """The names of nodes and moves as Gambit reads them, each once among those it must be told from."""

    tree: Tree
    changed: dict[str, str] = field(default_factory=dict)
    _names: set[str] = field(default_factory=set)

    def of_node(self, index: int) -> str:
        """The name that the author gave; nothing where there is none."""
        given = self.tree.given_names[index]
        return self._written(given, self._names) if given else ""

    def of_moves(self, index: int) -> list[str]:
        """What leads to each child: its label, else the name of the child."""
        taken: set[str] = set()
        labels, names = self.tree.labels, self.tree.names
        return [
            self._written(labels[child] or names[child], taken) for child in self.tree.child_indexes(index)
        ]

    def _written(self, given: str, taken: set[str]) -> str:
        """The text in ASCII, with a prime where another one is the same by now."""
        written = in_ascii(given)
        while written in taken:
            written += "'"
        taken.add(written)
        if written != " ".join(given.split()):
            self.changed[given] = written
        return written


def _nodes(tree: Tree, utilities: Mapping[int, int | Fraction], labels: _Labels) -> Iterator[str]:
    """One line for each node; every node where somebody moves is an information set of its own."""
    sets = {kind: count(1) for kind in Kind}
    for index, kind in enumerate(tree.kinds):
        name = _quoted(labels.of_node(index))
        number = next(sets[kind])
        moves = map(_quoted, labels.of_moves(index))
        if kind is Kind.LEAF:
            utility = utilities[index]
            yield f't {name} {number} "" {{ {show_number(utility)} {show_number(-utility)} }}'
        elif kind is Kind.CHANCE:
            outcomes = zip(moves, _probabilities(tree, index), strict=True)
            yield f'c {name} {number} "" {{ {" ".join(f"{move} {chance}" for move, chance in outcomes)} }} 0'
        else:
            yield f'p {name} {_PLAYERS[kind]} {number} "" {{ {" ".join(moves)} }} 0'


def _probabilities(tree: Tree, index: int) -> list[str]:
    children = tree.child_indexes(index)
    equally = Fraction(1, len(children))
    return [show_number(tree.probabilities[child] or equally) for child in children]


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
