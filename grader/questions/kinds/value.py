"""`value`: what nodes are worth, truly or as the search reports it; a right step from wrong values counts."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, ClassVar, Literal, Self, TypeAlias

from grader.document import Fields, one_of
from grader.questions.answer_form import NumberPerNode, NumbersPerNode
from grader.questions.depth_question import DEPTHS, AtDepths, depths_in
from grader.questions.node_question import AboutNodes, as_nodes, in_search_order, renamed_nodes
from grader.questions.question import MapLayer, Marking, Observable, Posed, Pruning, Question, Shown
from grader.questions.reading.by_node import PartReader, Unread
from grader.questions.reading.phrases import Item
from grader.questions.reading.quantities import (
    Bound,
    number_in,
    number_or_bound_in,
    payoffs_in,
    with_rounding,
)
from grader.questions.reasons.carried_values import OwnValues, ReportedSteps, Steps, TrueSteps, unrounded
from grader.questions.reasons.value_steps import step_in_words
from grader.questions.verdict import Parts, PartVerdict
from grader.solving import Solution
from grader.text.numbers import Number, Payoffs, Typed, same_number, same_value, show_number
from grader.text.sentences import Say
from grader.tree import Kind
from grader.tree.new_names import NewNames
from grader.tree.node import PLAYERS
from grader.tree.notation import write_name

ValueWay: TypeAlias = Literal["true", "returned"]
WAYS: Mapping[ValueWay, type[Steps]] = {"true": TrueSteps, "returned": ReportedSteps}
_SIGNS = {"upper": "<=", "lower": ">="}


@dataclass(frozen=True, slots=True, kw_only=True)
class Values(AboutNodes):
    """The values of nodes, the root's if nothing else is said; `as_` is "true" or "returned"."""

    ask: ClassVar[str] = "value"
    sample: ClassVar[str] = "{K: 17, L: -7/3}"
    illustration: ClassVar[tuple[str, str]] = ("{ask: value, of: [B, C, A], points: 3}", "{B: 3, C: 6, A: 6}")
    sample_alone: ClassVar[str] = "-7/3"
    follows: ClassVar[bool] = True
    observable: ClassVar[Observable] = "value"
    sheet_only: ClassVar[tuple[str, ...]] = ("of", "as")
    confusable: ClassVar[tuple[str, ...]] = ("true", "returned")
    layer: ClassVar[MapLayer] = "values"
    schema: ClassVar[Mapping[str, Any]] = {
        **AboutNodes.schema,
        "as": {"enum": [True, *WAYS], "default": "true"},
        **DEPTHS,
    }

    as_: ValueWay = "true"

    @property
    def fits_players(self) -> bool:
        return self.as_ == "true"

    @property
    def shown(self) -> Shown:
        return "values" if self.as_ == "true" else "windows"

    @classmethod
    def own_fields(cls, fields: Fields) -> dict[str, Any]:
        own = {"of": fields.read("of", as_nodes, None), "as_": fields.read("as", one_of(WAYS), "true")}
        return {**own, **depths_in(fields)}

    @classmethod
    def kind_for(cls, own: Mapping[str, Any]) -> type[Question]:
        return ValuesAtDepths if "depths" in own else cls

    @classmethod
    def is_single(cls, own: Mapping[str, Any]) -> bool:
        return len(own.get("depths", ())) < 2 and AboutNodes.is_single(own)

    def example_for(self, solution: Solution) -> str:
        if not (players := solution.tree.players):
            return self.example
        numbers = [str(17 + 4 * player) for player in range(players)]
        return f"{{K: [{', '.join(numbers)}]}}" if self.is_named else f"({', '.join(numbers)})"

    @classmethod
    def fullest(cls, solution: Solution) -> Self:
        inner = tuple(node.name for node in solution.tree if node.kind is not Kind.LEAF)
        return cls(id=cls.ask, rule=solution.rule, of=inner)

    @property
    def pruning(self) -> Pruning:
        return "assumed" if self.as_ == "returned" else "no"

    def public_fields(self) -> dict[str, Any]:
        return {"of": self.of, "as": self.as_}

    def answer_form(self, solution: Solution) -> NumberPerNode | NumbersPerNode:
        if players := solution.tree.players:
            labels = tuple(map(str, PLAYERS[:players]))
            return NumbersPerNode(self.parts(solution), self.is_named, labels)
        return NumberPerNode(self.parts(solution), self.is_named, bounds=self.as_ == "returned")

    def node_misfits(self, name: str, solution: Solution) -> Iterator[tuple[str, str, str | None]]:
        if self.as_ == "returned":
            yield from AboutNodes.node_misfits(self, name, solution)

    def title(self, say: Say) -> str:
        if self.as_ == "returned":
            return say("question-title.value-returned")
        if self.of is None:
            return say("question-title.value-root")
        return say("question-title.value", number=1 if isinstance(self.of, str) else len(self.of))

    def in_words(self, solution: Solution, say: Say) -> str:
        asked = tuple(map(write_name, self.parts(solution)))
        way = "players" if solution.tree.players else self.as_
        example = str(Payoffs.example(solution.tree.players))
        question = say(f"value.ask-{way}", number=len(asked), nodes=asked, example=example)
        return with_rounding(question, self.rounding, solution, say)

    def expected(self, name: str, solution: Solution) -> Number:
        return (solution.values if self.as_ == "true" else solution.returned)[name]

    def read_part(self, item: Item) -> Number | Bound:
        return number_in(item) if self.as_ == "true" else number_or_bound_in(item)

    def show_part(self, part: Number | Payoffs | Bound, solution: Solution) -> str:
        part = solution.tree.in_style(part)
        if isinstance(part, Payoffs):
            return f"[{', '.join(map(show_number, part))}]"
        return str(part) if isinstance(part, Bound) else show_number(part)

    def part_reader(self, solution: Solution) -> PartReader:
        players = solution.tree.players
        return partial(payoffs_in, players=players) if players else self.read_part

    def credited(self, parts: Parts, given: Mapping[str, Any], marking: Marking) -> Parts:
        """Of several players, each one's utility counts on its own."""
        if not marking.solution.tree.players or self.credit != "each":
            return parts
        return dict(self._components(parts, given, marking.solution))

    def _components(
        self, parts: Parts, given: Mapping[str, Any], solution: Solution
    ) -> Iterator[tuple[str, PartVerdict]]:
        for name, verdict in parts.items():
            right = self._right_for(given.get(name), name, solution) if verdict == "wrong" else ()
            for player in PLAYERS[: solution.tree.players]:
                yield f"{name} {player}", "right" if player in right else verdict

    def _right_for(self, part: Any, name: str, solution: Solution) -> tuple[Kind, ...]:
        """The players whose utility is right, though not every one's is."""
        expected: object = self.expected(name, solution)
        if not isinstance(part, Payoffs) or not isinstance(expected, Payoffs):
            return ()
        triples = zip(PLAYERS, part, expected, strict=False)
        return tuple(player for player, one, right in triples if same_number(one, right, self.rounding))

    def is_right(self, name: str, part: Number | Bound, solution: Solution) -> bool:
        return self._fits(name, part, self.expected(name, solution), solution)

    def is_coarse(self, name: str, part: Number | Bound, solution: Solution) -> bool:
        expected = self.expected(name, solution)
        return isinstance(part, Typed) and same_number(part, expected, part.decimals)

    def own_values(self, given: Mapping[str, Any] | None, solution: Solution) -> dict[str, Number]:
        return self._own(given or {}, solution) if self.as_ == "true" else {}

    def carried(self, wrong: Collection[str], given: Mapping[str, Any], marking: Marking) -> set[str]:
        own = self._own(given, marking.solution)
        steps = WAYS[self.as_](marking.solution)
        indexes = {marking.solution.tree.index(name): name for name in wrong}
        return {
            indexes[index]
            for results in self._results(steps, {**marking.own, **own} if self.as_ == "true" else own)
            for index in indexes.keys() & results.keys()
            if self._fits(indexes[index], given[indexes[index]], results[index], marking.solution)
        }

    def order(self, solution: Solution) -> list[str]:
        """The nodes in the order of solving: children before their parents."""
        tree = solution.tree
        if self.as_ == "returned":
            return in_search_order(self.parts(solution), solution, on_exit=True)
        indexes = {name: tree.index(name) for name in self.parts(solution)}
        return sorted(indexes, key=lambda name: (tree.ends[indexes[name]], -indexes[name]))

    def explain(self, name: str, part: Number | Bound, marking: Marking) -> Iterator[str]:
        expected = self.expected(name, marking.solution)
        if isinstance(part, Bound) and part.number == expected:
            known = marking.solution.bounds[name]
            yield marking.say(f"value.known-{known}", node=write_name(name), value=expected)
        else:
            yield step_in_words(WAYS[self.as_](marking.solution), name, part, marking.say)
        if right := self._right_for(part, name, marking.solution):
            players = tuple(player.number for player in right)
            key = "value.right-for" if self.credit == "each" else "value.right-for-in-vain"
            yield marking.say(key, number=len(right), node=write_name(name), players=players)

    def _fits(self, name: str, part: Number | Bound, value: Number, solution: Solution) -> bool:
        """Whether a part says this value; a bound must be the one that the search has there."""
        if isinstance(part, Bound) and part.sign != _SIGNS.get(solution.bounds[name]):
            return False
        return same_value(_number(part), value, self.rounding)

    def _own(self, given: Mapping[str, Any], solution: Solution) -> dict[str, Number]:
        """The student's numbers, and the key's where there is none."""
        own = {name: _number(part) for name, part in given.items() if not isinstance(part, Unread)}
        return {**self.key(solution), **own}

    def _results(self, steps: Steps, own: Mapping[str, Number]) -> Iterator[dict[int, Number]]:
        """What the steps give: from exact values where the student's are right, and from them as rounded."""
        exact = unrounded(steps, own, self.rounding)
        yield OwnValues(steps, exact).results
        if exact != own:
            yield OwnValues(steps, own).results


@dataclass(frozen=True, slots=True, kw_only=True)
class ValuesAtDepths(AtDepths):
    """The values of nodes at each of several depths."""

    ask: ClassVar[str] = Values.ask
    sample: ClassVar[str] = "{1: 17, 2: -7/3}"
    kind: ClassVar[type[Question]] = Values
    own: ClassVar[tuple[str, ...]] = ("of", "as_")

    of: str | tuple[str, ...] | None = None
    as_: ValueWay = "true"

    def plain(self, answer: Mapping[str, Any] | None) -> Any:
        """Without the name of the node where the answer needs none: `{1: 11}`."""
        if answer is None or isinstance(self.of, tuple):
            return AtDepths.plain(self, answer)
        values = {
            depth: next(iter(part.values())) if isinstance(part, dict) and len(part) == 1 else part
            for depth, part in answer.items()
        }
        return AtDepths.plain(self, values)

    def about(self, solution: Solution) -> Posed | None:
        """About the root, or where nodes below it are asked about its children: every depth has these."""
        tree = solution.tree
        inner = [index for index in tree.child_indexes(0) if tree.kinds[index] is not Kind.LEAF]
        nodes = tuple(tree.names[index] for index in inner) if self.of else ()
        return AtDepths.about(replace(self, of=nodes or None), solution)

    def renamed(self, names: NewNames) -> Self:
        return replace(self, of=renamed_nodes(self.of, names))


def _number(part: Number | Bound) -> Number:
    return part.number if isinstance(part, Bound) else part
