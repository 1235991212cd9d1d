"""Tree + Rule → Solution: what a search finds and how, each part worked out when it is first asked for."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate
from typing import Generic, Protocol, TypeVar

from grader.memory import Memorable, remembered
from grader.rule import OPEN, Rule, Window, plain_number
from grader.solving.alpha_beta import Record, search
from grader.solving.cutoff import Cutoff, cutoffs, deep_stops
from grader.solving.leaf_numbers import leaf_numbers
from grader.solving.max_n import payoff_values
from grader.solving.minimax import TrueValues
from grader.solving.relevance import Sanity, check_leaf, irrelevant_leaves, known_values
from grader.solving.search_log import BoundKind, Log, bounds, exits, histories, write_log
from grader.solving.search_order import search_order
from grader.solving.trace import Step, steps
from grader.text.numbers import Number
from grader.text.sentences import Say, sentences
from grader.tree import Kind, Tree, TreeBuilder

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class NodeColumn(Protocol[T_co]):
    """Something of every node, by its index: a list or a dictionary."""

    def __getitem__(self, index: int, /) -> T_co: ...


class ByName(Mapping[str, T], Generic[T]):
    """What is known of nodes, by their names; `indexes` are those of which it is, in their order."""

    __slots__ = ("_column", "_indexes", "_tree")

    def __init__(self, tree: Tree, indexes: Collection[int], column: NodeColumn[T]) -> None:
        self._tree = tree
        self._indexes = indexes
        self._column = column

    def __getitem__(self, name: str) -> T:
        index = self._tree.index(name)
        if index not in self._indexes:
            raise KeyError(f"`{name}` was pruned")
        return self._column[index]

    def __iter__(self) -> Iterator[str]:
        return map(self._tree.names.__getitem__, self._indexes)

    def __len__(self) -> int:
        return len(self._indexes)

    def __repr__(self) -> str:
        return repr(dict(self))


_TEXTBOOK = Rule()
_CHOSEN = {"first": slice(1), "last": slice(-1, None), "any": slice(None)}


@dataclass(frozen=True, slots=True)
class Counts:
    """How many leaves and nodes a search looked at; the root is a node too."""

    leaves_evaluated: int
    nodes_visited: int
    leaves_pruned: int


def solve(tree: Tree, rule: Rule = _TEXTBOOK) -> Solution:
    """Search the tree by the rule; an `InputError` names every node that a search cannot use."""
    _check_types(tree, rule)
    whole, tree = tree, limited(tree, rule.limit)
    if whole.players:
        return _solve_players(tree, rule, whole)
    values = TrueValues(tree, leaf_numbers(tree, rule))
    record = search(search_order(tree, values.numbers, rule.order), rule, values)
    return Solution(tree, rule, values, record, whole)


def _solve_players(tree: Tree, rule: Rule, whole: Tree) -> Solution:
    """Several players look at everything: nothing is pruned."""
    values = payoff_values(tree, rule)
    order = search_order(tree, values.numbers, rule.order)
    everything = range(len(tree))
    record = Record(order, [OPEN] * len(everything), unbounded=[everything])
    return Solution(tree, rule, values, record, whole)


def _check_types(tree: object, rule: object) -> None:
    if not isinstance(tree, Tree):
        hint = "; `parse_tree` makes a tree from text" if isinstance(tree, str) else ""
        raise TypeError(f"a Tree can be solved, not {type(tree).__name__}{hint}")
    if not isinstance(rule, Rule):
        hint = f"; `Rule.preset({rule!r})` makes one from a name" if isinstance(rule, str) else ""
        raise TypeError(f"a tree is solved by a Rule, not {type(rule).__name__}{hint}")


@dataclass(frozen=True)  # without slots: what has been worked out is kept in the instance's own dictionary
class Solution(Memorable):
    """Everything about a tree under a rule; `tree` ends where the rule's depth does, `whole` does not.

    Mappings are by name; `returned`, `windows`, `exits` and `bounds` have the visited nodes only.
    """

    tree: Tree
    rule: Rule
    true: TrueValues = field(repr=False, compare=False)
    record: Record = field(repr=False, compare=False)
    whole: Tree = field(repr=False, compare=False)

    @property
    def is_open(self) -> bool:
        """Whether nothing could be searched, because leaves are unknown."""
        return False

    @cached_property
    def log(self) -> Log:
        """What the search did, by the indexes of nodes."""
        return write_log(self.record, self.rule, self.true)

    @cached_property
    def value(self) -> Number:
        """The root's true value, also where a window made the search report only a bound."""
        alpha, beta = self.record.windows[0]
        found = self.record.returned.get(0)
        return found if found is not None and alpha < found < beta else self.true.column[0]

    @cached_property
    def values(self) -> Mapping[str, Number]:
        """The true minimax value of every node, visited or not."""
        return ByName(self.tree, range(len(self.tree)), self.true.column)

    @property
    def returned(self) -> Mapping[str, Number]:
        """What the search reported at a node."""
        return ByName(self.tree, self.log.returned, self.log.returned)

    @property
    def windows(self) -> Mapping[str, Window]:
        """Alpha and beta on entry."""
        return ByName(self.tree, self.log.windows, self.log.windows)

    @cached_property
    def exits(self) -> Mapping[str, Window]:
        """Alpha and beta after the last update at a node; the rule's `exit` says whether a cut is one."""
        return ByName(self.tree, self.log.windows, exits(self.log))

    @cached_property
    def histories(self) -> Mapping[str, tuple[Window, ...]]:
        """Alpha and beta on entry, and after each child that changed them; as above, `exit` matters."""
        return ByName(self.tree, self.log.windows, histories(self.log))

    @cached_property
    def bounds(self) -> Mapping[str, BoundKind]:
        """Whether `returned` is `exact`, or an `upper` or a `lower` bound of the value."""
        return ByName(self.tree, self.log.windows, self._bounds)

    @cached_property
    def visited(self) -> tuple[str, ...]:
        """The names of all nodes the search entered, in that order."""
        return tuple(self.windows)

    @cached_property
    def pruned(self) -> tuple[str, ...]:
        """The names of all nodes it never entered, in preorder."""
        visited = self.log.windows
        return tuple(name for index, name in enumerate(self.tree.names) if index not in visited)

    @cached_property
    def counts(self) -> Counts:
        leaves = self.tree.kinds.count(Kind.LEAF)
        evaluated = sum(self.tree.kinds[index] is Kind.LEAF for index in self.log.windows)
        return Counts(evaluated, len(self.log.windows), leaves - evaluated)

    @cached_property
    def best_moves(self) -> tuple[str, ...]:
        """The moves at the root that are right: edge labels, or the children's names."""
        return tuple(self.tree[child].move for child in self._best(0)[_CHOSEN[self.rule.best]])

    @cached_property
    def line(self) -> tuple[str, ...]:
        """The principal variation: names from the root to a leaf, or to the first chance node."""
        index, names = 0, [self.tree.names[0]]
        while best := self._best(index):
            index = best[-1 if self.rule.best == "last" else 0]
            names.append(self.tree.names[index])
        return tuple(names)

    @property
    def cutoffs(self) -> tuple[Cutoff, ...]:
        """Where the search stopped, in that order, each with its reason in English."""
        return self.cutoffs_in(sentences())

    @property
    def cutoff_windows(self) -> tuple[Window, ...]:
        """Alpha and beta at each cutoff, in the same order."""
        return tuple(window for _, _, window, _ in self.log.stops)

    @property
    def steps(self) -> tuple[Step, ...]:
        """The whole search, step by step, told in English."""
        return self.steps_in(sentences())

    @cached_property
    def deep_cutoffs(self) -> tuple[bool, ...]:
        """Of every cutoff, in order, whether it is deep; without the reasons, which take longer."""
        return deep_stops(self.log)

    @remembered
    def known_after(self, leaf: str) -> Mapping[str, Window]:
        """Between which numbers each node's value lies once the search has looked at a leaf.

        All that was seen by then counts, and what the rule says of all utilities. Raises `LookupError` where
        the search never looks at the leaf.
        """
        entered = list(self.windows)
        if leaf not in entered:
            raise LookupError(leaf)
        seen = frozenset(map(self.tree.index, entered[: entered.index(leaf) + 1]))
        known = known_values(self.tree, self.true.numbers, seen, self.rule.bounds)
        return ByName(self.tree, range(len(self.tree)), known)

    @remembered
    def cutoffs_in(self, say: Say) -> tuple[Cutoff, ...]:
        """The cutoffs, with their reasons in another language."""
        return cutoffs(self.log, say)

    @remembered
    def steps_in(self, say: Say) -> tuple[Step, ...]:
        """The steps, told in another language."""
        if self.tree.players:  # there are no windows to tell of
            return ()
        reasons = [cutoff.why for cutoff in self.cutoffs_in(say)]
        return tuple(steps(self.log, self._bounds, reasons, say))

    @cached_property
    def irrelevant(self) -> tuple[str, ...]:
        """The leaves that could be ±∞ without changing the root's value, all others as they are."""
        if self.tree.players:
            raise LookupError("irrelevant")
        return tuple(self.tree.names[leaf] for leaf in irrelevant_leaves(self.tree, self.true.column))

    def searched(self, tree: Tree, rule: Rule) -> Solution:
        """What the same person finds in another tree, or by another rule."""
        return solve(tree, rule)

    def sanity(self, leaf: str) -> Sanity:
        """Whether a leaf matters, checked by ±∞ in both meanings."""
        index = self.tree.index(leaf)
        if self.tree.kinds[index] is not Kind.LEAF:
            raise ValueError(f"`{leaf}` is not a leaf")
        if self.tree.players:
            raise ValueError("no leaf of several players is checked by ±∞")
        return check_leaf(self.tree, self.rule, self.true.column, index)

    def to_dict(self) -> dict[str, object]:
        """All of it as JSON holds it."""
        return {
            "value": plain_number(self.value),
            "best_moves": list(self.best_moves),
            "line": list(self.line),
            "visited": list(self.visited),
            "pruned": list(self.pruned),
            "cutoffs": [cutoff.to_dict() for cutoff in self.cutoffs],
            "nodes": {name: self._node(index) for index, name in enumerate(self.tree.names)},
            "rule": self.rule.to_dict(),
        }

    @cached_property
    def _bounds(self) -> dict[int, BoundKind]:
        if self.tree.players:
            return dict.fromkeys(self.log.windows, "exact")
        return bounds(self.log)

    def _best(self, index: int) -> list[int]:
        """The children that are worth as much as their parent, in the order of search; none by chance."""
        values, wish = self.true.column, self.true.wish
        children = self.tree.child_indexes(index)
        if self.tree.kinds[index] is Kind.CHANCE or not children:
            return []
        most = wish(index, values[index])
        best = [child for child in children if wish(index, values[child]) == most]
        return best if self.rule.order == "left-to-right" else best[::-1]

    def _node(self, index: int) -> dict[str, object]:
        visited = index in self.log.windows
        return {
            "kind": str(self.tree.kinds[index]),
            "value": plain_number(self.true.column[index]),
            "returned": plain_number(self.log.returned[index]) if visited else None,
            "bound": self._bounds[index] if visited else None,
            "window": [plain_number(bound) for bound in self.log.windows[index]] if visited else None,
        }


def limited(tree: Tree, limit: int | None) -> Tree:
    """The tree down to `limit` edges below the root, under the same names; an inner node there is a leaf."""
    if limit is None:
        return tree
    depths = tree.depths()
    if max(depths) <= limit:
        return tree
    kept = [index for index, depth in enumerate(depths) if depth <= limit]
    before = [0, *accumulate(depth <= limit for depth in depths)]  # how many nodes before each one are kept
    cut = {index for index in kept if depths[index] == limit and tree.kinds[index] is not Kind.LEAF}
    return TreeBuilder(
        kinds=[Kind.LEAF if index in cut else tree.kinds[index] for index in kept],
        parents=[-1, *(before[tree.parents[index]] for index in kept[1:])],
        ends=[before[tree.ends[index]] for index in kept],
        given_names=[tree.names[index] for index in kept],  # automatic names would not be the same
        labels=[tree.labels[index] for index in kept],
        probabilities=[tree.probabilities[index] for index in kept],
        utilities=[tree.estimates[index] if index in cut else tree.utilities[index] for index in kept],
        estimates=[None if index in cut else tree.estimates[index] for index in kept],
        features=[tree.features[index] for index in kept],
        boards=[tree.boards[index] for index in kept] if tree.boards else [],
        usual_weights=tree.usual_weights,
        source=tree.source,
        starts=[tree.starts[index] for index in kept] if tree.starts else [],
    ).tree()
