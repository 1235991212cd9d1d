"""PracticeTask: one thing that the practice page asks, with all that it says about answers.

The page compares texts and numbers, and works nothing out: what is right, what every wrong idea would answer,
and what is said in three levels is here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Literal, TypeAlias

# How a task is answered: a number, two of them, a set of numbers, a node, several in any order or in one, one
# of two words, or one of several lines.
TaskWidget: TypeAlias = Literal["number", "window", "range", "node", "nodes", "order", "choice", "line"]

_Moved: TypeAlias = Callable[[str], str]

CUT, GO_ON = "cut", "go"
_NODES: tuple[TaskWidget, ...] = ("node", "nodes", "order")  # whose answers are nodes by their indexes

_NOTHING: tuple[object, ...] = (-1, 0, "", [], {})
_LONG = 10  # from so many letters on a text stands in a table, where it need not stand twice


@dataclass(frozen=True, slots=True)
class PracticeTask:
    """One question about a tree.

    `accepted` are the texts of right answers. `case` names its sentences, three levels and the praise, which
    are filled in with `parts`. `shown` is how many steps of the search are drawn while it is asked.
    `candidates` are the nodes that can be chosen, where not all can, and `lines` what else can be chosen.
    `ideas` and `conventions` are by the answer that is given by whoever has the idea or goes by another
    convention. `proofs` refute an answer, or an item of one, or all answers that disagree about a number.
    """

    widget: TaskWidget
    case: str
    accepted: tuple[str, ...]
    parts: Mapping[str, str] = field(default_factory=dict)
    at: int | None = None
    label: str = ""
    shown: int = 0
    rounding: int = 0
    choice: Literal["", "cut", "bound"] = ""
    candidates: tuple[int, ...] = ()
    ideas: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    conventions: Mapping[str, str] = field(default_factory=dict)
    proofs: Mapping[str, str] = field(default_factory=dict)
    question: int | None = None
    lines: tuple[str, ...] = ()

    def placed(self, index: Callable[[int], int]) -> PracticeTask:
        """The same about a tree in which every node has another index."""
        moved: _Moved = partial(_moved, index=index) if self.widget in _NODES else str
        return replace(
            self,
            accepted=tuple(map(moved, self.accepted)),
            at=None if self.at is None else index(self.at),
            candidates=tuple(map(index, self.candidates)),
            ideas={moved(answer): ideas for answer, ideas in self.ideas.items()},
            conventions={moved(answer): name for answer, name in self.conventions.items()},
            proofs={moved(answer): why for answer, why in self.proofs.items()},
        )

    def _implied(self, part: str, names: Sequence[str]) -> str | None:
        """A part that follows from the rest of the task, so that the script fills it in by itself."""
        right = self.accepted[0]
        match part:
            case "node" if self.at is not None:
                return names[self.at]
            case "value" if self.widget == "number":
                return right
            case "child" if self.widget == "node":
                return names[int(right)]
            case "alpha" | "beta" if self.widget == "window":
                return right.split(";")[part == "beta"]
        return None

    def packed(self, tables: PageTables, names: Sequence[str]) -> list[Any]:
        """The task as JSON holds it, in as few signs as that takes, with places in the tables of the page.

        What is said of most tasks stands first, and what says nothing at the end is left out, and so is what
        follows from the rest. `names` are those of the nodes of the tree.
        """
        own = {name: text for name, text in self.parts.items() if text != self._implied(name, names)}
        row = [
            tables.shape(replace(self, parts=own)),
            -1 if self.at is None else self.at,
            self.accepted[0] if len(self.accepted) == 1 else list(self.accepted),
            [tables.text(text) for text in own.values()],
            self.shown,
            {answer: places for answer, ideas in self.ideas.items() if (places := tables.idea_places(ideas))},
            {answer: tables.convention(name) for answer, name in self.conventions.items()},
            {answer: tables.text(why) for answer, why in self.proofs.items()},
            self.rounding,
            list(self.candidates),
            self.question or 0,
            self.label,
            [tables.text(line) for line in self.lines],
        ]
        while row[-1] in _NOTHING:
            row.pop()
        return row


@dataclass(slots=True)
class PageTables:
    """What many tasks of a page have in common, each once: ideas, shapes, conventions, longer texts."""

    ideas: Mapping[str, int]
    shapes: dict[tuple[Any, ...], int] = field(default_factory=dict)
    texts: dict[str, int] = field(default_factory=dict)
    conventions: dict[str, int] = field(default_factory=dict)

    def shape(self, task: PracticeTask) -> int:
        """Where the table has the widget, the case, the choice and the names of the parts."""
        shape = (task.widget, task.case, task.choice, *task.parts)
        return self.shapes.setdefault(shape, len(self.shapes))

    def idea_places(self, ideas: Iterable[str]) -> list[int]:
        """The places of those ideas that the page can name."""
        return [self.ideas[idea] for idea in ideas if idea in self.ideas]

    def convention(self, name: str) -> int:
        """Where the table has a convention."""
        return self.conventions.setdefault(name, len(self.conventions))

    def text(self, text: str) -> str | int:
        """A short text, or where the table has a longer one."""
        return text if len(text) < _LONG else self.texts.setdefault(text, len(self.texts))


def number_pair(low: str, high: str) -> str:
    """Two numbers as one text."""
    return f"{low};{high}"


def nodes_text(indexes: Iterable[int]) -> str:
    """Nodes as one text, in this order."""
    return " ".join(map(str, indexes))


def _moved(answer: str, index: Callable[[int], int]) -> str:
    return nodes_text(index(int(node)) for node in answer.split())


def grouped(answers: Iterable[tuple[str, str]], right: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Pairs of an idea and its answer → the ideas by the answer, but for right ones."""
    found: dict[str, dict[str, None]] = {}
    for idea, answer in answers:
        if answer not in right:
            found.setdefault(answer, {})[idea] = None
    return {answer: tuple(ideas) for answer, ideas in found.items()}
