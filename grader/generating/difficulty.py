"""A solution, and how many misconceptions show → Difficulty: a figure, and what it is made of.

A leaf that is looked at counts 1, five steps of the search 1, a cutoff 2, a deep one 3 more, and five
misconceptions that lead to a wrong answer 1. Two trees with the same figure take about as long, and have as
many traps; nothing is said about trees of another kind.
"""

from __future__ import annotations

from dataclasses import dataclass

from grader.solving import Solution
from grader.tree import Kind

_CUTOFF, _DEEP, _FOR_ONE = 2, 3, 5


@dataclass(frozen=True, slots=True)
class Difficulty:
    """What makes a tree hard, in numbers."""

    leaves: int
    steps: int
    cutoffs: int
    deep: int
    ideas: int

    @property
    def figure(self) -> int:
        """The sum, rounded."""
        slow = self.steps + self.ideas
        return (
            self.leaves + _CUTOFF * self.cutoffs + _DEEP * self.deep + (2 * slow + _FOR_ONE) // (2 * _FOR_ONE)
        )

    def __str__(self) -> str:
        return f"{self.figure} ({self.why})"

    @property
    def why(self) -> str:
        """What the figure is made of, in words."""
        leaves = "1 leaf" if self.leaves == 1 else f"{self.leaves} leaves"
        cutoffs = "1 cutoff" if self.cutoffs == 1 else f"{self.cutoffs or 'no'} cutoffs"
        deep = f" of which {self.deep} deep" if self.deep else ""
        ideas = "1 misconception" if self.ideas == 1 else f"{self.ideas or 'no'} misconceptions"
        return f"{leaves} to look at, {self.steps} steps, {cutoffs}{deep}, shows {ideas}"

    def to_dict(self) -> dict[str, int]:
        """The figure and its parts, as JSON holds them."""
        return {
            "figure": self.figure, "leaves": self.leaves, "steps": self.steps,
            "cutoffs": self.cutoffs, "deep": self.deep, "misconceptions": self.ideas,
        }  # fmt: skip


def difficulty_of(solution: Solution, ideas: int) -> Difficulty:
    """How hard a tree is under its rule, if so many misconceptions show in what is asked."""
    log = solution.log
    leaves = sum(solution.tree.kinds[index] is Kind.LEAF for index in log.windows)
    inner = len(log.windows) - leaves
    # A node is entered and left, a leaf is looked at, and each of both but the root is taken in above.
    steps = 0 if solution.tree.players else 2 * inner + leaves + (len(log.windows) - 1) + len(log.stops)
    return Difficulty(leaves, steps, len(log.stops), sum(solution.deep_cutoffs), ideas)
