"""Ideas about what a node is worth: minimax in which one step is wrong."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import ceil, floor, inf, isinf
from typing import ClassVar

from grader.ideas.value_step import Facet, ValueStep
from grader.rule import Window
from grader.solving.arithmetic import mean, product, weighted_sum
from grader.solving.max_n import Wish
from grader.text.numbers import Number, Payoffs, exact_sum
from grader.tree import Kind


class PlayersInverted(ValueStep):
    """Max takes the smallest child, and Min the largest."""

    id = "players-inverted"

    def role(self, index: int) -> Kind:
        return {Kind.MAX: Kind.MIN, Kind.MIN: Kind.MAX}.get(self.tree.kinds[index], Kind.CHANCE)


class EveryoneMaximises(ValueStep):
    """Min takes the largest child, too."""

    id = "everyone-maximises"

    def role(self, index: int) -> Kind:
        return Kind.MAX if self.tree.kinds[index] is Kind.MIN else self.tree.kinds[index]


class EveryoneMinimises(ValueStep):
    """Max takes the smallest child, too."""

    id = "everyone-minimises"

    def role(self, index: int) -> Kind:
        return Kind.MIN if self.tree.kinds[index] is Kind.MAX else self.tree.kinds[index]


class TypeFromDepthParity(ValueStep):
    """Max moves at even depths and Min at odd ones, whatever the nodes say."""

    id = "type-from-depth-parity"

    @cached_property
    def depths(self) -> list[int]:
        return self.tree.depths()

    def role(self, index: int) -> Kind:
        kind = self.tree.kinds[index]
        return kind if kind is Kind.CHANCE else (Kind.MAX, Kind.MIN)[self.depths[index] % 2]


class StartsWithANumber(ValueStep):
    """The best value starts with a number that some children may be worse than."""

    starts: ClassVar[Mapping[Kind, Number]]

    def chosen(self, role: Kind, values: Sequence[Number]) -> Number:
        start = self.starts.get(role)
        return super().chosen(role, values if start is None else [start, *values])

    def best(self, index: int, seen: Sequence[int], known: Mapping[int, Number], value: Number) -> list[int]:
        """None where the start remains: of a child worth as much nobody knows whether it is taken instead."""
        is_start = value == self.starts.get(self.role(index))
        return [] if is_start else super().best(index, seen, known, value)


class BestInitialisedToZero(StartsWithANumber):
    """The best value starts at 0 instead of ∓∞."""

    id = "best-initialised-to-zero"
    starts: ClassVar[Mapping[Kind, Number]] = {Kind.MAX: 0, Kind.MIN: 0}


class WrongSignedInfinity(StartsWithANumber):
    """Min's best value starts at −∞, so nothing is ever smaller."""

    id = "wrong-signed-infinity"
    starts: ClassVar[Mapping[Kind, Number]] = {Kind.MIN: -inf}


class FiniteInfinitySentinel(StartsWithANumber):
    """The best value starts at −15 or 15, as if nothing were beyond."""

    id = "finite-infinity-sentinel"
    starts: ClassVar[Mapping[Kind, Number]] = {Kind.MAX: -15, Kind.MIN: 15}


class ZeroIsMissing(ValueStep):
    """A child worth 0 is taken for a child without a value, and passed over."""

    id = "zero-is-missing"

    def chosen(self, role: Kind, values: Sequence[Number]) -> Number:
        start = -inf if role is Kind.MAX else inf
        return super().chosen(role, [start, *(value for value in values if value != 0)])


class CompareTruncatedValues(ValueStep):
    """Values are compared without their fractions, and the earlier child keeps a tie."""

    id = "compare-truncated-values"

    def chosen(self, role: Kind, values: Sequence[Number]) -> Number:
        return (max if role is Kind.MAX else min)(values, key=_floored)


class LargestByMagnitude(ValueStep):
    """Max takes the child that is largest without its sign, and Min the smallest."""

    id = "largest-by-magnitude"

    def chosen(self, role: Kind, values: Sequence[Number]) -> Number:
        return (max if role is Kind.MAX else min)(values, key=_magnitude)


class IntegerNullWindow(ValueStep):
    """Improvements smaller than 1 are lost."""

    id = "integer-null-window-on-fractional-utilities"

    def chosen(self, role: Kind, values: Sequence[Number]) -> Number:
        sign = 1 if role is Kind.MAX else -1
        best = values[0]
        for value in values[1:]:
            if value != best and sign * value >= sign * best + 1:
                best = value
        return best


class NegamaxWithoutColour(ValueStep):
    """Every node is the largest of its children's negated values, and leaves keep their sign."""

    id = "negamax-without-colour"

    def role(self, index: int) -> Kind:
        return Kind.CHANCE if self.tree.kinds[index] is Kind.CHANCE else Kind.MAX

    def chosen(self, role: Kind, values: Sequence[Number]) -> Number:
        return -min(values)

    def best(self, index: int, seen: Sequence[int], known: Mapping[int, Number], value: Number) -> list[int]:
        return [child for child in seen if -known[child] == value]

    def passed_down(self, index: int, window: Window) -> Window:
        return -window[1], -window[0]


class ExpectimaxForMinimax(ValueStep):
    """Min is worth the mean of its children."""

    id = "expectimax-for-minimax"

    def role(self, index: int) -> Kind:
        return Kind.CHANCE if self.tree.kinds[index] is Kind.MIN else self.tree.kinds[index]

    def expectation(self, index: int, outcomes: Sequence[Number]) -> Number:
        if self.tree.kinds[index] is Kind.MIN:
            return mean(outcomes)
        return super().expectation(index, outcomes)

    def best(self, index: int, seen: Sequence[int], known: Mapping[int, Number], value: Number) -> list[int]:
        if self.tree.kinds[index] is Kind.MIN:  # asked for a move, Min's is still the smallest
            value = min(known[child] for child in seen)
        return super().best(index, seen, known, value)


class HandedUpTooFar(ValueStep):
    """A player's node takes from its grandchildren, past the players below it."""

    id = "values-handed-up-one-level-too-far"
    is_from_children = False

    def value(self, index: int, seen: Sequence[int], known: Mapping[int, Number]) -> Number:
        if self.role(index) is Kind.CHANCE:
            return super().value(index, seen, known)
        return self.chosen(
            self.role(index), [number for child in seen for number in self.from_(child, known)]
        )

    def best(self, index: int, seen: Sequence[int], known: Mapping[int, Number], value: Number) -> list[int]:
        return [child for child in seen if value in self.from_(child, known)]

    def from_(self, child: int, known: Mapping[int, Number]) -> Iterator[Number]:
        """What comes up from a child: what it had from below, if a player moves there."""
        passes_on = self.tree.kinds[child] in (Kind.MAX, Kind.MIN)
        below = [node for node in self.tree.child_indexes(child) if node in known] if passes_on else ()
        return (known[node] for node in below or (child,))


class AtChance(ValueStep):
    """Players are right, and chance is not."""

    facet: ClassVar[Facet] = "chance"


class UnweightedAverage(AtChance):
    """Chance is worth the plain mean of its outcomes, whatever their probabilities."""

    id = "unweighted-average"

    def expectation(self, index: int, outcomes: Sequence[Number]) -> Number:
        return mean(outcomes)


class WeightedSumDividedByN(AtChance):
    """The weighted sum is divided by the number of outcomes once more."""

    id = "weighted-sum-divided-by-n"

    def expectation(self, index: int, outcomes: Sequence[Number]) -> Number:
        return mean([super().expectation(index, outcomes), *[0] * (len(outcomes) - 1)])


class ChanceAsWorstCase(AtChance):
    """Chance is worth its worst outcome."""

    id = "chance-as-worst-case"

    def role(self, index: int) -> Kind:
        return Kind.MIN if self.tree.kinds[index] is Kind.CHANCE else self.tree.kinds[index]


class ChanceAsBestCase(AtChance):
    """Chance is worth its best outcome."""

    id = "chance-as-best-case"

    def role(self, index: int) -> Kind:
        return Kind.MAX if self.tree.kinds[index] is Kind.CHANCE else self.tree.kinds[index]


class WorstCaseWithoutCuts(AtChance):
    """Chance is worth its worst outcome, but is not searched as a Min node."""

    def expectation(self, index: int, outcomes: Sequence[Number]) -> Number:
        return min(outcomes)


class BestCaseWithoutCuts(AtChance):
    """Chance is worth its best outcome, but is not searched as a Max node."""

    def expectation(self, index: int, outcomes: Sequence[Number]) -> Number:
        return max(outcomes)


class MostLikelyOutcomeOnly(AtChance):
    """Chance is worth its most likely outcome."""

    id = "most-likely-outcome-only"

    def expectation(self, index: int, outcomes: Sequence[Number]) -> Number:
        shares = self.probabilities(index)
        return outcomes[shares.index(max(shares))]


class MinOfWeightedOutcomes(AtChance):
    """Outcomes are multiplied with their probabilities, but the smallest product is taken, not the sum."""

    id = "min-of-weighted-outcomes"

    def expectation(self, index: int, outcomes: Sequence[Number]) -> Number:
        return min(map(product, self.probabilities(index), outcomes))


class OutcomesAdded(AtChance):
    """Outcomes are added without their probabilities."""

    id = "outcomes-added-without-probabilities"

    def expectation(self, index: int, outcomes: Sequence[Number]) -> Number:
        return weighted_sum([1] * len(outcomes), outcomes)


class RoundedExpectation(AtChance):
    """The weighted sum loses its fraction."""

    id = "rounded-expectation"

    def expectation(self, index: int, outcomes: Sequence[Number]) -> Number:
        value = super().expectation(index, outcomes)
        return value if value - value != 0 else self.rounded(value)  # ∞ and ∞ − ∞ stay

    def rounded(self, value: Number) -> int:
        return floor(value)


class ExpectationRoundedToNearest(RoundedExpectation):
    """The weighted sum is rounded to the nearest whole number, a half up."""

    id = "expectation-rounded-to-nearest"

    def rounded(self, value: Number) -> int:
        return floor(value + Fraction(1, 2))


class ExpectationRoundedUp(RoundedExpectation):
    """The weighted sum is rounded up."""

    id = "expectation-rounded-up"

    def rounded(self, value: Number) -> int:
        return ceil(value)


def _magnitude(number: Number) -> Number:
    return max(number, -number)


def _floored(number: Number) -> Number:
    return number if isinf(number) else floor(number)


WRONG_VALUES: tuple[type[ValueStep], ...] = (
    PlayersInverted, EveryoneMaximises, EveryoneMinimises, BestInitialisedToZero, WrongSignedInfinity,
    FiniteInfinitySentinel, ZeroIsMissing, CompareTruncatedValues, TypeFromDepthParity, NegamaxWithoutColour,
    ExpectimaxForMinimax, HandedUpTooFar, LargestByMagnitude, IntegerNullWindow,
    UnweightedAverage, WeightedSumDividedByN, ChanceAsWorstCase, ChanceAsBestCase,
    MostLikelyOutcomeOnly, MinOfWeightedOutcomes, OutcomesAdded, RoundedExpectation,
    ExpectationRoundedToNearest, ExpectationRoundedUp,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class _WrongWish:
    """An idea, and what players make as large as possible by it."""

    id: str
    wish: Wish


def _against_the_first(player: int, payoffs: Payoffs) -> Number:
    """The others make the first player's utility small, as Min would."""
    return payoffs[0] if player == 0 else -payoffs[0]


def _for_the_first(player: int, payoffs: Payoffs) -> Number:
    """Everybody makes the first player's utility large."""
    del player
    return payoffs[0]


def _for_all_together(player: int, payoffs: Payoffs) -> Number:
    """Everybody makes the sum of all utilities large."""
    del player
    return exact_sum(payoffs)  # type: ignore[arg-type]  # those of several players are finite


def _from_behind(player: int, payoffs: Payoffs) -> Number:
    """The utilities are taken in the wrong order, the last one for the first player."""
    return payoffs[len(payoffs) - 1 - player]


WRONG_WISHES: tuple[_WrongWish, ...] = (
    _WrongWish("others-minimise-the-first", _against_the_first),
    _WrongWish("everyone-maximises-the-first", _for_the_first),
    _WrongWish("sum-is-maximised", _for_all_together),
    _WrongWish("utilities-in-wrong-order", _from_behind),
)
