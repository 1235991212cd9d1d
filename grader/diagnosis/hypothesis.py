"""Hypothesis: what somebody may go by who filled in a sheet, and so what they would answer to a question."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, reduce
from itertools import combinations
from operator import or_
from typing import TypeAlias

from grader.ideas import (
    BY_ID,
    CATALOGUE,
    OF_PLAYERS,
    OF_PROGRAMS,
    RIGHT,
    Depth,
    Facet,
    Undefined,
    Way,
    Work,
    WrongIdea,
    imagine,
    imagine_open,
)
from grader.memory import remembered
from grader.questions import KINDS, Question
from grader.rule import RuleError
from grader.solving import Solution
from grader.solving.unknown_leaf import OpenSolution, solve_as_far
from grader.text.source import InputError

# The question that somebody answers instead of the one that is asked, and the solution that they take.
AnsweredInstead: TypeAlias = tuple[Question, Solution]

# The other value of a field that courses differ in, by the value that the rule has. Shallow cutoffs and no
# pruning below chance are not among the others: where the rule does not state them, they are wrong ideas.
_OTHERS: tuple[tuple[str, str, str], ...] = (
    ("ties", "keep", "cut"), ("ties", "cut", "keep"),
    ("order", "right-to-left", "left-to-right"), ("order", "left-to-right", "right-to-left"),
    ("cutoffs", "shallow", "deep"),
    ("returns", "hard", "soft"), ("returns", "soft", "hard"),
    ("chance", "star1", "reset"), ("chance", "none", "reset"),
    ("chance", "reset", "star1"), ("chance", "none", "star1"),
    ("best", "last", "first"), ("best", "first", "last"),
    ("last-child", "event", "silent"), ("last-child", "silent", "event"),
    ("exit", "updated", "tested"), ("exit", "tested", "updated"),
    ("deepening", "reorder", "none"), ("deepening", "none", "reorder"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Shift:
    """Another value of a field under which an answer may be right: of the rule, or of the question (`as`).

    `start: open` is a search that begins with (−∞, ∞) though the rule knows the bounds of all utilities.
    """

    field: str
    value: str

    def applied(self, question: Question, solution: Solution) -> AnsweredInstead:
        """What is answered by whoever goes by it; the question itself where it makes no difference."""
        if self.field == "as":
            return question.mistaken_as(self.value) or question, solution
        other = self.solved(solution)
        return (question, solution) if other is None else (question.with_rule(other.rule), other)

    def is_in_force(self, question: Question, solution: Solution) -> bool:
        """Whether it is another convention than the stated one, and the question may be answered by it."""
        if self.field == "as":
            return question.mistaken_as(self.value) is not None
        return self.solved(solution) is not None

    def solved(self, solution: Solution) -> Solution | None:
        """The same tree under the other rule; none where that is no other rule, or cannot be."""
        return None if self.field == "as" else _shifted(solution, self)


@remembered
def _shifted(solution: Solution, shift: Shift) -> Solution | None:
    rule = solution.rule
    changed: dict[str, str | None]
    if shift.field == "start":
        if rule.utilities is None or rule.search == "minimax":
            return None
        changed = {"utilities": None}
    else:
        attribute = shift.field.replace("-", "_")
        if (shift.field, getattr(rule, attribute), shift.value) not in _OTHERS:
            return None
        changed = {attribute: shift.value}
    try:
        return solve_as_far(solution.tree, rule.changed(**changed))
    except (RuleError, InputError):
        return None


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """Ideas, each in another facet of the work, the way in which the sheet was filled in, and conventions.

    An idea may come about `otherwise`, which shows in part of the answers alone.
    """

    ideas: tuple[WrongIdea, ...] = ()
    way: Way = "values-first"
    shifts: tuple[Shift, ...] = ()
    otherwise: bool = False

    @property
    def work(self) -> Work:
        return _work(self.ideas, self.otherwise)

    def answered(self, question: Question, solution: Solution) -> AnsweredInstead | None:
        """What is answered instead; none where that cannot be worked out."""
        for shift in self.shifts:
            question, solution = shift.applied(question, solution)
        if self.work.depth is not None:
            if (limited := _limited(solution, self.work.depth)) is None:
                return None
            question, solution = question.with_rule(limited.rule), limited
        if any(idea.is_of_players != bool(solution.tree.players) for idea in self.ideas):
            return None
        if not self.ideas and self.way == "values-first":
            return question, solution
        if isinstance(solution, OpenSolution):
            return question, imagine_open(solution, self.work, self.way)
        try:
            return question, imagine(solution, self.work, self.way)
        except Undefined:
            return None

    def spoils(self, facet: Facet) -> bool:
        """Whether one of the ideas is about that facet."""
        return any(idea.facet == facet for idea in self.ideas)


@cache
def _work(ideas: tuple[WrongIdea, ...], otherwise: bool) -> Work:
    """How somebody works who has all of the ideas, which may come about otherwise."""
    each = ((idea.otherwise if otherwise else None) or idea.work for idea in ideas)
    return reduce(or_, each, RIGHT)


@remembered
def _limited(solution: Solution, depth: Depth) -> Solution | None:
    """The whole tree searched to another depth; none where that cannot be."""
    changes = depth(solution.rule)
    try:
        return None if changes is None else solve_as_far(solution.whole, solution.rule.changed(**changes))
    except (RuleError, InputError):  # there is no evaluation at that depth, say
        return None


RIGHTLY = Hypothesis()
AS_REPORTED = Hypothesis(way="run")  # right, but for taking what the search reports for values


@cache
def one_idea() -> tuple[Hypothesis, ...]:
    """Every idea of the catalogue, in every way to fill a sheet in; and as it may come about otherwise."""
    usual = [Hypothesis((idea,), way) for idea in (*CATALOGUE, *OF_PLAYERS) for way in idea.ways]
    otherwise = [
        Hypothesis((idea,), "own-values" if "own-values" in idea.ways else "values-first", otherwise=True)
        for idea in CATALOGUE
        if idea.otherwise
    ]
    return (*usual, *otherwise)


@cache
def of_programs() -> tuple[Hypothesis, ...]:
    """The ideas that a program may have, each alone, and those about values in a search that cuts nothing.

    Those that only programs have come first: of ideas that cannot be told apart they are the likeliest.
    """
    renamed = [idea.work for idea in OF_PROGRAMS]
    shown = (
        idea for idea in CATALOGUE if idea.facet not in ("labels", "windows") and idea.work not in renamed
    )
    alone = [Hypothesis((idea,), "run") for idea in (*OF_PROGRAMS, *shown)]
    uncut = BY_ID["bookkeeping-without-cutting"]
    values = [each.ideas[0] for each in alone if each.spoils("values") or each.spoils("chance")]
    several = [Hypothesis((idea,), "run") for idea in OF_PLAYERS]
    return (*alone, *(Hypothesis((idea, uncut), "run") for idea in values), *several)


@cache
def conventions() -> tuple[Hypothesis, ...]:
    """Right answers under one other convention."""
    return tuple(Hypothesis(shifts=(shift,)) for shift in _shifts())


@cache
def two_conventions() -> tuple[Hypothesis, ...]:
    """Right answers under two other conventions."""
    pairs = combinations(_shifts(), 2)
    return tuple(Hypothesis(shifts=pair) for pair in pairs if pair[0].field != pair[1].field)


def _shifts() -> Iterator[Shift]:
    yield from dict.fromkeys(Shift(field, other) for field, _, other in _OTHERS)
    yield Shift("start", "open")
    for kind in reversed(tuple(KINDS.values())):
        for way in kind.confusable:
            yield Shift("as", way)
