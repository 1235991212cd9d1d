"""The ideas behind answers that are not right: other conventions first, then misconceptions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

from grader.memory import remembered
from grader.misconceptions import MISCONCEPTIONS, Imagined, Search, Undefined
from grader.misconceptions.about_values import Minimax
from grader.questions import KINDS, Question
from grader.rule import RuleError
from grader.solving import Solution, solve
from grader.text.source import InputError

# The question that somebody answers instead of the one that is asked, and the solution that they take.
AnsweredInstead: TypeAlias = tuple[Question, Solution]

# The fields in which courses differ. Shallow cutoffs and no pruning below chance are not among them:
# where the rule does not state them, they are misconceptions.
_RULES = (
    ("ties", "keep", "cut"), ("ties", "cut", "keep"),
    ("order", "right-to-left", "left-to-right"), ("order", "left-to-right", "right-to-left"),
    ("returns", "hard", "soft"), ("returns", "soft", "hard"),
    ("chance", "star1", "reset"), ("chance", "none", "reset"),
    ("chance", "reset", "star1"), ("chance", "none", "star1"),
    ("best", "last", "first"), ("best", "first", "last"),
    ("last-child", "event", "silent"), ("last-child", "silent", "event"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Shift:
    """Another value of a field, of the rule or of the question, under which an answer may be right."""

    field: str
    value: str


@dataclass(frozen=True, slots=True)
class Idea:
    """Something that somebody may go by; `shift` where it is only another convention."""

    id: str
    answered: Callable[[Question, Solution], AnsweredInstead | None]
    shift: Shift | None = None


@cache
def ideas() -> tuple[Idea, ...]:
    """Every idea; the position of each is its bit."""
    return (*_conventions(), *map(_misconception, MISCONCEPTIONS))


def _conventions() -> Iterator[Idea]:
    for field, stated, other in _RULES:
        yield Idea(f"{field}-{stated}-as-{other}", _under(field, stated, other), Shift(field, other))
    for kind in reversed(tuple(KINDS.values())):
        for way in kind.confusable:
            yield Idea(f"as-{way}", _as(way), Shift("as", way))


def _under(field: str, stated: str, value: str) -> Callable[[Question, Solution], AnsweredInstead | None]:
    """The same question under another rule, where the rule has the stated value."""

    def answered(question: Question, solution: Solution) -> AnsweredInstead | None:
        attribute = field.replace("-", "_")
        if getattr(solution.rule, attribute) != stated:
            return None
        other = _solved(solution, attribute, value)
        return None if other is None else (question.with_rule(other.rule), other)

    return answered


@remembered
def _solved(solution: Solution, attribute: str, value: str) -> Solution | None:
    """The same tree under the other rule; none where that rule cannot be."""
    try:
        return solve(solution.tree, solution.rule.changed(**{attribute: value}))
    except (RuleError, InputError):
        return None


def _as(way: str) -> Callable[[Question, Solution], AnsweredInstead | None]:
    """The same question, but for what it asks for `as`."""

    def answered(question: Question, solution: Solution) -> AnsweredInstead | None:
        mistaken = question.mistaken_as(way)
        return None if mistaken is None else (mistaken, solution)

    return answered


def _misconception(search: type[Search]) -> Idea:
    def answered(question: Question, solution: Solution) -> AnsweredInstead | None:
        imagined = _imagined(solution, search)
        return None if imagined is None else (question, imagined)

    return Idea(search.id, answered)


@remembered
def _imagined(solution: Solution, search: type[Search]) -> Solution | None:
    """What somebody would answer; just what is right where what they get wrong never comes up in the tree.

    An idea about chance, say, needs chance nodes: without any, whoever has it searches like anybody else.
    """
    try:
        mistaken = search(solution)
        plain = Minimax if isinstance(mistaken, Minimax) else Search
        return solution if _traces(mistaken) == _usual_traces(solution, plain) else Imagined.by(mistaken)
    except Undefined:
        return None


@remembered
def _usual_traces(solution: Solution, plain: type[Search]) -> tuple[object, ...]:
    return _traces(plain(solution))


def _traces(search: Search) -> tuple[object, ...]:
    """All that a search did, and what is said of it."""
    shown = [search.shown_window(window) for window in search.windows.values()]
    return (
        tuple(search.windows), shown, search.exits, search.returned, search.stops, search.unvisited(),
        search.chosen(),
    )  # fmt: skip
