"""AboutNodes: what the questions that ask for something of each of several nodes have in common."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

from grader.document import Fields, Scalar, Value, as_text, checked, list_of
from grader.document.schema import TEXT
from grader.questions.credit import credit_for_parts
from grader.questions.question import Mark, Marking, Posed, Question
from grader.questions.reading.by_node import PartReader, Unread, read_by_node
from grader.questions.reading.node_names import MOST_NAMES_TO_COMPARE, names_of
from grader.questions.reading.phrases import Item
from grader.questions.verdict import Parts, PartVerdict
from grader.solving import Solution
from grader.text.spelling import did_you_mean, shortened
from grader.tree import Kind
from grader.tree.new_names import NewNames
from grader.tree.node import Node
from grader.tree.notation import write_name

MOST_EXPLAINED = 3  # wrong nodes whose reasons are given; the others are named
_SEVERAL = checked(list_of(as_text), bool, "there is no node in this list", "name one, or leave `of` out")


def as_nodes(value: Value) -> str | tuple[str, ...]:
    """One name, or several in a list."""
    return as_text(value) if isinstance(value, Scalar) else _SEVERAL(value)


def renamed_nodes(of: str | tuple[str, ...] | None, names: NewNames) -> str | tuple[str, ...] | None:
    """The nodes that a question is about, by their new names."""
    return names(of) if isinstance(of, str) else of and tuple(map(names, of))


def in_search_order(names: Iterable[str], solution: Solution, *, on_exit: bool = False) -> list[str]:
    """The names in the order in which a search enters the nodes, or leaves them."""
    mirrored = solution.rule.order == "right-to-left"
    return sorted(names, key=lambda name: _ORDERS[mirrored, on_exit](solution.tree[name]))


_ORDERS: Mapping[tuple[bool, bool], Callable[[Node], tuple[int, ...]]] = {  # by mirrored, and on exit
    (False, False): lambda node: (node.index,),
    (False, True): lambda node: (node.end, -node.index),
    (True, False): lambda node: (-node.end, node.index),
    (True, True): lambda node: (-node.index,),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class AboutNodes(Question):
    """A question about one node or several; `of` is a name where the answer needs none, else a tuple."""

    schema: ClassVar[Mapping[str, Any]] = {
        "of": {"anyOf": [TEXT, {"type": "array", "items": TEXT, "minItems": 1}]}
    }
    single: ClassVar[bool] = False
    no_names: ClassVar[tuple[str, ...]] = ()  # words that stand before a colon but name no node
    sample_alone: ClassVar[str]  # the same about one node, whose name is not needed

    of: str | tuple[str, ...] | None = None

    @property
    def example(self) -> str:
        return self.sample if self.is_named else self.sample_alone

    @classmethod
    def own_fields(cls, fields: Fields) -> dict[str, Any]:
        return {"of": fields.read("of", as_nodes)}

    @classmethod
    def is_single(cls, own: Mapping[str, Any]) -> bool:
        return not isinstance(own.get("of"), tuple) or len(own["of"]) == 1

    def public_fields(self) -> dict[str, Any]:
        return {"of": self.of}

    def renamed(self, names: NewNames) -> Self:
        return replace(self, of=renamed_nodes(self.of, names))

    @property
    def is_named(self) -> bool:
        """Whether an answer has to name the nodes."""
        return isinstance(self.of, tuple)

    @abstractmethod
    def expected(self, name: str, solution: Solution) -> Any: ...

    @abstractmethod
    def read_part(self, item: Item) -> Any:
        """What is said about a node; raises `Unreadable`."""

    @abstractmethod
    def show_part(self, part: Any, solution: Solution) -> str: ...

    @abstractmethod
    def is_right(self, name: str, part: Any, solution: Solution) -> bool: ...

    @abstractmethod
    def explain(self, name: str, part: Any, marking: Marking) -> Iterator[str]: ...

    def given_parts(self, given: Mapping[str, Any]) -> Mapping[str, Any]:
        return given

    def is_coarse(self, name: str, part: Any, solution: Solution) -> bool:
        """Whether a part that is wrong is what is right, but rounded too far."""
        del name, part, solution  # only values are rounded
        return False

    def carried(self, wrong: Collection[str], given: Mapping[str, Any], marking: Marking) -> Collection[str]:
        """Which of the nodes that are not right are the right step from the student's own values."""
        del wrong, given, marking  # only values are carried forward
        return ()

    def parts(self, solution: Solution) -> tuple[str, ...]:
        """The names of the nodes that are asked about; the root where the question does not say."""
        if self.of is None:
            return (solution.tree.names[0],)
        return (self.of,) if isinstance(self.of, str) else self.of

    def misfits(self, solution: Solution) -> Iterator[tuple[str, str, str | None]]:
        names = frozenset(solution.tree.names)
        asked = self.parts(solution)
        for place, name in enumerate(asked):
            if name not in names:
                hint = did_you_mean(name, solution.tree.names[:MOST_NAMES_TO_COMPARE])
                yield "of", f"no node is named `{name}`", hint or None
            elif name in asked[:place]:
                yield "of", f"`{name}` is asked about twice", "name it once"
            else:
                yield from self.node_misfits(name, solution)

    def node_misfits(self, name: str, solution: Solution) -> Iterator[tuple[str, str, str | None]]:
        """Where a node that does exist cannot be asked about."""
        if name not in solution.windows:
            yield "of", f"the search never visits `{name}`", "ask about a node that it visits"

    def about(self, solution: Solution) -> Posed | None:
        """About all inner nodes that can be asked about."""
        tree = solution.tree
        inner = (name for name, kind in zip(tree.names, tree.kinds, strict=True) if kind is not Kind.LEAF)
        nodes = tuple(name for name in inner if next(self.node_misfits(name, solution), None) is None)
        return Posed(self.changed_for(solution, of=nodes), solution) if nodes else None

    def key(self, solution: Solution) -> dict[str, Any]:
        return {name: self.expected(name, solution) for name in self.parts(solution)}

    def show(self, answer: Mapping[str, Any], solution: Solution) -> str:
        parts = {
            name: str(part) if isinstance(part, Unread) else self.show_part(part, solution)
            for name, part in answer.items()
        }
        if not self.is_named and list(parts) == list(self.parts(solution)):
            return next(iter(parts.values()))
        return "{" + ", ".join(f"{write_name(name)}: {part}" for name, part in parts.items()) + "}"

    def blank(self, solution: Solution) -> str:
        if not self.is_named:
            return ""
        return "{" + ", ".join(f"{write_name(name)}: " for name in self.parts(solution)) + "}"

    def read(self, text: str, solution: Solution) -> dict[str, Any]:
        read = self.part_reader(solution)
        return read_by_node(text, self.parts(solution), names_of(solution), read, self.no_names)

    def part_reader(self, solution: Solution) -> PartReader:
        """What reads that which is said about a node of this tree."""
        del solution  # most are read alike in every tree
        return self.read_part

    def credited(self, parts: Parts, given: Mapping[str, Any], marking: Marking) -> Parts:
        """What the points are divided among: the nodes, or more than one thing of each."""
        del given, marking  # most have one thing to be right or wrong
        return parts

    def mark(self, given: Mapping[str, Any], marking: Marking) -> Mark:
        parts = {name: self._verdict(name, given, marking) for name in self.parts(marking.solution)}
        wrong = [name for name, verdict in parts.items() if verdict == "wrong"]
        if wrong and self.carry:
            parts |= dict.fromkeys(self.carried(wrong, given, marking), "carried")
        credited = self.credited(parts, given, marking)
        share, reckoning = credit_for_parts(self.credit, credited, marking.say)
        unread = any(isinstance(part, Unread) for part in given.values())
        all_right = set(parts.values()) == {"right"} and not unread
        feedback = () if all_right else tuple(self._feedback(given, parts, marking, earns=bool(share)))
        return Mark(share, reckoning, feedback, parts)

    def order(self, solution: Solution) -> list[str]:
        """The nodes in the order in which the search enters them."""
        return in_search_order(self.parts(solution), solution)

    def _verdict(self, name: str, given: Mapping[str, Any], marking: Marking) -> PartVerdict:
        part = given.get(name)
        if part is None or isinstance(part, Unread):
            return "missed" if part is None else "unreadable"
        return "right" if self.is_right(name, part, marking.solution) else "wrong"

    def _feedback(
        self, given: Mapping[str, Any], parts: Parts, marking: Marking, *, earns: bool
    ) -> Iterator[str]:
        """What is right, the first few that are wrong and why, and what else there is to say."""
        say = marking.say
        named = {
            verdict: [n for n in self.order(marking.solution) if parts[n] == verdict] for verdict in _VERDICTS
        }
        wrong = named["wrong"]
        if named["right"]:
            yield say("nodes.right", **_nodes(named["right"]))
        coarse = {name: given[name] for name in wrong if self.is_coarse(name, given[name], marking.solution)}
        unsound = [name for name in wrong if name not in coarse] or wrong[:1]
        for name in unsound[:MOST_EXPLAINED]:
            yield from self.explain(name, given[name], marking)
        if others := unsound[MOST_EXPLAINED:]:
            yield say("nodes.wrong-too", **_nodes(others))
        for name, part in coarse.items():
            shown = self.show_part(part, marking.solution)
            yield say("value.coarse", node=write_name(name), given=shown, number=self.rounding)
        if named["carried"]:
            yield say("nodes.carried" if earns else "nodes.carried-in-vain", **_nodes(named["carried"]))
        if named["missed"]:
            yield say("nodes.missed", **_nodes(named["missed"]))
        for name, part in given.items():
            if isinstance(part, Unread):
                yield say("nodes.unreadable", node=shortened(name), why=part.why.in_words(say))


_VERDICTS: tuple[PartVerdict, ...] = ("right", "wrong", "carried", "missed")


def _nodes(names: list[str]) -> dict[str, Any]:
    return {"number": len(names), "nodes": tuple(map(write_name, names))}
