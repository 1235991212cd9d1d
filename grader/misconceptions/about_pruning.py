"""Misconceptions about alpha-beta: a search in which one decision about bounds or cuts is wrong."""

from __future__ import annotations

from math import inf, isinf
from typing import ClassVar

from grader.misconceptions.replaceable_search import Frame, Search
from grader.rule import OPEN, Window
from grader.solving import Solution
from grader.solving.chance import Star1
from grader.text.numbers import Number
from grader.tree import Kind

_NO_LINE = frozenset(("line",))  # which line somebody follows who finds a wrong value is anybody's guess


class NoDeepCutoffs(Search):
    """A child gets only its parent's running value as a bound."""

    id = "no-deep-cutoffs"

    def child_window(self, frame: Frame) -> Window:
        return self.shallow_window(frame)


class RootWindowReset(Search):
    """Every child of the root is searched with the full window."""

    id = "root-window-reset"

    def child_window(self, frame: Frame) -> Window:
        return OPEN if frame.above is None else super().child_window(frame)


class BookkeepingWithoutCutting(Search):
    """α and β are kept, but the search never stops early."""

    id = "bookkeeping-without-cutting"

    def cuts(self, frame: Frame) -> bool:
        return False


class SwappedUpdates(Search):
    """Max lowers β, and Min raises α."""

    id = "alpha-beta-swapped-updates"
    always_right = False
    silent = _NO_LINE

    def update(self, frame: Frame) -> None:
        assert frame.value is not None
        if frame.kind is Kind.MAX:
            frame.beta = min(frame.beta, frame.value)
        else:
            frame.alpha = max(frame.alpha, frame.value)


class InvertedCutTest(Search):
    """The search stops when α ≤ β."""

    id = "inverted-cut-test"
    always_right = False
    silent = _NO_LINE

    def cuts(self, frame: Frame) -> bool:
        return frame.alpha <= frame.beta


class BetaNeverTightens(Search):
    """Min takes the larger of β and its value, so β stays where it was."""

    id = "beta-never-tightens"
    loosened: ClassVar[Kind] = Kind.MIN

    def update(self, frame: Frame) -> None:
        assert frame.value is not None
        if frame.kind is not self.loosened:
            super().update(frame)
        elif frame.kind is Kind.MIN:
            frame.beta = max(frame.beta, frame.value)
        else:
            frame.alpha = min(frame.alpha, frame.value)


class AlphaNeverTightens(BetaNeverTightens):
    """Max takes the smaller of α and its value, so α stays where it was."""

    id = "alpha-never-tightens"
    loosened: ClassVar[Kind] = Kind.MAX


class AlphaOverwritten(Search):
    """A new best value replaces α or β, even where the bound from above was tighter."""

    id = "alpha-overwritten"

    def update(self, frame: Frame) -> None:
        assert frame.value is not None
        if not frame.improved:
            return
        if frame.kind is Kind.MAX:
            frame.alpha = frame.value
        else:
            frame.beta = frame.value


class GlobalWindow(Search):
    """There is one α and one β for the whole tree, never restored on the way up."""

    id = "global-window"
    always_right = False
    silent = _NO_LINE

    def __init__(self, solution: Solution) -> None:
        self.shared = OPEN if solution.rule.search == "minimax" else solution.rule.root_window
        super().__init__(solution)

    def child_window(self, frame: Frame) -> Window:
        return self.shared

    def update(self, frame: Frame) -> None:
        frame.alpha, frame.beta = self.shared
        super().update(frame)
        self.shared = frame.alpha, frame.beta


class NegamaxWindowNotSwapped(Search):
    """The window is negated for the other player, but its ends are not exchanged."""

    id = "negamax-window-not-swapped"
    always_right = False
    silent = _NO_LINE

    def child_window(self, frame: Frame) -> Window:
        return frame.beta, frame.alpha  # (−α, −β) for the opponent, seen from Max's side


class CutTestOnlyAfterLeaves(Search):
    """The cut is tested only when a leaf has returned."""

    id = "cut-test-only-after-leaf-children"

    def cuts(self, frame: Frame) -> bool:
        return self.tree.kinds[frame.last] is Kind.LEAF and super().cuts(frame)


class ComparesWithOwnPlayersAncestor(Search):
    """Max is cut by what Max has above, Min by what Min has."""

    id = "compares-with-own-players-ancestor"
    always_right = False
    silent = _NO_LINE

    def cuts(self, frame: Frame) -> bool:
        assert frame.value is not None
        alpha, beta = frame.entry
        if frame.kind is Kind.MAX:
            return not isinf(alpha) and frame.value >= alpha
        return not isinf(beta) and frame.value <= beta


class StopAtFirstWorseSibling(Search):
    """A node is left as soon as a child is worse than the best so far."""

    id = "stop-at-first-worse-sibling"
    always_right = False
    silent = _NO_LINE | {"windows", "returned"}

    def child_window(self, frame: Frame) -> Window:
        return OPEN

    def cuts(self, frame: Frame) -> bool:
        assert frame.value is not None
        return not frame.improved and frame.result != frame.value


class NoPruningInLeftmostSubtree(Search):
    """Nothing is cut below the first child of the root."""

    id = "no-pruning-in-leftmost-subtree"

    def cuts(self, frame: Frame) -> bool:
        below = frame
        while below.above is not None and below.above.above is not None:
            below = below.above
        first = self.children(0)[0]
        return below.index != first and super().cuts(frame)


class CutPropagatesToParent(Search):
    """When a node is cut, its parent stops as well."""

    id = "cut-propagates-to-parent"
    always_right = False
    silent = _NO_LINE

    def parent_stops(self, child: Frame) -> bool:
        return True


class WindowStartsInverted(Search):
    """α starts at +∞ and β at −∞."""

    id = "window-starts-inverted"
    always_right = False
    silent = _NO_LINE

    def root_window(self) -> Window:
        return super().root_window() if self.rule.search == "minimax" else (inf, -inf)


class NullWindowWithoutResearch(Search):
    """Later children are searched with a window of width 1, and what they report is taken as it is."""

    id = "pvs-without-re-search"
    always_right = False
    silent = _NO_LINE

    def child_window(self, frame: Frame) -> Window:
        alpha, beta = super().child_window(frame)
        if frame.free or not frame.results or self.rule.search == "minimax":
            return alpha, beta
        return (alpha, alpha + 1) if frame.kind is Kind.MAX else (beta - 1, beta)


class IntegerNullWindow(Search):
    """Improvements smaller than 1 are lost."""

    id = "integer-null-window-on-fractional-utilities"
    always_right = False
    silent = _NO_LINE | {"visited", "pruned", "windows", "returned"}

    def better(self, frame: Frame, result: Number, value: Number) -> bool:
        return super().better(frame, result, value) and not value - 1 < result < value + 1


class TranspositionBoundAsExact(Search):
    """What a node reported is reused for every node that looks the same, though it may be only a bound."""

    id = "transposition-bound-as-exact"
    always_right = False
    silent = _NO_LINE | {"visited", "pruned", "windows", "returned"}

    def __init__(self, solution: Solution) -> None:
        self.same = _same_positions(solution)
        self.known: dict[int, Number] = {}
        super().__init__(solution)

    def remembered(self, index: int) -> Number | None:
        return self.known.get(self.same[index])

    def reported(self, frame: Frame) -> Number:
        return self.known.setdefault(self.same[frame.index], super().reported(frame))


class WindowPassedThroughChance(Search):
    """A chance node passes its own window on to every outcome."""

    id = "window-passed-through-chance"
    always_right = False
    silent = _NO_LINE

    def outcome_window(self, frame: Frame) -> Window:
        super().outcome_window(frame)
        return OPEN if frame.free or self.rule.search == "minimax" else (frame.alpha, frame.beta)


class PruneChanceOnPartialSum(Search):
    """A chance node is left when its sum so far is at most α, as if the other outcomes were worth 0."""

    id = "prune-chance-on-partial-sum"
    always_right = False
    silent = _NO_LINE

    def chance_cuts(self, frame: Frame) -> bool:
        return self.rule.search != "minimax" and bool(frame.to_come) and self.looks_hopeless(frame)

    def looks_hopeless(self, frame: Frame) -> bool:
        return self.partial_sum(frame) <= frame.alpha

    def star(self, frame: Frame) -> None:
        return None

    def outcome_window(self, frame: Frame) -> Window:
        return OPEN


class PruneChanceOnOneBadOutcome(PruneChanceOnPartialSum):
    """A chance node is left as soon as one outcome is at most α."""

    id = "prune-chance-on-one-bad-outcome"

    def looks_hopeless(self, frame: Frame) -> bool:
        return frame.result <= frame.alpha


class SwappedLowAndHigh(Search):
    """Star1 takes the lowest utility for its test against α, and the highest for β."""

    id = "swapped-l-and-u"
    always_right = False
    silent = _NO_LINE

    def star(self, frame: Frame) -> Star1 | None:
        star = super().star(frame)
        if star is None or self.rule.utilities is None:
            return star
        return _SwappedStar(star.window, star.bounds, star.cuts_ties, star.probabilities)


class NoPruningBelowChance(Search):
    """Nothing below a chance node is ever cut, not even by bounds that were found there."""

    id = "no-pruning-below-chance"

    def is_free(self, above: Frame) -> bool:
        return above.free or above.kind is Kind.CHANCE

    def star(self, frame: Frame) -> None:
        return None

    def outcome_window(self, frame: Frame) -> Window:
        return OPEN


class _SwappedStar(Star1):
    """Star1 with the least and the most that a total can become in each other's place."""

    def _range(self) -> Window:
        least, most = super()._range()
        return most, least


def _same_positions(solution: Solution) -> list[int]:
    """For each node the first one whose subtree is the same but for names and moves."""
    tree, numbers = solution.tree, solution.true.numbers
    first: dict[object, int] = {}
    same = [0] * len(tree)
    for index in range(len(tree) - 1, -1, -1):  # every child before its parent
        below = tuple((same[child], tree.probabilities[child]) for child in tree.child_indexes(index))
        same[index] = first.setdefault((tree.kinds[index], numbers[index], below), index)
    return same


PRUNING = (
    NoDeepCutoffs, RootWindowReset, BookkeepingWithoutCutting, SwappedUpdates, InvertedCutTest,
    BetaNeverTightens, AlphaNeverTightens, AlphaOverwritten, GlobalWindow, NegamaxWindowNotSwapped,
    CutTestOnlyAfterLeaves, ComparesWithOwnPlayersAncestor, StopAtFirstWorseSibling,
    NoPruningInLeftmostSubtree, CutPropagatesToParent, WindowStartsInverted, NullWindowWithoutResearch,
    IntegerNullWindow, TranspositionBoundAsExact, WindowPassedThroughChance, PruneChanceOnPartialSum,
    PruneChanceOnOneBadOutcome, SwappedLowAndHigh, NoPruningBelowChance,
)  # fmt: skip
