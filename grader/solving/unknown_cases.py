"""OpenSolution → for which numbers the search prunes what, and what is best then."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from grader.memory import remembered
from grader.rule import plain_number
from grader.solving.linear_number import Linear, linear_text
from grader.solving.number_line import Segment, joined_up, set_text
from grader.solving.solution import Solution
from grader.solving.unknown_leaf import OpenSolution, cases
from grader.text.numbers import Finite, Number, exact, pretty_number


@dataclass(frozen=True, slots=True)
class UnknownCase:
    """Numbers for which the search does the same; the value is `start + rise · x`, or infinite."""

    segment: Segment
    pruned: tuple[str, ...]
    best_moves: tuple[str, ...]
    start: Number
    rise: Finite

    def shown_value(self, unknown: str, show: Callable[[Number], str] = pretty_number) -> str:
        if isinstance(self.start, float):
            return "∞" if self.start > 0 else "−∞"
        return linear_text(self.start, self.rise, unknown, show)

    def shown_numbers(self, solution: OpenSolution, unknown: str) -> str:
        return set_text((self.segment,), solution.range, unknown, solution.tree.written)

    def to_dict(self, unknown: str) -> dict[str, object]:
        """The case as JSON holds it."""
        ends = {"low": plain_number(self.segment.low), "high": plain_number(self.segment.high)}
        return {
            **ends,
            "low_in": self.segment.low_in,
            "high_in": self.segment.high_in,
            "value": self.shown_value(unknown),
            "best_moves": list(self.best_moves),
            "pruned": list(self.pruned),
        }


@remembered
def unknown_cases(solution: OpenSolution) -> tuple[UnknownCase, ...]:
    """All cases from left to right, each as long as it can be."""
    found: list[UnknownCase] = []
    for case in cases(solution, _seen):
        pruned, best, start, rise = case.seen
        following = UnknownCase(case.segment, pruned, best, start, rise)
        if found and (one := _both(found[-1], following)):
            found[-1] = one
        else:
            found.append(following)
    return tuple(found)


def _seen(solution: Solution) -> tuple[tuple[str, ...], tuple[str, ...], Number, Finite]:
    value: object = solution.value
    start, rise = (value.start, value.rise) if isinstance(value, Linear) else (solution.value, 0)
    return solution.pruned, solution.best_moves, start, rise


def _both(left: UnknownCase, right: UnknownCase) -> UnknownCase | None:
    """Two neighbours as one; none where they differ."""
    if (left.pruned, left.best_moves) != (right.pruned, right.best_moves):
        return None
    (segment,) = joined_up([left.segment, right.segment])
    for line, other in ((left, right), (right, left)):
        same = (line.start, line.rise) == (other.start, other.rise)
        if same or (other.segment.is_point and _value_at(line, other.segment.low) == other.start):
            return UnknownCase(segment, line.pruned, line.best_moves, line.start, line.rise)
    return None


def _value_at(case: UnknownCase, number: Number) -> Number:
    if not case.rise or isinstance(case.start, float):
        return case.start
    return exact(Fraction(case.start + case.rise * number))
