"""`cutoffs`, `as: windows`: alpha and beta at each cutoff, in the order in which the search stops."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from grader.document import Fields
from grader.questions.answer_form import WindowList
from grader.questions.credit import Earned, credit_for_parts, credit_for_set
from grader.questions.node_question import MOST_EXPLAINED
from grader.questions.question import Mark, Marking, Pruning, Question, Shown
from grader.questions.reading.node_names import names_of, says_nothing
from grader.questions.reading.phrases import read_answer
from grader.questions.reading.quantities import Interval, with_rounding
from grader.questions.reading.windows import (
    Windows,
    same_ends,
    show_windows,
    windows_compared,
    windows_in,
)
from grader.questions.reasons.window_sources import mistaken_window, window_in_words
from grader.questions.reasons.window_steps import window_change_in_words
from grader.questions.set_comparison import having, written_list
from grader.questions.verdict import Parts
from grader.solving import Cutoff, Solution
from grader.text.sentences import Say
from grader.tree.notation import write_name


@dataclass(frozen=True, slots=True, kw_only=True)
class CutoffWindows(Question):
    """Its answers are windows in order, of which those count that begin or end the list as they should."""

    ask: ClassVar[str] = "cutoffs"
    sample: ClassVar[str] = "[[-17, -40], [3, -17]]"
    single: ClassVar[bool] = False
    room: ClassVar[tuple[int, int]] = (2, 20)

    as_: Literal["windows"] = "windows"

    @classmethod
    def own_fields(cls, fields: Fields) -> dict[str, Any]:
        del fields  # they are read where the kind is chosen
        return {}

    @property
    def pruning(self) -> Pruning:
        return "asked"

    @property
    def shown(self) -> Shown:
        return "windows"

    @property
    def sees_exits(self) -> bool:
        return True

    def public_fields(self) -> dict[str, Any]:
        return {"as": self.as_}

    def answer_form(self, solution: Solution) -> WindowList:
        del solution
        return WindowList(("alpha", "beta"))

    def title(self, say: Say) -> str:
        return say("question-title.cutoffs-windows")

    def in_words(self, solution: Solution, say: Say) -> str:
        return with_rounding(say("cutoffs.ask-windows"), self.rounding, solution, say)

    def key(self, solution: Solution) -> Windows:
        return solution.cutoff_windows

    def show(self, answer: Windows, solution: Solution) -> str:
        return show_windows(answer, solution.tree) if answer else written_list((), solution)

    def read(self, text: str, solution: Solution) -> Windows:
        names = names_of(solution)
        answer = read_answer(text, names.is_exact)
        return () if says_nothing(answer, names) else windows_in(answer)

    def agrees(self, given: Windows, solution: Solution) -> bool:
        key = self.key(solution)
        return len(given) == len(key) and all(map(self._is_same, given, key))

    def mark(self, given: Windows, marking: Marking) -> Mark:
        parts = windows_compared(given, self.key(marking.solution), self._is_same)
        share, reckoning = self._earned(parts, marking)
        feedback = () if share == 1 else tuple(self._feedback(given, parts, marking))
        return Mark(share, reckoning, feedback, parts)

    def _earned(self, parts: Parts, marking: Marking) -> Earned:
        """The windows that are right, of as many as there are or should be."""
        by_parts = self.key(marking.solution) and parts
        return (credit_for_parts if by_parts else credit_for_set)(self.credit, parts, marking.say)

    def _feedback(self, given: Windows, parts: Parts, marking: Marking) -> Iterator[str]:
        """How many are right, the first few that are not, what happens there, and what was taken instead."""
        say, cutoffs = marking.say, marking.solution.cutoffs_in(marking.say)
        right = len(having("right", parts))
        if right:
            yield say("cutoffs.right-windows", number=right)
        if len(given) != len(cutoffs):
            yield say("cutoffs.number", number=len(cutoffs), given=len(given))
        odd = [place for place, verdict in enumerate(parts.values()) if verdict != "right"]
        start, unmatched = odd[0], len(given) - right  # what is right begins or ends the list
        for place in range(start, start + len(cutoffs) - right)[:MOST_EXPLAINED]:
            mistaken = given[place : min(place + 1, start + unmatched)]
            yield from self._explained(cutoffs[place], place, mistaken, marking)

    def _explained(self, cutoff: Cutoff, place: int, given: Windows, marking: Marking) -> Iterator[str]:
        say, solution = marking.say, marking.solution
        at, after = write_name(cutoff.at), write_name(cutoff.after)
        window = window_in_words((cutoff.alpha, cutoff.beta), say)
        shown = {"at": at, "after": after, "window": window, "why": cutoff.why}
        yield say("cutoffs.window", number=place + 1, **shown)
        for mistaken in given:
            yield from filter(None, [self._instead(mistaken, cutoff, marking)])
        if told := window_change_in_words("step.turns", cutoff.after, solution, say):
            yield told

    def _instead(self, given: Interval, cutoff: Cutoff, marking: Marking) -> str | None:
        """Which other window somebody gives for that of a cutoff, if it is one near by."""
        say, solution = marking.say, marking.solution
        parts = {"given": window_in_words(given, say), "at": write_name(cutoff.at)}
        if self._is_same(given[::-1], (cutoff.alpha, cutoff.beta)):
            return say("cutoffs.swapped", **parts)
        if self._is_same(given, solution.windows[cutoff.at]):
            return say("cutoffs.on-entry", **parts)
        if given in solution.histories[cutoff.at][:-1]:
            return say("cutoffs.before", after=write_name(cutoff.after), **parts)
        return mistaken_window(cutoff.at, given, marking)

    def _is_same(self, one: Interval, other: Interval) -> bool:
        return all(same_ends(one, other, self.rounding))
