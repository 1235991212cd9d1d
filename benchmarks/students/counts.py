"""A marked sheet → what its student is told, and what came of it, counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence, Set
from dataclasses import dataclass
from typing import TypeAlias

from grader.grading import Grade

MOST_ALIKE = 3  # ideas that explain a sheet alike, for it to count, and that an either-or may have
STYLES = ("short", "long")


@dataclass(frozen=True, slots=True)
class Key:
    """What was tried; `idea` may be a convention."""

    sort: str
    idea: str
    way: str
    style: str
    noise: str


Counts: TypeAlias = Counter[tuple[Key, str]]  # with what came of it


@dataclass(frozen=True, slots=True)
class Told:
    """What a student is told: ideas, each with those that it cannot be told from, and conventions."""

    ideas: tuple[frozenset[str], ...]
    conventions: frozenset[str]

    @classmethod
    def by(cls, grade: Grade) -> Told:
        ideas = {frozenset((idea.id, *idea.either)): None for idea in grade.misconceptions}
        fields = {check.convention.field for check in grade.checks if check.convention is not None}
        return cls(tuple(ideas), frozenset(fields))

    def names(self, idea: str) -> bool:
        """Whether an idea is named, alone or among at most three."""
        return any(idea in group and len(group) <= MOST_ALIKE for group in self.ideas)

    def of_one(self, idea: str, same: Set[str]) -> str:
        """What came of a sheet with one idea, which the `same` ideas explain as well."""
        if not self.ideas:
            return "convention" if self.conventions else "missed"
        false = [group for group in self.ideas if idea not in group]
        if false:
            return "alike" if all(group <= same for group in false) else "wrongly"
        if not self.names(idea):
            return "missed"
        return "alone" if self.ideas[0] == {idea} else "among"

    def of_two(self, ideas: Sequence[str]) -> str:
        """What came of a sheet with two ideas."""
        if any(group.isdisjoint(ideas) for group in self.ideas):
            return "wrongly"
        groups = {idea: [group for group in self.ideas if idea in group] for idea in ideas}
        both = all(map(self.names, ideas)) and groups[ideas[0]] != groups[ideas[1]]
        return "both" if both else "one" if any(map(self.names, ideas)) else "missed"
