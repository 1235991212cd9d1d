"""Alpha-beta with one mistake at chance nodes, as somebody would program it who makes it."""

# ruff: noqa: ARG002 - a step takes what every other way to do it takes

from __future__ import annotations

from fractions import Fraction

from benchmarks.students.plain_trees import Node, Number, Window
from benchmarks.students.textbook import Textbook


class WindowPassedThroughChance(Textbook):
    """`sum(p * search(child, alpha, beta) …)`."""

    id = "window-passed-through-chance"

    def chance(self, node: Node, alpha: Number, beta: Number) -> Number:
        if self.rule.chance == "star1" and self.steps.is_right_at(node):
            return self.star1(node, alpha, beta)
        for child, _ in self.outcomes(node):
            self.take_outcome(node, child, (alpha, beta))
        return self.steps.value(node, self.seen[node.name], self.returned)

    def take_outcome(self, node: Node, child: Node, window: Window) -> Number:
        return super().take_outcome(node, child, self.windows[node.name])


class ChanceCutEarly(Textbook):
    """A chance node is left when what has been seen of it looks hopeless."""

    def chance(self, node: Node, alpha: Number, beta: Number) -> Number:
        total: Number = 0
        weight = Fraction(0)
        *others, last = self.outcomes(node)
        for child, share in others:
            total, weight = total + share * self.outcome(node, child), weight + share
            if (bound := self.given_up(alpha, beta, total, weight, self.returned[child.name])) is not None:
                self.cut(node, child)
                return bound
        self.outcome(node, last[0])
        return self.steps.value(node, self.seen[node.name], self.returned)

    def given_up(
        self, alpha: Number, beta: Number, total: Number, weight: Fraction, value: Number
    ) -> Number | None:
        """What the node reports, if it is left: from its sum so far and its last outcome."""
        raise NotImplementedError


class PruneChanceOnPartialSum(ChanceCutEarly):
    """`if total <= alpha: return total`."""

    id = "prune-chance-on-partial-sum"

    def given_up(
        self, alpha: Number, beta: Number, total: Number, weight: Fraction, value: Number
    ) -> Number | None:
        return total if total <= alpha else None


class PruneChanceOnOneBadOutcome(ChanceCutEarly):
    """`if value <= alpha: return total`."""

    id = "prune-chance-on-one-bad-outcome"

    def given_up(
        self, alpha: Number, beta: Number, total: Number, weight: Fraction, value: Number
    ) -> Number | None:
        return total if value <= alpha else None


class PruneChanceOnMeanSoFar(ChanceCutEarly):
    """What has been seen is taken for typical, and compared with either bound."""

    id = "prune-chance-on-the-mean-so-far"

    def given_up(
        self, alpha: Number, beta: Number, total: Number, weight: Fraction, value: Number
    ) -> Number | None:
        mean = total / weight
        return mean if self.rule.crossed(alpha, mean) or self.rule.crossed(mean, beta) else None


class SwappedLowAndHigh(Textbook):
    """L and U exchanged in Star1's formulas; without known bounds there is nothing to exchange."""

    id = "swapped-l-and-u"

    def extremes(self) -> Window:
        low, high = super().extremes()
        return (high, low) if self.rule.utilities is not None else (low, high)


class NoPruningBelowChance(Textbook):
    """Below chance there is only expectimax."""

    id = "no-pruning-below-chance"

    def chance(self, node: Node, alpha: Number, beta: Number) -> Number:
        for child, _ in self.outcomes(node):
            self.look_at_everything(child)
        return self.steps.value(node, node.children, self.returned)


WRONG_CHANCE_SEARCHES: tuple[type[Textbook], ...] = (
    WindowPassedThroughChance, PruneChanceOnPartialSum, PruneChanceOnOneBadOutcome, PruneChanceOnMeanSoFar,
    SwappedLowAndHigh, NoPruningBelowChance,
)  # fmt: skip
