"""`count`: how many leaves or nodes the search looks at, or leaves out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, TypeAlias, get_args

from grader.document import Fields, one_of
from grader.questions.answer_form import NodeItems, OneNumber
from grader.questions.credit import credit_for_parts
from grader.questions.depth_question import DEPTHS, AtDepths, depths_in
from grader.questions.question import Mark, Marking, Observable, Pruning, Question
from grader.questions.reading.counted_answer import number_alone
from grader.questions.reading.node_names import names_of
from grader.questions.reading.phrases import read_answer
from grader.questions.reading.quantities import number_in
from grader.questions.set_comparison import some
from grader.questions.verdict import Parts
from grader.solving import Solution
from grader.text.numbers import Number, show_number
from grader.text.sentences import Say
from grader.tree import Kind
from grader.tree.notation import write_name

Counted: TypeAlias = Literal["leaves-evaluated", "nodes-visited", "leaves-pruned"]
COUNTED: tuple[Counted, ...] = get_args(Counted)


@dataclass(frozen=True, slots=True, kw_only=True)
class Count(Question):
    """Its answers are numbers; `of` says what is counted."""

    ask: ClassVar[str] = "count"
    sample: ClassVar[str] = "37"
    illustration: ClassVar[tuple[str, str]] = ("{ask: count, of: leaves-evaluated, points: 1}", "9")
    single: ClassVar[bool] = True
    observable: ClassVar[Observable] = "count"
    required: ClassVar[tuple[str, ...]] = ("of",)
    schema: ClassVar[Mapping[str, Any]] = {"of": {"enum": list(COUNTED)}, **DEPTHS}

    of: Counted = COUNTED[0]

    @classmethod
    def own_fields(cls, fields: Fields) -> dict[str, Any]:
        return {"of": fields.read("of", one_of(COUNTED)), **depths_in(fields)}

    @classmethod
    def kind_for(cls, own: Mapping[str, Any]) -> type[Question]:
        return CountAtDepths if "depths" in own else cls

    @classmethod
    def is_single(cls, own: Mapping[str, Any]) -> bool:
        return len(own.get("depths", ())) < 2

    @property
    def pruning(self) -> Pruning:
        return "asked" if self.of == "leaves-pruned" else "no"

    def public_fields(self) -> dict[str, Any]:
        return {"of": self.of}

    def answer_form(self, solution: Solution) -> OneNumber:
        del solution
        counted: NodeItems = "nodes" if self.of == "nodes-visited" else "leaves"
        return OneNumber(counted, "pruned" if self.of == "leaves-pruned" else "visited")

    def title(self, say: Say) -> str:
        return say(f"question-title.count-{self.of}")

    def in_words(self, solution: Solution, say: Say) -> str:
        del solution
        return say(f"count.ask-{self.of}")

    def key(self, solution: Solution) -> int:
        number: int = getattr(solution.counts, self.of.replace("-", "_"))
        return number

    def show(self, answer: Number, solution: Solution) -> str:
        del solution
        return show_number(answer)

    def read(self, text: str, solution: Solution) -> Number:
        names = names_of(solution)
        return number_in(number_alone(read_answer(text, names.is_exact), self.answer_form(solution), names))

    def mark(self, given: Number, marking: Marking) -> Mark:
        right = given == self.key(marking.solution)
        parts: Parts = {self.of: "right" if right else "wrong"}
        share, reckoning = credit_for_parts(self.credit, parts, marking.say)
        return Mark(share, reckoning, () if right else tuple(self._explained(given, marking)), parts)

    def _explained(self, given: Number, marking: Marking) -> Iterator[str]:
        counted = [write_name(name) for name in self._counted(marking.solution)]
        say, number = marking.say, len(counted)
        key = f"count.{self.of}" if counted else f"count.no-{self.of}"
        yield say(key, number=number, nodes=some(counted, say), given=given)
        if self.of == "nodes-visited" and given == number - 1:
            yield say("count.root", root=counted[0])

    def _counted(self, solution: Solution) -> list[str]:
        """The names of what is counted."""
        if self.of == "nodes-visited":
            return list(solution.visited)
        names = solution.visited if self.of == "leaves-evaluated" else solution.pruned
        return [name for name in names if solution.tree.kinds[solution.tree.index(name)] is Kind.LEAF]


@dataclass(frozen=True, slots=True, kw_only=True)
class CountAtDepths(AtDepths):
    """The same number at each of several depths."""

    ask: ClassVar[str] = Count.ask
    sample: ClassVar[str] = "{1: 37, 2: 40}"
    kind: ClassVar[type[Question]] = Count
    own: ClassVar[tuple[str, ...]] = ("of",)

    of: Counted = COUNTED[0]
