"""`bounds`: the interval in which the search knows a node's value to lie."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import inf
from typing import Any, ClassVar

from grader.questions.answer_form import IntervalPerNode
from grader.questions.node_question import AboutNodes
from grader.questions.question import MapLayer, Marking, Pruning, Shown
from grader.questions.reading.phrases import Item
from grader.questions.reading.quantities import SIDES, Bound, Interval, interval_or_bound_in, with_rounding
from grader.solving import Solution
from grader.text.numbers import Number, same_number, show_number
from grader.text.sentences import Say
from grader.tree.notation import write_name


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds(AboutNodes):
    """Its answers are pairs of the least and the most by node."""

    ask: ClassVar[str] = "bounds"
    loose: ClassVar[bool] = True
    sample: ClassVar[str] = "{K: [-inf, -17]}"
    illustration: ClassVar[tuple[str, str]] = ("{ask: bounds, of: [C], points: 1}", "{C: 2}")
    sample_alone: ClassVar[str] = "[-inf, -17]"
    schema: ClassVar[Mapping[str, Any]] = AboutNodes.schema
    required: ClassVar[tuple[str, ...]] = ("of",)
    layer: ClassVar[MapLayer] = "values"
    no_names: ClassVar[tuple[str, ...]] = tuple(SIDES)

    @property
    def shown(self) -> Shown:
        return "windows"

    @property
    def pruning(self) -> Pruning:
        return "assumed"

    def answer_form(self, solution: Solution) -> IntervalPerNode:
        return IntervalPerNode(self.parts(solution), self.is_named, ("least", "most"), bounds=True)

    def in_words(self, solution: Solution, say: Say) -> str:
        asked = tuple(map(write_name, self.parts(solution)))
        question = say("bounds.ask", number=len(asked), nodes=asked)
        return with_rounding(question, self.rounding, solution, say)

    def expected(self, name: str, solution: Solution) -> Interval:
        return _INTERVALS[solution.bounds[name]](solution.returned[name])

    def read_part(self, item: Item) -> Interval | Bound:
        return interval_or_bound_in(item)

    def show_part(self, part: Interval | Bound, solution: Solution) -> str:
        del solution
        return str(part) if isinstance(part, Bound) else f"[{', '.join(map(show_number, part))}]"

    def is_right(self, name: str, part: Interval | Bound, solution: Solution) -> bool:
        """The rule's own bounds of all utilities say as much as ±∞ does; a strict bound says too much."""
        if isinstance(part, Bound):
            return False
        pairs = zip(part, self.expected(name, solution), solution.rule.bounds, strict=True)
        return all(
            same_number(given, expected, self.rounding) or (expected in (-inf, inf) and given == limit)
            for given, expected, limit in pairs
        )

    def explain(self, name: str, part: Interval | Bound, marking: Marking) -> Iterator[str]:
        known, value = marking.solution.bounds[name], marking.solution.returned[name]
        if isinstance(part, Bound):
            yield marking.say(f"bounds.strict-{known}", node=write_name(name), value=value, given=part)
            return
        least, most = part
        yield marking.say(f"bounds.{known}", node=write_name(name), value=value, least=least, most=most)


def _exactly(value: Number) -> Interval:
    return value, value


def _at_most(value: Number) -> Interval:
    return -inf, value


def _at_least(value: Number) -> Interval:
    return value, inf


_INTERVALS = {"exact": _exactly, "upper": _at_most, "lower": _at_least}
