"""Misconceptions about what a node is worth: plain minimax in which one step is wrong."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor, inf, isinf

from grader.misconceptions.replaceable_search import Frame, Search
from grader.rule import OPEN, Window
from grader.solving.sums import mean, product, weighted_sum
from grader.text.numbers import Number
from grader.tree import Kind

_OPPONENT = {Kind.MAX: Kind.MIN, Kind.MIN: Kind.MAX}


class Minimax(Search):
    """Every node is looked at: these are ideas about values, not about pruning."""

    always_right = False
    silent = frozenset(("visited", "pruned", "windows", "returned"))

    def root_window(self) -> Window:
        return OPEN

    def child_window(self, frame: Frame) -> Window:
        return OPEN

    def outcome_window(self, frame: Frame) -> Window:
        return OPEN

    def cuts(self, frame: Frame) -> bool:
        return False

    def star(self, frame: Frame) -> None:
        return None

    def reported(self, frame: Frame) -> Number:
        assert frame.value is not None
        return frame.value


class PlayersInverted(Minimax):
    """Max takes the smallest child, and Min the largest."""

    id = "players-inverted"

    def player(self, frame: Frame) -> Kind:
        return _OPPONENT.get(frame.kind, frame.kind)


class EveryoneMaximises(Minimax):
    """Min takes the largest child, too."""

    id = "everyone-maximises"

    def player(self, frame: Frame) -> Kind:
        return Kind.MAX if frame.kind is Kind.MIN else frame.kind


class EveryoneMinimises(Minimax):
    """Max takes the smallest child, too."""

    id = "everyone-minimises"

    def player(self, frame: Frame) -> Kind:
        return Kind.MIN if frame.kind is Kind.MAX else frame.kind


class BestInitialisedToZero(Minimax):
    """The best value starts at 0 instead of ∓∞."""

    id = "best-initialised-to-zero"

    def initial(self, frame: Frame) -> Number | None:
        return None if frame.kind is Kind.CHANCE else 0


class WrongSignedInfinity(Minimax):
    """Min's best value starts at −∞, so nothing is ever smaller."""

    id = "wrong-signed-infinity"

    def initial(self, frame: Frame) -> Number | None:
        return -inf if frame.kind is Kind.MIN else None


class FiniteInfinitySentinel(Minimax):
    """The best value starts at −15 or 15, as if nothing were beyond."""

    id = "finite-infinity-sentinel"

    def initial(self, frame: Frame) -> Number | None:
        return {Kind.MAX: -15, Kind.MIN: 15}.get(frame.kind)


class ZeroIsMissing(Minimax):
    """A child worth 0 is taken for a child without a value, and passed over."""

    id = "zero-is-missing"

    def initial(self, frame: Frame) -> Number | None:
        return {Kind.MAX: -inf, Kind.MIN: inf}.get(frame.kind)

    def better(self, frame: Frame, result: Number, value: Number) -> bool:
        return result != 0 and super().better(frame, result, value)


class CompareTruncatedValues(Minimax):
    """Values are compared without their fractions, and the earlier child keeps a tie."""

    id = "compare-truncated-values"

    def better(self, frame: Frame, result: Number, value: Number) -> bool:
        return super().better(frame, _floored(result), _floored(value))


class TypeFromDepthParity(Minimax):
    """Max moves at even depths and Min at odd ones, whatever the nodes say."""

    id = "type-from-depth-parity"

    def player(self, frame: Frame) -> Kind:
        return frame.kind if frame.kind is Kind.CHANCE else (Kind.MAX, Kind.MIN)[frame.depth % 2]


class NegamaxWithoutColour(Minimax):
    """Every node is the largest of its children's negated values, and leaves keep their sign."""

    id = "negamax-without-colour"

    def better(self, frame: Frame, result: Number, value: Number) -> bool:
        return result < value  # the value is kept as the children have it, and negated once, below

    def reported(self, frame: Frame) -> Number:
        assert frame.value is not None
        return frame.value if frame.kind is Kind.CHANCE else -frame.value


class ExpectimaxForMinimax(Minimax):
    """Min is worth the mean of its children."""

    id = "expectimax-for-minimax"

    def reported(self, frame: Frame) -> Number:
        return mean(frame.results) if frame.kind is Kind.MIN else super().reported(frame)


class UnweightedAverage(Minimax):
    """Chance is worth the plain mean of its outcomes, whatever their probabilities."""

    id = "unweighted-average"

    def expectation(self, frame: Frame, results: Sequence[Number]) -> Number:
        return mean(results)


class WeightedSumDividedByN(Minimax):
    """The weighted sum is divided by the number of outcomes once more."""

    id = "weighted-sum-divided-by-n"

    def expectation(self, frame: Frame, results: Sequence[Number]) -> Number:
        return mean([weighted_sum(self.left_to_right(frame), results), *[0] * (len(results) - 1)])


class ChanceAsWorstCase(Minimax):
    """Chance is worth its worst outcome."""

    id = "chance-as-worst-case"

    def expectation(self, frame: Frame, results: Sequence[Number]) -> Number:
        return min(results)


class MostLikelyOutcomeOnly(Minimax):
    """Chance is worth its most likely outcome."""

    id = "most-likely-outcome-only"

    def expectation(self, frame: Frame, results: Sequence[Number]) -> Number:
        probabilities = self.left_to_right(frame)
        return results[probabilities.index(max(probabilities))]


class MinOfWeightedOutcomes(Minimax):
    """Outcomes are multiplied with their probabilities, but the smallest product is taken, not the sum."""

    id = "min-of-weighted-outcomes"

    def expectation(self, frame: Frame, results: Sequence[Number]) -> Number:
        return min(map(product, self.left_to_right(frame), results))


class RoundedExpectation(Minimax):
    """The weighted sum loses its fraction."""

    id = "rounded-expectation"

    def expectation(self, frame: Frame, results: Sequence[Number]) -> Number:
        return _floored(weighted_sum(self.left_to_right(frame), results))


def _floored(number: Number) -> Number:
    return number if isinf(number) else floor(number)


VALUES = (
    PlayersInverted, EveryoneMaximises, EveryoneMinimises, BestInitialisedToZero, WrongSignedInfinity,
    FiniteInfinitySentinel, ZeroIsMissing, CompareTruncatedValues, TypeFromDepthParity, NegamaxWithoutColour,
    ExpectimaxForMinimax, UnweightedAverage, WeightedSumDividedByN, ChanceAsWorstCase, MostLikelyOutcomeOnly,
    MinOfWeightedOutcomes, RoundedExpectation,
)  # fmt: skip
