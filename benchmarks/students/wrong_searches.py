"""Alpha-beta with one mistake, as somebody would program it who makes it."""

# ruff: noqa: ARG002 - a step takes what every other way to do it takes

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import inf
from typing import ClassVar

from benchmarks.students.conventions import OPEN, Conventions
from benchmarks.students.plain_trees import Node, Number, Window
from benchmarks.students.steps import RIGHT, Steps, values_of
from benchmarks.students.textbook import Textbook, moves_by


class NoDeepCutoffs(Textbook):
    """Only the parent's best value is passed on."""

    id = "no-deep-cutoffs"

    def handed_down(self, node: Node, alpha: Number, beta: Number, best: Number | None) -> Window:
        return self.shallow(node, best)


class RootWindowReset(Textbook):
    """`for child in root.children: search(child, -inf, inf)`."""

    id = "root-window-reset"

    def look(self, node: Node, alpha: Number, beta: Number) -> Number:
        return super().look(node, *OPEN) if node.depth == 1 else super().look(node, alpha, beta)


class BookkeepingWithoutCutting(Textbook):
    """The `break` is missing, at players and at chance."""

    id = "bookkeeping-without-cutting"

    def crossed(self, node: Node, alpha: Number, beta: Number) -> bool:
        return False

    def crossed_at_chance(self, node: Node, alpha: Number, beta: Number) -> bool:
        return False


class SwappedUpdates(Textbook):
    """`beta = min(beta, best)` at Max, and `alpha = max(alpha, best)` at Min."""

    id = "alpha-beta-swapped-updates"

    def tightened(self, node: Node, best: Number, alpha: Number, beta: Number) -> Window:
        return (alpha, min(beta, best)) if self.steps.role(node) == "max" else (max(alpha, best), beta)


class InvertedCutTest(Textbook):
    """`if alpha <= beta: break`."""

    id = "inverted-cut-test"

    def crossed(self, node: Node, alpha: Number, beta: Number) -> bool:
        return alpha <= beta


class OneKindOfCut(Textbook):
    """A player compares with the other's bound, but leaves its own as it was: the other never cuts."""

    lax: ClassVar[str]  # whose bound stays

    def choose(self, node: Node, alpha: Number, beta: Number) -> Number:
        best = None
        for child in self.rule.children(node):
            best = self.take(node, child, self.handed_down(node, alpha, beta, best))
            narrow = self.tightened(node, best, alpha, beta)
            if self.steps.role(node) != self.lax:
                alpha, beta = narrow
                self.exits[node.name] = narrow
            if self.crossed(node, *narrow):
                self.cut(node, child)
                break
        assert best is not None
        return best

    def handed_down(self, node: Node, alpha: Number, beta: Number, best: Number | None) -> Window:
        return super().handed_down(node, alpha, beta, None if self.steps.role(node) == self.lax else best)


class BetaNeverTightens(OneKindOfCut):
    """Only Min cuts."""

    id = "beta-never-tightens"
    lax = "min"


class AlphaNeverTightens(OneKindOfCut):
    """Only Max cuts."""

    id = "alpha-never-tightens"
    lax = "max"


class AlphaOverwritten(Textbook):
    """`if value > best: best = alpha = value`, whatever alpha was."""

    id = "alpha-overwritten"

    def choose(self, node: Node, alpha: Number, beta: Number) -> Number:
        best = None
        for child in self.rule.children(node):
            last, best = best, self.take(node, child, self.handed_down(node, alpha, beta, best))
            if best != last:
                alpha, beta = (best, beta) if self.steps.role(node) == "max" else (alpha, best)
            self.exits[node.name] = alpha, beta
            if self.crossed(node, alpha, beta):
                self.cut(node, child)
                break
        assert best is not None
        return best


class GlobalWindow(Textbook):
    """`global alpha, beta`."""

    id = "global-window"

    def start(self) -> Window:
        self.shared = self.rule.full
        return self.shared

    def look(self, node: Node, alpha: Number, beta: Number) -> Number:
        return super().look(node, *self.shared)

    def choose(self, node: Node, alpha: Number, beta: Number) -> Number:
        best = None
        for child in self.rule.children(node):
            best = self.take(node, child, self.shared)
            self.shared = self.exits[node.name] = self.tightened(node, best, *self.shared)
            if self.crossed(node, *self.shared):
                self.cut(node, child)
                break
        assert best is not None
        return best


class NegamaxWindowNotSwapped(Textbook):
    """`-search(child, -alpha, -beta)`: what was β is the opponent's α, seen from Max's side."""

    id = "negamax-window-not-swapped"

    def take(self, node: Node, child: Node, window: Window) -> Number:
        players = {self.steps.role(node), self.steps.role(child)}
        return super().take(node, child, window[::-1] if players == {"max", "min"} else window)


class CutTestOnlyAfterLeaves(Textbook):
    """The test stands in the branch for leaves."""

    id = "cut-test-only-after-leaf-children"

    def crossed(self, node: Node, alpha: Number, beta: Number) -> bool:
        return self.seen[node.name][-1].is_leaf and super().crossed(node, alpha, beta)


class ComparesWithOwnPlayersAncestor(Textbook):
    """Max stops when it has as much as a Max above it, Min as little as a Min above it."""

    id = "compares-with-own-players-ancestor"

    def crossed(self, node: Node, alpha: Number, beta: Number) -> bool:
        above = self.windows[node.name]
        best = self.steps.value(node, self.seen[node.name], self.returned)
        if self.steps.role(node) == "max":
            return above[0] not in (-inf, self.rule.full[0]) and self.rule.crossed(best, above[0])
        return above[1] not in (inf, self.rule.full[1]) and self.rule.crossed(above[1], best)


class StopAtFirstWorseSibling(Textbook):
    """Children are taken for sorted: after one that is worse, none is better."""

    id = "stop-at-first-worse-sibling"

    def choose(self, node: Node, alpha: Number, beta: Number) -> Number:
        best = None
        for child in self.rule.children(node):
            best = self.take(node, child, OPEN)
            value = self.returned[child.name]
            if value < best if self.steps.role(node) == "max" else value > best:
                self.cut(node, child)
                break
        assert best is not None
        return best


class NoPruningInLeftmostSubtree(Textbook):
    """The first move of the root is searched by plain minimax."""

    id = "no-pruning-in-leftmost-subtree"

    def start(self) -> Window:
        self.spared = (
            {node.name for node in self.rule.children(self.root)[0]} if self.root.children else set()
        )
        return super().start()

    def crossed(self, node: Node, alpha: Number, beta: Number) -> bool:
        return node.name not in self.spared and super().crossed(node, alpha, beta)

    def crossed_at_chance(self, node: Node, alpha: Number, beta: Number) -> bool:
        return node.name not in self.spared and super().crossed_at_chance(node, alpha, beta)


class CutPropagatesToParent(Textbook):
    """A cut that skips something breaks out of two loops, no more."""

    id = "cut-propagates-to-parent"

    def ends_after(self, child: Node) -> bool:
        return any(at is child for at, _ in self.cuts)


class WindowStartsInverted(Textbook):
    """`search(root, inf, -inf)`."""

    id = "window-starts-inverted"

    def start(self) -> Window:
        return inf, -inf


class NullWindowWithoutResearch(Textbook):
    """Principal variation search that forgets to search again."""

    id = "pvs-without-re-search"

    def handed_down(self, node: Node, alpha: Number, beta: Number, best: Number | None) -> Window:
        alpha, beta = super().handed_down(node, alpha, beta, best)
        if best is None:
            return alpha, beta
        return (alpha, alpha + 1) if self.steps.role(node) == "max" else (beta - 1, beta)


class TranspositionBoundAsExact(Textbook):
    """`if node in table: return table[node]`, whatever the window was."""

    id = "transposition-bound-as-exact"

    def start(self) -> Window:
        self.table: dict[object, Number] = {}
        return super().start()

    def look(self, node: Node, alpha: Number, beta: Number) -> Number:
        position = _position(node)
        if position in self.table and not node.is_leaf:
            self.windows[node.name] = self.exits[node.name] = alpha, beta
            return self.report(node, self.table[position])
        self.table[position] = super().look(node, alpha, beta)
        return self.table[position]

    def look_at_everything(self, node: Node) -> None:
        position = _position(node)
        if position in self.table and not node.is_leaf:
            self.windows[node.name] = self.exits[node.name] = OPEN
            self.report(node, self.table[position])
        else:
            super().look_at_everything(node)
            self.table[position] = self.returned[node.name]


def _position(node: Node) -> object:
    """What a node looks like, without its name."""
    return node.kind, node.utility, node.probabilities, tuple(_position(child) for child in node.children)


class SortsChildrenFirst(Textbook):
    """The tree is drawn anew with the best child in front, and then searched."""

    id = "sorts-children-first"

    def __init__(
        self, root: Node, rule: Conventions, steps: Steps = RIGHT, own: Mapping[str, Number] | None = None
    ) -> None:
        self.known = values_of(root, rule, steps)
        super().__init__(_sorted(root, rule, self.known), replace(rule, order="left-to-right"), steps, own)
        self.root, self.rule = root, rule

    @property
    def moves(self) -> list[str]:
        return moves_by(self.root, self.rule, self.steps, self.known)


def _sorted(node: Node, rule: Conventions, values: Mapping[str, Number]) -> Node:
    children = [_sorted(child, rule, values) for child in rule.children(node)]
    shares = node.probabilities if rule.order == "left-to-right" else node.probabilities[::-1]
    if node.kind in ("max", "min"):
        children.sort(key=lambda child: values[child.name], reverse=node.kind == "max")
    return replace(node, children=tuple(children), probabilities=shares)


class StopsWhenMoveIsSettled(Textbook):
    """As soon as the last move of the root is sure to be the best one, nothing else is looked at."""

    id = "stops-when-the-move-is-settled"

    def start(self) -> Window:
        moves = self.rule.children(self.root) if self.steps.role(self.root) in ("max", "min") else ()
        self.decisive = {moves[-1].name} if len(moves) > 1 else set()
        return super().start()

    def take(self, node: Node, child: Node, window: Window) -> Number:
        if node.name in self.decisive and self._settles(node, child):
            self.decisive.add(child.name)
        return super().take(node, child, window)

    def crossed(self, node: Node, alpha: Number, beta: Number) -> bool:
        if node.name in self.decisive and self._is_the_roots(node) and self._is_better(node):
            return True
        return super().crossed(node, alpha, beta)

    def _settles(self, node: Node, child: Node) -> bool:
        """Whether the move is settled once the child is better than all other moves."""
        if self._is_the_roots(node):
            return True
        return child is self.rule.children(node)[-1] and (not self.seen[node.name] or self._is_better(node))

    def _is_the_roots(self, node: Node) -> bool:
        return self.steps.role(node) == self.steps.role(self.root)

    def _is_better(self, node: Node) -> bool:
        others = self.steps.value(self.root, self.seen[self.root.name], self.returned)
        best = self.steps.value(node, self.seen[node.name], self.returned)
        return best > others if self.steps.role(self.root) == "max" else best < others


class WindowsTravelUp(Textbook):
    """After the test a parent takes over the window that its child ended with."""

    id = "windows-travel-up"

    def choose(self, node: Node, alpha: Number, beta: Number) -> Number:
        best = None
        for child in self.rule.children(node):
            best = self.take(node, child, self.handed_down(node, alpha, beta, best))
            alpha, beta = self.tightened(node, best, alpha, beta)
            if self.crossed(node, alpha, beta):
                self.exits[node.name] = alpha, beta
                self.cut(node, child)
                break
            alpha, beta = max(alpha, self.exits[child.name][0]), min(beta, self.exits[child.name][1])
            self.exits[node.name] = alpha, beta
        assert best is not None
        return best


class BoundKeptForNextSibling(Textbook):
    """β of a Min node is still there when the next Min node beside it is entered, and α of a Max node."""

    id = "bound-kept-for-next-sibling"

    def take(self, node: Node, child: Node, window: Window) -> Number:
        alpha, beta = window
        for before in self.seen[node.name]:
            kept = self.exits[before.name]
            if self.steps.role(before) == self.steps.role(child) == "min":
                beta = min(beta, kept[1])
            elif self.steps.role(before) == self.steps.role(child) == "max":
                alpha = max(alpha, kept[0])
        return super().take(node, child, (alpha, beta))


class ComparesWithLeftNeighbour(Textbook):
    """A node's only bound is the value of the node looked at before it on its level."""

    id = "compares-with-left-neighbour"

    def start(self) -> Window:
        self.neighbours: dict[int, Number] = {}
        return OPEN

    def look(self, node: Node, alpha: Number, beta: Number) -> Number:
        window = OPEN
        if node.depth in self.neighbours:
            value = self.neighbours[node.depth]
            window = {"max": (-inf, value), "min": (value, inf)}.get(self.steps.role(node), OPEN)
        self.neighbours[node.depth] = super().look(node, *window)
        return self.neighbours[node.depth]


WRONG_SEARCHES: tuple[type[Textbook], ...] = (
    NoDeepCutoffs, RootWindowReset, BookkeepingWithoutCutting, SwappedUpdates, InvertedCutTest,
    BetaNeverTightens, AlphaNeverTightens, AlphaOverwritten, GlobalWindow, NegamaxWindowNotSwapped,
    CutTestOnlyAfterLeaves, ComparesWithOwnPlayersAncestor, StopAtFirstWorseSibling,
    NoPruningInLeftmostSubtree, CutPropagatesToParent, WindowStartsInverted, NullWindowWithoutResearch,
    TranspositionBoundAsExact, SortsChildrenFirst, StopsWhenMoveIsSettled, WindowsTravelUp,
    BoundKeptForNextSibling, ComparesWithLeftNeighbour,
)  # fmt: skip
