"""A kind of question for every form of answer, known to the tests alone; its answers are typed as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from string import ascii_lowercase
from typing import Any, ClassVar, cast

import pytest

from grader.document import Fields
from grader.questions import KINDS, Mark, Marking, Question, Unreadable, plain
from grader.questions.answer_form import (
    AnswerForm,
    AnswerOption,
    ChildOrder,
    Claim,
    CutList,
    FoundMistake,
    FreeText,
    IntervalPerNode,
    NodeOrder,
    NodeSet,
    NumberPerNode,
    NumberSet,
    NumbersPerNode,
    OncePerDepth,
    OneNumber,
    Options,
    WindowList,
    WindowsPerNode,
    WrittenTree,
)  # fmt: skip
from grader.questions.credit import credit_for_parts
from grader.questions.reading.cuts import Cut
from grader.questions.set_comparison import compared
from grader.questions.verdict import Parts
from grader.solving import Solution
from grader.text.sentences import Say, languages, sentences

TREE = "A = max(a1 -> B = min(3, 12, 8), a2 -> C = min(2, 4, 6), a3 -> D = min(14, 5, 2))"
NODES = ("B", "C"), True  # and whether they are named
ENDS = ("least", "most")


@dataclass(frozen=True, slots=True, kw_only=True)
class Toy(Question):
    """A question whose form and key are always the same; `wrong` is an answer that is not right."""

    single: ClassVar[bool] = True
    form: ClassVar[AnswerForm]
    right: ClassVar[Any]
    wrong: ClassVar[Any]

    @classmethod
    def own_fields(cls, fields: Fields) -> dict[str, Any]:
        del fields
        return {}

    def in_words(self, solution: Solution, say: Say) -> str:
        del solution, say
        return f"What is the {self.ask}?"

    def answer_form(self, solution: Solution) -> AnswerForm:
        del solution
        return self.form

    def key(self, solution: Solution) -> Any:
        del solution
        return self.right

    def show(self, answer: Any, solution: Solution) -> str:
        del solution
        return json.dumps(self.plain(answer))

    def read(self, text: str, solution: Solution) -> Any:
        del solution
        try:
            return typed(json.loads(text))
        except ValueError:
            raise Unreadable("unreadable.nothing-given") from None

    def mark(self, given: Any, marking: Marking) -> Mark:
        parts: Parts = {"answer": "right" if given == self.right else "wrong"}
        share, reckoning = credit_for_parts(self.credit, parts, marking.say)
        return Mark(share, reckoning, () if share else ("That is a toy.",), parts)


class ToyItems(Toy):
    """An answer of several items, each with a verdict of its own."""

    single: ClassVar[bool] = False

    def mark(self, given: Any, marking: Marking) -> Mark:
        mine, theirs = (list(map(str, self.plain(answer))) for answer in (given, self.right))
        parts = compared(mine, theirs)
        share, reckoning = credit_for_parts(self.credit, parts, marking.say)
        return Mark(share, reckoning, (), parts)


class ToyNodes(Toy):
    """An answer for each of some nodes."""

    single: ClassVar[bool] = False

    def parts(self, solution: Solution) -> tuple[str, ...]:
        return tuple(self.key(solution))

    def given_parts(self, given: Mapping[str, Any]) -> Mapping[str, Any]:
        return given

    def expected(self, name: str, solution: Solution) -> Any:
        return self.key(solution)[name]

    def is_right(self, name: str, part: Any, solution: Solution) -> bool:
        return bool(part == self.expected(name, solution))

    def explain(self, name: str, part: Any, marking: Marking) -> Iterator[str]:
        yield f"{part} at {name} is a toy, not {self.expected(name, marking.solution)}."

    def mark(self, given: Mapping[str, Any], marking: Marking) -> Mark:
        parts: Parts = {
            name: "missed" if name not in given else "right" if given[name] == part else "wrong"
            for name, part in self.right.items()
        }
        share, reckoning = credit_for_parts(self.credit, parts, marking.say)
        return Mark(share, reckoning, (), parts)


class ToyCuts(ToyItems):
    """Cuts, as JSON has them by their fields."""

    def read(self, text: str, solution: Solution) -> Any:
        cuts = ToyItems.read(self, text, solution)
        if not isinstance(cuts, tuple):
            raise Unreadable("unreadable.nothing-given")
        return tuple(Cut(**cut) for cut in cuts)

    def plain(self, answer: Any) -> Any:
        return [cut._asdict() for cut in answer]

    def mark(self, given: Any, marking: Marking) -> Mark:
        return Toy.mark(self, given, marking)


class ToyText(Toy):
    """Words as they are."""

    def read(self, text: str, solution: Solution) -> str:
        del solution
        return text.strip()

    def show(self, answer: str, solution: Solution) -> str:
        del solution
        return answer


def typed(value: Any) -> Any:
    """What JSON has as lists, as answers have it."""
    if isinstance(value, list):
        return tuple(map(typed, value))
    return {name: typed(part) for name, part in value.items()} if isinstance(value, dict) else value


LISTED = Options(
    tuple(AnswerOption(letter, letter, f"option {letter}") for letter in ascii_lowercase[:3]),
    several=True, text="Which of these?",
)  # fmt: skip
MOVES = Options(
    tuple(AnswerOption(move, move, move, node) for move, node in zip(("a1", "a2", "a3"), "BCD", strict=True)),
    several=False, in_tree=True,
)  # fmt: skip

_TOYS: tuple[tuple[type[Toy], AnswerForm, Any, Any], ...] = (
    (Toy, OneNumber("leaves", "visited"), 7, 6),
    (Toy, OneNumber(), 7, 6),
    (ToyNodes, NumberPerNode(*NODES), {"B": 3, "C": 2}, {"B": 3, "C": 6}),
    (ToyNodes, NumbersPerNode(*NODES, ("p1", "p2")), {"B": (3, 1), "C": (2, 0)}, {"B": (0, 0)}),
    (ToyNodes, IntervalPerNode(*NODES, ENDS), {"B": (3, 3), "C": (1, 2)}, {"B": (0, 1)}),
    (ToyNodes, WindowsPerNode(*NODES, ENDS), {"B": ((0, 9),), "C": ((3, 9),)}, {"B": ((0, 1),)}),
    (ToyNodes, ChildOrder(("A",), named=True), {"A": ("D", "B", "C")}, {"A": ("B", "C", "D")}),
    (ToyItems, WindowList(ENDS), ((0, 9), (3, 9)), ((0, 9),)),
    (ToyItems, NodeSet("leaves", "irrelevant"), ("C2", "C3"), ("C2", "D1")),
    (ToyItems, NodeSet("edges", "pruned"), ("C->C2", "C->C3"), ("C->C1",)),
    (ToyItems, NodeOrder("nodes"), ("A", "B", "B1"), ("A", "B1")),
    (ToyItems, NodeOrder("nodes", path=True), ("A", "B", "B1"), ("A", "C", "C1")),
    (ToyCuts, CutList(), (Cut("C", "C1", "alpha"),), (Cut("B", "B1", None),)),
    (ToyItems, LISTED, ("a", "c"), ("b",)),
    (ToyText, MOVES, "a1", "a2"),
    (Toy, Claim("It is a toy."), True, False),
    (ToyText, FreeText("Why?"), "because", "so"),
    (Toy, NumberSet("x"), ((7, 9),), ()),
    (ToyNodes, WrittenTree(("B2", "C1")), {"B2": 4, "C1": 7}, {"B2": 4, "C1": 1}),
    (Toy, FoundMistake(12), 7, 3),
    (Toy, OncePerDepth(OneNumber(), (1, 2)), {"1": 3, "2": 4}, {"1": 3}),
)  # fmt: skip


def _kind(number: int, base: type[Toy], form: AnswerForm, right: Any, wrong: Any) -> type[Toy]:
    ask = f"toy-{number}-{type(form).__name__.lower()}"
    facts = {"form": form, "right": right, "wrong": wrong, "ask": ask, "sample": "17", "__slots__": ()}
    return cast("type[Toy]", type(f"Toy{number}", (base,), facts))


TOYS: Mapping[str, type[Toy]] = {
    kind.ask: kind for kind in (_kind(number, *toy) for number, toy in enumerate(_TOYS, 1))
}


@pytest.fixture
def toys(monkeypatch: pytest.MonkeyPatch) -> Mapping[str, type[Toy]]:
    """The kinds of this file among all others, with what every language calls them."""
    for ask, kind in TOYS.items():
        monkeypatch.setitem(cast("dict[str, type[Question]]", KINDS), ask, kind)
        for language in languages():
            catalogue = cast("dict[str, object]", sentences(language).catalogue)
            monkeypatch.setitem(catalogue, f"question-title.{ask}", ask)
    return TOYS


def set_text(*asks: str) -> str:
    """A set that asks the toys for two points each."""
    questions = "".join(f"      - {{ask: {ask}, points: 2}}\n" for ask in asks)
    return f"set: toys\nrule: aima\nproblems:\n  - id: box\n    tree: {TREE}\n    questions:\n{questions}"


def sheet_text(answers: Mapping[str, Any]) -> str:
    """A sheet with answers as the toys write them."""
    rows = "".join(f"    {ask}: {written(ask, answer)}\n" for ask, answer in answers.items())
    return f"set: toys\nstudent: ada\nanswers:\n  box:\n{rows}"


def written(ask: str, answer: Any) -> str:
    if issubclass(TOYS[ask], ToyText):
        return str(answer)
    cuts = isinstance(TOYS[ask].form, CutList)
    return json.dumps([cut._asdict() for cut in answer] if cuts else plain(answer))
