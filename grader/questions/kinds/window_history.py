"""`window`, `as: history`: alpha and beta on entry to a node, and after each child that changes them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from grader.questions.answer_form import WindowsPerNode
from grader.questions.node_question import AboutNodes
from grader.questions.question import MapLayer, Marking, Pruning, Shown
from grader.questions.reading.by_node import Unread
from grader.questions.reading.phrases import Item
from grader.questions.reading.quantities import SIDES, Interval, with_rounding
from grader.questions.reading.windows import (
    Windows,
    same_ends,
    show_windows,
    windows_compared,
    windows_in,
)
from grader.questions.reasons.window_sources import bounds_in_words, mistaken_window, window_in_words
from grader.questions.reasons.window_steps import change_by, window_change_in_words
from grader.questions.set_comparison import having
from grader.questions.verdict import Parts
from grader.solving import Solution
from grader.text.sentences import Say
from grader.tree.notation import write_name


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowHistories(AboutNodes):
    """Its answers are windows in order by node; each of them counts."""

    ask: ClassVar[str] = "window"
    sample: ClassVar[str] = "{K: [[-inf, inf], [-17, inf]]}"
    sample_alone: ClassVar[str] = "[[-inf, inf], [-17, inf]]"
    layer: ClassVar[MapLayer] = "windows"
    no_names: ClassVar[tuple[str, ...]] = tuple(SIDES)

    as_: Literal["history"] = "history"

    @property
    def shown(self) -> Shown:
        return "windows"

    @property
    def pruning(self) -> Pruning:
        return "assumed"

    @property
    def sees_exits(self) -> bool:
        return True

    def public_fields(self) -> dict[str, Any]:
        return {"of": self.of, "as": self.as_}

    def title(self, say: Say) -> str:
        return say("question-title.window-history")

    def in_words(self, solution: Solution, say: Say) -> str:
        asked = tuple(map(write_name, self.parts(solution)))
        question = say("history.ask", number=len(asked), nodes=asked)
        return with_rounding(question, self.rounding, solution, say)

    def answer_form(self, solution: Solution) -> WindowsPerNode:
        return WindowsPerNode(self.parts(solution), self.is_named, ("alpha", "beta"))

    def expected(self, name: str, solution: Solution) -> Windows:
        return solution.histories[name]

    def read_part(self, item: Item) -> Windows:
        return windows_in(item)

    def show_part(self, part: Windows, solution: Solution) -> str:
        return show_windows(part, solution.tree)

    def is_right(self, name: str, part: Windows, solution: Solution) -> bool:
        expected = self.expected(name, solution)
        return len(part) == len(expected) and all(map(self._is_same, part, expected))

    def credited(self, parts: Parts, given: Mapping[str, Any], marking: Marking) -> Parts:
        """Every window counts on its own."""
        if self.credit != "each":
            return parts
        windows = {name: () if isinstance(part, Unread) else part for name, part in given.items()}
        found = [self._compared(name, windows.get(name, ()), marking.solution) for name in parts]
        return {window: verdict for verdicts in found for window, verdict in verdicts.items()}

    def explain(self, name: str, part: Windows, marking: Marking) -> Iterator[str]:
        """The first window that is wrong, and what makes the one that should stand there."""
        say, solution, expected = marking.say, marking.solution, self.expected(name, marking.solution)
        verdicts = self._compared(name, part, solution)
        place = next(place for place, verdict in enumerate(verdicts.values()) if verdict != "right")
        if right := len(having("right", verdicts)):
            yield say("history.right", number=right, node=write_name(name))
        given = {"given": window_in_words(part[place], marking.say)} if place < len(part) else {}
        node = write_name(name)
        if _without_repeats(part) == expected:
            yield say("history.repeats", node=node)
        elif place >= len(expected):
            yield say("history.too-many", node=node, last=window_in_words(expected[-1], marking.say), **given)
        elif place:
            yield from self._changed(name, place, given, marking)
        elif given:
            yield from self._entered(name, part[0], marking)

    def _changed(self, name: str, place: int, given: Mapping[str, str], marking: Marking) -> Iterator[str]:
        """A window after entry: which child makes it, and how."""
        say, solution, node = marking.say, marking.solution, write_name(name)
        windows = self.expected(name, solution)
        shown = {
            "before": window_in_words(windows[place - 1], marking.say),
            "after": window_in_words(windows[place], marking.say),
        }
        key = "history.instead" if given else "history.goes-on"
        yield say(key, node=node, number=place + 1, **shown, **given)
        if (child := _changing_child(name, place, solution)) and (
            told := window_change_in_words("step.turns", child, solution, say)
        ):
            yield told

    def _entered(self, name: str, given: Interval, marking: Marking) -> Iterator[str]:
        """The window on entry, where that is wrong already."""
        alpha, beta = self.expected(name, marking.solution)[0]
        shown = {"given": window_in_words(given, marking.say), "alpha": alpha, "beta": beta}
        yield marking.say("history.entry", node=write_name(name), **shown)
        if told := mistaken_window(name, given, marking):
            yield told
        right = same_ends(given, (alpha, beta), self.rounding)
        sides = [side for side, is_right in enumerate(right) if not is_right]
        yield from bounds_in_words(name, sides, marking, on_exit=False)

    def _compared(self, name: str, part: Windows, solution: Solution) -> Parts:
        return windows_compared(part, self.expected(name, solution), self._is_same, f"{name} ")

    def _is_same(self, one: Interval, other: Interval) -> bool:
        return all(same_ends(one, other, self.rounding))


def _without_repeats(windows: Windows) -> Windows:
    pairs = zip(windows, (None, *windows), strict=False)
    return tuple(window for window, before in pairs if window != before)


def _changing_child(name: str, place: int, solution: Solution) -> str | None:
    """The child that makes the window at that place of a history; None where nobody could follow it."""
    tree = solution.tree
    children = (child for child in solution.visited if tree[child].parent == tree.index(name))
    changes = ((child, change_by(child, solution)) for child in children)
    changing = [child for child, change in changes if change and change.is_of_window]
    return changing[place - 1] if place <= len(changing) else None
