"""A shape → a plan of its search: which nodes run into which bound, where it cuts, and what follows.

A search compares, and nothing else. So each node that it enters comes out too low for its window, too high,
or between; and a choice of these for all nodes says which nodes are cut, and by whose bound, before there is
a number in the tree. What is left of the plan is an order of leaves: this one must be less than that one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType
from typing import Literal, NamedTuple, TypeAlias

from grader.generating.cut_room import (
    AT_PARENT,
    FURTHER,
    NOWHERE,
    SHORT,
    ChildOutcome,
    CutRoom,
    Pattern,
)
from grader.generating.draws import Draws
from grader.generating.goal_fields import GoalRange, stands
from grader.generating.goals import Goals
from grader.generating.shape import NodeSketch
from grader.rule import Rule
from grader.tree import Kind

Outcome: TypeAlias = Literal["low", "between", "high"]


class PlannedBound(NamedTuple):
    """A bound of a window: the number that it is, and the node at which it was set."""

    number: int
    holder: NodeSketch
    is_derived: bool = False  # worked out by Star1 from another bound


PlannedWindow: TypeAlias = tuple[PlannedBound | None, PlannedBound | None]  # alpha and beta
_OPEN: PlannedWindow = (None, None)


class PlannedCut(NamedTuple):
    """A node that is cut, whether by a bound from further up, and how much is skipped."""

    kind: Kind
    deep: bool
    leaves: int
    inner: int


@dataclass(slots=True)
class Lottery:
    """A chance node: its value is a number of the order around it; each outcome is an order of its own.

    `last` is the bound that Star1 hands to the last outcome, a number of that outcome's order; it follows
    from `above`, a number of the order around the node.
    """

    number: int
    probabilities: tuple[Fraction, ...]
    outcomes: list[NumberOrder] = field(default_factory=list)
    last: int | None = None
    above: int | None = None


@dataclass(slots=True)
class NumberOrder:
    """Numbers to be found, some of them those of leaves, and which must be less than which.

    `main` is the one that the whole is worth; None where it only has to be below, or above, a bound.
    """

    spots: list[NodeSketch | None] = field(default_factory=list)
    less: list[tuple[int, int]] = field(default_factory=list)
    lotteries: list[Lottery] = field(default_factory=list)
    main: int | None = None

    def number(self, spot: NodeSketch | None) -> int:
        self.spots.append(spot)
        return len(self.spots) - 1


@dataclass(slots=True)
class CutPlan:
    """The order of all numbers, the cuts that follow from it, and leaves that nobody looks at."""

    order: NumberOrder
    cuts: list[PlannedCut]
    skipped: list[NodeSketch]

    def shortfall(self, goals: Goals) -> int:
        """By how much the cuts miss what is wanted."""
        cuts = self.cuts
        found = (
            (goals.cutoffs, len(cuts)),
            (goals.deep, sum(cut.deep for cut in cuts)),
            (goals.cutoffs_at_max, sum(cut.kind is Kind.MAX for cut in cuts)),
            (goals.cutoffs_at_min, sum(cut.kind is Kind.MIN for cut in cuts)),
            (goals.leaves_pruned, sum(cut.leaves for cut in cuts)),
            (goals.inner_pruned, sum(cut.inner for cut in cuts)),
        )
        return sum(span.distance(number) for span, number in found if span is not None)


class _Side(NamedTuple):
    """What a player moves in a window: its own bound; and what a child is that falls short or goes beyond."""

    own: int
    short: Outcome
    beyond: Outcome

    def narrowed(self, window: PlannedWindow, bound: PlannedBound) -> PlannedWindow:
        return (bound, window[1]) if self.own == 0 else (window[0], bound)


_SIDES = {Kind.MAX: _Side(0, "low", "high"), Kind.MIN: _Side(1, "high", "low")}


def draw_plan(
    root: NodeSketch,
    goals: Goals,
    rule: Rule,
    draws: Draws,
    *,
    room: CutRoom | None = None,
    patterns: Mapping[NodeSketch, Pattern] = MappingProxyType({}),
) -> CutPlan:
    """A plan of the search of this shape, with the cuts that are wanted as far as there is room.

    What is known of what children do, by `patterns`, is not chosen any more.
    """
    planner = _Planner(goals, rule, draws, room, patterns)
    order = NumberOrder()
    if root.is_end:
        order.main = order.number(root)
    else:
        best = best_place(goals, len(root.children), draws)
        order.main = planner.enter(order, root, "between", _OPEN, best)
    return CutPlan(order, planner.cuts, planner.skipped)


def best_place(goals: Goals, moves: int, draws: Draws) -> int | None:
    """Which of the moves at the root is to be the best, from 0; none where that is left to chance."""
    places = [place for place in range(moves) if stands(place, moves, goals.best_move) is not False]
    wrong = [goals.best_move_not, "first" if goals.no_guess else None]
    fitting = [
        place for place in places if not any(stands(place, moves, each) for each in wrong if each is not None)
    ]
    return draws.choice(fitting) if fitting else None


@dataclass(slots=True)
class _Planner:
    """One walk through a search, in which each outcome is chosen as it comes."""

    goals: Goals
    rule: Rule
    draws: Draws
    room: CutRoom | None  # where cuts are hard to come by
    patterns: Mapping[NodeSketch, Pattern]  # of nodes for which they are chosen already
    cuts: list[PlannedCut] = field(default_factory=list)
    skipped: list[NodeSketch] = field(default_factory=list)
    deep_cuts: int = 0
    prunes: bool = True

    def __post_init__(self) -> None:
        self.prunes = self.rule.search != "minimax"

    def enter(
        self,
        order: NumberOrder,
        spot: NodeSketch,
        outcome: Outcome,
        window: PlannedWindow,
        best: int | None = None,
    ) -> int | None:
        """Plan a node that is to come out so; the number that it is worth where that is between."""
        if spot.is_end or spot.kind is Kind.CHANCE:
            return self._end(order, spot, outcome, window)
        if outcome == "between":
            return self._between(order, spot, window, best)
        if outcome == _SIDES[spot.kind].beyond:
            self._refuted(order, spot, window)
        else:
            for child in self._children(spot):  # nothing that this player can do helps
                self.enter(order, child, outcome, window)
        return None

    def _children(self, spot: NodeSketch) -> Sequence[NodeSketch]:
        return spot.children if self.rule.order == "left-to-right" else spot.children[::-1]

    def _end(
        self, order: NumberOrder, spot: NodeSketch, outcome: Outcome, window: PlannedWindow
    ) -> int | None:
        """A number at last: a leaf, or chance, whose outcomes are planned each for itself."""
        is_lottery = bool(spot.children) and not spot.is_limit
        number = order.number(None if is_lottery else spot)
        alpha, beta = window
        if alpha and outcome != "high":
            order.less.append((number, alpha.number) if outcome == "low" else (alpha.number, number))
        if beta and outcome != "low":
            order.less.append((beta.number, number) if outcome == "high" else (number, beta.number))
        if is_lottery:
            order.lotteries.append(self._lottery(spot, number, outcome, window))
        elif spot.is_limit:
            self.skipped += (below for below in spot.walk() if not below.children)
        return number if outcome == "between" else None

    def _lottery(self, spot: NodeSketch, number: int, outcome: Outcome, window: PlannedWindow) -> Lottery:
        shares = spot.probabilities if self.rule.order == "left-to-right" else spot.probabilities[::-1]
        lottery = Lottery(number, shares)
        children = self._children(spot)
        before = self.prunes
        self.prunes = self.prunes and self.rule.chance != "none"
        above = {"low": window[0], "high": window[1], "between": None}[outcome]
        reaches = self.prunes and self.rule.chance == "star1" and above is not None and not above.is_derived
        for child in children:
            order = NumberOrder()
            if child is children[-1] and reaches and above is not None:
                self._last_outcome(order, lottery, child, outcome, above)
            else:
                order.main = self.enter(order, child, "between", _OPEN)
            lottery.outcomes.append(order)
        self.prunes = before
        return lottery

    def _last_outcome(
        self, order: NumberOrder, lottery: Lottery, child: NodeSketch, outcome: Outcome, above: PlannedBound
    ) -> None:
        """Under Star1 the bound from above reaches the last outcome, because all others are known then."""
        lottery.last, lottery.above = order.number(None), above.number
        bound = PlannedBound(lottery.last, above.holder, is_derived=True)
        self.enter(order, child, outcome, (bound, None) if outcome == "low" else (None, bound))

    def _between(
        self, order: NumberOrder, spot: NodeSketch, window: PlannedWindow, best: int | None
    ) -> int | None:
        """Some child is the best; those before it fail or improve on others, those after it fail."""
        if best is not None and self.rule.order == "right-to-left":
            best = len(spot.children) - 1 - best
        pattern = self._chosen(spot, "improves", window, best) or self._improving(spot, window, best)
        return self._follow(order, spot, pattern, window)

    def _refuted(self, order: NumberOrder, spot: NodeSketch, window: PlannedWindow) -> None:
        """A child goes beyond the bound; whatever comes after it is skipped."""
        foe = window[1 - _SIDES[spot.kind].own]
        assert foe is not None
        deep = self._is_deep(spot, foe)
        pattern = self._chosen(spot, "beyond", window, None) or self._cutting(spot, window, deep)
        self._follow(order, spot, pattern, window)
        rest = self._children(spot)[len(pattern) :]
        if self.prunes and (rest or self.rule.last_child == "event"):
            self._cut(spot, rest, deep)

    def _follow(
        self, order: NumberOrder, spot: NodeSketch, pattern: Pattern, window: PlannedWindow
    ) -> int | None:
        """Enter the children that come out so; the number that the last improvement was."""
        side = _SIDES[spot.kind]
        outcomes: dict[ChildOutcome, Outcome] = {
            "improves": "between", "short": side.short, "beyond": side.beyond,
        }  # fmt: skip
        value = None
        for child, outcome in zip(self._children(spot), pattern, strict=False):
            found = self.enter(order, child, outcomes[outcome], window)
            if found is not None:
                value = found
                window = side.narrowed(window, PlannedBound(value, spot))
        return value

    def _chosen(
        self, spot: NodeSketch, outcome: ChildOutcome, window: PlannedWindow, best: int | None
    ) -> Pattern | None:
        """What is chosen already, or leaves most room for cuts; None where anything will do."""
        if spot in self.patterns:
            return self.patterns[spot]
        if self.room is None or not self._wants_more() or self.draws.one_in(6):
            return None
        own, other = (
            NOWHERE if bound is None else FURTHER if self._is_deep(spot, bound) else AT_PARENT
            for bound in window[:: 1 if _SIDES[spot.kind].own == 0 else -1]
        )
        found = self.room.best_patterns(spot, (outcome, own, other))
        if best is not None:
            found = tuple(each for each in found if _last_improvement(each) == best)
        return self.draws.choice(found) if found else None

    def _improving(self, spot: NodeSketch, window: PlannedWindow, best: int | None) -> Pattern:
        number = len(spot.children)
        if best is None:
            best = self.draws.below(number)
            if best and self._wants_more():  # whatever comes after the best child may be cut
                best = self.draws.below(best + 1)
        return (*self._before(spot, best, window), "improves", *(SHORT * (number - best - 1)))

    def _cutting(self, spot: NodeSketch, window: PlannedWindow, deep: bool) -> Pattern:
        place = self._refuting(spot, self._children(spot), deep)
        return (*self._before(spot, place, window), "beyond")

    def _before(self, spot: NodeSketch, number: int, window: PlannedWindow) -> Iterator[ChildOutcome]:
        """What the children before the one that counts do: each falls short, or sets a bound for the next."""
        is_bound = window[_SIDES[spot.kind].own] is not None
        for _ in range(number):
            improves = not is_bound or self.draws.one_in(4 if self._wants_more() else 2)
            is_bound = True
            yield "improves" if improves else "short"

    def _is_deep(self, spot: NodeSketch, bound: PlannedBound) -> bool:
        return spot is not bound.holder and all(spot is not child for child in bound.holder.children)

    def _wants_more(self) -> bool:
        """Whether there are still fewer cuts than wanted."""
        cutoffs, deep = self.goals.cutoffs, self.goals.deep
        return (cutoffs is not None and len(self.cuts) < cutoffs.least) or (
            deep is not None and self.deep_cuts < deep.least
        )

    def _refuting(self, spot: NodeSketch, children: Sequence[NodeSketch], deep: bool) -> int:
        """After which child the node is cut: the last one where no more cuts are wanted."""
        goals = self.goals
        counts = (
            (goals.cutoffs, len(self.cuts)),
            (goals.deep if deep else None, self.deep_cuts),
            (
                goals.cutoffs_at_max if spot.kind is Kind.MAX else goals.cutoffs_at_min,
                sum(cut.kind is spot.kind for cut in self.cuts),
            ),
        )
        last = len(children) - 1
        if not self.prunes or not last or any(_is_full(span, number) for span, number in counts):
            return last
        short = any(span is not None and number < span.least for span, number in counts)
        if not short and self.draws.one_in(2):
            return last
        if goals.deep is not None and self.deep_cuts < goals.deep.least:
            # Only what is cut below an inner node can be deep.
            inner = [place for place, child in enumerate(children[:last]) if child.children]
            if inner:
                return self.draws.choice(inner)
        return self.draws.below(last)

    def _cut(self, spot: NodeSketch, rest: Sequence[NodeSketch], deep: bool) -> None:
        below = [each for child in rest for each in child.walk()]
        # Where the rule's depth ends, a search sees a leaf.
        limit = self.rule.limit
        seen = [each for each in below if limit is None or each.level <= limit]
        leaves = sum(each.is_end for each in seen)
        self.cuts.append(PlannedCut(spot.kind, deep, leaves, len(seen) - leaves))
        self.deep_cuts += deep
        self.skipped += (each for each in below if each.is_end)


def _last_improvement(pattern: Pattern) -> int:
    return len(pattern) - 1 - pattern[::-1].index("improves")


def _is_full(span: GoalRange | None, number: int) -> bool:
    return span is not None and span.most is not None and number >= span.most
