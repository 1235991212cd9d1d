"""Evidence: an answer of a sheet with what it costs under each hypothesis, and a whole sheet of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from grader.diagnosis.hypothesis import (
    AS_REPORTED,
    RIGHTLY,
    Hypothesis,
    conventions,
    one_idea,
    two_conventions,
)
from grader.diagnosis.predictions import Fit, Own, Predictions
from grader.diagnosis.price import BLANK
from grader.questions.question import Shown

LEARNED = 1_000  # that a problem is wholly right, though the sheet goes by an idea
_ANYTHING = 10**9
WHOLE: tuple[Shown, ...] = ("values", "move", "search", "windows")


@dataclass(frozen=True)  # without slots: what has been compared is kept
class Evidence:
    """One answer to a problem, part by part, with what it costs whoever is `right`, and under every idea."""

    problem: str
    predictions: Predictions
    given: Mapping[str, Any]
    own: Own
    right: Mapping[str, int]
    costs: tuple[int, ...]

    @classmethod
    def of(cls, problem: str, predictions: Predictions, given: Mapping[str, Any], own: Own) -> Evidence:
        """An answer, compared with all that single ideas answer."""
        right = predictions.right_costs(given, own)
        return cls(problem, predictions, given, own, right, predictions.costs(given, own, right))

    @property
    def shown(self) -> Shown:
        return self.predictions.question.shown

    @property
    def is_right(self) -> bool:
        """Whether nothing has to be explained: all is right, or follows from wrong answers before it."""
        return self.costs[0] == 0

    def fits(self, hypothesis: Hypothesis) -> list[Fit]:
        said = self.predictions.said(hypothesis)
        return [] if said is None else self.predictions.fits(said, self.given, self.own)

    def cost(self, hypothesis: Hypothesis) -> int:
        place = places().get(hypothesis)
        if place is not None:
            return self.costs[place]
        return self.predictions.cost(hypothesis, self.given, self.own, self.right)

    def is_predicted(self, hypothesis: Hypothesis) -> bool:
        """Whether all that was written is just what the hypothesis answers."""
        fits = self.fits(hypothesis)
        return bool(fits) and all(fit.is_predicted and fit.cost in (0, BLANK) for fit in fits)

    @cached_property
    def as_reported(self) -> int:
        """What it costs whoever is right, but takes what the search reports for values."""
        return self.cost(AS_REPORTED)

    @cached_property
    def right_under(self) -> int:
        """The conventions under which it is right, one bit for each."""
        return self._right_under(conventions())

    @cached_property
    def right_under_two(self) -> int:
        """The same for two conventions at once."""
        return self._right_under(two_conventions())

    def _right_under(self, hypotheses: Sequence[Hypothesis]) -> int:
        return sum(1 << bit for bit, hypothesis in enumerate(hypotheses) if self.is_predicted(hypothesis))

    def wrong_parts(self) -> frozenset[str]:
        """The parts that are wrong, and do not follow from others that are."""
        return frozenset(part for part, cost in self.right.items() if cost and part in self.given)

    def explained(self, hypothesis: Hypothesis) -> frozenset[str]:
        """The wrong parts that the hypothesis gives."""
        given = (fit.part for fit in self.fits(hypothesis) if fit.is_predicted and not fit.cost)
        return self.wrong_parts().intersection(given)


@dataclass(frozen=True)  # without slots: the sums are kept
class AnswersOfSheet:
    """The answers of a sheet that say something about how it was filled in."""

    answers: tuple[Evidence, ...]

    @cached_property
    def problems(self) -> tuple[tuple[Evidence, ...], ...]:
        found: dict[str, list[Evidence]] = {}
        for answer in self.answers:
            found.setdefault(answer.problem, []).append(answer)
        return tuple(map(tuple, found.values()))

    @cached_property
    def is_learned(self) -> tuple[bool, ...]:
        """Which problems are wholly right, or would be if what the search reports were values."""
        return tuple(
            all(answer.is_right for answer in problem) or not any(answer.as_reported for answer in problem)
            for problem in self.problems
        )

    @cached_property
    def sums(self) -> tuple[Mapping[Shown, Sequence[int]], ...]:
        """For each problem, what each part of the work costs under each hypothesis."""
        return tuple(_sums(problem) for problem in self.problems)

    @cached_property
    def totals(self) -> tuple[int, ...]:
        """What the whole sheet costs under `RIGHTLY`, and then under each idea in each way."""
        costs: list[Sequence[int]] = []
        for problem, learned in zip(self.problems, self.is_learned, strict=True):
            if learned:
                sums = map(sum, zip(*(answer.costs for answer in problem), strict=True))
                costs.append([min(cost, LEARNED) for cost in sums])
            else:
                costs += [answer.costs for answer in problem]
        return tuple(map(sum, zip(*costs, strict=True)))

    def least_without_one(self, hypothesis: Hypothesis) -> int:
        """What all problems but the one that costs most cost under `RIGHTLY` or one idea."""
        place = places()[hypothesis]
        costs = [
            sum(answer.costs[place] for answer in problem)
            for problem, learned in zip(self.problems, self.is_learned, strict=True)
            if not learned
        ]
        return sum(costs) - max(costs)

    def cost(self, hypothesis: Hypothesis, at_most: int = _ANYTHING) -> int:
        """What the whole sheet costs under any other hypothesis; where that is too much, part of it."""
        total = 0
        for problem, learned in zip(self.problems, self.is_learned, strict=True):
            cost = 0
            for answer in problem:
                cost += answer.cost(hypothesis)
                if (min(cost, LEARNED) if learned else cost) + total > at_most:
                    break
            total += min(cost, LEARNED) if learned else cost
            if total > at_most:
                break
        return total

    def learned(self, hypothesis: Hypothesis) -> int:
        """What it costs that some problems are wholly right, though the hypothesis would have them wrong."""
        problems = zip(self.problems, self.is_learned, strict=True)
        costs = (
            sum(answer.cost(hypothesis) for answer in problem) for problem, learned in problems if learned
        )
        return sum(min(cost, LEARNED) for cost in costs)

    def wrong(self) -> Iterator[Evidence]:
        return (answer for answer in self.answers if not answer.is_right)


@cache
def places() -> dict[Hypothesis, int]:
    """Where the costs of a hypothesis stand."""
    return {hypothesis: place for place, hypothesis in enumerate((RIGHTLY, *one_idea()))}


def _sums(problem: Sequence[Evidence]) -> Mapping[Shown, Sequence[int]]:
    nothing = (0,) * (1 + len(one_idea()))
    sums: dict[Shown, Sequence[int]] = dict.fromkeys(WHOLE, nothing)
    for answer in problem:
        sums[answer.shown] = [a + b for a, b in zip(sums[answer.shown], answer.costs, strict=True)]
    return sums
