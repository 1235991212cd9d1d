"""Tree → a game in Gambit's `.efg`: every number exact, and every label as stable releases read it.

They take printable ASCII, without blanks at the ends or two in a row, and a name for every move.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import count

from grader.text.columns import visible
from grader.text.numbers import Number, Payoffs, show_number
from grader.text.source import Mistake, Source, first_mistakes
from grader.tree import Kind, Tree, Unknown
from grader.tree.node import PLAYERS
from grader.tree.notation import write_name

_PLAYERS = {Kind.MAX: 1, Kind.MIN: 2, **{player: player.number for player in PLAYERS}}
_MOST_TOLD = 10


def write_efg(tree: Tree, title: str = "") -> str:
    """The game; an `InputError` names the leaves that have no number which Gambit could hold."""
    lines = _nodes(tree, _gains(tree), _Labels(tree))
    players = " ".join(_quoted(str(player)) for player in PLAYERS[: tree.players]) or '"Max" "Min"'
    return "\n".join([f"EFG 2 R {_quoted(in_ascii(title))} {{ {players} }}", *lines]) + "\n"


def _gains(tree: Tree) -> Mapping[int, Sequence[Number]]:
    """What each player gets at every leaf; Min gets what Max does not."""
    if tree.players:
        return {index: each for index, each in enumerate(tree.utilities) if isinstance(each, Payoffs)}
    return {index: (utility, -utility) for index, utility in finite_utilities(tree, "Gambit").items()}


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


def _nodes(tree: Tree, gains: Mapping[int, Sequence[Number]], labels: _Labels) -> Iterator[str]:
    """One line for each node; every node where somebody moves is an information set of its own."""
    sets = {kind: count(1) for kind in Kind}
    for index, kind in enumerate(tree.kinds):
        name = _quoted(labels.of_node(index))
        number = next(sets[kind])
        moves = map(_quoted, labels.of_moves(index))
        if kind is Kind.LEAF:
            yield f't {name} {number} "" {{ {" ".join(map(show_number, gains[index]))} }}'
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


_SIGNS = {
    "’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": "-", "−": "-", "×": "x", "÷": "/",
    "→": "->", "←": "<-", "≤": "<=", "≥": ">=", "≠": "!=", "∞": "inf", "ß": "ss", "æ": "ae", "Æ": "AE",
    "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D",
}  # fmt: skip
_GREEK = re.compile(r"GREEK (SMALL|CAPITAL) LETTER (?:FINAL )?(\w+)")


def in_ascii(text: str) -> str:
    """The text in ASCII, with blanks only one at a time and inside.

    Accents are dropped, Greek letters are named, and what has no such form is written as its number: `u5DE6`.
    """
    squeezed = visible(" ".join(text.split())).strip()
    if squeezed.isascii():
        return squeezed
    spelt = " ".join("".join(map(_spelt, squeezed)).split())
    return spelt or "".join(map(_number, squeezed))  # marks alone are still a text


def _spelt(character: str) -> str:
    base = "".join(
        part for part in unicodedata.normalize("NFKD", character) if not unicodedata.combining(part)
    )
    if base.isascii():
        return base
    if base in _SIGNS:
        return _SIGNS[base]
    greek = _GREEK.fullmatch(unicodedata.name(base, "") if len(base) == 1 else "")
    if greek is None:
        return _number(character)
    return greek[2].lower() if greek[1] == "SMALL" else greek[2].capitalize()


def _number(character: str) -> str:
    return f"u{ord(character):04X}"


_NOWHERE = Source("", "<tree>")


def finite_utilities(tree: Tree, system: str) -> dict[int, int | Fraction]:
    """The utility of every leaf by its index; an `InputError` names those that have no finite one."""
    found: dict[int, int | Fraction] = {}
    mistakes = []
    for index, kind in enumerate(tree.kinds):
        if kind is Kind.LEAF:
            utility = tree.utilities[index]
            if utility is None or isinstance(utility, Unknown | float | Payoffs):
                mistakes.append(_without_number(tree, index, system))
            else:
                found[index] = utility
    if mistakes:
        raise first_mistakes(mistakes)
    return found


def _without_number(tree: Tree, index: int, system: str) -> Mistake:
    name = write_name(tree.names[index])
    infinite = isinstance(tree.utilities[index], float)
    message = (
        f"the leaf `{name}` {'is infinite' if infinite else 'has no number'}, and {system} needs a finite one"
    )
    return Mistake(message, tree.source or _NOWHERE, tree.span(index), "give it a finite number")
