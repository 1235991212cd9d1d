"""A solved tree → what it has of all that goals can ask for, each part worked out when first asked for."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from grader.diagnosis.exposure import EVERY_IDEA, AboutSolution, answers, named_among, shows
from grader.generating.asked_kinds import AskedKind
from grader.generating.difficulty import Difficulty, difficulty_of
from grader.ideas import BY_ID
from grader.questions import Question
from grader.solving import Solution, solve
from grader.text.numbers import Number
from grader.tree import Kind


@dataclass(frozen=True)  # without slots: what is asked for is kept
class TreeFacts:
    """What a tree has under its rule, and what the asked questions make of it."""

    solution: Solution
    asked: tuple[AskedKind, ...]

    @cached_property
    def questions(self) -> tuple[Question, ...]:
        """The questions that can be asked about this tree."""
        posed = (asked.question(self.solution) for asked in self.asked)
        return tuple(question for question in posed if next(question.misfits(self.solution), None) is None)

    @cached_property
    def numbers(self) -> tuple[Number, ...]:
        """The numbers of all leaves, also of those below the rule's depth."""
        whole = self.solution.whole
        return tuple(
            leaf.utility for leaf in whole.leaves if isinstance(leaf.utility, int | Fraction | float)
        )

    @cached_property
    def leaves(self) -> int:
        return self.solution.whole.kinds.count(Kind.LEAF)

    @cached_property
    def depth(self) -> int:
        return max(self.solution.whole.depths())

    @cached_property
    def cut_kinds(self) -> tuple[Kind, ...]:
        """The kind of the node of every cutoff, in order."""
        return tuple(self.solution.tree.kinds[at] for at, *_ in self.solution.log.stops)

    @cached_property
    def deep(self) -> int:
        return sum(self.solution.deep_cutoffs)

    @cached_property
    def leaves_pruned(self) -> int:
        return self.solution.counts.leaves_pruned

    @cached_property
    def inner_pruned(self) -> int:
        return len(self.solution.tree) - len(self.solution.log.windows) - self.leaves_pruned

    @cached_property
    def best_places(self) -> tuple[int, ...]:
        """Where the right best moves stand among those at the root, from 0; none where chance decides."""
        solution = self.solution
        moves = [solution.tree[child].move for child in solution.tree.child_indexes(0)]
        return tuple(moves.index(move) for move in solution.best_moves)

    @cached_property
    def moves(self) -> int:
        """How many moves there are at the root."""
        return len(self.solution.tree.child_indexes(0))

    @cached_property
    def tied_nodes(self) -> tuple[int, ...]:
        """The players' nodes at which two moves are equally good, by their indexes."""
        tree, values = self.solution.tree, self.solution.true.column
        return tuple(
            index
            for index, kind in enumerate(tree.kinds)
            if kind in (Kind.MAX, Kind.MIN)
            and sum(values[child] == values[index] for child in tree.child_indexes(index)) > 1
        )

    @cached_property
    def ties_decide_cuts(self) -> bool:
        """Whether another set of nodes is visited where a tie is treated in the other way."""
        rule = self.solution.rule
        other = solve(self.solution.whole, rule.changed(ties="keep" if rule.ties == "cut" else "cut"))
        return list(other.log.windows) != list(self.solution.log.windows)

    @cached_property
    def expectations(self) -> tuple[Number, ...]:
        """The values of all chance nodes."""
        solution = self.solution
        return tuple(
            solution.true.column[index]
            for index, kind in enumerate(solution.tree.kinds)
            if kind is Kind.CHANCE
        )

    @cached_property
    def root_choices(self) -> tuple[Number, ...]:
        """What each move at the root is worth."""
        return tuple(self.solution.true.column[child] for child in self.solution.tree.child_indexes(0))

    @cached_property
    def unlimited(self) -> Solution:
        """The same without the rule's depth."""
        return solve(self.solution.whole, self.solution.rule.changed(depth=None))

    def shows(self, idea: str) -> bool:
        """Whether an idea leads to a wrong answer to one of the questions."""
        return any(shows(BY_ID[idea], question, self.solution) for question in self.questions)

    def answered(self, idea: str) -> Hashable:
        """What whoever goes by the idea answers to all questions."""
        return tuple(answers(BY_ID[idea], question, self.solution) for question in self.questions)

    @cached_property
    def shown(self) -> tuple[str, ...]:
        """All ideas that lead to a wrong answer."""
        return tuple(idea.id for idea in EVERY_IDEA if self.shows(idea.id))

    @property
    def knows_all_ideas(self) -> bool:
        """Whether every idea was tried already, which takes long."""
        return "shown" in vars(self)

    def unnamed(self, ideas: Sequence[str]) -> list[str]:
        """The ideas that would not be named after a sheet was filled in by them."""
        posed = [AboutSolution("tree", question, self.solution) for question in self.questions]
        named = named_among([BY_ID[idea] for idea in ideas], posed)
        return [idea for idea in ideas if idea not in named]

    @cached_property
    def difficulty_range(self) -> tuple[int, int]:
        """The figures if no misconception shows, and if all do."""
        none, every = (difficulty_of(self.solution, ideas) for ideas in (0, len(EVERY_IDEA)))
        return none.figure, every.figure

    @cached_property
    def difficulty(self) -> Difficulty:
        return difficulty_of(self.solution, len(self.shown))
