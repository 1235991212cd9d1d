"""Tree and marks → what every drawing says at each node, each part fit to stand on one line."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from grader.drawing.marks import Marks
from grader.text.columns import visible, width
from grader.text.sentences import Say
from grader.tree import Tree
from grader.tree.node import PLAYERS, Cells, Kind, Node, Unknown

SYMBOLS = {
    Kind.MAX: "▲", Kind.MIN: "▼", Kind.CHANCE: "●",
    **dict(zip(PLAYERS, "①②③④⑤⑥⑦⑧⑨", strict=True)),
}  # fmt: skip
_SIGNS = ("≤", "≥", "<", ">", "=")


@dataclass(frozen=True, slots=True)
class Caption:
    """The texts of one node.

    `number` is a leaf's utility or the value in the marks, `edge` the probability and the move that
    lead here; each part is empty where there is nothing to say.
    """

    kind: Kind
    name: str
    number: str
    edge: str
    estimate: str
    features: tuple[str, ...]
    window: str
    changed: str
    board: Cells = ()

    @property
    def main(self) -> tuple[str, ...]:
        """What stands in the node's shape: its number, or the features that a leaf has instead."""
        if self.number:
            return (self.number,)
        return self.features if self.kind is Kind.LEAF else ()

    @property
    def remarks(self) -> tuple[str, ...]:
        """What stands near it beside its name."""
        features = () if self.main == self.features else self.features
        return tuple(filter(None, (self.estimate, *features, self.window, self.changed)))

    @property
    def label(self) -> str:
        """The name, and of several players which one moves: `A: p2`."""
        return f"{self.name}: {self.kind}" if self.kind.is_player else self.name

    @property
    def title(self) -> str:
        """An inner node on one line: `▲ A = 3`, or `▲ A ≤ 2` where only a bound is known."""
        name = f"{SYMBOLS[self.kind]} {self.name}"
        return name + equation(self.number)


def kind_in_words(kind: Kind, say: Say) -> str:
    """Who moves: `Max`, or `player 2` of several."""
    return say(f"kind.{kind.role}", player=kind.number)


def equation(number: str) -> str:
    """` = 3` behind a name; a bound such as `≤ 2` brings its own sign."""
    if not number:
        return ""
    return f" {number}" if number.startswith(_SIGNS) else f" = {number}"


def captions(tree: Tree, marks: Marks) -> list[Caption]:
    """The caption of every node, in preorder."""
    return [_caption(tree, node, marks) for node in tree]


def _caption(tree: Tree, node: Node, marks: Marks) -> Caption:
    return Caption(
        kind=node.kind,
        name=visible(node.name),
        number=_number(tree, node, marks),
        edge=" ".join(_edge(tree, node)),
        estimate="" if node.estimate is None else f"~{tree.pretty(node.estimate)}",
        features=tuple(_features(tree, node, marks)),
        window=_window(node, marks),
        changed=visible(marks.changed.get(node.index, "")),
        board=tree.boards[node.index] if tree.boards else (),
    )


def _number(tree: Tree, node: Node, marks: Marks) -> str:
    value = visible(marks.values.get(node.index, ""))
    if isinstance(node.utility, Unknown):
        unknown = visible(str(node.utility))
        return f"{unknown} = {value}" if value else unknown
    if value or node.utility is None:
        return value
    return tree.pretty(node.utility)


def _edge(tree: Tree, node: Node) -> Iterator[str]:
    if node.probability is not None:
        yield tree.pretty(node.probability)
    if node.label is not None:
        yield visible(node.label)


def _features(tree: Tree, node: Node, marks: Marks) -> Iterator[str]:
    """What is to be weighed; where it has been, or never is, a board says more."""
    if not tree.boards or not (node.index in marks.values or node.index in marks.faded):
        yield from (f"{visible(name)}={tree.pretty(number)}" for name, number in node.features or ())


def _window(node: Node, marks: Marks) -> str:
    if node.index not in marks.windows:
        return ""
    alpha, beta = map(visible, marks.windows[node.index])
    return f"[{alpha}, {beta}]"


# Shares of the type size, a little generous, so that the widest of the usual faces fits too.
_SHARES = {
    **dict.fromkeys("iIjl'|.,:;! ", 0.34),
    **dict.fromkeys('ft()[]{}/-r"*', 0.42),
    **dict.fromkeys("mwMWQO@%", 0.92),
    **dict.fromkeys("ABCDEFGHJKLNPRSTUVXYZ=+~<>−∞&#", 0.7),
}
_USUAL = 0.6
_BY_COLUMNS = {0: 0.0, 1: 0.75, 2: 1.05}  # characters beyond the table, by the columns of a terminal


def text_width(text: str, size: float) -> float:
    """The width of `text` in type of that size, in the same unit."""
    return size * sum(_SHARES[letter] if letter in _SHARES else _share(letter) for letter in text)


def _share(letter: str) -> float:
    return _USUAL if letter.isascii() else _BY_COLUMNS[width(letter)]
