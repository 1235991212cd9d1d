"""Shape → Tree: numbers, names, moves and probabilities get their meaning, or a mistake with its place."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import isinf
from typing import Any

from grader.text.numbers import Number, NumberError, Payoffs, exact, read_number
from grader.text.source import Mistake, Source, Span, first_mistakes
from grader.tree import Features, Kind, Tree, TreeBuilder, Unknown
from grader.tree.language.grammar import (
    Children,
    Edge,
    Evaluation,
    FeatureList,
    NotInTheLanguage,
    PayoffList,
    Piece,
    Shape,
)
from grader.tree.language.player_mistakes import player_mistakes
from grader.tree.node import PLAYERS, Utility
from grader.tree.notation import EscapeError, first_word, has_half_a_character, read_quoted, write_name

_KINDS = {
    "max": Kind.MAX, "▲": Kind.MAX, "△": Kind.MAX,
    "min": Kind.MIN, "▼": Kind.MIN, "▽": Kind.MIN,
    "chance": Kind.CHANCE, "●": Kind.CHANCE, "○": Kind.CHANCE,
    **{str(player): player for player in PLAYERS},
}  # fmt: skip
_OPPOSITE = {Kind.MAX: Kind.MIN, Kind.MIN: Kind.MAX}
PLAYER_KINDS = frozenset(PLAYERS)


def build_tree(shape: Shape, source: Source) -> Tree:
    """The tree of that shape; an `InputError` with every mistake in it."""
    building = _Building(source)
    building.add_all(shape)
    mistakes = [*building.mistakes, *edge_mistakes(building.columns, building.edges, source)]
    if not PLAYER_KINDS.isdisjoint(building.columns.kinds):
        mistakes += player_mistakes(building.columns, source)
    elif building.payoffs is not None:
        raise NotInTheLanguage(building.payoffs)  # between Max and Min a leaf is one number
    if mistakes:
        raise first_mistakes(mistakes)
    return building.columns.tree()


class _Building:
    """The columns of a tree as they grow, and the mistakes found on the way."""

    def __init__(self, source: Source) -> None:
        self.columns = TreeBuilder(source=source)
        self.source = source
        self.mistakes: list[Mistake] = []
        self.names: dict[str, Piece] = {}
        self.edges: dict[int, Edge] = {}  # by node, where the text says what leads to it
        self.payoffs: int | None = None  # where the first leaf stands that has several utilities

    def add_all(self, shape: Shape) -> None:
        """Add every node in preorder, with the children still to come of every open node on a stack."""
        columns = self.columns
        to_come: list[Iterator[Any]] = [iter((shape,))]
        players = [Kind.MIN]  # who moves at or above each open node, for the kinds of short lists
        while to_come:
            for node in to_come[-1]:
                if type(node) is tuple:  # a plain leaf
                    columns.leaf(node[0])
                    columns.starts.append(node[1])
                elif (children := self.add(node, players[-1])) is not None:
                    to_come.append(iter(children))
                    kind = columns.kinds[-1]
                    players.append(players[-1] if kind is Kind.CHANCE else kind)
                    break
            else:
                to_come.pop()
                players.pop()
                if to_come:
                    columns.close()

    def add(self, parts: Shape, player: Kind) -> Children | None:
        """Add one node; if it has children, leave it open and return them."""
        columns = self.columns
        label = probability = name = None
        if type(parts[0]) is Edge:
            self.edges[len(columns.kinds)] = parts[0]
            label, probability = self.edge(parts[0])
            parts = parts[2:]
        if type(parts[0]) is Piece and parts[0].type in ("NAME", "QUOTED"):
            name, parts = self.unique_name(parts[0]), parts[2:]
        first = parts[0]
        columns.starts.append((first[0] if isinstance(first, list) else first).start_pos)
        if len(parts) == 1:
            utility, features = self.leaf(first)
            columns.open(
                Kind.LEAF, name=name, label=label, probability=probability, utility=utility, features=features
            )
            columns.close()
            return None
        kind = _KINDS[first.value.lower()] if first.type == "KIND" else _OPPOSITE.get(player, Kind.MAX)
        estimate, features = self.evaluation(parts[1])
        columns.open(
            kind, name=name, label=label, probability=probability, estimate=estimate, features=features
        )
        return next(part for part in parts if type(part) is Children)

    def leaf(self, part: Piece | FeatureList | PayoffList) -> tuple[Utility | None, Features | None]:
        """A leaf's utility, or its features."""
        if isinstance(part, FeatureList):
            return None, self.features(part)
        if isinstance(part, PayoffList):
            self.payoffs = part[0].start_pos if self.payoffs is None else self.payoffs
            numbers = (piece for piece in part if piece.type == "NUMBER")
            return Payoffs(self.number(piece.value, piece.start_pos) for piece in numbers), None
        if part.type == "NUMBER":
            return self.number(part.value, part.start_pos), None
        return Unknown(_normal(part.value[1:])), None

    def evaluation(self, part: Any) -> tuple[Number | None, Features | None]:
        """An inner node's static evaluation, or its features, or neither."""
        if not isinstance(part, Evaluation):
            return None, None
        if isinstance(part[0], FeatureList):
            return None, self.features(part[0])
        return self.number(part[1].value, part[1].start_pos), None

    def features(self, parts: FeatureList) -> Features:
        features: dict[str, Number] = {}
        for name_piece, number_piece in (part for part in parts if isinstance(part, tuple)):
            name, number = self.text(name_piece), self.number(number_piece.value, number_piece.start_pos)
            if name in features:
                self.wrong(name_piece, f"the feature `{name}` is given twice", "keep one of them")
            if isinf(number):
                self.wrong(number_piece, "a feature cannot be infinite", "give it a finite number")
            features[name] = number
        return tuple(features.items())

    def edge(self, parts: Edge) -> tuple[str | None, Number | None]:
        """The move and the probability that stand before an arrow."""
        probability = None
        if parts[0].type == "NUMBER":
            probability = self.number(parts[0].value, parts[0].start_pos)
        elif parts[0].type == "PERCENT":
            probability = self.percentage(parts[0])
        name = parts[-1]
        return self.text(name) if name.type in ("NAME", "QUOTED") else None, probability

    def number(self, text: str, start: int) -> Number:
        try:
            return read_number(text)
        except NumberError as error:
            self.wrong(Piece("NUMBER", text, start), error.message, error.hint)
            return 0

    def percentage(self, piece: Piece) -> Number:
        number = self.number(piece.value.rstrip("% \t"), piece.start_pos)
        return exact(Fraction(number) / 100)

    def text(self, piece: Piece) -> str:
        """What a name or label says: without quotes, and with accents written in one way."""
        if piece.type != "QUOTED":
            return _normal(piece.value)
        try:
            text = _normal(read_quoted(piece.value))
        except EscapeError as error:
            self.wrong(_inside(piece, error.place), error.message, error.hint)
            return piece.value
        if has_half_a_character(text):
            self.wrong(piece, "this text has half a character in it", "write the character itself")
        if not text.strip():
            self.wrong(piece, "there is nothing in these quotes", "write a name or a move, or remove them")
        return text

    def unique_name(self, piece: Piece) -> str:
        name = self.text(piece)
        first = self.names.setdefault(name, piece)
        if first is not piece:
            message = f"the name `{write_name(name)}` is used twice"
            self.wrong(piece, message, "give one of them another name", (first.span, "first used here"))
        return name

    def wrong(
        self, piece: Piece, message: str, hint: str | None, related: tuple[Span, str] | None = None
    ) -> None:
        self.mistakes.append(Mistake(message, self.source, piece.span, hint, related))


def _inside(piece: Piece, place: Span) -> Piece:
    return Piece(piece.type, piece.value[place.start : place.end], piece.start_pos + place.start)


def _normal(text: str) -> str:
    return unicodedata.normalize("NFC", text)


def edge_mistakes(columns: TreeBuilder, edges: Mapping[int, Edge], source: Source) -> Iterator[Mistake]:
    """Every mistake in the edges; `edges` has the pieces before the arrow, by the node they lead to."""
    if edges:
        for check in (_root, _labels, _stray_probabilities, _chances):
            yield from check(columns, edges, source)


def _root(_columns: TreeBuilder, edges: Mapping[int, Edge], source: Source) -> Iterator[Mistake]:
    if 0 in edges:
        message = "the root has a move, but nothing leads to the root"
        yield Mistake(message, source, edges[0][0].span, "remove it and its `->`")


def _labels(columns: TreeBuilder, edges: Mapping[int, Edge], source: Source) -> Iterator[Mistake]:
    firsts: dict[tuple[int, str], int] = {}
    for index in edges:
        label = columns.labels[index]
        if label is None:
            continue
        first = firsts.setdefault((columns.parents[index], label), index)
        if first != index:
            message = f"two moves of one node are called `{write_name(label)}`"
            related = edges[first][-1].span, "the first one"
            yield Mistake(message, source, edges[index][-1].span, "give one of them another name", related)


def _stray_probabilities(
    columns: TreeBuilder, edges: Mapping[int, Edge], source: Source
) -> Iterator[Mistake]:
    for index, pieces in edges.items():
        kind = columns.kinds[columns.parents[index]]
        if index > 0 and columns.probabilities[index] is not None and kind is not Kind.CHANCE:
            message = f"a number before `->` is a probability, and there is no chance in a {kind} node"
            hint = f'put a move that is a number in quotes: `"{pieces[0].value}" -> …`'
            yield Mistake(message, source, pieces[0].span, hint)


def _chances(columns: TreeBuilder, edges: Mapping[int, Edge], source: Source) -> Iterator[Mistake]:
    outcomes: dict[int, list[int]] = {
        index: [] for index, kind in enumerate(columns.kinds) if kind is Kind.CHANCE
    }
    for index, parent in enumerate(columns.parents):
        if parent in outcomes:
            outcomes[parent].append(index)
    for chance, indexes in outcomes.items():
        yield from _outcomes(columns, chance, indexes, edges, source)


def _outcomes(
    columns: TreeBuilder,
    chance: int,
    indexes: list[int],
    edges: Mapping[int, Edge],
    source: Source,
) -> Iterator[Mistake]:
    """The probabilities of one chance node: all or none, each above 0, together exactly 1."""
    given = {index: number for index in indexes if (number := columns.probabilities[index]) is not None}
    impossible = [index for index, number in given.items() if not 0 < number <= 1]
    name = columns.given_names[chance]
    where = "" if name is None else f" under `{write_name(name)}`"
    if impossible:
        for index in impossible:
            piece = edges[index][0]
            yield Mistake(_impossible(given[index], piece.value), source, piece.span, _IMPOSSIBLE_HINT)
    elif given and len(given) < len(indexes):
        without = next(index for index in indexes if index not in given)
        message = f"this outcome{where} has no probability, but another one has"
        hint = "give every outcome a probability, or none: then all are equally likely"
        yield Mistake(message, source, first_word(source, columns.starts[without]), hint)
    elif given and (total := sum(given.values())) != 1:
        as_written = _as_written(total, [edges[index][0].value for index in indexes])
        message = f"the probabilities{where or _HERE} add up to {as_written}, not 1"
        yield Mistake(message, source, first_word(source, columns.starts[chance]), _sum_hint(total))


_HERE = " under this chance node"
_ROUNDING = Fraction(1, 50)
_IMPOSSIBLE_HINT = "a probability is above 0 and at most 1, such as `1/3`, `0.25` or `25%`"


def _impossible(number: Number, text: str) -> str:
    if number == 0:
        return "an outcome of probability 0 never happens"
    return f"`{text}` is not a probability: it is {'negative' if number < 0 else 'above 1'}"


def _as_written(total: Number, texts: Sequence[str]) -> str:
    """The sum as the author writes: 5/6 among fractions, 0.999 among decimals, 90% among percentages."""
    if any("/" in text for text in texts):
        return str(total)
    if all("%" in text for text in texts):
        return f"{float(total * 100):.12g}%"
    return f"{float(total):.12g}"


def _sum_hint(total: Number) -> str:
    if -_ROUNDING <= total - 1 <= _ROUNDING:
        return "write rounded numbers exactly: `1/3` rather than `0.333`"
    if total > 1:
        return "make them smaller, so that together they are 1"
    return f"give every outcome, such as `{1 - total} -> 0`"
