"""A run and the solution of its tree → Observed: what the program answers, as a solution that it found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

from grader.sandbox.run import Run
from grader.solving import Counts, Solution
from grader.text.numbers import Number
from grader.tree import Kind


class NotAnswered(LookupError):
    """The program did not say what was asked."""


@dataclass(frozen=True)  # without slots, like the solution that it stands for
class Observed(Solution):
    """What a program returned and looked at, so that a question finds its answer there like any other.

    What it looked at below the depth of the search is not of this tree: `beyond` has that.
    """

    run: Run = field(kw_only=True, repr=False, compare=False)

    @classmethod
    def of(cls, run: Run, right: Solution) -> Observed:
        """What was seen of a run on the tree that was solved."""
        return cls(right.tree, right.rule, right.true, right.record, right.whole, run=run)

    @cached_property
    def value(self) -> Number:
        if self.run.value is None:
            raise NotAnswered("value")
        return self.run.value

    @cached_property
    def values(self) -> Mapping[str, Number]:
        return {self.tree.names[0]: self.value}

    @cached_property
    def best_moves(self) -> tuple[str, ...]:
        if self.run.move is None:
            raise NotAnswered("move")
        return (self.run.move,)

    @cached_property
    def visited(self) -> tuple[str, ...]:
        known = self._names
        return tuple(name for name in self.run.visited if name in known)

    @cached_property
    def pruned(self) -> tuple[str, ...]:
        seen = set(self.run.visited)
        return tuple(name for name in self.tree.names if name not in seen)

    @cached_property
    def beyond(self) -> tuple[str, ...]:
        """The nodes below the depth of the search that it looked at all the same."""
        known = self._names
        return tuple(name for name in self.run.visited if name not in known)

    @cached_property
    def counts(self) -> Counts:
        kinds = zip(self.tree.names, self.tree.kinds, strict=True)
        leaves = {name for name, kind in kinds if kind is Kind.LEAF}
        evaluated = len(leaves.intersection(self.visited))
        return Counts(evaluated, len(self.run.visited), len(leaves) - evaluated)

    @cached_property
    def saw_a_leaf(self) -> bool:
        """Whether it looked at anything that has a number; else what it returned is a guess."""
        return self.counts.leaves_evaluated > 0 or bool(self.beyond)

    @property
    def chose_nothing(self) -> bool:
        """Whether it came to its end without a move, as where no child is better than a start."""
        return (
            self.run.outcome == "unreadable"
            and self.run.trouble is not None
            and self.run.trouble.kind == "none"
        )

    @cached_property
    def goes_backwards(self) -> bool:
        """Whether it asks for the last child first wherever it asks for several."""
        index, parents = self.tree.index, self.tree.parents
        asked: dict[int | None, list[int]] = {}
        for name in self.visited:
            asked.setdefault(parents[index(name)], []).append(index(name))
        return all(children == sorted(children, reverse=True) for children in asked.values())

    @cached_property
    def generates_ahead(self) -> bool:
        """Whether it looks below a node only after it has gone on to another one beside it."""
        tree = self.tree
        indexes = [tree.index(name) for name in self.visited]
        for before, index in pairwise(indexes):
            parent = tree.parents[index]
            if not parent <= before < tree.ends[parent]:
                return True
        return False

    @cached_property
    def _names(self) -> frozenset[str]:
        return frozenset(self.tree.names)
