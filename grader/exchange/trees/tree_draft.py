"""Nodes with their places in somebody's file → Tree, or an InputError with everything wrong between them."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field

from grader.text.numbers import Number, Payoffs
from grader.text.source import InputError, Mistake, Source, Span, first_mistakes, refusal
from grader.tree import Features, Kind, Tree, TreeBuilder, Utility
from grader.tree.language.parser import MAX_NODES
from grader.tree.language.player_mistakes import player_problems
from grader.tree.notation import write_name

_BETWEEN_TWO = {Kind.P1: Kind.MAX, Kind.P2: Kind.MIN}
_PROBABILITY = "a probability is above 0 and at most 1, such as `1/3` or `0.25`"


@dataclass(slots=True)
class TreeDraft:
    """A tree as it grows, top down: `open` a node, add what is below it, `close` it.

    Every node has a place, which is what a mistake about it points at. With `one_name_each` a name that
    comes again is left out rather than refused, for formats in which names are only labels; and so is the
    label of a move that is called as the node it leads to, which is what a move without one is called.
    """

    source: Source
    one_name_each: bool = False
    mistakes: list[Mistake] = field(default_factory=list)
    _builder: TreeBuilder = field(default_factory=TreeBuilder)
    _places: list[Span] = field(default_factory=list)
    _names: set[str] = field(default_factory=set)

    def open(
        self, kind: Kind, place: Span, *, name: str | None = None, label: str | None = None,
        probability: Number | None = None, utility: Utility | None = None,
        estimate: Number | None = None, features: Features | None = None,
    ) -> None:  # fmt: skip
        if len(self._places) >= MAX_NODES:
            message = f"the tree has more than {MAX_NODES:,} nodes"
            raise refusal(self.source.name, message, "use a smaller tree")
        self._places.append(place)
        self._builder.open(
            kind, name=self._name(name, place), label=_normal(label), probability=probability,
            utility=utility, estimate=estimate, features=features,
        )  # fmt: skip

    def close(self) -> None:
        self._builder.close()

    def wrong(self, place: Span, message: str, hint: str | None = None) -> None:
        """Note a mistake, and go on."""
        self.mistakes.append(Mistake(message, self.source, place, hint))

    def tree(self) -> Tree:
        """The tree, if nothing is wrong with it."""
        tree = self._builder.tree()
        children = _children(tree)
        for index, below in children.items():
            self.mistakes += self._of_labels(tree, below)
            self.mistakes += self._of_probabilities(tree, index, below)
        self.mistakes += self._of_players()
        if self.mistakes:
            raise first_mistakes(self.mistakes)
        return self._without_echoes(tree) if self.one_name_each else tree

    def _without_echoes(self, tree: Tree) -> Tree:
        """The tree without labels that say only what the node below them is called."""
        named = zip(tree.labels, tree.names, strict=True)
        self._builder.labels = [None if label == name else label for label, name in named]
        return self._builder.tree()

    def between_two(self) -> None:
        """Make Max of the first player and Min of the second, who gets what the first does not."""
        builder = self._builder
        builder.kinds = [_BETWEEN_TWO.get(kind, kind) for kind in builder.kinds]
        builder.utilities = [each[0] if isinstance(each, Payoffs) else each for each in builder.utilities]

    def _of_players(self) -> Iterator[Mistake]:
        for index, message, hint in player_problems(self._builder):
            yield Mistake(message, self.source, self._places[index], hint)

    def _name(self, name: str | None, place: Span) -> str | None:
        name = _normal(name)
        if name is None or name not in self._names:
            self._names |= set() if name is None else {name}
            return name
        if not self.one_name_each:
            message = f"the name `{write_name(name)}` is used twice"
            self.wrong(place, message, "give one of them another name")
        return None

    def _of_labels(self, tree: Tree, children: list[int]) -> Iterator[Mistake]:
        seen: set[str] = set()
        for child in children:
            label = tree.labels[child]
            if label is not None and label in seen:
                message = f"two moves of one node are called `{write_name(label)}`"
                yield Mistake(message, self.source, self._places[child], "give one of them another name")
            seen |= set() if label is None else {label}

    def _of_probabilities(self, tree: Tree, index: int, children: list[int]) -> Iterator[Mistake]:
        """All or none at a chance node, each above 0, together exactly 1; none anywhere else."""
        given = {child: number for child in children if (number := tree.probabilities[child]) is not None}
        if not given:
            return
        if tree.kinds[index] is not Kind.CHANCE:
            message = f"a move of a {tree.kinds[index]} node has no probability"
            yield Mistake(message, self.source, self._places[next(iter(given))], "leave it out")
            return
        yield from self._of_outcomes(given, index, children)

    def _of_outcomes(self, given: dict[int, Number], index: int, children: list[int]) -> Iterator[Mistake]:
        impossible = [child for child, number in given.items() if not 0 < number <= 1]
        for child in impossible:
            message = f"`{given[child]}` is not the probability of something that can happen"
            yield Mistake(message, self.source, self._places[child], _PROBABILITY)
        if impossible:
            return
        if len(given) < len(children):
            without = next(child for child in children if child not in given)
            message = "this outcome has no probability, but another one has"
            yield Mistake(message, self.source, self._places[without], "give every outcome one, or none")
        elif (total := sum(given.values())) != 1:
            message = f"the probabilities under this chance node add up to {total}, not 1"
            yield Mistake(message, self.source, self._places[index], "write them as fractions, such as `1/3`")


def mistaken(source: Source, place: Span, message: str, hint: str | None = None) -> InputError:
    """One mistake after which nothing more can be read."""
    return InputError([Mistake(message, source, place, hint)])


def _children(tree: Tree) -> dict[int, list[int]]:
    """The children of every inner node."""
    children: dict[int, list[int]] = {}
    for index in range(1, len(tree)):
        children.setdefault(tree.parents[index], []).append(index)
    return children


def _normal(text: str | None) -> str | None:
    """A name or label with accents written in one way; what is nothing but blanks is none, as in a tree."""
    return None if text is None or not text.strip() else unicodedata.normalize("NFC", text)
