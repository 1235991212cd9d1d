"""Hypothesis strategies: random trees, as values and as text, and rules that fit them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import inf, isinf
from random import Random
from typing import Any

from hypothesis import strategies as st

from grader.text.numbers import Number, exact
from grader.tree import Features, Kind, Tree, TreeBuilder
from grader.tree.notation import write_name

MOST_NODES = 40
FEATURES = ("mobility", "material")

# Names that are plain words in several scripts, look like automatic ones, or need quotes.
NAMES = (
    "x", "y'", "A", "B", "B2", "C1", "Z", "AA", "left", "long_name_2", "größe", "α", "甲", "节点", "ノード",
    "नाम", "2nd try", "max", "Chance", "inf", "1", "-3", "1/2", "a b", " x ", "a->b", "a, b", "(",
    "#no comment", 'say "hi"', "back\\slash", "two\nlines", "tab\there", "e.g.", "?x", "_", "🂡",
)  # fmt: skip
_NUMBERS = (
    0, 1, 2, 3, 4, 5, -1, -2, -3, 7, 10, 3, 2, 1, Fraction(1, 2), Fraction(-7, 3), Fraction(9, 4), inf, -inf,
)  # fmt: skip
_FINITE = tuple(number for number in _NUMBERS if not isinf(number))
_PLAYERS = (Kind.MAX, Kind.MIN)
_CHOICES = {
    "search": ("alpha-beta", "alpha-beta", "alpha-beta", "minimax"),
    "ties": ("cut", "keep"),
    "order": ("left-to-right", "right-to-left"),
    "cutoffs": ("deep", "shallow"),
    "returns": ("soft", "hard"),
    "chance": ("reset", "star1", "none"),
    "best": ("first", "last", "any"),
    "last_child": ("silent", "event"),
    "exit": ("updated", "tested"),
}
_DEPTHS = {
    "depth": st.integers(1, 5),
    "depth_unit": st.sampled_from(("moves", "rounds")),
    "agents": st.integers(1, 3),
}
_WEIGHTS = st.tuples(*[st.sampled_from((1, -1, 2, Fraction(1, 2), 0))] * len(FEATURES))


def trees(
    *, chance_nodes: bool = True, infinities: bool = True, decorated: bool = True, estimates: bool = False
) -> st.SearchStrategy[Tree]:
    """Trees of 1 to 40 nodes with many ties.

    `decorated` ones may have names, labels and probabilities. With `estimates` every inner node
    has a static evaluation or features, and a leaf may be features alone.
    """
    return _sketches(chance_nodes, infinities, decorated, estimates).map(_build)


def written_trees(*, estimates: bool = True) -> st.SearchStrategy[tuple[str, Tree]]:
    """A text of the tree language, spelt in any of its ways, and the tree that it writes."""
    sketches = _sketches(chance_nodes=True, infinities=True, decorated=True, estimates=estimates)
    return st.builds(_written, sketches, st.integers(0, 2**32))


def rules() -> st.SearchStrategy[dict[str, Any]]:
    """Fields of a rule, each stated or left out, consistent but made for no tree in particular."""
    numbers: dict[str, st.SearchStrategy[Any]] = {
        **_DEPTHS,
        "utilities": st.tuples(
            st.sampled_from((-10, -20, -inf)), st.sampled_from((10, Fraction(41, 2), inf))
        ),
        "window": _windows(),
        "evaluation": _evaluations(),
    }
    return _choices(**numbers)


@st.composite
def cases(
    draw: st.DrawFn,
    /,
    *,
    chance_nodes: bool = True,
    infinities: bool = True,
    limits: bool = True,
    **fixed: Any,
) -> tuple[Tree, dict[str, Any]]:
    """A tree and the fields of a rule under which it can be solved; `fixed` fields are as they are given.

    Only `chance: star1` gives way to `reset` in a tree with infinities below chance: where the bounds
    are infinite too, Star1 would have to compare ∞ − ∞.
    """
    tree = draw(trees(chance_nodes=chance_nodes, infinities=infinities, estimates=limits))
    fields = draw(_choices(**(_DEPTHS if limits else {}))) | fixed
    if any(tree.features) and "evaluation" not in fields:
        fields["evaluation"] = draw(_evaluations())
    if "utilities" not in fields and draw(st.booleans()):
        fields |= draw(_utilities(_every_number(tree, fields.get("evaluation"))))
    if "window" not in fields and draw(st.booleans()):
        fields |= _overlapping(draw(_windows()), fields.get("utilities"))
    if fields.get("chance") == "star1" and _infinite_below_chance(tree):
        fields["chance"] = "reset"
    return tree, fields


@dataclass(slots=True)
class _Sketch:
    """A node to be: what `TreeBuilder.open` takes, and what stands below."""

    kind: Kind
    utility: Number
    children: list[_Sketch] = field(default_factory=list)
    words: dict[str, Any] = field(default_factory=dict)  # name, label, probability, estimate, features


@st.composite
def _sketches(
    draw: st.DrawFn, chance_nodes: bool, infinities: bool, decorated: bool, estimates: bool
) -> _Sketch:
    kinds = (*_PLAYERS, *_PLAYERS, Kind.CHANCE) if chance_nodes else _PLAYERS
    numbers = _NUMBERS if infinities else _FINITE
    row = st.tuples(st.integers(0, 2), st.sampled_from(kinds), st.sampled_from(numbers))
    more = draw(st.integers(0, MOST_NODES - 1))
    rows = draw(st.lists(row, min_size=more + 1, max_size=more + 1))
    root = _grow(rows)
    random = Random(draw(st.integers(0, 2**32)))
    _keep_one_infinity(root)
    if decorated:
        _decorate(root, random)
    if estimates:
        _evaluate(root, random)
    return root


def _grow(rows: list[tuple[int, Kind, Number]]) -> _Sketch:
    """Nodes in preorder: each says how far above the last one its parent is; who has no child is a leaf."""
    (_, kind, utility), *rest = rows
    root = _Sketch(kind, utility)
    path = [root]
    for climb, kind, utility in rest:
        del path[max(len(path) - climb, 1) :]
        node = _Sketch(kind, utility)
        path[-1].children.append(node)
        path.append(node)
    for node in _all(root):
        node.kind = node.kind if node.children else Kind.LEAF
    return root


def _keep_one_infinity(root: _Sketch) -> None:
    """Below one chance node leave infinities of one sign only."""
    for node in _all(root):
        if node.kind is Kind.CHANCE:
            infinite = [leaf for leaf in _all(node) if isinf(leaf.utility)]
            for leaf in infinite:
                leaf.utility = infinite[0].utility


def _decorate(root: _Sketch, random: Random) -> None:
    share = random.choice((0, 0, 0.3, 1))
    names = random.sample(NAMES, len(NAMES))
    for node in _all(root):
        if names and random.random() < share:
            node.words["name"] = names.pop()
        labels = random.sample(NAMES, len(NAMES)) if random.random() < share else []
        weights = [random.randint(1, 4) for _ in node.children]
        if node.kind is Kind.CHANCE and random.random() < 0.3:
            continue  # all outcomes equally likely, and nothing written before them
        for child, weight in zip(node.children, weights, strict=True):
            if node.kind is Kind.CHANCE:
                child.words["probability"] = exact(Fraction(weight, sum(weights)))
            if labels:
                child.words["label"] = labels.pop()


def _evaluate(root: _Sketch, random: Random) -> None:
    for node in _all(root):
        if random.random() < (0.1 if node.kind is Kind.LEAF else 0.4):
            node.words["features"] = tuple((name, random.choice(_FINITE)) for name in FEATURES)
        elif node.kind is not Kind.LEAF:
            node.words["estimate"] = random.choice(_FINITE)


def _all(node: _Sketch) -> Iterator[_Sketch]:
    yield node
    for child in node.children:
        yield from _all(child)


def _written(root: _Sketch, seed: int) -> tuple[str, Tree]:
    return _Writer(Random(seed)).text(root), _build(root)


def _build(root: _Sketch) -> Tree:
    builder = TreeBuilder()

    def add(node: _Sketch) -> None:
        utility = None if node.children or "features" in node.words else node.utility
        builder.open(node.kind, utility=utility, **node.words)
        for child in node.children:
            add(child)
        builder.close()

    add(root)
    return builder.tree()


@dataclass(frozen=True, slots=True)
class _Writer:
    """Writes a sketch as text, choosing at random among the ways to write the same."""

    random: Random

    def text(self, root: _Sketch) -> str:
        return self.gap() + self.node(root, expected=Kind.MAX) + self.gap()

    def node(self, node: _Sketch, expected: Kind | None) -> str:
        """`expected` is the kind that a list without a word has here, if it is plain which."""
        name = f"{self.name(node.words['name'])}{self.gap()}={self.gap()}" if "name" in node.words else ""
        return self.edge(node) + name + (self.inner(node, expected) if node.children else self.leaf(node))

    def edge(self, node: _Sketch) -> str:
        parts = []
        if "probability" in node.words:
            parts.append(self.probability(node.words["probability"]))
        if "label" in node.words:
            parts.append(self.name(node.words["label"]))
        return " ".join(parts) + f"{self.gap()}->{self.gap()}" if parts else ""

    def inner(self, node: _Sketch, expected: Kind | None) -> str:
        below = {Kind.MAX: Kind.MIN, Kind.MIN: Kind.MAX}.get(node.kind)
        children = f"{self.gap()},{self.gap()}".join(self.node(child, below) for child in node.children)
        children = self.gap() + children + self.random.choice(("", ",")) + self.gap()
        evaluation = self.evaluation(node)
        if evaluation or self.random.random() < 0.7:
            return f"{self.kind(node.kind)}{evaluation}({children})"
        return f"{'' if node.kind is expected else self.kind(node.kind)}{self.gap()}[{children}]"

    def leaf(self, node: _Sketch) -> str:
        return (
            self.features(node.words["features"]) if "features" in node.words else self.number(node.utility)
        )

    def evaluation(self, node: _Sketch) -> str:
        if "features" in node.words:
            return self.features(node.words["features"])
        return f"~{self.number(node.words['estimate'])}" if "estimate" in node.words else ""

    def features(self, features: Features) -> str:
        return "{" + ", ".join(f"{name} = {self.number(number)}" for name, number in features) + "}"

    def kind(self, kind: Kind) -> str:
        signs = {Kind.MAX: "▲△", Kind.MIN: "▼▽", Kind.CHANCE: "●○"}
        spellings: list[str] = [kind, kind, kind.upper(), kind.title(), *signs[kind]]
        return self.random.choice(spellings)

    def name(self, name: str) -> str:
        written = write_name(name)
        return self.random.choice((written, f'"{name}"' if name.isalnum() else written))

    def number(self, number: Number) -> str:
        if isinf(number):
            return ("-" if number < 0 else "") + self.random.choice(("inf", "∞", "Infinity"))
        return self.random.choice((str(number), *_decimals(Fraction(number))))

    def probability(self, number: Number) -> str:
        percents = [f"{text}%" for text in _decimals(Fraction(number) * 100)]
        return self.random.choice((str(number), *_decimals(Fraction(number)), *percents))

    def gap(self) -> str:
        return self.random.choice(("", "", " ", "\n", "  # max(1, 2\n", "\n\n# max(1, 2\n\n"))


def _decimals(number: Fraction) -> list[str]:
    """The number with a decimal point, if four digits behind it are enough."""
    scaled = abs(number) * 10_000
    if scaled.denominator != 1:
        return []
    whole, behind = divmod(scaled.numerator, 10_000)
    return [f"{'-' if number < 0 else ''}{whole}.{behind:04}"]


def _choices(**more: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    sampled = {name: st.sampled_from(values) for name, values in _CHOICES.items()}
    return st.fixed_dictionaries({}, optional={**sampled, **more})


def _evaluations() -> st.SearchStrategy[dict[str, Number]]:
    return _WEIGHTS.map(lambda weights: dict(zip(FEATURES, weights, strict=True)))


def _windows() -> st.SearchStrategy[tuple[Number, Number]]:
    return st.tuples(st.sampled_from((-inf, -2, 0, 2)), st.sampled_from((inf, 5, 3, Fraction(5, 2))))


@st.composite
def _utilities(draw: st.DrawFn, numbers: Iterable[Number]) -> dict[str, Any]:
    """Bounds around the numbers: tight, loose or none on either side."""
    slack = st.sampled_from((0, 1, 5, inf))
    low, high = min(numbers) - draw(slack), max(numbers) + draw(slack)
    return {"utilities": (low, high)} if low < high else {}


def _overlapping(window: tuple[Number, Number], utilities: tuple[Number, Number] | None) -> dict[str, Any]:
    """The window as a field, unless nothing would be left of it between the bounds of the utilities."""
    low, high = utilities or (-inf, inf)
    return {"window": window} if max(window[0], low) < min(window[1], high) else {}


def _every_number(tree: Tree, weights: Mapping[str, Number] | None) -> list[Number]:
    """All that can be the utility of a leaf, however deep the search goes."""
    given = [
        number for number in (*tree.utilities, *tree.estimates) if isinstance(number, int | Fraction | float)
    ]
    return given + [
        sum(weights[name] * number for name, number in features)
        for features in tree.features
        if features is not None and weights is not None
    ]


def _infinite_below_chance(tree: Tree) -> bool:
    chances = [node for node in tree if node.kind is Kind.CHANCE]
    utilities = [below.utility for node in chances for below in tree.subtree(node)]
    return any(isinstance(utility, float) for utility in utilities)
