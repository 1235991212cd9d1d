"""CodeProblem: what a student's program is run on, within which limits, and what is asked of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal, TypeAlias

from grader.problems.asked_question import Accepted, Asked
from grader.rule import Rule
from grader.sandbox.apis import Api, api_of
from grader.solving import Solution, solve
from grader.text.source import Span
from grader.tree import Tree

End: TypeAlias = Literal["won", "lost"]


@dataclass(frozen=True, slots=True)
class Code:
    """The program that is handed in: its file, the function or class in it, and how it meets the tree.

    `seconds`, `memory` (bytes) and `visits` are the limits on one tree, `seconds_in_all` on all of them.
    `command` runs a program in another language, which has no function.
    """

    file: str
    name: str
    api: str
    command: tuple[str, ...]
    seconds: Fraction | int
    memory: int
    visits: int
    seconds_in_all: Fraction | int

    @property
    def way(self) -> Api:
        """How it meets the tree."""
        return api_of(self.api, self.command)


@dataclass(frozen=True, slots=True)
class CodeTree:
    """A tree that programs are run on; `changes` are the fields of the rule that it names itself.

    `ends` says of leaves, by name, whether the game is won or lost there, for agents that ask; a leaf that
    it does not name is neither. Where it is None the utility decides.
    """

    id: str
    tree: Tree
    weight: Fraction | int
    hidden: bool
    changes: Mapping[str, object] = field(repr=False)
    place: Span = field(repr=False, compare=False)
    ends: Mapping[str, End] | None = None
    _solutions: dict[Rule, Solution] = field(default_factory=dict, repr=False, compare=False)

    def rule(self, above: Rule) -> Rule:
        """The rule on this tree, for a problem or a question that has the rule `above`."""
        return Rule.from_fields(self.changes, under=above) if self.changes else above

    def solution(self, above: Rule) -> Solution:
        """The tree solved under its rule; solved once."""
        rule = self.rule(above)
        if rule not in self._solutions:
            self._solutions[rule] = solve(self.tree, rule)
        return self._solutions[rule]


@dataclass(frozen=True, slots=True)
class CodeProblem:
    """Questions that a program answers on each of several trees."""

    id: str
    title: str
    text: str
    figure: Path | None
    code: Code
    trees: tuple[CodeTree, ...]
    rule: Rule
    questions: tuple[Asked, ...]
    accept: tuple[Accepted, ...]
    allow: Mapping[str, str]
    all_or_nothing: bool  # whether every question must be right on every tree to earn anything
    place: Span = field(repr=False, compare=False)
    seed: bytes = field(repr=False)
    kept: dict[str, Any] = field(default_factory=dict, repr=False, compare=False)  # for marking
    drawn: dict[Any, Any] = field(default_factory=dict, repr=False, compare=False)  # for reports
