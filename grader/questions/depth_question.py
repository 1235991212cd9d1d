"""AtDepths: what the questions have in common that are asked once for each depth of a search."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from grader.document import Fields, as_integer, checked, list_of
from grader.document.schema import described
from grader.questions.answer_form import OncePerDepth, OneNumber, Options, PerNode
from grader.questions.credit import credit_for_parts
from grader.questions.node_question import MOST_EXPLAINED
from grader.questions.question import Mark, Marking, Posed, Pruning, Question
from grader.questions.reading.by_depth import read_by_depth
from grader.questions.reading.by_node import Unread
from grader.questions.reading.node_names import names_of
from grader.questions.verdict import PartVerdict
from grader.solving import Solution
from grader.solving.deepening_rounds import last_round, new_orders, rounds, searched_to
from grader.text.sentences import Say
from grader.text.source import InputError
from grader.tree.notation import write_name

MOST_DEPTHS = 12
DEPTHS = {
    "depths": described(
        {"type": "array", "items": {"type": "integer", "minimum": 1}, "minItems": 1, "maxItems": MOST_DEPTHS},
        "asks once for each of these increasing depths, which replace the rule's `depth`",
    )
}

_as_depths = checked(
    list_of(checked(as_integer, lambda depth: depth > 0, "a depth is at least 1", "such as `1`")),
    lambda depths: 0 < len(depths) <= MOST_DEPTHS and list(depths) == sorted(set(depths)),
    f"these are not 1 to {MOST_DEPTHS} increasing depths",
    "such as `depths: [1, 2, 3]`",
)


def depths_in(fields: Fields) -> dict[str, tuple[int, ...]]:
    """The depths, if a question has any."""
    depths = fields.read("depths", _as_depths, None)
    return {} if depths is None else {"depths": depths}


@dataclass(frozen=True, slots=True, kw_only=True)
class AtDepths(Question):
    """A question of another kind, of which each depth is a part; `own` are the fields that the kind has."""

    kind: ClassVar[type[Question]]
    own: ClassVar[tuple[str, ...]] = ()
    single: ClassVar[bool] = False
    on_paper: ClassVar[str] = "depths"

    depths: tuple[int, ...]

    @property
    def once(self) -> Question:
        """What is asked at every depth."""
        shared = ("id", "rule", "points", "credit", "carry", "rounding", "given", *self.own)
        return self.kind(**{name: getattr(self, name) for name in shared})

    @property
    def pruning(self) -> Pruning:
        return self.once.pruning

    def title(self, say: Say) -> str:
        return self.once.title(say)

    @property
    def example(self) -> str:
        example = self.once.example
        return "{" + ", ".join(f"{depth}: {example}" for depth in self.depths) + "}"

    @classmethod
    def own_fields(cls, fields: Fields) -> dict[str, Any]:
        del fields  # they are read where the kind is chosen
        return {}

    def public_fields(self) -> dict[str, Any]:
        return {**self.once.public_fields(), "depths": self.depths}

    def misfits(self, solution: Solution) -> Iterator[tuple[str, str, str | None]]:
        for number, depth in enumerate(self.depths, 1):
            try:
                searched = last_round(solution, self.depths[:number])
            except InputError as error:
                first = error.mistakes[0]
                yield "depths", f"at depth {depth}, {first.message}", first.hint
                return
            for field, message, hint in self.once.misfits(searched):
                yield field, f"at depth {depth}, {message}", hint
                return

    def about(self, solution: Solution) -> Posed | None:
        """About the depths that the tree has."""
        deepest = max(solution.whole.depths())
        found = tuple(depth for depth in self.depths if depth <= deepest)
        return Posed(self.changed_for(solution, depths=found), solution) if found else None

    def at_depths(self, solution: Solution) -> Mapping[int, Posed]:
        searches = rounds(solution, self.depths)
        return {depth: Posed(self.once, own) for depth, own in zip(self.depths, searches, strict=True)}

    def answer_form(self, solution: Solution) -> OncePerDepth:
        form = self.once.answer_form(self._drawn(solution))
        assert isinstance(form, PerNode | OneNumber | Options)
        return OncePerDepth(form, self.depths)

    def in_words(self, solution: Solution, say: Say) -> str:
        question = self.once.in_words(self._drawn(solution), say)
        number = self.depths[-1]
        return say(f"depths.ask-{self.rule.depth_unit}", depths=self.depths, number=number, question=question)

    def parts(self, solution: Solution) -> tuple[str, ...]:
        del solution
        return tuple(map(str, self.depths))

    def given_parts(self, given: Mapping[str, Any]) -> Mapping[str, Any]:
        return given

    def expected(self, name: str, solution: Solution) -> Any:
        return self.once.key(self._searched(name, solution))

    def key(self, solution: Solution) -> dict[str, Any]:
        return {name: self.expected(name, solution) for name in self.parts(solution)}

    def key_reasons(self, solution: Solution, say: Say) -> tuple[str, ...]:
        return tuple(told for name in self.parts(solution) for told in self._orders(name, solution, say))

    def show(self, answer: Mapping[str, Any], solution: Solution) -> str:
        parts = {name: self._shown(name, part, solution) for name, part in answer.items()}
        return "{" + ", ".join(f"{name}: {part}" for name, part in parts.items()) + "}"

    def show_part(self, part: Any, solution: Solution) -> str:
        return self.once.show(part, self._drawn(solution))

    def blank(self, solution: Solution) -> str:
        blanks = {name: self.once.blank(self._searched(name, solution)) for name in self.parts(solution)}
        return "{" + ", ".join(f"{name}: {blank}" for name, blank in blanks.items()) + "}"

    def read(self, text: str, solution: Solution) -> dict[str, Any]:
        once = self.once
        return read_by_depth(
            text,
            self.parts(solution),
            names_of(solution),
            lambda name, typed: once.read(typed, searched_to(solution, int(name))),
        )

    def is_right(self, name: str, part: Any, solution: Solution) -> bool:
        once, searched = self.once, self._searched(name, solution)
        given = once.given_parts(part)
        return given.keys() >= set(once.parts(searched)) and all(
            not isinstance(said, Unread) and once.is_right(each, said, searched)
            for each, said in given.items()
        )

    def agrees(self, given: Mapping[str, Any], solution: Solution) -> bool:
        return all(
            not isinstance(given.get(name), Unread | None) and self.is_right(name, given[name], solution)
            for name in self.parts(solution)
        )

    def explain(self, name: str, part: Any, marking: Marking) -> Iterator[str]:
        """Why the answer for a depth is wrong, and in which order its search goes if not in the tree's."""
        searched = self._searched(name, marking.solution)
        why = self.once.mark(part, Marking(searched, marking.say)).feedback
        yield marking.say("depths.at", depth=name, why=marking.say("drawing.space").join(why))
        yield from self._orders(name, marking.solution, marking.say)

    def mark(self, given: Mapping[str, Any], marking: Marking) -> Mark:
        marks = {name: self._mark(name, given.get(name), marking) for name in self.parts(marking.solution)}
        parts = {part: verdict for name in marks for part, verdict in self._parts(name, marks[name], marking)}
        share, reckoning = credit_for_parts(self.credit, parts, marking.say)
        feedback = (
            () if self.agrees(given, marking.solution) else tuple(self._feedback(given, marks, marking))
        )
        return Mark(share, reckoning, feedback, parts)

    def _mark(self, name: str, part: Any, marking: Marking) -> Mark | PartVerdict:
        """What the answer for a depth earns; or why there is none."""
        if part is None or isinstance(part, Unread):
            return "missed" if part is None else "unreadable"
        return self.once.mark(part, Marking(self._searched(name, marking.solution), marking.say))

    def _parts(
        self, name: str, mark: Mark | PartVerdict, marking: Marking
    ) -> Iterator[tuple[str, PartVerdict]]:
        """The verdict on a depth; or on each node that is asked about there."""
        asked = self.once.parts(self._searched(name, marking.solution))
        for each in asked:
            part = name if len(asked) == 1 else f"{name} {each}"
            if isinstance(mark, Mark):
                whole: PartVerdict = "right" if mark.share == 1 else "wrong"
                yield part, mark.parts[each] if len(asked) > 1 else whole
            else:
                yield part, mark

    def _feedback(
        self, given: Mapping[str, Any], marks: Mapping[str, Mark | PartVerdict], marking: Marking
    ) -> Iterator[str]:
        """The depths that are right, the first few that are wrong and why, and what else there is to say."""
        say = marking.say
        right = [name for name, mark in marks.items() if isinstance(mark, Mark) and mark.share == 1]
        wrong = [name for name, mark in marks.items() if isinstance(mark, Mark) and mark.share < 1]
        missed = [name for name, mark in marks.items() if mark == "missed"]
        if right:
            yield say("depths.right", number=len(right), depths=right)
        for name in wrong[:MOST_EXPLAINED]:
            yield from self.explain(name, given[name], marking)
        for key, names in (("depths.wrong-too", wrong[MOST_EXPLAINED:]), ("depths.missed", missed)):
            if names:
                yield say(key, number=len(names), depths=names)
        for name, part in given.items():
            if isinstance(part, Unread):
                yield say("depths.unreadable", depth=name, why=part.why.in_words(say))

    def _orders(self, name: str, solution: Solution, say: Say) -> Iterator[str]:
        """In which order the search to a depth goes through children, where the tree has them otherwise."""
        orders = new_orders(solution.whole, self._searched(name, solution))
        told = [
            say(
                "depths.order-of",
                node=write_name(node),
                children=say("list.comma").join(map(write_name, order)),
            )
            for node, order in orders.items()
        ]
        if told:
            yield say("depths.order", depth=name, orders=say("depths.between").join(told))

    def _shown(self, name: str, part: Any, solution: Solution) -> str:
        if isinstance(part, Unread):
            return str(part)
        return self.once.show(part, self._searched(name, solution))

    def _searched(self, name: str, solution: Solution) -> Solution:
        """The search to a depth."""
        return last_round(solution, self.depths[: self.depths.index(int(name)) + 1])

    def _drawn(self, solution: Solution) -> Solution:
        """The search to the last depth of the tree as it stands: no form tells in which order it goes."""
        return searched_to(solution, self.depths[-1])
