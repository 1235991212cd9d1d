"""A tree in JSON ↔ Tree: objects with `kind` and `children`, lists that alternate, or any mix of them."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from grader.exchange.trees.json_values import Array, Json, JsonWord, Object, read_json
from grader.exchange.trees.tree_draft import TreeDraft
from grader.rule import plain_number
from grader.text.numbers import Number, NumberError, Payoffs, read_number
from grader.text.source import Source, Span
from grader.text.spelling import did_you_mean
from grader.tree import Features, Kind, Node, Tree, Unknown, Utility
from grader.tree.notation import is_unknown

_KINDS = {str(kind): kind for kind in Kind}
_OPPOSITE = {Kind.MAX: Kind.MIN, Kind.MIN: Kind.MAX}
_FIELDS = ("kind", "name", "move", "probability", "utility", "estimate", "features", "children")


def read_json_tree(source: Source) -> Tree:
    """The tree of that file; an `InputError` has everything that is wrong with it."""
    reading = _Reading(TreeDraft(source))
    to_come: list[Iterator[Json]] = [iter((read_json(source),))]
    players = [Kind.MIN]  # who moves at or above each open node, for nodes that do not say
    while to_come:
        node = next(to_come[-1], None)
        if node is None:
            to_come.pop()
            players.pop()
            if to_come:
                reading.draft.close()
        elif (opened := reading.add(node, players[-1], is_root=len(to_come) == 1)) is not None:
            to_come.append(iter(opened.children))
            players.append(players[-1] if opened.kind is Kind.CHANCE else opened.kind)
    return reading.draft.tree()


@dataclass(frozen=True, slots=True)
class _Opened:
    """A node that was left open, and what is below it."""

    kind: Kind
    children: list[Json]


@dataclass(frozen=True, slots=True)
class _Reading:
    """One value after the other becomes a node; what is wrong with it is noted."""

    draft: TreeDraft

    def add(self, value: Json, player: Kind, *, is_root: bool) -> _Opened | None:
        """Add a node; if it has children, leave it open and return them."""
        if isinstance(value, JsonWord):
            self._leaf(value.place, {"utility": self.utility(value)})
            return None
        if isinstance(value, Array):
            return self._inner(value.place, _OPPOSITE.get(player, Kind.MAX), value, {})
        parts = dict(self._fields(value))
        if is_root and (parts.pop("label", None), parts.pop("probability", None)) != (None, None):
            self.draft.wrong(
                value.place, "the root has a move, but nothing leads to the root", "leave it out"
            )
        kind, children = parts.pop("kind", None), parts.pop("children", None)
        if children is None or kind is Kind.LEAF:
            self._only_leaf(value.place, kind, children, parts)
            return None
        if "utility" in parts:
            self.draft.wrong(
                value.place, "only a leaf has a `utility`", "write its `estimate`, or leave it out"
            )
            del parts["utility"]
        return self._inner(value.place, kind or _OPPOSITE.get(player, Kind.MAX), children, parts)

    def _only_leaf(
        self, place: Span, kind: Kind | None, children: Array | None, parts: dict[str, Any]
    ) -> None:
        """A leaf, or what says that it is one though it is none."""
        if children is not None:
            self.draft.wrong(place, "a leaf has no children", "delete them, or write another kind")
        elif kind not in (None, Kind.LEAF):
            self.draft.wrong(place, f"this {kind} node has no `children`", "add them, or delete its `kind`")
        else:
            self._leaf(place, parts)

    def _leaf(self, place: Span, parts: dict[str, Any]) -> None:
        if ("utility" in parts) == ("features" in parts) or "estimate" in parts:
            self.draft.wrong(place, "a leaf has either a `utility` or `features`", 'such as `{"utility": 3}`')
            parts = {}
        self.draft.open(Kind.LEAF, place, **parts)
        self.draft.close()

    def _inner(self, place: Span, kind: Kind, children: Array, parts: dict[str, Any]) -> _Opened:
        if not children.items:
            self.draft.wrong(children.place, "this node has no children", "write a number for a leaf")
        if "estimate" in parts and "features" in parts:
            self.draft.wrong(place, "a node has either an `estimate` or `features`", "leave one of them out")
        self.draft.open(kind, place, **parts)
        return _Opened(kind, children.items)

    def _fields(self, value: Object) -> Iterator[tuple[str, Any]]:
        """What the fields of an object say, by the words that a draft uses."""
        for name, (place, given) in value.fields.items():
            if name not in _READERS:
                hint = did_you_mean(name, _FIELDS, f"a node has {', '.join(_FIELDS)}")
                self.draft.wrong(place, f"a node has no field `{name[:40]}`", hint)
                continue
            word, read = _READERS[name]
            found = read(self, given)
            if found is not None:
                yield word, found

    def kind(self, value: Json) -> Kind | None:
        text = self.text(value)
        if text is not None and text.lower() not in _KINDS:
            self.draft.wrong(
                value.place,
                f"`{text[:40]}` is not a kind of node",
                "write `max`, `min` or `chance`, or `p1` to `p9` for several players",
            )
        return _KINDS.get((text or "").lower())

    def text(self, value: Json) -> str | None:
        if isinstance(value, JsonWord) and value.quoted and value.text.strip():
            return value.text
        self.draft.wrong(value.place, "a text in quotes should be here", 'such as `"A"`')
        return None

    def move(self, value: Json) -> str | None:
        """A move, which may be a number."""
        return value.text if isinstance(value, JsonWord) and not value.quoted else self.text(value)

    def utility(self, value: Json) -> Utility | None:
        if isinstance(value, Array) and len(value.items) > 1:  # one for each of several players
            return Payoffs(self.number(item) or 0 for item in value.items)
        text = value.text if isinstance(value, JsonWord) and value.quoted else ""
        if is_unknown(text):
            return Unknown(unicodedata.normalize("NFC", text[1:]))
        return self.number(value)

    def number(self, value: Json) -> Number | None:
        """A number, or a text that writes one, such as `"7/3"`."""
        try:
            if isinstance(value, JsonWord):
                return read_number(value.text)
            message, hint = "a number should be here", 'such as `3` or `"7/3"`'
        except NumberError as error:
            message, hint = error.message, error.hint or 'such as `3` or `"7/3"`'
        self.draft.wrong(value.place, message, hint)
        return 0

    def features(self, value: Json) -> Features | None:
        if not isinstance(value, Object) or not value.fields:
            self.draft.wrong(value.place, "features are numbers by name", 'such as `{"mobility": 3}`')
            return None
        features: dict[str, Number] = {}
        for typed, (place, given) in value.fields.items():
            name, number = unicodedata.normalize("NFC", typed), self.number(given) or 0
            if not name.strip():
                self.draft.wrong(place, "there is nothing in these quotes", "write the name of a feature")
            elif name in features:
                self.draft.wrong(place, f"the feature `{name[:40]}` is given twice", "keep one of them")
            if isinstance(number, float):
                self.draft.wrong(given.place, "a feature cannot be infinite", "give it a finite number")
            features[name] = number
        return tuple(features.items())

    def children(self, value: Json) -> Array | None:
        if isinstance(value, Array):
            return value
        self.draft.wrong(value.place, "`children` are a list", "such as `[3, 12, 8]`")
        return None


_READERS: dict[str, tuple[str, Callable[[_Reading, Json], Any]]] = {
    "kind": ("kind", _Reading.kind),
    "name": ("name", _Reading.text),
    "move": ("label", _Reading.move),
    "probability": ("probability", _Reading.number),
    "utility": ("utility", _Reading.utility),
    "estimate": ("estimate", _Reading.number),
    "features": ("features", _Reading.features),
    "children": ("children", _Reading.children),
}


_DEEPEST_INDENT = 40  # deeper nodes stay in this column, or a deep tree would be blanks for the most part


def write_json_tree(tree: Tree) -> str:
    """Every node with children is an object; a leaf that is nothing but a number is that number."""
    spread = _spread(tree)
    parts: list[str] = []
    open_nodes: list[Node] = []
    for node in tree:
        while open_nodes and open_nodes[-1].end <= node.index:
            open_nodes.pop()
            parts.append("]}")
        if node.parent is not None:
            first = node.index == node.parent + 1
            parts += ["" if first else ",", _gap(len(open_nodes), own_line=spread[node.parent], first=first)]
        parts.append(_head(node))
        if not node.is_leaf:
            open_nodes.append(node)
    return "".join([*parts, "]}" * len(open_nodes), "\n"])


def _spread(tree: Tree) -> list[bool]:
    """For each node, whether its children stand on lines of their own: where one of them has children."""
    spread = [False] * len(tree)
    for index in range(1, len(tree)):
        spread[tree.parents[index]] |= tree.kinds[index] is not Kind.LEAF
    return spread


def _gap(depth: int, *, own_line: bool, first: bool) -> str:
    if own_line:
        return "\n" + " " * min(depth, _DEEPEST_INDENT)
    return "" if first else " "


def _head(node: Node) -> str:
    """A leaf whole; another node up to its children."""
    fields = dict(_fields(node))
    if node.is_leaf:
        plain = list(fields) == ["utility"] and not isinstance(node.utility, Payoffs)
        return _json(fields["utility"] if plain else fields)
    return _json(fields)[:-1] + ', "children": ['


def _fields(node: Node) -> Iterator[tuple[str, object]]:
    if node.label is not None:
        yield "move", node.label
    if node.probability is not None:
        yield "probability", plain_number(node.probability)
    if node.named:
        yield "name", node.name
    if not node.is_leaf:
        yield "kind", str(node.kind)
    if node.utility is not None:
        yield "utility", _utility(node.utility)
    if node.estimate is not None:
        yield "estimate", plain_number(node.estimate)
    if node.features is not None:
        yield "features", {name: plain_number(number) for name, number in node.features}


def _utility(utility: Utility) -> object:
    return str(utility) if isinstance(utility, Unknown) else plain_number(utility)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
