"""Ideas that only programs have: about how deep to search, whom to search, and what to generate."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, ClassVar

from grader.ideas.search import Frame, Search
from grader.ideas.value_step import ValueStep
from grader.ideas.wrong_values import StartsWithANumber
from grader.rule import OPEN, Rule, Window
from grader.text.numbers import Number
from grader.tree import Kind


class MaxStartsAtZero(StartsWithANumber):
    """Max's best value starts at 0, Min's at ∞."""

    id = "max-starts-at-zero"
    starts: ClassVar[Mapping[Kind, Number]] = {Kind.MAX: 0}


class MinStartsAtZero(StartsWithANumber):
    """Min's best value starts at 0, Max's at −∞."""

    id = "min-starts-at-zero"
    starts: ClassVar[Mapping[Kind, Number]] = {Kind.MIN: 0}


class OnlyFirstOpponent(ValueStep):
    """After the first opponent it is the first player's turn again, whoever else would move."""

    id = "only-first-opponent"

    @cached_property
    def depths(self) -> list[int]:
        return self.tree.depths()

    def role(self, index: int) -> Kind:
        return self.tree.kinds[self.depths[index] % 2]  # the root's, and its first child's


class GeneratesAllFirst(Search):
    """All children of a node are generated before the first of them is searched."""

    id = "generates-all-first"

    def opened(self, frame: Frame) -> None:
        for child in reversed(frame.to_come):
            self.windows.setdefault(child, OPEN)


class ExchangedInCalls(Search):
    """α is passed where β belongs, and β where α does."""

    id = "alpha-beta-exchanged-in-calls"
    always_right = False

    def child_window(self, frame: Frame) -> Window:
        return super().child_window(frame)[::-1]

    def outcome_window(self, frame: Frame) -> Window:
        return super().outcome_window(frame)[::-1]


# How a wrong depth changes the rule; none where the rule has no depth that could be taken so.


def one_round_too_deep(rule: Rule) -> Mapping[str, Any] | None:
    return None if rule.depth is None or rule.depth_unit == "moves" else {"depth": rule.depth + 1}


def one_round_too_shallow(rule: Rule) -> Mapping[str, Any] | None:
    rounds = rule.depth is not None and rule.depth > 1 and rule.depth_unit == "rounds"
    return {"depth": rule.depth - 1} if rounds and rule.depth is not None else None


def one_ply_too_deep(rule: Rule) -> Mapping[str, Any] | None:
    return None if rule.limit is None else {"depth": rule.limit + 1, "depth_unit": "moves"}


def one_ply_too_shallow(rule: Rule) -> Mapping[str, Any] | None:
    if rule.limit is None or rule.limit < 2:
        return None
    return {"depth": rule.limit - 1, "depth_unit": "moves"}


def every_move_a_round(rule: Rule) -> Mapping[str, Any] | None:
    return {"depth_unit": "moves"} if rule.depth_unit == "rounds" and rule.depth is not None else None


def two_agents(rule: Rule) -> Mapping[str, Any] | None:
    return {"agents": 2} if rule.agents > 2 else None
