"""A solved puzzle and somebody's search → what they would decide at each step of the right search.

Whoever is told at once what is right goes on from there: every decision starts from the right state, and not
from what the same mistake led to before.
"""

from __future__ import annotations

from contextlib import suppress
from copy import deepcopy
from dataclasses import replace

from grader.ideas.catalogue import Work
from grader.ideas.search import Frame, Search
from grader.ideas.value_step import Undefined
from grader.ideas.wrong_words import Words
from grader.rule import Window
from grader.solving import Solution
from grader.text.numbers import Number
from grader.tree import Kind


class GuidedSearch(Search):
    """The right search, at whose every decision somebody else is asked.

    `asked_windows` has what they take for the window of a node, `asked_children` the child that they look at
    next by the node and how many have been seen, `asked_values` and `asked_cuts` the node's value after a
    child, and whether they stop there. What they say nothing about is missing.
    """

    def __init__(self, solution: Solution, other: Search, words: Words | None = None) -> None:
        self.other = other
        self.words = words or Words()
        self.asked_windows: dict[int, Window] = {}
        self.asked_children: dict[tuple[int, int], int] = {}
        self.asked_values: dict[tuple[int, int], Number] = {}
        self.asked_cuts: dict[tuple[int, int], bool] = {}
        super().__init__(solution)

    def _run(self) -> None:
        other = self.other
        other.returned, other.windows, other.exits, other.seen = (
            self.returned, self.windows, self.exits, self.seen,
        )  # fmt: skip
        if self.prunes:
            self.asked_windows[0] = self.words.window(other.entry(0, other.start(), None))
        super()._run()

    def _handed_down(self, frame: Frame) -> Window:
        child = self._next(frame)
        theirs = self._their_next(frame)
        if theirs is not None:
            self.asked_children[frame.index, len(frame.seen)] = theirs
        if self.prunes:
            window = self.other._handed_down(_copied(frame))  # noqa: SLF001 - another search of the same class
            self.asked_windows[child] = self.words.window(self.other.entry(child, window, frame))
        return super()._handed_down(frame)

    def _take(self, frame: Frame, child: int) -> None:
        before = _copied(frame)
        super()._take(frame, child)
        if frame.role is Kind.CHANCE:
            self._ask_of_chance(before, child)
        else:
            self._ask_of_player(before, frame, child)

    def _ask_of_player(self, before: Frame, frame: Frame, child: int) -> None:
        seen = [*before.seen, child]
        with suppress(KeyError, Undefined):
            self.asked_values[frame.index, child] = self.other.step.value(frame.index, seen, self.returned)
        if self.prunes and not frame.free:
            theirs = replace(before, seen=seen, value=frame.value, improved=frame.improved)
            crossed = self.other.crossed(theirs, self.other.tightened(theirs))
            self.asked_cuts[frame.index, child] = crossed or self.other.ends_after(child)

    def _ask_of_chance(self, before: Frame, child: int) -> None:
        """Of an expected value somebody has another idea; of what Star1 reckons with, nobody is asked."""
        if not before.to_come:
            with suppress(KeyError, Undefined):
                value = self.other.step.value(before.index, [*before.seen, child], self.returned)
                self.asked_values[before.index, child] = value

    def _next(self, frame: Frame) -> int:
        """The child that is looked at next; it has been taken from those to come already."""
        return next(child for child in self.children(frame.index) if child not in frame.seen)

    def _their_next(self, frame: Frame) -> int | None:
        children = self.other.children(frame.index)
        return next((child for child in children if child not in frame.seen), None)


def guided_by(solution: Solution, work: Work) -> GuidedSearch | None:
    """The right search in which somebody who works like this is asked; None where that cannot be."""
    try:
        step = work.step(solution)
        return GuidedSearch(solution, work.search(solution, step), work.words())
    except Undefined:
        return None


def guided_by_rule(solution: Solution, other: Solution) -> GuidedSearch:
    """The right search in which somebody is asked who goes by the rule of another solution of the tree."""
    return GuidedSearch(solution, Search(other))


def _copied(frame: Frame) -> Frame:
    """A frame that others may spoil."""
    star = None if frame.star is None else deepcopy(frame.star)
    return replace(frame, seen=list(frame.seen), to_come=list(frame.to_come), star=star)
