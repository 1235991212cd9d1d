"""Kind, Node, Tree: a game tree as nodes in preorder, so that nothing ever recurses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from grader.text.numbers import Number, Payoffs, pretty_decimal, pretty_number, with_decimals
from grader.text.source import Source, Span
from grader.text.spelling import did_you_mean
from grader.tree.automatic_names import all_names
from grader.tree.node import Cells, Features, Kind, Node, Utility
from grader.tree.notation import first_word, has_decimals
from grader.tree.tree_text import lay_out, write_line


class Tree:
    """A game tree: a sequence of nodes in preorder, each knowing its parent and its subtree's end.

    What the nodes hold is kept as columns (`kinds[i]`, `ends[i]`, …), which the solvers read
    directly; a `Node` is made when somebody asks for one. Two trees are equal when the same text
    writes them; where they stood in a file does not count.
    """

    __slots__ = (
        "_in_decimals", "_index", "_is_plain", "_names", "boards", "ends", "estimates", "features",
        "given_names", "kinds", "labels", "parents", "probabilities", "source", "starts", "usual_weights",
        "utilities",
    )  # fmt: skip

    kinds: tuple[Kind, ...]
    parents: tuple[int, ...]  # -1 for the root
    ends: tuple[int, ...]
    given_names: tuple[str | None, ...]
    labels: tuple[str | None, ...]
    probabilities: tuple[Number | None, ...]
    utilities: tuple[Utility | None, ...]
    estimates: tuple[Number | None, ...]
    features: tuple[Features | None, ...]
    boards: tuple[Cells, ...]  # of a game, the position at each node; empty for any other tree
    usual_weights: Features  # of a game, what its features weigh if nobody gives other weights
    source: Source | None
    starts: tuple[int, ...]  # where each node stands in the source; empty for a tree that was never text

    def __init__(self, columns: TreeBuilder) -> None:
        for name in _CONTENT:
            setattr(self, name, tuple(getattr(columns, name)))
        self.boards = tuple(columns.boards)
        self.usual_weights = columns.usual_weights
        self.source = columns.source
        self.starts = tuple(columns.starts)
        if columns.in_decimals:
            self._in_decimals = True

    @property
    def names(self) -> tuple[str, ...]:
        """The name of every node, given or automatic."""
        if not hasattr(self, "_names"):
            self._names = all_names(self)
        return self._names

    @property
    def is_plain(self) -> bool:
        """Whether every leaf has a finite number of its own, as in most trees."""
        if not hasattr(self, "_is_plain"):
            self._is_plain = set(map(type, self.utilities)) <= _FINITE and not any(self.features)
        return self._is_plain

    @property
    def in_decimals(self) -> bool:
        """Whether the text of the tree writes any number with a decimal point."""
        if not hasattr(self, "_in_decimals"):
            self._in_decimals = self.source is not None and has_decimals(self.source)
        return self._in_decimals

    def pretty(self, number: Number | Payoffs) -> str:
        """A number as people print it, and as the tree's author does: `7/2`, or `3.5` among decimals."""
        return pretty_decimal(number) if self.in_decimals else pretty_number(number)

    def written(self, number: Number) -> str:
        """The text that reads back as the same number, in the author's style: `7/2`, or `3.5`."""
        return str(self.in_style(number))

    def in_style(self, answer: Any) -> Any:
        """An answer whose numbers are written as the tree's author writes them, and read back as the same."""
        return with_decimals(answer) if self.in_decimals else answer

    @property
    def text(self) -> str:
        """The tree on one line, with decimals where its author writes them, so that it is read the same."""
        if not self.in_decimals:
            return str(self)
        line = write_line(self, self.written)
        if "." in line:
            return line
        return write_line(self, lambda number: f"{number}.0" if isinstance(number, int) else str(number))

    @property
    def root(self) -> Node:
        return self[0]

    @property
    def leaves(self) -> tuple[Node, ...]:
        return tuple(self[index] for index, kind in enumerate(self.kinds) if kind is Kind.LEAF)

    @property
    def has_chance(self) -> bool:
        """Whether anything in the tree is left to chance."""
        return Kind.CHANCE in self.kinds

    @property
    def players(self) -> int:
        """How many players have utilities of their own here; none between Max and Min."""
        last = self.utilities[-1]  # the last node is a leaf, and all leaves are alike
        return len(last) if isinstance(last, Payoffs) else 0

    def children(self, node: Node) -> tuple[Node, ...]:
        return tuple(map(self.__getitem__, self.child_indexes(node.index)))

    def child_indexes(self, index: int) -> list[int]:
        """The indexes of a node's children, from left to right."""
        ends, end = self.ends, self.ends[index]
        found = []
        index += 1
        while index < end:
            found.append(index)
            index = ends[index]
        return found

    def parent(self, node: Node) -> Node | None:
        return None if node.parent is None else self[node.parent]

    def path(self, node: Node) -> tuple[Node, ...]:
        """The nodes from the root down to `node`, both included."""
        path = []
        index = node.index
        while index >= 0:
            path.append(self[index])
            index = self.parents[index]
        return tuple(reversed(path))

    def subtree(self, node: Node) -> tuple[Node, ...]:
        """`node` and everything below it, in preorder."""
        return tuple(map(self.__getitem__, range(node.index, node.end)))

    def without_evaluations(self) -> Tree:
        """The tree without the static evaluations and features of inner nodes, which only a depth needs."""
        tree = Tree.__new__(Tree)
        tree.__setstate__(self.__getstate__())
        tree.estimates = (None,) * len(self)
        tree.features = tuple(
            features if kind is Kind.LEAF else None
            for kind, features in zip(self.kinds, self.features, strict=True)
        )
        return tree

    def with_utilities(self, utilities: Mapping[int, Utility], *, in_place: bool = False) -> Tree:
        """The tree with other numbers at the leaves of these indexes.

        It has no text of its own; `in_place`, its nodes still stand where they are written.
        """
        tree = Tree.__new__(Tree)
        tree.__setstate__(self.__getstate__())
        if not in_place:
            tree.source, tree.starts = None, ()
        tree._in_decimals = self.in_decimals  # noqa: SLF001 - a tree that is still being made
        tree._names = self.names  # noqa: SLF001 - which have nothing to do with numbers
        numbers, features = list(self.utilities), list(self.features)
        for index, number in utilities.items():
            numbers[index], features[index] = number, None
        tree.utilities, tree.features = tuple(numbers), tuple(features)
        return tree

    def shown_like(self, other: Tree) -> Tree:
        """The tree with its numbers shown as those of another one are."""
        tree = self.with_utilities({})
        tree._in_decimals = other.in_decimals  # noqa: SLF001 - a tree that is still being made
        return tree

    def with_names(self, names: tuple[str | None, ...]) -> Tree:
        """The tree with other given names; it has no text of its own."""
        tree = self.with_utilities({})
        tree.given_names = names
        del tree._names  # noqa: SLF001 - a tree that is still being made
        return tree

    def with_estimates(self, estimates: tuple[Number | None, ...]) -> Tree:
        """The tree with other static evaluations; it has no text of its own."""
        tree = self.with_utilities({})
        tree.estimates = estimates
        return tree

    def depths(self) -> list[int]:
        """For each node, the number of edges between it and the root."""
        depths = [0] * len(self)
        for index in range(1, len(self)):
            depths[index] = depths[self.parents[index]] + 1
        return depths

    def span(self, index: int) -> Span | None:
        """The word or number in the source that a node begins with."""
        if self.source is None:
            return None
        return first_word(self.source, self.starts[index])

    def index(self, name: str) -> int:
        """Where the node of that name stands in preorder."""
        if not hasattr(self, "_index"):
            self._index = {name: index for index, name in enumerate(self.names)}
        if name not in self._index:
            hint = did_you_mean(name, self.names[:1000])
            raise KeyError("; ".join(filter(None, (f"no node is named `{name}`", hint))))
        return self._index[name]

    def __getitem__(self, key: int | str) -> Node:
        index = self.index(key) if isinstance(key, str) else range(len(self.kinds))[key]
        parent = self.parents[index]
        return Node(
            index, self.kinds[index], self.names[index], None if parent < 0 else parent, self.ends[index],
            self.given_names[index] is not None, self.labels[index], self.probabilities[index],
            self.utilities[index], self.estimates[index], self.features[index],
        )  # fmt: skip

    def __iter__(self) -> Iterator[Node]:
        return map(
            Node, range(len(self.kinds)), self.kinds, self.names,
            (None if parent < 0 else parent for parent in self.parents), self.ends,
            (name is not None for name in self.given_names), self.labels, self.probabilities,
            self.utilities, self.estimates, self.features,
        )  # fmt: skip

    def __len__(self) -> int:
        return len(self.kinds)

    def __contains__(self, key: object) -> bool:
        if isinstance(key, Node):
            return key.index < len(self) and self[key.index] == key
        return key in self.names

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Tree):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in _CONTENT)

    def __hash__(self) -> int:
        return hash((self.ends, self.utilities, self.given_names))

    def __str__(self) -> str:
        return write_line(self)

    def __format__(self, spec: str) -> str:
        if spec:
            return format(str(self), spec)
        return lay_out(tuple(self))

    def __repr__(self) -> str:
        return f"parse_tree({str(self)!r})"

    def __copy__(self) -> Tree:
        return self  # nothing about a tree ever changes

    def __deepcopy__(self, memo: object) -> Tree:
        return self

    def __getstate__(self) -> tuple[object, ...]:
        return tuple(getattr(self, name) for name in _STATE)

    def __setstate__(self, state: tuple[object, ...]) -> None:
        for name, column in zip(_STATE, state, strict=True):
            setattr(self, name, column)


_CONTENT = (
    "kinds", "parents", "ends", "given_names", "labels",
    "probabilities", "utilities", "estimates", "features",
)  # fmt: skip
_FINITE = {int, Fraction, type(None)}  # only ±∞ is a float
_STATE = (*_CONTENT, "boards", "usual_weights", "source", "starts")


@dataclass(slots=True)
class TreeBuilder:
    """Makes a tree from the top down: `open` a node, add what is below it, `close` it."""

    kinds: list[Kind] = field(default_factory=list)
    parents: list[int] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)
    given_names: list[str | None] = field(default_factory=list)
    labels: list[str | None] = field(default_factory=list)
    probabilities: list[Number | None] = field(default_factory=list)
    utilities: list[Utility | None] = field(default_factory=list)
    estimates: list[Number | None] = field(default_factory=list)
    features: list[Features | None] = field(default_factory=list)
    boards: list[Cells] = field(default_factory=list)
    usual_weights: Features = ()
    source: Source | None = None
    starts: list[int] = field(default_factory=list)
    in_decimals: bool = False  # whether numbers are shown as decimals, whatever the source says
    _open: list[int] = field(default_factory=list)

    def open(
        self, kind: Kind, *, name: str | None = None, label: str | None = None,
        probability: Number | None = None, utility: Utility | None = None,
        estimate: Number | None = None, features: Features | None = None,
    ) -> None:  # fmt: skip
        self.parents.append(self._open[-1] if self._open else -1)
        self._open.append(len(self.kinds))
        self.ends.append(0)
        self.kinds.append(kind)
        self.given_names.append(name)
        self.labels.append(label)
        self.probabilities.append(probability)
        self.utilities.append(utility)
        self.estimates.append(estimate)
        self.features.append(features)

    def close(self) -> None:
        self.ends[self._open.pop()] = len(self.kinds)

    def leaf(
        self, utility: Utility, *, name: str | None = None,
        label: str | None = None, probability: Number | None = None,
    ) -> None:  # fmt: skip
        self.kinds.append(Kind.LEAF)  # as `open` and `close` would, but most nodes are leaves
        self.parents.append(self._open[-1] if self._open else -1)
        self.ends.append(len(self.kinds))
        self.given_names.append(name)
        self.labels.append(label)
        self.probabilities.append(probability)
        self.utilities.append(utility)
        self.estimates.append(None)
        self.features.append(None)

    def tree(self) -> Tree:
        return Tree(self)
