"""A set → Coverage: which misconceptions each of its questions exposes, and which show nowhere.

A question exposes a misconception if whoever goes by it gives a wrong answer on every variant. A
misconception applies to a set if it can show in some question about a tree of the same shape, with the
numbers that its leaves have or with others; the tree of a game has only its own.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from grader.checking.asking import Posed, every_question, is_small, posed
from grader.checking.exposing import answers, misconceptions, shows
from grader.checking.numbering import renumbered
from grader.diagnosis import Idea
from grader.problems import ProblemSet
from grader.solving import Solution, solve

_MOST_RENUMBERED = 18
_NODES_RENUMBERED = 1_500  # of all trees that are tried for one


@dataclass(frozen=True, slots=True)
class Exposure:
    """What one question can tell: `alike` are misconceptions that it exposes by the same answer."""

    question: str
    exposes: tuple[str, ...]
    looks_right: tuple[str, ...]
    alike: tuple[tuple[str, ...], ...]

    def to_dict(self) -> dict[str, Any]:
        return {
            "question": self.question,
            "exposes": list(self.exposes),
            "looks_right": list(self.looks_right),
            "alike": [list(group) for group in self.alike],
        }


@dataclass(frozen=True, slots=True)
class Coverage:
    """What a set can tell: `applies` are misconceptions, `alike` those that all answers leave together."""

    applies: tuple[str, ...]
    exposures: tuple[Exposure, ...]
    alike: tuple[tuple[str, ...], ...]
    too_large: tuple[str, ...]  # problems whose trees were not tried

    @property
    def detected(self) -> tuple[str, ...]:
        exposed = {idea for exposure in self.exposures for idea in exposure.exposes}
        return tuple(idea for idea in self.applies if idea in exposed)

    @property
    def undetected(self) -> tuple[str, ...]:
        return tuple(idea for idea in self.applies if idea not in self.detected)

    def exposed_by(self, idea: str) -> tuple[str, ...]:
        """The questions in which a misconception shows."""
        return tuple(exposure.question for exposure in self.exposures if idea in exposure.exposes)

    def to_dict(self, matrix: bool = False) -> dict[str, Any]:
        """The coverage as JSON holds it, with every question where the matrix is wanted."""
        record: dict[str, Any] = {
            "detected": list(self.detected),
            "undetected": list(self.undetected),
            "alike": [list(group) for group in self.alike],
            "too_large": list(self.too_large),
        }
        return record | ({"questions": [each.to_dict() for each in self.exposures]} if matrix else {})


def cover(problems: ProblemSet) -> Coverage:
    """What the questions of a set can tell."""
    told = [_Told(entry) for entry in posed(problems) if entry.is_small]
    exposed = {idea for question in told for idea in question.said}
    applying = exposed | _also_applying(told, exposed)
    return Coverage(
        _in_order(applying),
        tuple(question.exposure(applying) for question in told),
        _never_apart(told, exposed),
        tuple(problem.id for problem in problems.problems if not is_small(problem)),
    )


class _Told:
    """What each misconception says that a question exposes."""

    def __init__(self, entry: Posed) -> None:
        self.entry = entry
        question, about = entry.question, entry.solutions
        self.said: dict[Idea, Hashable] = {
            idea: tuple(answers(idea, question, solution) for solution in about)
            for idea in misconceptions()
            if all(shows(idea, question, solution) for solution in about)
        }

    def exposure(self, applying: Collection[Idea]) -> Exposure:
        return Exposure(
            self.entry.name,
            _in_order(self.said),
            _in_order(idea for idea in applying if idea not in self.said),
            _alike(self.said),
        )


def _also_applying(told: Iterable[_Told], exposed: Collection[Idea]) -> set[Idea]:
    """The misconceptions that no question exposes, but one about trees of the same shapes could."""
    hidden = [idea for idea in misconceptions() if idea not in exposed]
    found: set[Idea] = set()
    for solution in _similar(told):
        questions = tuple(every_question(solution))
        for idea in hidden:
            if idea not in found and any(shows(idea, question, solution) for question in questions):
                found.add(idea)
    return found


def _similar(told: Iterable[_Told]) -> Iterator[Solution]:
    """The first tree of every problem under each of its rules, with other numbers, too."""
    asked = dict.fromkeys((question.entry.problem.id, question.entry.question.rule) for question in told)
    problems = {question.entry.problem.id: question.entry.problem for question in told}
    for name, rule in asked:
        problem = problems[name]
        yield from _shaped_like(problem.solution(0, rule), is_game=problem.trees[0].source is None)


def _shaped_like(solution: Solution, is_game: bool) -> Iterator[Solution]:
    yield solution
    times = 0 if is_game else min(_MOST_RENUMBERED, _NODES_RENUMBERED // len(solution.tree))
    for tree in renumbered(solution, times):
        yield solve(tree, solution.rule)


def _never_apart(told: Iterable[_Told], exposed: Iterable[Idea]) -> tuple[tuple[str, ...], ...]:
    """The misconceptions that are exposed, but by the same answers throughout."""
    questions = tuple(told)
    return _alike({idea: tuple(question.said.get(idea) for question in questions) for idea in exposed})


def _alike(said: dict[Idea, Hashable]) -> tuple[tuple[str, ...], ...]:
    groups: dict[Hashable, list[Idea]] = {}
    for idea, answer in said.items():
        groups.setdefault(answer, []).append(idea)
    return tuple(sorted(_in_order(group) for group in groups.values() if len(group) > 1))


def _in_order(found: Iterable[Idea]) -> tuple[str, ...]:
    """The ids in the order of the catalogue."""
    members = {idea.id for idea in found}
    return tuple(idea.id for idea in misconceptions() if idea.id in members)
