"""`window`: alpha and beta at visited nodes, on entry or on exit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from grader.document import Fields, one_of
from grader.questions.node_question import AboutNodes, as_nodes, in_search_order
from grader.questions.question import Marking
from grader.questions.reading.phrases import Item
from grader.questions.reading.quantities import SIDES, Interval, interval_in, with_rounding
from grader.questions.reasons.window_sources import bounds_in_words
from grader.solving import Solution
from grader.text.numbers import same_number, show_number
from grader.text.sentences import Say
from grader.tree.notation import write_name

FORMS = ("entry", "exit")


@dataclass(frozen=True, slots=True, kw_only=True)
class Window(AboutNodes):
    """Its answers are pairs of alpha and beta by node; `form` is "entry" or "exit"."""

    ask: ClassVar[str] = "window"
    sample: ClassVar[str] = "{K: [-17, inf]}"
    sample_alone: ClassVar[str] = "[-17, inf]"
    schema: ClassVar[Mapping[str, Any]] = {
        **AboutNodes.schema,
        "as": {"enum": list(FORMS), "default": "entry"},
    }
    no_names: ClassVar[tuple[str, ...]] = tuple(SIDES)

    form: str = "entry"

    @classmethod
    def own_fields(cls, fields: Fields) -> dict[str, Any]:
        return {"of": fields.read("of", as_nodes), "form": fields.read("as", one_of(FORMS), "entry")}

    def in_words(self, solution: Solution, say: Say) -> str:
        asked = tuple(map(write_name, self.nodes(solution)))
        question = say(f"window.ask-{self.form}", number=len(asked), nodes=asked)
        return with_rounding(question, self.rounding, solution, say)

    def expected(self, name: str, solution: Solution) -> Interval:
        return (solution.windows if self.form == "entry" else solution.exits)[name]

    def read_part(self, item: Item) -> Interval:
        return interval_in(item)

    def show_part(self, part: Interval) -> str:
        return f"[{', '.join(map(show_number, part))}]"

    def is_right(self, name: str, part: Interval, solution: Solution) -> bool:
        return all(self._same(part, self.expected(name, solution)))

    def order(self, solution: Solution) -> list[str]:
        """The nodes in the order in which the search has their windows."""
        return in_search_order(self.nodes(solution), solution, on_exit=self.form == "exit")

    def explain(self, name: str, part: Interval, marking: Marking) -> Iterator[str]:
        expected = self.key(marking.solution)[name]
        alpha, beta = expected
        right = self._same(part, expected)
        wrong = "swapped" if all(self._same(part[::-1], expected)) else _WRONG[right]
        parts = {"alpha": alpha, "beta": beta, "given_alpha": part[0], "given_beta": part[1]}
        yield marking.say(f"window.{self.form}-{wrong}", node=write_name(name), **parts)
        if wrong != "swapped":
            sides = [side for side, is_right in enumerate(right) if not is_right]
            yield from bounds_in_words(name, sides, marking, on_exit=self.form == "exit")

    def _same(self, part: Interval, expected: Interval) -> tuple[bool, bool]:
        alpha, beta = (same_number(*pair, self.rounding) for pair in zip(part, expected, strict=True))
        return alpha, beta


# By whether alpha is right, and whether beta is.
_WRONG = {(False, True): "alpha", (True, False): "beta", (False, False): "both"}
