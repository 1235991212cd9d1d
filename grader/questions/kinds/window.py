"""`window`: alpha and beta at visited nodes, on entry or on exit; a history is a class of its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, Self, TypeAlias, get_args

from grader.document import Fields, one_of
from grader.questions.answer_form import IntervalPerNode
from grader.questions.kinds.window_history import WindowHistories
from grader.questions.node_question import AboutNodes, as_nodes, in_search_order
from grader.questions.question import MapLayer, Marking, Pruning, Question, Shown
from grader.questions.reading.phrases import Item
from grader.questions.reading.quantities import SIDES, Interval, interval_in, with_rounding
from grader.questions.reading.windows import same_ends, show_window
from grader.questions.reasons.window_sources import bounds_in_words, mistaken_window
from grader.solving import Solution
from grader.text.sentences import Say
from grader.tree import Kind
from grader.tree.notation import write_name

WindowWay: TypeAlias = Literal["entry", "exit"]
WAYS: tuple[WindowWay, ...] = get_args(WindowWay)


@dataclass(frozen=True, slots=True, kw_only=True)
class Windows(AboutNodes):
    """Its answers are pairs of alpha and beta by node; `as_` is "entry" or "exit"."""

    ask: ClassVar[str] = "window"
    sample: ClassVar[str] = "{K: [-17, inf]}"
    illustration: ClassVar[tuple[str, str]] = (
        "{ask: window, of: [C, D], as: entry, points: 2}",
        "{C: [3, inf], D: [2, inf]}",
    )
    sample_alone: ClassVar[str] = "[-17, inf]"
    schema: ClassVar[Mapping[str, Any]] = {
        **AboutNodes.schema,
        "as": {"enum": [*WAYS, "history"], "default": "entry"},
    }
    required: ClassVar[tuple[str, ...]] = ("of",)
    confusable: ClassVar[tuple[str, ...]] = WAYS
    layer: ClassVar[MapLayer] = "windows"
    no_names: ClassVar[tuple[str, ...]] = tuple(SIDES)

    as_: WindowWay = "entry"

    @property
    def shown(self) -> Shown:
        return "windows"

    @classmethod
    def own_fields(cls, fields: Fields) -> dict[str, Any]:
        return {
            "of": fields.read("of", as_nodes),
            "as_": fields.read("as", one_of((*WAYS, "history")), "entry"),
        }

    @classmethod
    def kind_for(cls, own: Mapping[str, Any]) -> type[Question]:
        return WindowHistories if own.get("as_") == "history" else cls

    @classmethod
    def is_single(cls, own: Mapping[str, Any]) -> bool:
        """Even one node has several windows in its history."""
        return own.get("as_") != "history" and AboutNodes.is_single(own)

    @classmethod
    def fullest(cls, solution: Solution) -> Self:
        inner = (node.name for node in solution.tree if node.kind is not Kind.LEAF)
        visited = tuple(name for name in inner if name in solution.windows)
        return cls(id=cls.ask, rule=solution.rule, of=visited)

    @property
    def pruning(self) -> Pruning:
        return "assumed"

    @property
    def sees_exits(self) -> bool:
        return self.as_ == "exit"

    def public_fields(self) -> dict[str, Any]:
        return {"of": self.of, "as": self.as_}

    def answer_form(self, solution: Solution) -> IntervalPerNode:
        return IntervalPerNode(self.parts(solution), self.is_named, ("alpha", "beta"))

    def title(self, say: Say) -> str:
        return say(f"question-title.window-{self.as_}")

    def in_words(self, solution: Solution, say: Say) -> str:
        asked = tuple(map(write_name, self.parts(solution)))
        question = say(f"window.ask-{self.as_}", number=len(asked), nodes=asked)
        return with_rounding(question, self.rounding, solution, say)

    def expected(self, name: str, solution: Solution) -> Interval:
        return (solution.windows if self.as_ == "entry" else solution.exits)[name]

    def read_part(self, item: Item) -> Interval:
        return interval_in(item)

    def show_part(self, part: Interval, solution: Solution) -> str:
        return show_window(part, solution.tree)

    def is_right(self, name: str, part: Interval, solution: Solution) -> bool:
        return all(self._same(part, self.expected(name, solution)))

    def order(self, solution: Solution) -> list[str]:
        """The nodes in the order in which the search has their windows."""
        return in_search_order(self.parts(solution), solution, on_exit=self.as_ == "exit")

    def explain(self, name: str, part: Interval, marking: Marking) -> Iterator[str]:
        expected = self.expected(name, marking.solution)
        alpha, beta = expected
        right = self._same(part, expected)
        wrong = "swapped" if all(self._same(part[::-1], expected)) else _WRONG[right]
        parts = {"alpha": alpha, "beta": beta, "given_alpha": part[0], "given_beta": part[1]}
        yield marking.say(f"window.{self.as_}-{wrong}", node=write_name(name), **parts)
        if wrong != "swapped":
            if self.as_ == "entry" and (told := mistaken_window(name, part, marking)):
                yield told
            sides = [side for side, is_right in enumerate(right) if not is_right]
            yield from bounds_in_words(name, sides, marking, on_exit=self.as_ == "exit")

    def _same(self, part: Interval, expected: Interval) -> tuple[bool, bool]:
        return same_ends(part, expected, self.rounding)


# By whether alpha is right, and whether beta is.
_WRONG = {(False, True): "alpha", (True, False): "beta", (False, False): "both"}
