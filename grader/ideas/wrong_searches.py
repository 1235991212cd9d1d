"""Ideas about alpha-beta: a search in which one decision about bounds or cuts is wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import inf
from typing import ClassVar

from grader.ideas.search import Frame, Search
from grader.ideas.value_step import ValueStep
from grader.rule import OPEN, Window
from grader.solving import Solution
from grader.solving.chance import Star1
from grader.text.numbers import Number
from grader.tree import Kind


class NoDeepCutoffs(Search):
    """A child gets only its parent's running value as a bound."""

    id = "no-deep-cutoffs"

    def child_window(self, frame: Frame) -> Window:
        return self.shallow_window(frame)


class RootWindowReset(Search):
    """Every child of the root is searched with the full window."""

    id = "root-window-reset"

    def entry(self, index: int, window: Window, above: Frame | None) -> Window:
        return OPEN if above is not None and above.above is None else window


class BookkeepingWithoutCutting(Search):
    """α and β are kept, but the search never stops early."""

    id = "bookkeeping-without-cutting"

    def crossed(self, frame: Frame, window: Window) -> bool:
        return False

    def chance_bound(self, frame: Frame) -> None:
        super().chance_bound(frame)  # the account is kept, too
        if frame.star is not None:
            frame.star.value = frame.star.total


class SwappedUpdates(Search):
    """Max lowers β, and Min raises α."""

    id = "alpha-beta-swapped-updates"
    always_right = False

    def tightened(self, frame: Frame) -> Window:
        assert frame.value is not None
        if frame.role is Kind.MAX:
            return frame.alpha, min(frame.beta, frame.value)
        return max(frame.alpha, frame.value), frame.beta


class InvertedCutTest(Search):
    """The search stops when α ≤ β."""

    id = "inverted-cut-test"
    always_right = False

    def crossed(self, frame: Frame, window: Window) -> bool:
        return window[0] <= window[1]


class OneKindOfCut(Search):
    """A player tests against the other's bound, but keeps its own as it was, so that the other never cuts."""

    lax: ClassVar[Kind]

    def kept(self, frame: Frame, window: Window) -> Window:
        return (frame.alpha, frame.beta) if frame.role is self.lax else window

    def child_window(self, frame: Frame) -> Window:
        shallow = self.rule.cutoffs == "shallow"
        return OPEN if shallow and frame.role is self.lax else super().child_window(frame)


class BetaNeverTightens(OneKindOfCut):
    """Only Min nodes are cut: what Min has found is no bound for the Max nodes below it."""

    id = "beta-never-tightens"
    lax = Kind.MIN


class AlphaNeverTightens(OneKindOfCut):
    """Only Max nodes are cut: what Max has found is no bound for the Min nodes below it."""

    id = "alpha-never-tightens"
    lax = Kind.MAX


class OnePlayerTests(Search):
    """The bounds are kept as they should be, but one player never tests against the other's."""

    trusting: ClassVar[Kind]

    def crossed(self, frame: Frame, window: Window) -> bool:
        assert frame.value is not None
        if frame.role is self.trusting:
            return False
        alpha, beta = window  # which may have crossed at the other player's node above, and nobody saw it
        return self.is_empty(*((frame.value, beta) if frame.role is Kind.MAX else (alpha, frame.value)))


class MaxNeverTests(OnePlayerTests):
    """Only Min nodes are cut, though β is known at the Max nodes."""

    trusting = Kind.MAX


class MinNeverTests(OnePlayerTests):
    """Only Max nodes are cut, though α is known at the Min nodes."""

    trusting = Kind.MIN


class AlphaOverwritten(Search):
    """A new best value replaces α or β, even where the bound from above was tighter."""

    id = "alpha-overwritten"

    def tightened(self, frame: Frame) -> Window:
        if not frame.improved or frame.value is None:
            return frame.alpha, frame.beta
        return (frame.value, frame.beta) if frame.role is Kind.MAX else (frame.alpha, frame.value)


class GlobalWindow(Search):
    """There is one α and one β for the whole tree, never restored on the way up."""

    id = "global-window"
    always_right = False
    shared: Window

    def start(self) -> Window:
        self.shared = super().start()
        return self.shared

    def entry(self, index: int, window: Window, above: Frame | None) -> Window:
        return self.shared

    def tightened(self, frame: Frame) -> Window:
        frame.alpha, frame.beta = self.shared
        self.shared = super().tightened(frame)
        return self.shared


class NegamaxWindowNotSwapped(Search):
    """The window is negated for the other player, but its ends are not exchanged."""

    id = "negamax-window-not-swapped"
    always_right = False

    def entry(self, index: int, window: Window, above: Frame | None) -> Window:
        turned = above is not None and {above.role, self.step.role(index)} == {Kind.MAX, Kind.MIN}
        return window[::-1] if turned else window


class CutTestOnlyAfterLeaves(Search):
    """The cut is tested only when a leaf has returned."""

    id = "cut-test-only-after-leaf-children"

    def crossed(self, frame: Frame, window: Window) -> bool:
        return self.tree.kinds[frame.last] is Kind.LEAF and super().crossed(frame, window)


class ComparesWithOwnPlayersAncestor(Search):
    """Max is cut by what Max has above, Min by what Min has."""

    id = "compares-with-own-players-ancestor"
    always_right = False

    def crossed(self, frame: Frame, window: Window) -> bool:
        assert frame.value is not None
        side = 0 if frame.role is Kind.MAX else 1
        above = frame.entry[side]
        if above in (OPEN[side], self.rule.root_window[side]):
            return False
        return self.is_empty(frame.value, above) if side == 0 else self.is_empty(above, frame.value)


class StopAtFirstWorseSibling(Search):
    """A node is left as soon as a child is worse than the best so far."""

    id = "stop-at-first-worse-sibling"
    always_right = False

    def child_window(self, frame: Frame) -> Window:
        return OPEN

    def tightened(self, frame: Frame) -> Window:
        return frame.alpha, frame.beta

    def crossed(self, frame: Frame, window: Window) -> bool:
        assert frame.value is not None
        result = self.returned[frame.last]
        return result < frame.value if frame.role is Kind.MAX else result > frame.value


class NoPruningInLeftmostSubtree(Search):
    """Nothing is cut below the first child of the root."""

    id = "no-pruning-in-leftmost-subtree"

    def crossed(self, frame: Frame, window: Window) -> bool:
        return not self.is_spared(frame) and super().crossed(frame, window)

    def chance_bound(self, frame: Frame) -> Number | None:
        bound = super().chance_bound(frame)
        if bound is None or not self.is_spared(frame):
            return bound
        assert frame.star is not None
        frame.star.value = frame.star.total
        return None

    def is_spared(self, frame: Frame) -> bool:
        first = self.children(0)[0]
        return first <= frame.index < self.tree.ends[first]


class CutPropagatesToParent(Search):
    """When a node is cut so that something is skipped, its parent stops as well."""

    id = "cut-propagates-to-parent"
    always_right = False

    def ends_after(self, child: int) -> bool:
        return child in self.cut


class WindowStartsInverted(Search):
    """α starts at +∞ and β at −∞."""

    id = "window-starts-inverted"
    always_right = False

    def start(self) -> Window:
        return inf, -inf


class NullWindowWithoutResearch(Search):
    """Later children are searched with a window of width 1, and what they report is taken as it is."""

    id = "pvs-without-re-search"
    always_right = False

    def child_window(self, frame: Frame) -> Window:
        alpha, beta = super().child_window(frame)
        if not frame.seen:
            return alpha, beta
        return (alpha, alpha + 1) if frame.role is Kind.MAX else (beta - 1, beta)


class TranspositionBoundAsExact(Search):
    """What a node reported is reused for every node that looks the same, though it may be only a bound."""

    id = "transposition-bound-as-exact"
    always_right = False

    def __init__(
        self, solution: Solution, step: ValueStep | None = None, own: Mapping[int, Number] | None = None
    ) -> None:
        self.same = _same_positions(solution)
        self.known: dict[int, Number] = {}
        super().__init__(solution, step, own)

    def remembered(self, index: int) -> Number | None:
        return self.known.get(self.same[index])

    def reported(self, frame: Frame) -> Number:
        return self.known.setdefault(self.same[frame.index], super().reported(frame))


class SortsChildrenFirst(Search):
    """Children are put in order first, the best one in front, and then searched."""

    id = "sorts-children-first"

    def children(self, index: int) -> Sequence[int]:
        children = super().children(index)
        kind = self.tree.kinds[index]
        if kind is Kind.CHANCE:
            return children
        return sorted(children, key=self.step.values.__getitem__, reverse=kind is Kind.MAX)

    def moves(self) -> tuple[int, ...]:
        values = self.step.values
        return self.step.moves(self.step.in_order(0), values, values[0])


class StopsWhenMoveIsSettled(Search):
    """As soon as the last move of the root is sure to be the best one, nothing else is looked at."""

    id = "stops-when-the-move-is-settled"
    always_right = False

    def crossed(self, frame: Frame, window: Window) -> bool:
        return self.settles(frame) or super().crossed(frame, window)

    def settles(self, frame: Frame) -> bool:
        """Whether what a node has found decides the move at the root."""
        root = frame
        while root.above is not None:
            root = root.above
        others = root.value
        if frame is root or others is None or root.to_come or frame.role is not root.role:
            return False
        return self.is_better(frame, others, root.role) and self.decides(frame, others, root.role)

    def decides(self, frame: Frame, others: Number, role: Kind) -> bool:
        """Whether the root's move is settled when this node is better than all other moves."""
        above = frame.above
        while above is not None and above.above is not None:
            if above.role is Kind.CHANCE:
                return False
            last = not above.to_come and (above.value is None or self.is_better(above, others, role))
            if above.role is not role and not last:
                return False
            above = above.above
        return True

    def is_better(self, frame: Frame, others: Number, role: Kind) -> bool:
        assert frame.value is not None
        return frame.value > others if role is Kind.MAX else frame.value < others


class WindowsTravelUp(Search):
    """α and β of a child become its parent's."""

    id = "windows-travel-up"
    always_right = False

    def kept(self, frame: Frame, window: Window) -> Window:
        if self.crossed(frame, window):
            return window
        alpha, beta = self.exits[frame.last]
        return max(window[0], alpha), min(window[1], beta)


class BoundKeptForNextSibling(Search):
    """β of a Min node is still there when the next Min node beside it is entered, and α of a Max node."""

    id = "bound-kept-for-next-sibling"
    always_right = False

    def entry(self, index: int, window: Window, above: Frame | None) -> Window:
        if above is None or above.role is Kind.CHANCE:
            return window
        role = self.step.role(index)
        alpha, beta = window
        for before in above.seen:
            if self.step.role(before) is role is Kind.MIN:
                beta = min(beta, self.exits[before][1])
            elif self.step.role(before) is role is Kind.MAX:
                alpha = max(alpha, self.exits[before][0])
        return alpha, beta


class ComparesWithLeftNeighbour(Search):
    """A node's only bound is the value of the node looked at before it on its level."""

    id = "compares-with-left-neighbour"
    always_right = False

    def start(self) -> Window:
        self.depths = self.tree.depths()
        self.neighbours: dict[int, Number] = {}  # by their level
        return OPEN

    def entry(self, index: int, window: Window, above: Frame | None) -> Window:
        if self.depths[index] not in self.neighbours:
            return OPEN
        value = self.neighbours[self.depths[index]]
        return {Kind.MAX: (-inf, value), Kind.MIN: (value, inf)}.get(self.step.role(index), OPEN)

    def note(self, index: int, number: Number) -> None:
        super().note(index, number)
        if self.prunes:
            self.neighbours[self.depths[index]] = self.returned[index]


class WindowPassedThroughChance(Search):
    """A chance node passes its own window on to every outcome."""

    id = "window-passed-through-chance"
    always_right = False

    def outcome_window(self, frame: Frame) -> Window:
        super().outcome_window(frame)
        return frame.alpha, frame.beta


class ChanceLeftEarly(Search):
    """A chance node is left when what has been seen of it looks hopeless."""

    always_right = False

    def star(self, frame: Frame) -> None:
        return None

    def chance_bound(self, frame: Frame) -> Number | None:
        return self.given_up(frame) if frame.to_come else None

    def given_up(self, frame: Frame) -> Number | None:
        raise NotImplementedError


class PruneChanceOnPartialSum(ChanceLeftEarly):
    """A chance node is left when its sum so far is at most α, as if the other outcomes were worth 0."""

    id = "prune-chance-on-partial-sum"

    def given_up(self, frame: Frame) -> Number | None:
        total = self.partial_sum(frame)
        return total if total <= frame.alpha else None


class PruneChanceOnOneBadOutcome(ChanceLeftEarly):
    """A chance node is left as soon as one outcome is at most α."""

    id = "prune-chance-on-one-bad-outcome"

    def given_up(self, frame: Frame) -> Number | None:
        return self.partial_sum(frame) if self.returned[frame.last] <= frame.alpha else None


class PruneChanceOnMeanSoFar(ChanceLeftEarly):
    """A chance node is left when the mean of the outcomes so far lies outside its window."""

    id = "prune-chance-on-the-mean-so-far"

    def given_up(self, frame: Frame) -> Number | None:
        weight = sum(self.shares(frame.index)[: len(frame.seen)])
        total = self.partial_sum(frame)
        mean = total if abs(total) == inf else total / Fraction(weight)
        return mean if self.is_empty(frame.alpha, mean) or self.is_empty(mean, frame.beta) else None


class SwappedLowAndHigh(Search):
    """Star1 takes the lowest utility for its test against α, and the highest for β."""

    id = "swapped-l-and-u"
    always_right = False

    def star(self, frame: Frame) -> Star1 | None:
        star = super().star(frame)
        if star is None or self.rule.utilities is None:
            return star
        return _SwappedStar(star.window, star.bounds, star.cuts_ties, star.probabilities)


class NoPruningBelowChance(Search):
    """Nothing below a chance node is ever cut, not even by bounds that were found there."""

    id = "no-pruning-below-chance"

    def is_free(self, above: Frame) -> bool:
        return above.free or above.role is Kind.CHANCE

    def star(self, frame: Frame) -> None:
        return None


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


WRONG_SEARCHES: tuple[type[Search], ...] = (
    NoDeepCutoffs, RootWindowReset, BookkeepingWithoutCutting, SwappedUpdates, InvertedCutTest,
    BetaNeverTightens, AlphaNeverTightens, AlphaOverwritten, GlobalWindow, NegamaxWindowNotSwapped,
    CutTestOnlyAfterLeaves, ComparesWithOwnPlayersAncestor, StopAtFirstWorseSibling,
    NoPruningInLeftmostSubtree, CutPropagatesToParent, WindowStartsInverted, NullWindowWithoutResearch,
    TranspositionBoundAsExact, SortsChildrenFirst, StopsWhenMoveIsSettled, WindowsTravelUp,
    BoundKeptForNextSibling, ComparesWithLeftNeighbour, WindowPassedThroughChance, PruneChanceOnPartialSum,
    PruneChanceOnOneBadOutcome, PruneChanceOnMeanSoFar, SwappedLowAndHigh, NoPruningBelowChance,
)  # fmt: skip
