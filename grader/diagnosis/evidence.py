"""Evidence: an answer of a sheet with what it costs under each hypothesis, and a whole sheet of them."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from grader.diagnosis.cost_row import capped, costs_of, ideas_in_row, places
from grader.diagnosis.hypothesis import AS_REPORTED, RIGHTLY, Hypothesis, conventions, two_conventions
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

    @property
    def shown(self) -> Shown:
        return self.predictions.question.shown

    @property
    def is_right(self) -> bool:
        """Whether nothing has to be explained: all is right, or follows from wrong answers before it."""
        return not self.right_cost

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
        return self.predictions.right_under(conventions(), self.is_predicted)

    @cached_property
    def right_under_two(self) -> int:
        """The same for two conventions at once."""
        return self.predictions.right_under(two_conventions(), self.is_predicted)

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
    def open_problems(self) -> tuple[tuple[Evidence, ...], ...]:
        """The problems in which something has to be explained."""
        return tuple(
            problem for problem, learned in zip(self.problems, self.is_learned, strict=True) if not learned
        )

    @cached_property
    def sums(self) -> tuple[Mapping[Shown, Sequence[int]], ...]:
        """For each problem, what each part of the work costs under each hypothesis."""
        return tuple(
            {shown: costs_of(added(answer for answer in problem if answer.shown == shown)) for shown in WHOLE}
            for problem in self.problems
        )

    @cached_property
    def _rows(self) -> tuple[int, ...]:
        """What each problem costs under each hypothesis of a row."""
        return tuple(
            capped(row, LEARNED) if learned else row
            for row, learned in zip(map(added, self.problems), self.is_learned, strict=True)
        )

    @cached_property
    def totals(self) -> array[int]:
        """What the whole sheet costs under each hypothesis of a row."""
        return costs_of(sum(self._rows))

    @cached_property
    def _open_totals(self) -> tuple[array[int], ...]:
        rows = zip(self._rows, self.is_learned, strict=True)
        return tuple(costs_of(row) for row, learned in rows if not learned)

    def open_costs(self, hypothesis: Hypothesis) -> list[int]:
        """What each problem costs in which something has to be explained."""
        place = places().get(hypothesis)
        if place is not None:
            return [costs[place] for costs in self._open_totals]
        return [sum(answer.cost(hypothesis) for answer in problem) for problem in self.open_problems]

    def cost(self, hypothesis: Hypothesis, at_most: int = _ANYTHING) -> int:
        """What the whole sheet costs under any hypothesis; where that is too much, part of it."""
        if (place := places().get(hypothesis)) is not None:
            return self.totals[place]
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
        if not any(self.is_learned):
            return 0
        problems = zip(self.problems, self.is_learned, strict=True)
        costs = (
            sum(answer.cost(hypothesis) for answer in problem) for problem, learned in problems if learned
        )
        return sum(min(cost, LEARNED) for cost in costs)

    def wrong(self) -> Iterator[Evidence]:
        return (answer for answer in self.answers if not answer.is_right)


def added(answers: Iterable[Evidence]) -> int:
    """What these answers cost together under each hypothesis of a row."""
    return sum(answer.row for answer in answers)
