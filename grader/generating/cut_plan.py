"""A shape → a plan of its search: which nodes run into which bound, where it cuts, and what follows.

A search compares, and nothing else. So each node that it enters comes out too low for its window, too high,
or between; and a choice of these for all nodes says which nodes are cut, and by whose bound, before there is
a number in the tree. What is left of the plan is an order of leaves: this one must be less than that one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal, NamedTuple, TypeAlias

from grader.generating.draws import Draws
from grader.generating.goal_fields import Span
from grader.generating.goals import Goals
from grader.generating.shape import Spot
from grader.rule import Rule
from grader.tree import Kind

Outcome: TypeAlias = Literal["low", "between", "high"]


class Bound(NamedTuple):
    """A bound of a window: the number that it is, and the node at which it was set."""

    number: int
    holder: Spot
    is_derived: bool = False  # worked out by Star1 from another bound


PlannedWindow: TypeAlias = tuple[Bound | None, Bound | None]  # alpha and beta
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

    spots: list[Spot | None] = field(default_factory=list)
    less: list[tuple[int, int]] = field(default_factory=list)
    lotteries: list[Lottery] = field(default_factory=list)
    main: int | None = None

    def number(self, spot: Spot | None) -> int:
        self.spots.append(spot)
        return len(self.spots) - 1


@dataclass(slots=True)
class CutPlan:
    """The order of all numbers, the cuts that follow from it, and leaves that nobody looks at."""

    order: NumberOrder
    cuts: list[PlannedCut]
    skipped: list[Spot]

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

    def narrowed(self, window: PlannedWindow, bound: Bound) -> PlannedWindow:
        return (bound, window[1]) if self.own == 0 else (window[0], bound)


_SIDES = {Kind.MAX: _Side(0, "low", "high"), Kind.MIN: _Side(1, "high", "low")}


def draw_plan(root: Spot, goals: Goals, rule: Rule, draws: Draws) -> CutPlan:
    """A plan of the search of this shape, with the cuts that are wanted as far as there is room."""
    planner = _Planner(goals, rule, draws)
    order = NumberOrder()
    if root.is_end:
        order.main = order.number(root)
    else:
        best = _best_place(goals, len(root.children), draws)
        order.main = planner.enter(order, root, "between", _OPEN, best)
    return CutPlan(order, planner.cuts, planner.skipped)


def _best_place(goals: Goals, moves: int, draws: Draws) -> int | None:
    """Which of the moves at the root is to be the best, from 0; none where that is left to chance."""
    places = [place for place in range(moves) if stands(place, moves, goals.best_move) is not False]
    wrong = [goals.best_move_not, "first" if goals.no_guess else None]
    fitting = [
        place for place in places if not any(stands(place, moves, each) for each in wrong if each is not None)
    ]
    return draws.choice(fitting) if fitting else None


def stands(place: int, moves: int, where: str | int | None) -> bool | None:
    """Whether the move at this place, from 0, stands there; None where nothing is said."""
    if where is None:
        return None
    if where == "middle":
        return 0 < place < moves - 1
    return place == {"first": 0, "last": moves - 1}.get(
        str(where), where - 1 if isinstance(where, int) else -1
    )


@dataclass(slots=True)
class _Planner:
    """One walk through a search, in which each outcome is chosen as it comes."""

    goals: Goals
    rule: Rule
    draws: Draws
    cuts: list[PlannedCut] = field(default_factory=list)
    skipped: list[Spot] = field(default_factory=list)
    prunes: bool = True

    def __post_init__(self) -> None:
        self.prunes = self.rule.search != "minimax"

    def enter(
        self, order: NumberOrder, spot: Spot, outcome: Outcome, window: PlannedWindow, best: int | None = None
    ) -> int | None:
        """Plan a node that is to come out so; the number that it is worth where that is between."""
        if spot.is_end or spot.kind is Kind.CHANCE:
            return self._end(order, spot, outcome, window)
        if outcome == "between":
            return self._between(order, spot, window, best)
        if outcome == _SIDES[spot.kind].beyond:
            self._refuted(order, spot, outcome, window)
        else:
            for child in self._children(spot):  # nothing that this player can do helps
                self.enter(order, child, outcome, window)
        return None

    def _children(self, spot: Spot) -> Sequence[Spot]:
        return spot.children if self.rule.order == "left-to-right" else spot.children[::-1]

    def _end(self, order: NumberOrder, spot: Spot, outcome: Outcome, window: PlannedWindow) -> int | None:
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

    def _lottery(self, spot: Spot, number: int, outcome: Outcome, window: PlannedWindow) -> Lottery:
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
        self, order: NumberOrder, lottery: Lottery, child: Spot, outcome: Outcome, above: Bound
    ) -> None:
        """Under Star1 the bound from above reaches the last outcome, because all others are known then."""
        lottery.last, lottery.above = order.number(None), above.number
        bound = Bound(lottery.last, above.holder, is_derived=True)
        self.enter(order, child, outcome, (bound, None) if outcome == "low" else (None, bound))

    def _between(self, order: NumberOrder, spot: Spot, window: PlannedWindow, best: int | None) -> int | None:
        """Some child is the best; those before it fail or improve on others, those after it fail."""
        children = self._children(spot)
        if best is None:
            best = self.draws.below(len(children))
        elif self.rule.order == "right-to-left":
            best = len(children) - 1 - best
        window = self._before(order, spot, children[:best], window)
        value = self.enter(order, children[best], "between", window)
        assert value is not None
        window = _SIDES[spot.kind].narrowed(window, Bound(value, spot))
        for child in children[best + 1 :]:
            self.enter(order, child, _SIDES[spot.kind].short, window)
        return value

    def _refuted(self, order: NumberOrder, spot: Spot, outcome: Outcome, window: PlannedWindow) -> None:
        """A child goes beyond the bound; whatever comes after it is skipped."""
        children = self._children(spot)
        foe = window[1 - _SIDES[spot.kind].own]
        assert foe is not None
        deep = self._is_deep(spot, foe)
        place = self._refuting(spot, len(children), deep)
        window = self._before(order, spot, children[:place], window)
        self.enter(order, children[place], outcome, window)
        if self.prunes and (place < len(children) - 1 or self.rule.last_child == "event"):
            self._cut(spot, children[place + 1 :], deep)

    def _before(
        self, order: NumberOrder, spot: Spot, children: Sequence[Spot], window: PlannedWindow
    ) -> PlannedWindow:
        """The children before the one that counts: each falls short, or sets a bound for the next."""
        side = _SIDES[spot.kind]
        for child in children:
            improves = window[side.own] is None or self.draws.one_in(2)
            value = self.enter(order, child, "between" if improves else side.short, window)
            if value is not None:
                window = side.narrowed(window, Bound(value, spot))
        return window

    def _is_deep(self, spot: Spot, bound: Bound) -> bool:
        return spot is not bound.holder and all(spot is not child for child in bound.holder.children)

    def _refuting(self, spot: Spot, children: int, deep: bool) -> int:
        """After which child the node is cut: the last one where no more cuts are wanted."""
        goals = self.goals
        counts = (
            (goals.cutoffs, len(self.cuts)),
            (goals.deep if deep else None, sum(cut.deep for cut in self.cuts)),
            (
                goals.cutoffs_at_max if spot.kind is Kind.MAX else goals.cutoffs_at_min,
                sum(cut.kind is spot.kind for cut in self.cuts),
            ),
        )
        if not self.prunes or children == 1 or any(_is_full(span, number) for span, number in counts):
            return children - 1
        short = any(span is not None and number < span.least for span, number in counts)
        if not short and self.draws.one_in(2):
            return children - 1
        return self.draws.below(children - 1)

    def _cut(self, spot: Spot, rest: Sequence[Spot], deep: bool) -> None:
        below = [each for child in rest for each in child.walk()]
        # Where the rule's depth ends, a search sees a leaf.
        limit = self.rule.limit
        seen = [each for each in below if limit is None or each.level <= limit]
        leaves = sum(each.is_end for each in seen)
        self.cuts.append(PlannedCut(spot.kind, deep, leaves, len(seen) - leaves))
        self.skipped += (each for each in below if each.is_end)


def _is_full(span: Span | None, number: int) -> bool:
    return span is not None and span.most is not None and number >= span.most
