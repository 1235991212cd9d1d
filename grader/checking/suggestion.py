"""Suggestion: how a set could detect a misconception, by other numbers or by another tree."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from grader.text.numbers import Finite, show_number
from grader.tree import Tree


@dataclass(frozen=True, slots=True)
class LeafChange:
    """Other numbers for leaves of a problem; `loses` are misconceptions that then show nowhere."""

    problem: str
    leaves: tuple[tuple[str, Finite, Finite], ...]  # a name, its number, and another
    questions: tuple[str, ...]
    loses: tuple[str, ...] = ()

    @property
    def size(self) -> tuple[int, bool, Fraction]:
        """How much is changed: how many leaves, whether to numbers that are not whole, and by how much."""
        fractional = any(not isinstance(new, int) for _, _, new in self.leaves)
        return (
            len(self.leaves),
            fractional,
            sum((abs(Fraction(new) - old) for _, old, new in self.leaves), Fraction()),
        )

    def to_dict(self) -> dict[str, Any]:
        return {
            "problem": self.problem,
            "leaves": {name: [show_number(old), show_number(new)] for name, old, new in self.leaves},
            "questions": list(self.questions),
            "loses": list(self.loses),
        }


@dataclass(frozen=True, slots=True)
class ExampleTree:
    """A small tree, and what to ask about it; `rule` where the set's own leaves the idea no room."""

    tree: Tree
    asks: tuple[str, ...]
    rule: Mapping[str, Any] | None

    def to_dict(self) -> dict[str, Any]:
        rule = None if self.rule is None else dict(self.rule)
        return {"tree": str(self.tree), "asks": list(self.asks), "rule": rule}


@dataclass(frozen=True, slots=True)
class Suggestion:
    """What would expose a misconception; nothing but `shown_by` where the set detects it already."""

    misconception: str
    shown_by: tuple[str, ...] = ()
    changes: tuple[LeafChange, ...] = ()
    example: ExampleTree | None = None

    def to_dict(self) -> dict[str, Any]:
        return {
            "misconception": self.misconception,
            "shown_by": list(self.shown_by),
            "changes": [change.to_dict() for change in self.changes],
            "example": self.example.to_dict() if self.example else None,
        }
