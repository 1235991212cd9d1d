"""Alpha-beta as textbooks print it, writing down all that it does."""

# ruff: noqa: ARG002 - a step takes what every other way to do it takes

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import inf, isinf, isnan
from typing import ClassVar

from benchmarks.students.conventions import OPEN, Conventions
from benchmarks.students.plain_trees import Node, Number, Window
from benchmarks.students.steps import RIGHT, Steps


class Textbook:
    """One search of a tree; where a student has `own` values of all nodes, it goes by these.

    `windows` (on entry, in the order of visits), `exits` and `returned` are by the names of nodes, and
    `cuts` has pairs of a node and the child after which it was left with others to come.
    """

    id: ClassVar[str] = ""
    facet: ClassVar[str] = "search"

    def __init__(
        self, root: Node, rule: Conventions, steps: Steps = RIGHT, own: Mapping[str, Number] | None = None
    ) -> None:
        self.root = root
        self.rule = rule
        self.steps = steps
        self.own = own or {}
        self.windows: dict[str, Window] = {}
        self.exits: dict[str, Window] = {}
        self.returned: dict[str, Number] = {}
        self.seen: dict[str, list[Node]] = {node.name: [] for node in root}
        self.cuts: list[tuple[Node, Node]] = []
        self.best: Number = 0  # what the root is worth, whatever it reports
        self.look(root, *self.start())

    def start(self) -> Window:
        return self.rule.full

    def look(self, node: Node, alpha: Number, beta: Number) -> Number:
        """Search one node with this window; what it reports."""
        self.windows[node.name] = self.exits[node.name] = alpha, beta
        if node.is_leaf:
            value = node.utility
        elif self.steps.role(node) == "chance":
            value = self.chance(node, alpha, beta)
        else:
            value = self.choose(node, alpha, beta)
        if node is self.root:
            self.best = value
        if self.rule.returns == "hard" and not node.is_leaf:
            value = max(alpha, min(value, beta))
        return self.report(node, value)

    def report(self, node: Node, value: Number) -> Number:
        self.returned[node.name] = value = self.own.get(node.name, value)
        return value

    def choose(self, node: Node, alpha: Number, beta: Number) -> Number:
        """A player's node: the best of its children, until the window closes."""
        best = None
        for child in self.rule.children(node):
            best = self.take(node, child, self.handed_down(node, alpha, beta, best))
            before = alpha, beta
            alpha, beta = self.tightened(node, best, alpha, beta)
            if self.crossed(node, alpha, beta):
                self.exits[node.name] = before if self.rule.exit == "tested" else (alpha, beta)
                self.cut(node, child)
                break
            self.exits[node.name] = alpha, beta
            if self.ends_after(child):
                break
        assert best is not None
        return best

    def take(self, node: Node, child: Node, window: Window) -> Number:
        """Look at a child; the value of the node by all that have been seen."""
        self.look(child, *self.steps.handed_down(node, window))
        self.seen[node.name].append(child)
        return self.steps.value(node, self.seen[node.name], self.returned)

    def handed_down(self, node: Node, alpha: Number, beta: Number, best: Number | None) -> Window:
        """The window for the next child of a player's node."""
        return self.shallow(node, best) if self.rule.cutoffs == "shallow" else (alpha, beta)

    def shallow(self, node: Node, best: Number | None) -> Window:
        if best is None:
            return OPEN
        return (best, inf) if self.steps.role(node) == "max" else (-inf, best)

    def tightened(self, node: Node, best: Number, alpha: Number, beta: Number) -> Window:
        """The window of a player's node that has found `best`."""
        return (max(alpha, best), beta) if self.steps.role(node) == "max" else (alpha, min(beta, best))

    def crossed(self, node: Node, alpha: Number, beta: Number) -> bool:
        """Whether a player's node is left."""
        return self.rule.crossed(alpha, beta)

    def crossed_at_chance(self, node: Node, alpha: Number, beta: Number) -> bool:
        return self.rule.crossed(alpha, beta)

    def ends_after(self, child: Node) -> bool:
        """Whether a node is left after a child although its window is open."""
        return False

    def cut(self, node: Node, child: Node) -> None:
        if child is not self.rule.children(node)[-1]:
            self.cuts.append((node, child))

    def chance(self, node: Node, alpha: Number, beta: Number) -> Number:
        """A chance node: all outcomes, each afresh, but for Star1."""
        if self.rule.chance == "star1" and self.steps.is_right_at(node):
            return self.star1(node, alpha, beta)
        total: Number = 0
        for child, probability in self.outcomes(node):
            total += probability * self.outcome(node, child)
            if self.ends_after(child):
                break
        seen = self.seen[node.name]
        return self.steps.value(node, seen, self.returned) if len(seen) == len(node.children) else total

    def outcome(self, node: Node, child: Node) -> Number:
        """Look at an outcome with the full window, or without any pruning; what it reports."""
        if self.rule.chance == "none":
            self.look_at_everything(child)
        else:
            self.look(child, *self.rule.full)
        self.seen[node.name].append(child)
        return self.returned[child.name]

    def outcomes(self, node: Node) -> list[tuple[Node, Fraction]]:
        """The outcomes in the order of search, each with its probability."""
        shares = node.probabilities or (Fraction(1, len(node.children)),) * len(node.children)
        pairs = list(zip(node.children, shares, strict=True))
        return pairs if self.rule.order == "left-to-right" else pairs[::-1]

    def look_at_everything(self, node: Node) -> None:
        """Plain minimax."""
        self.windows[node.name] = self.exits[node.name] = OPEN
        for child in self.rule.children(node):
            self.look_at_everything(child)
            self.seen[node.name].append(child)
        self.report(
            node,
            node.utility if node.is_leaf else self.steps.value(node, self.seen[node.name], self.returned),
        )

    def star1(self, node: Node, alpha: Number, beta: Number) -> Number:
        """A chance node is left when no outcomes that are still to come can bring it into the window."""
        low, high = self.rule.bounds
        lowest, highest = self.extremes()
        total: Number = 0
        ahead = Fraction(1)
        for child, share in self.outcomes(node):
            ahead -= share
            least, most = total + _times(ahead, lowest), total + _times(ahead, highest)
            window = (
                max(low, _missing(alpha, most, share, -inf)),
                min(high, _missing(beta, least, share, inf)),
            )
            total += share * self.take_outcome(node, child, window)
            least, most = total + _times(ahead, lowest), total + _times(ahead, highest)
            for bound, is_cut in (
                (most, self.crossed_at_chance(node, alpha, most)),
                (least, self.crossed_at_chance(node, least, beta)),
            ):
                if is_cut:
                    self.cut(node, child)
                    return bound
            if self.ends_after(child):
                break
        return total

    def extremes(self) -> Window:
        """The least and the most that an outcome can be worth, as Star1 takes them."""
        return self.rule.bounds

    def take_outcome(self, node: Node, child: Node, window: Window) -> Number:
        """Look at an outcome with the window that Star1 has for it; what it reports."""
        self.look(child, *window)
        self.seen[node.name].append(child)
        return self.returned[child.name]

    # What is written down afterwards.

    @property
    def visited(self) -> tuple[str, ...]:
        return tuple(self.windows)

    @property
    def pruned(self) -> tuple[str, ...]:
        """The leaves that were never looked at, from left to right."""
        return tuple(leaf.name for leaf in self.root.leaves if leaf.name not in self.windows)

    @property
    def moves(self) -> list[str]:
        """The moves that seem best, by the rule for equals; at a chance root there are none."""
        if self.root.kind in ("leaf", "chance"):
            return []
        found = self.steps.moves(self.root, self.seen[self.root.name], self.returned, self.best)
        return [child.name for child in _picked(found, self.rule.best)]

    @property
    def is_undefined(self) -> bool:
        """Whether the student would have to work out ∞ − ∞."""
        return any(isnan(value) for value in self.returned.values())


def moves_by(root: Node, rule: Conventions, steps: Steps, known: Mapping[str, Number]) -> list[str]:
    """The best moves as somebody reads them off the values of the nodes."""
    if root.kind in ("leaf", "chance"):
        return []
    found = steps.moves(root, rule.children(root), known, known[root.name])
    return [child.name for child in _picked(found, rule.best)]


def _picked(children: list[Node], best: str) -> list[Node]:
    return {"first": children[:1], "last": children[-1:], "any": children}[best]


def _times(share: Fraction, number: Number) -> Number:
    return 0 if share == 0 else share * number


def _missing(bound: Number, others: Number, share: Fraction, otherwise: Number) -> Number:
    """What an outcome must be worth for the node to reach the bound."""
    if isinf(bound) and bound == others:
        return otherwise
    return (bound - others) / share
