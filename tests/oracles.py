"""Independent engines: a small tree and the rule's fields come in, what a right search does goes out.

Nothing here is shared with the package's solver, and nothing here is quick: `explore` is the textbook's
recursion, `closed_form` needs no search at all, and `decisive_leaves` is what pruning means.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import pairwise, permutations, product
from math import inf
from typing import Any, TypeAlias

from grader.text.numbers import Number
from grader.tree import Tree
from grader.tree.node import Node

Fields: TypeAlias = Mapping[str, Any]  # the rule's fields with underscores; what is missing is the default
Window: TypeAlias = tuple[Number, Number]

OPEN: Window = (-inf, inf)
DEFAULTS: Fields = {
    "search": "alpha-beta", "ties": "cut", "order": "left-to-right", "cutoffs": "deep", "returns": "soft",
    "chance": "reset", "utilities": None, "window": OPEN, "depth": None, "depth_unit": "moves", "agents": 2,
    "evaluation": None, "best": "first", "last_child": "silent", "exit": "updated",
}  # fmt: skip
_CHOSEN = {"first": slice(0, 1), "last": slice(-1, None), "any": slice(None)}


@dataclass(frozen=True, slots=True)
class Plain:
    """A node as nested values; the limit of depth, the evaluation and the order of search are applied."""

    name: str
    move: str
    kind: str
    utility: Number = 0
    children: tuple[Plain, ...] = ()
    probabilities: tuple[Fraction, ...] = ()


@dataclass(frozen=True, slots=True)
class Cut:
    """A cutoff: where, after which child, the window then, the bound that failed, the children skipped."""

    at: str
    after: str
    alpha: Number
    beta: Number
    bound: str
    skipped: tuple[str, ...]


@dataclass(slots=True)
class Record:
    """All that a search did; `exits` are the windows after a node's last update.

    `histories` have the window on entry, and the one after each child, whether that changed it or not.
    """

    visited: list[str] = field(default_factory=list)
    windows: dict[str, Window] = field(default_factory=dict)
    exits: dict[str, Window] = field(default_factory=dict)
    histories: dict[str, list[Window]] = field(default_factory=dict)
    returned: dict[str, Number] = field(default_factory=dict)
    cutoffs: list[Cut] = field(default_factory=list)
    pruned: list[str] = field(default_factory=list)


def explore(tree: Tree, fields: Fields) -> Record:
    """Search the tree by plain recursion under any rule."""
    rule = _rule(fields)
    root = plain(tree, fields)
    search = _Search(rule)
    if rule["search"] == "minimax":
        search.look_at_everything(root)
    else:
        search.look(root, *root_window(fields))
    inside = true_values(root)
    entered = search.record.windows
    search.record.pruned = [name for name in tree.names if name in inside and name not in entered]
    return search.record


def plain(tree: Tree, fields: Fields) -> Plain:
    """The tree as nested values, as far as the rule's depth goes."""
    rule = _rule(fields)
    edges = inf if rule["depth"] is None else rule["depth"]
    if rule["depth_unit"] == "rounds":
        edges *= rule["agents"]
    return _nested(tree, 0, edges, rule)


def fields_of(rule: object) -> Fields:
    """The fields of anything that has the rule's attributes."""
    return {name: getattr(rule, name) for name in DEFAULTS}


def root_window(fields: Fields) -> Window:
    """The window that the root is entered with: `window` and `utilities` together."""
    rule = _rule(fields)
    low, high = rule["utilities"] or OPEN
    return max(rule["window"][0], low), min(rule["window"][1], high)


def leaves(tree: Tree, fields: Fields) -> list[str]:
    """The names of the leaves, in the order of search."""
    return [path[-1].name for path in _paths(plain(tree, fields))]


def true_values(root: Plain) -> dict[str, Number]:
    """The minimax value of every node by name, by the definition."""
    values: dict[str, Number] = {}
    for child in root.children:
        values |= true_values(child)
    below = [values[child.name] for child in root.children]
    values[root.name] = root.utility if root.kind == "leaf" else _combined(root, below)
    return values


def best_moves(tree: Tree, fields: Fields) -> list[str]:
    """The root's moves that are right, in the order of search."""
    root = plain(tree, fields)
    tied = [child.move for child in _optimal(root, true_values(root))]
    return tied[_CHOSEN[_rule(fields)["best"]]]


def line(tree: Tree, fields: Fields) -> list[str]:
    """The names along the principal variation, from the root."""
    node = plain(tree, fields)
    values, names = true_values(node), [node.name]
    pick = -1 if _rule(fields)["best"] == "last" else 0
    while optimal := _optimal(node, values):
        node = optimal[pick]
        names.append(node.name)
    return names


def closed_form(tree: Tree, fields: Fields) -> dict[str, Window]:
    """For each leaf of a tree without chance, its window from the true values of its path's left siblings.

    The leaf is pruned iff alpha ≥ beta, or alpha > beta where ties are kept (deep cutoffs, soft returns).
    """
    root = plain(tree, fields)
    values = true_values(root)
    low, high = root_window(fields)
    windows = {}
    for path in _paths(root):
        left = {"max": [low], "min": [high]}
        for parent, child in pairwise(path):
            left[parent.kind] += [values[sibling.name] for sibling in _before(parent, child)]
        windows[path[-1].name] = max(left["max"]), min(left["min"])
    return windows


def decisive_leaves(tree: Tree, fields: Fields) -> set[str]:
    """The leaves that can matter, in a tree without chance: all other leaves may be pruned.

    With everything to the left fixed and everything to the right dropped, the root must tell the
    leaf's least value from its greatest.
    """
    root = plain(tree, fields)
    values = true_values(root)
    least, greatest = _rule(fields)["utilities"] or OPEN
    low, high = root_window(fields)

    def seen_at_the_root(path: tuple[Plain, ...], value: Number) -> Number:
        for parent, child in reversed(list(pairwise(path))):
            value = _combined(parent, [values[sibling.name] for sibling in _before(parent, child)] + [value])
        return max(low, min(value, high))

    return {
        path[-1].name
        for path in _paths(root)
        if seen_at_the_root(path, least) != seen_at_the_root(path, greatest)
    }


def decisive_spans(tree: Tree, fields: Fields) -> dict[str, list[Window]]:
    """For each leaf that can matter, also below chance, the open spans of values along its path, leaf first.

    A span holds what a node can be worth, for some utilities of the leaf and of all leaves to its
    right, while a small change of the leaf still changes the node. A leaf with an empty span
    anywhere on its path can never matter. This is what `star1` prunes by when ties are cut.
    """
    root = plain(tree, fields)
    values = true_values(root)
    spans = {path[-1].name: _spans(path, values, fields) for path in _paths(root)}
    return {leaf: along for leaf, along in spans.items() if all(low < high for low, high in along)}


def counterexample(tree: Tree, fields: Fields, leaf: str) -> dict[str, Number]:
    """Utilities for the leaves to the right of a decisive leaf under which the root depends on it.

    The rule's `utilities` must be finite.
    """
    root = plain(tree, fields)
    low, high = _rule(fields)["utilities"]
    path = next(path for path in _paths(root) if path[-1].name == leaf)
    spans = _spans(path, true_values(root), fields)
    worth: Number = (
        Fraction(spans[-1][0] + spans[-1][1]) / 2
    )  # of the root; then of each node on the way down
    utilities: dict[str, Number] = {}
    for (parent, child), below, above in zip(pairwise(path), spans[-3::-1], spans[-2:0:-1], strict=True):
        later: Number = low if parent.kind == "max" else high
        if parent.kind == "chance":
            share = (worth - above[0]) / (above[1] - above[0])
            worth, later = below[0] + share * (below[1] - below[0]), low + share * (high - low)
        for sibling in parent.children[parent.children.index(child) + 1 :]:
            utilities |= {path[-1].name: later for path in _paths(sibling)}
    return utilities


def fewest_leaves(tree: Tree, fields: Fields, nodes: Collection[str]) -> int:
    """How few leaves the search looks at, of all orders of the children of these nodes."""
    rule = _rule(fields)
    return min(_evaluated(root, rule) for root in _permuted(plain(tree, fields), nodes))


def leaves_looked_at(tree: Tree, fields: Fields, orders: Mapping[str, Sequence[str]]) -> int:
    """How many leaves the search looks at when the children stand so from left to right."""
    rule = _rule(fields)
    step = -1 if rule["order"] == "right-to-left" else 1

    def arranged(node: Plain) -> Plain:
        chances = dict(zip((child.name for child in node.children), node.probabilities, strict=True))
        children = {child.name: arranged(child) for child in node.children}
        names = list(orders[node.name])[::step] if node.name in orders else list(children)
        probabilities = tuple(chances[name] for name in names)
        return replace(node, children=tuple(children[name] for name in names), probabilities=probabilities)

    return _evaluated(arranged(plain(tree, fields)), rule)


def _permuted(node: Plain, nodes: Collection[str]) -> Iterator[Plain]:
    """The tree in every order."""
    below = list(zip(node.children, node.probabilities, strict=True))
    for order in permutations(below) if node.name in nodes else [below]:
        for children in product(*(list(_permuted(child, nodes)) for child, _ in order)):
            yield replace(node, children=children, probabilities=tuple(chance for _, chance in order))


def _evaluated(root: Plain, rule: Fields) -> int:
    search = _Search(rule)
    if rule["search"] == "minimax":
        search.look_at_everything(root)
    else:
        search.look(root, *root_window(rule))
    leaves = {path[-1].name for path in _paths(root) if path[-1].kind == "leaf"}
    return len(leaves.intersection(search.record.visited))


class _Search:
    """The textbook's alpha-beta under every field of the rule, writing down all that it does."""

    def __init__(self, rule: Fields) -> None:
        self.rule = rule
        self.bounds: Window = rule["utilities"] or OPEN
        self.record = Record()

    def look(self, node: Plain, alpha: Number, beta: Number) -> Number:
        """Search one node with this window and return what it reports."""
        self.record.visited.append(node.name)
        self.record.windows[node.name] = self.record.exits[node.name] = alpha, beta
        self.record.histories[node.name] = [(alpha, beta)]
        value = _LOOK[node.kind](self, node, alpha, beta)
        if self.rule["returns"] == "hard" and node.kind != "leaf":
            value = max(alpha, min(value, beta))
        self.record.returned[node.name] = value
        return value

    def look_at_everything(self, node: Plain) -> Number:
        """Minimax: no window is ever narrowed and nothing is cut."""
        self.record.visited.append(node.name)
        self.record.windows[node.name] = self.record.exits[node.name] = OPEN
        self.record.histories[node.name] = [OPEN]
        below = [self.look_at_everything(child) for child in node.children]
        value = self.record.returned[node.name] = _combined(node, below) if below else node.utility
        return value

    def leaf(self, node: Plain, _alpha: Number, _beta: Number) -> Number:
        return node.utility

    def maximum(self, node: Plain, alpha: Number, beta: Number) -> Number:
        value: Number = -inf
        for child in node.children:
            window = (value, inf) if self.rule["cutoffs"] == "shallow" else (alpha, beta)
            value = max(value, self.look(child, *window))
            fails = self.fails(max(alpha, value), beta)
            if not fails or self.rule["exit"] == "updated":
                alpha = max(alpha, value)
            self.record.exits[node.name] = alpha, beta
            self.record.histories[node.name].append((alpha, beta))
            if fails:
                self.cut(node, child, "beta")
                break
        return value

    def minimum(self, node: Plain, alpha: Number, beta: Number) -> Number:
        value: Number = inf
        for child in node.children:
            window = (-inf, value) if self.rule["cutoffs"] == "shallow" else (alpha, beta)
            value = min(value, self.look(child, *window))
            fails = self.fails(alpha, min(beta, value))
            if not fails or self.rule["exit"] == "updated":
                beta = min(beta, value)
            self.record.exits[node.name] = alpha, beta
            self.record.histories[node.name].append((alpha, beta))
            if fails:
                self.cut(node, child, "alpha")
                break
        return value

    def chance(self, node: Plain, alpha: Number, beta: Number) -> Number:
        if self.rule["chance"] == "star1":
            return self.star1(node, alpha, beta)
        if self.rule["chance"] == "none":
            return _combined(node, [self.look_at_everything(child) for child in node.children])
        return _combined(node, [self.look(child, *self.bounds) for child in node.children])

    def star1(self, node: Plain, alpha: Number, beta: Number) -> Number:
        """Ballard's Star1: an outcome need only be known as far as it can bring the node into the window."""
        low, high = self.bounds
        so_far: Number = 0
        ahead = Fraction(1)
        for child, probability in zip(node.children, node.probabilities, strict=True):
            ahead -= probability
            most, least = so_far + _product(high, ahead), so_far + _product(low, ahead)  # but for this child
            needed = _difference(alpha, most, -inf) / probability
            enough = _difference(beta, least, inf) / probability
            gained = probability * self.look(child, max(needed, low), min(enough, high))
            so_far += gained
            if self.fails(alpha, most + gained):
                self.cut(node, child, "alpha")
                return most + gained
            if self.fails(least + gained, beta):
                self.cut(node, child, "beta")
                return least + gained
        return so_far

    def fails(self, alpha: Number, beta: Number) -> bool:
        return alpha > beta if self.rule["ties"] == "keep" else alpha >= beta

    def cut(self, node: Plain, child: Plain, bound: str) -> None:
        skipped = node.children[node.children.index(child) + 1 :]
        if skipped or self.rule["last_child"] == "event":
            alpha, beta = self.record.exits[node.name]
            names = tuple(sibling.name for sibling in skipped)
            self.record.cutoffs.append(Cut(node.name, child.name, alpha, beta, bound, names))


_LOOK = {"leaf": _Search.leaf, "max": _Search.maximum, "min": _Search.minimum, "chance": _Search.chance}


def _rule(fields: Fields) -> Fields:
    return {**DEFAULTS, **fields}


def _nested(tree: Tree, index: int, edges: float, rule: Fields) -> Plain:
    node = tree[index]
    if node.is_leaf or edges == 0:
        return Plain(node.name, node.move, "leaf", _static_value(node, rule["evaluation"]))
    children = [_nested(tree, child, edges - 1, rule) for child in tree.child_indexes(index)]
    chances = [_probability(tree[child], len(children)) for child in tree.child_indexes(index)]
    step = -1 if rule["order"] == "right-to-left" else 1
    return Plain(node.name, node.move, str(node.kind), 0, tuple(children[::step]), tuple(chances[::step]))


def _probability(outcome: Node, outcomes: int) -> Fraction:
    return Fraction(1, outcomes) if outcome.probability is None else Fraction(outcome.probability)


def _static_value(node: Node, evaluation: Any) -> Number:
    """A leaf's utility, or what a search takes an inner node for when it goes no deeper."""
    if node.features is not None:
        weights: dict[str, Number] = dict(evaluation)
        return sum(weights[name] * number for name, number in node.features)
    value = node.utility if node.is_leaf else node.estimate
    assert isinstance(value, int | Fraction | float)
    return value


def _combined(node: Plain, below: list[Number]) -> Number:
    if node.kind == "chance":
        return sum(p * value for p, value in zip(node.probabilities, below, strict=True))
    return max(below) if node.kind == "max" else min(below)


def _optimal(node: Plain, values: Mapping[str, Number]) -> list[Plain]:
    if node.kind == "chance":
        return []
    return [child for child in node.children if values[child.name] == values[node.name]]


def _paths(node: Plain) -> Iterator[tuple[Plain, ...]]:
    """Every way from a node down to a leaf, in the order of search."""
    if node.kind == "leaf":
        yield (node,)
    for child in node.children:
        for path in _paths(child):
            yield (node, *path)


def _before(parent: Plain, child: Plain) -> tuple[Plain, ...]:
    return parent.children[: parent.children.index(child)]


def _spans(path: tuple[Plain, ...], values: Mapping[str, Number], fields: Fields) -> list[Window]:
    """The open spans of values along a path, from the leaf to the root, and the root's within its window."""
    bounds = _rule(fields)["utilities"] or OPEN
    low, high = root_window(fields)
    spans = [bounds]
    for parent, child in reversed(list(pairwise(path))):
        spans.append(_span_above(parent, child, spans[-1], values, bounds))
    return [*spans, (max(spans[-1][0], low), min(spans[-1][1], high))]


def _span_above(
    parent: Plain, child: Plain, span: Window, values: Mapping[str, Number], bounds: Window
) -> Window:
    """What the parent can be worth while the child still matters, from what the child can be worth."""
    earlier = [values[sibling.name] for sibling in _before(parent, child)]
    if parent.kind == "max":
        return max([span[0], *earlier]), span[1]
    if parent.kind == "min":
        return span[0], min([span[1], *earlier])
    done = sum(p * value for p, value in zip(parent.probabilities, earlier, strict=False))
    p, later = parent.probabilities[len(earlier)], sum(parent.probabilities[len(earlier) + 1 :])
    low, high = (done + p * end + _product(bound, later) for end, bound in zip(span, bounds, strict=True))
    return low, high


def _product(bound: Number, weight: Number) -> Number:
    """A bound times what is left of the probabilities; nothing left is 0, whatever the bound."""
    return 0 if weight == 0 else bound * weight


def _difference(bound: Number, rest: Number, otherwise: Number) -> Number:
    """Bound minus rest; ∞ − ∞ says nothing about the child, so its side of the window stays open."""
    return otherwise if bound == rest and abs(bound) == inf else bound - rest
