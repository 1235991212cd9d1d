"""Evidence: an answer of a sheet with what it costs under each hypothesis, and a whole sheet of them."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import chain
from typing import Any, Self

from grader.diagnosis.cost_row import capped, cost_at, costs_of, ideas_in_row, places
from grader.diagnosis.hypothesis import AS_REPORTED, RIGHTLY, Hypothesis
from grader.diagnosis.predictions import Fit, Own, Predictions
from grader.diagnosis.price import BLANK
from grader.memory import Memorable, remembered
from grader.questions.question import Shown

LEARNED = 2_000  # that a problem is wholly right, though the sheet goes by an idea
_ANYTHING = 10**9
WHOLE: tuple[Shown, ...] = ("values", "move", "search", "windows")


@dataclass(frozen=True, eq=False)  # without slots: what has been compared is kept
class Evidence(Memorable):
    """One answer to a problem, part by part, beside the values of nodes that the student has.

    `twin` is the same answer about the same tree with other names, which students share whose trees differ
    in nothing else: what is found out about it holds for this one.
    """

    problem: str
    predictions: Predictions
    given: Mapping[str, Any]
    own: Own
    twin: Evidence | None = None

    @property
    def shared(self) -> Evidence:
        """The answer that stands for all that are alike but for the names."""
        return self if self.twin is None else self.twin

    @cached_property
    def right(self) -> Mapping[str, int]:
        """What each part costs whoever is right, but for slips."""
        return self.predictions.right_costs(self.given, self.own)

    @cached_property
    def right_cost(self) -> int:
        """The same together: nothing where all is right, or follows from wrong answers before it."""
        return sum(self.right.values())

    @cached_property
    def row(self) -> int:
        """What the answer costs under each hypothesis of a row."""
        return self.predictions.row(self.given, self.own, self.right)

    @cached_property
    def costs(self) -> array[int]:
        """The same costs, one by one."""
        return costs_of(self.row)

    @cached_property
    def free(self) -> int:
        """The ideas in their ways under which it costs nothing, one bit for each place in a row."""
        costs = self.costs
        return sum(1 << place for place in ideas_in_row() if not costs[place])

    @cached_property
    def shown(self) -> Shown:
        return self.predictions.question.shown

    @remembered
    def fits(self, hypothesis: Hypothesis) -> Sequence[Fit]:
        said = self.predictions.said(hypothesis)
        return [] if said is None else self.predictions.fits(said, self.given, self.own)

    def cost(self, hypothesis: Hypothesis) -> int:
        place = places().get(hypothesis)
        if place is not None:
            return self.costs[place]
        return self._compared(hypothesis)

    @remembered
    def _compared(self, hypothesis: Hypothesis) -> int:
        return self.predictions.cost(hypothesis, self.given, self.own, self.right)

    def is_predicted(self, hypothesis: Hypothesis) -> bool:
        """Whether all that was written is just what the hypothesis answers."""
        fits = self.fits(hypothesis)
        return bool(fits) and all(fit.is_predicted and fit.cost in (0, BLANK) for fit in fits)

    @cached_property
    def as_reported(self) -> int:
        """What it costs whoever is right, but takes what the search reports for values."""
        return self._compared(AS_REPORTED)  # which needs no row: most sheets are right but for a slip

    @cached_property
    def right_under(self) -> int:
        """The conventions under which it is right, one bit for each."""
        return self.predictions.right_under(1, self.is_predicted)

    @cached_property
    def right_under_two(self) -> int:
        """The same for two conventions at once."""
        return self.predictions.right_under(2, self.is_predicted)

    @cached_property
    def wrong_parts(self) -> frozenset[str]:
        """The parts that are wrong, and do not follow from others that are."""
        return frozenset(part for part, cost in self.right.items() if cost and part in self.given)

    @remembered
    def explained(self, hypothesis: Hypothesis) -> frozenset[str]:
        """The wrong parts that the hypothesis gives."""
        given = (fit.part for fit in self.fits(hypothesis) if fit.is_predicted and not fit.cost)
        return self.wrong_parts.intersection(given)

    @remembered
    def against(self, hypothesis: Hypothesis) -> int:
        """What it costs in just those items in which the hypothesis would have made a difference."""
        said, right = self.predictions.said(hypothesis), self.predictions.said(RIGHTLY)
        if said is None or right is None:
            return 0
        return sum(
            round(fit.cost * _acting(self.given.get(fit.part), said.parts[fit.part], right.parts[fit.part]))
            for fit in self.fits(hypothesis)
            if fit.cost and fit.is_predicted
        )


def _acting(given: Any, predicted: Any, right: Any) -> Fraction:
    """The share of what does not fit in which a prediction is not what is right; of a list, item by item."""
    if predicted == right:
        return Fraction(0)
    if not all(isinstance(each, tuple) for each in (given, predicted, right)):
        return Fraction(1)
    misfits = set(given) ^ set(predicted)
    return Fraction(len(misfits & (set(predicted) ^ set(right))), len(misfits)) if misfits else Fraction(1)


@dataclass(frozen=True)  # without slots: the sums are kept
class AnswersOfProblem:
    """The answers to one problem, and what they cost together whoever is right, and who is `as_reported`."""

    answers: tuple[Evidence, ...]
    right_cost: int
    as_reported: int

    @classmethod
    def of(cls, answers: Sequence[Evidence]) -> Self:
        right = as_reported = 0
        for answer in answers:
            right += answer.right_cost
            as_reported += answer.as_reported
        return cls(tuple(answers), right, as_reported)

    @property
    def is_learned(self) -> bool:
        """Whether it is wholly right, or would be if what the search reports were values."""
        return not (self.right_cost and self.as_reported)

    @cached_property
    def row(self) -> int:
        """What it costs under each hypothesis of a row."""
        row = added(self.answers)
        return capped(row, LEARNED) if self.is_learned else row

    @cached_property
    def sums(self) -> Mapping[Shown, Sequence[int]]:
        """What each part of the work costs under each hypothesis."""
        parts = {shown: [each for each in self.answers if each.shown == shown] for shown in WHOLE}
        return {shown: costs_of(added(answers)) for shown, answers in parts.items()}

    def cost(self, hypothesis: Hypothesis, at_most: int = _ANYTHING) -> int:
        """What it costs under any hypothesis; where that is too much, part of it."""
        if (place := places().get(hypothesis)) is not None:
            return cost_at(self.row, place)
        total = 0
        for answer in self.answers:
            total = self.whole(total + answer.cost(hypothesis))
            if total > at_most:
                break
        return total

    def whole(self, cost: int) -> int:
        """What the answers cost together: whoever is right in all of them may have learned meanwhile."""
        return min(cost, LEARNED) if self.is_learned else cost


@dataclass(frozen=True)  # without slots: the sums are kept
class AnswersOfSheet:
    """The answers of a sheet that say something about how it was filled in."""

    problems: tuple[AnswersOfProblem, ...]

    @classmethod
    def of(cls, answers: Iterable[Evidence]) -> Self:
        found: dict[str, list[Evidence]] = {}
        for answer in answers:
            found.setdefault(answer.problem, []).append(answer)
        return cls(tuple(map(AnswersOfProblem.of, found.values())))

    @cached_property
    def answers(self) -> tuple[Evidence, ...]:
        return tuple(chain.from_iterable(problem.answers for problem in self.problems))

    @cached_property
    def open_problems(self) -> tuple[AnswersOfProblem, ...]:
        """The problems in which something has to be explained."""
        return tuple(problem for problem in self.problems if not problem.is_learned)

    @property
    def right_cost(self) -> int:
        return sum(problem.right_cost for problem in self.problems)

    @cached_property
    def row(self) -> int:
        """What the whole sheet costs under each hypothesis of a row."""
        return sum(problem.row for problem in self.problems)

    @cached_property
    def totals(self) -> array[int]:
        """The same costs, one by one."""
        return costs_of(self.row)

    def open_costs(self, hypothesis: Hypothesis) -> list[int]:
        """What each problem costs in which something has to be explained."""
        return [problem.cost(hypothesis) for problem in self.open_problems]

    def cost(self, hypothesis: Hypothesis, at_most: int = _ANYTHING) -> int:
        """What the whole sheet costs under any hypothesis; where that is too much, part of it."""
        if (place := places().get(hypothesis)) is not None:
            return self.totals[place]
        total = 0
        for problem in self.problems:
            total += problem.cost(hypothesis, at_most - total)
            if total > at_most:
                break
        return total

    def learned(self, hypothesis: Hypothesis) -> int:
        """What it costs that some problems are wholly right, though the hypothesis would have them wrong."""
        return sum(problem.cost(hypothesis) for problem in self.problems if problem.is_learned)


def added(answers: Iterable[Evidence]) -> int:
    """What these answers cost together under each hypothesis of a row."""
    return sum([answer.row for answer in answers])
