"""The value of a node from those of its children: as it should be, and wrongly."""

# ruff: noqa: ARG002 - a step takes what every other way to do it takes

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import ceil, floor, inf, isinf
from typing import ClassVar, TypeAlias

from benchmarks.students.conventions import Conventions
from benchmarks.students.plain_trees import Node, Number, Window

Known: TypeAlias = Mapping[str, Number]  # values by the names of nodes


class Steps:
    """Minimax, step by step; an idea gets one of the steps wrong."""

    id: ClassVar[str] = ""
    facet: ClassVar[str] = "values"

    def role(self, node: Node) -> str:
        """As what a node is treated: max, min or chance."""
        return node.kind

    def value(self, node: Node, seen: Sequence[Node], known: Known) -> Number:
        """The value of a node by those of its children that have been seen, at chance by those of all."""
        if self.role(node) == "chance":
            return self.expected(node.probabilities, [known[child.name] for child in node.children])
        return self.chosen(self.role(node), [known[child.name] for child in seen])

    def handed_down(self, node: Node, window: Window) -> Window:
        """The window of a node's child as that child sees it."""
        return window

    def chosen(self, role: str, values: Sequence[Number]) -> Number:
        """What a player takes."""
        return max(values) if role == "max" else min(values)

    def expected(self, probabilities: Sequence[Fraction], values: Sequence[Number]) -> Number:
        """What chance is worth."""
        return sum(p * value for p, value in zip(probabilities, values, strict=True))

    def moves(self, node: Node, seen: Sequence[Node], known: Known, best: Number) -> list[Node]:
        """The children that a player may choose who has found `best`."""
        return [child for child in seen if known[child.name] == best]

    def is_right_at(self, node: Node) -> bool:
        """Whether a chance node is worth its expected value."""
        return node.kind == self.role(node) == "chance" and type(self).expected is Steps.expected


RIGHT = Steps()


def values_of(root: Node, rule: Conventions, steps: Steps = RIGHT) -> dict[str, Number]:
    """The value of every node, one after the other from below."""
    known: dict[str, Number] = {}

    def work_out(node: Node) -> None:
        for child in node.children:
            work_out(child)
        known[node.name] = node.utility if node.is_leaf else steps.value(node, rule.children(node), known)

    work_out(root)
    return known


class PlayersInverted(Steps):
    """Max takes the smallest, and Min the largest."""

    id = "players-inverted"

    def role(self, node: Node) -> str:
        return {"max": "min", "min": "max"}.get(node.kind, node.kind)


class EveryoneMaximises(Steps):
    id = "everyone-maximises"

    def role(self, node: Node) -> str:
        return "max" if node.kind == "min" else node.kind


class EveryoneMinimises(Steps):
    id = "everyone-minimises"

    def role(self, node: Node) -> str:
        return "min" if node.kind == "max" else node.kind


class TypeFromDepthParity(Steps):
    """Max, Min, Max, Min, … from the root on, whatever is drawn."""

    id = "type-from-depth-parity"

    def role(self, node: Node) -> str:
        return "chance" if node.kind == "chance" else ("max", "min")[node.depth % 2]


class BestInitialisedToZero(Steps):
    """`best = 0`, and then the loop."""

    id = "best-initialised-to-zero"

    def chosen(self, role: str, values: Sequence[Number]) -> Number:
        return super().chosen(role, [0, *values])


class WrongSignedInfinity(Steps):
    """`best = -inf` at Min, too."""

    id = "wrong-signed-infinity"

    def chosen(self, role: str, values: Sequence[Number]) -> Number:
        return super().chosen(role, [-inf, *values])


class FiniteInfinitySentinel(Steps):
    """`best = -15` at Max and `best = 15` at Min, in the belief that nothing is beyond."""

    id = "finite-infinity-sentinel"

    def chosen(self, role: str, values: Sequence[Number]) -> Number:
        return super().chosen(role, [-15 if role == "max" else 15, *values])


class ZeroIsMissing(Steps):
    """`if value:` instead of `if value is not None:`."""

    id = "zero-is-missing"

    def chosen(self, role: str, values: Sequence[Number]) -> Number:
        return super().chosen(role, [-inf if role == "max" else inf, *(value for value in values if value)])


class CompareTruncatedValues(Steps):
    """Whole parts are compared, and the first one stays."""

    id = "compare-truncated-values"

    def chosen(self, role: str, values: Sequence[Number]) -> Number:
        return (max if role == "max" else min)(values, key=_floor)  # Python's own take the first, too


class LargestByMagnitude(Steps):
    """Max takes what is largest without its sign, Min what is smallest."""

    id = "largest-by-magnitude"

    def chosen(self, role: str, values: Sequence[Number]) -> Number:
        return (max if role == "max" else min)(values, key=abs)


class IntegerNullWindow(Steps):
    """Only what is better by 1 at least replaces the best."""

    id = "integer-null-window-on-fractional-utilities"

    def chosen(self, role: str, values: Sequence[Number]) -> Number:
        best, *others = values
        for value in others:
            if (value >= best + 1) if role == "max" else (value <= best - 1):
                best = value
        return best


class NegamaxWithoutColour(Steps):
    """`max(-value(child) …)` everywhere, with leaves as they are."""

    id = "negamax-without-colour"

    def role(self, node: Node) -> str:
        return "chance" if node.kind == "chance" else "max"

    def handed_down(self, node: Node, window: Window) -> Window:
        return window if node.kind == "chance" else (-window[1], -window[0])

    def chosen(self, role: str, values: Sequence[Number]) -> Number:
        return max(-value for value in values)

    def moves(self, node: Node, seen: Sequence[Node], known: Known, best: Number) -> list[Node]:
        return [child for child in seen if -known[child.name] == best]


class ExpectimaxForMinimax(Steps):
    """Min plays at random."""

    id = "expectimax-for-minimax"

    def role(self, node: Node) -> str:
        return "chance" if node.kind == "min" else node.kind

    def value(self, node: Node, seen: Sequence[Node], known: Known) -> Number:
        if node.kind != "min":
            return super().value(node, seen, known)
        return _mean([known[child.name] for child in seen])

    def moves(self, node: Node, seen: Sequence[Node], known: Known, best: Number) -> list[Node]:
        if node.kind == "min":  # asked for a move, Min's is still the smallest
            best = min(known[child.name] for child in seen)
        return super().moves(node, seen, known, best)


class HandedUpOneLevelTooFar(Steps):
    """A player's node takes from its grandchildren, past the players below it."""

    id = "values-handed-up-one-level-too-far"

    def value(self, node: Node, seen: Sequence[Node], known: Known) -> Number:
        if node.kind == "chance":
            return super().value(node, seen, known)
        return self.chosen(node.kind, [value for child in seen for value in _handed_up(child, known)])

    def moves(self, node: Node, seen: Sequence[Node], known: Known, best: Number) -> list[Node]:
        return [child for child in seen if best in _handed_up(child, known)]


class AtChance(Steps):
    """Players are right, and chance is not."""

    facet = "chance"


class UnweightedAverage(AtChance):
    id = "unweighted-average"

    def expected(self, probabilities: Sequence[Fraction], values: Sequence[Number]) -> Number:
        return _mean(values)


class WeightedSumDividedByN(AtChance):
    id = "weighted-sum-divided-by-n"

    def expected(self, probabilities: Sequence[Fraction], values: Sequence[Number]) -> Number:
        return super().expected(probabilities, values) * Fraction(1, len(values))


class ChanceAsWorstCase(AtChance):
    id = "chance-as-worst-case"

    def role(self, node: Node) -> str:
        return "min" if node.kind == "chance" else node.kind


class ChanceAsBestCase(AtChance):
    id = "chance-as-best-case"

    def role(self, node: Node) -> str:
        return "max" if node.kind == "chance" else node.kind


class MostLikelyOutcomeOnly(AtChance):
    id = "most-likely-outcome-only"

    def expected(self, probabilities: Sequence[Fraction], values: Sequence[Number]) -> Number:
        return values[probabilities.index(max(probabilities))]


class MinOfWeightedOutcomes(AtChance):
    id = "min-of-weighted-outcomes"

    def expected(self, probabilities: Sequence[Fraction], values: Sequence[Number]) -> Number:
        return min(p * value for p, value in zip(probabilities, values, strict=True))


class OutcomesAdded(AtChance):
    id = "outcomes-added-without-probabilities"

    def expected(self, probabilities: Sequence[Fraction], values: Sequence[Number]) -> Number:
        return sum(values)


class RoundedExpectation(AtChance):
    """Rounded down."""

    id = "rounded-expectation"
    rounded: ClassVar[Callable[[Number], int]] = floor

    def expected(self, probabilities: Sequence[Fraction], values: Sequence[Number]) -> Number:
        value = super().expected(probabilities, values)
        return value if isinf(value) else type(self).rounded(value)


def _nearest(number: Number) -> int:
    return floor(number + Fraction(1, 2))


class ExpectationRoundedUp(RoundedExpectation):
    id = "expectation-rounded-up"
    rounded = ceil


class ExpectationRoundedToNearest(RoundedExpectation):
    """A halves are rounded up."""

    id = "expectation-rounded-to-nearest"
    rounded = _nearest


def _mean(values: Sequence[Number]) -> Number:
    return sum(values) * Fraction(1, len(values))


def _floor(number: Number) -> Number:
    return number if isinf(number) else floor(number)


def _handed_up(child: Node, known: Known) -> list[Number]:
    """What comes up from a child: not its own value, but those that it had from below."""
    if child.kind in ("leaf", "chance"):
        return [known[child.name]]
    return [known[below.name] for below in child.children if below.name in known] or [known[child.name]]


WRONG_STEPS: tuple[Steps, ...] = (
    PlayersInverted(), EveryoneMaximises(), EveryoneMinimises(), BestInitialisedToZero(),
    WrongSignedInfinity(), FiniteInfinitySentinel(), ZeroIsMissing(), CompareTruncatedValues(),
    TypeFromDepthParity(), NegamaxWithoutColour(), ExpectimaxForMinimax(), IntegerNullWindow(),
    LargestByMagnitude(), HandedUpOneLevelTooFar(), UnweightedAverage(), WeightedSumDividedByN(),
    ChanceAsWorstCase(), ChanceAsBestCase(), MostLikelyOutcomeOnly(), MinOfWeightedOutcomes(),
    OutcomesAdded(), RoundedExpectation(), ExpectationRoundedToNearest(), ExpectationRoundedUp(),
)  # fmt: skip
