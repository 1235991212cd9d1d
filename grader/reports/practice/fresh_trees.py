"""A ProblemSet, a tree or goals → fresh solved trees of like shape for practice, none of which is known."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import count, islice, zip_longest
from typing import Any

from grader.generating.asked_kinds import USUALLY_ASKED, AskedKind
from grader.generating.generator import generate
from grader.generating.goal_fields import HEAD, GoalRange
from grader.generating.goals import GoalError, Goals
from grader.generating.likeness import goals_like
from grader.generating.tree_facts import TreeFacts
from grader.problems import Problem, ProblemSet, ProblemTree
from grader.reports.practice.posed_questions import Asked, can_be_asked
from grader.reports.practice.tree_identity import identities, is_known
from grader.rule import Rule
from grader.solving import Solution
from grader.solving.unknown_leaf import OpenSolution
from grader.text.source import refusal
from grader.tree import Kind

MOST_LEAVES = 16  # as many as anybody walks through on a phone
_STEPS = 150  # for one tree, before its goals are widened
_BATCH = 4  # trees that are looked for at once, of which a known one is left out
_BATCHES = 5  # without a new one, before a family is given up


@dataclass(frozen=True, slots=True)
class TreeFamily:
    """Trees that are alike: goals under a rule, and what is asked about them."""

    goals: Goals
    rule: Rule
    asked: tuple[Asked, ...]

    @property
    def kinds(self) -> tuple[AskedKind, ...]:
        """The kinds that somebody named, else those that are usual: misconceptions have to show in them."""
        return tuple(each for each in self.asked if isinstance(each, AskedKind)) or USUALLY_ASKED

    def changed(self, changes: Mapping[str, object]) -> TreeFamily:
        """The family with these fields of its goals; without any, goals that no tree meets are widened."""
        return replace(self, goals=Goals.from_fields(changes, self.goals)) if changes else self


@dataclass(frozen=True, slots=True)
class ChosenTree:
    """A solved tree to practise on, what is asked about it, and which of the families it belongs to."""

    solution: Solution
    asked: tuple[Asked, ...]
    family: int = 0


def fresh_trees(
    families: Sequence[TreeFamily], number: int, seed: str, known: frozenset[str] = frozenset()
) -> tuple[ChosenTree, ...]:
    """So many trees, of each family in turn, or fewer where there are no more.

    Where there are more families than trees, those that are left out are asked about the others.
    """
    families = [
        replace(family, asked=tuple(asked for each in families[place::number] for asked in each.asked))
        for place, family in enumerate(families[:number])
    ]
    seen = set(known)
    found = [_unknown(family, place, seed, seen) for place, family in enumerate(families)]
    turns = (tree for turn in zip_longest(*found) for tree in turn if tree is not None)
    return tuple(islice(turns, number))


def families_of(problems: ProblemSet, changes: Mapping[str, object]) -> tuple[TreeFamily, ...]:
    """The families of trees like those of a set, in its order; `changes` are goals that stand above them."""
    like = (_like(problem) for problem in problems.on_sheet)
    found = [family for family in like if family is not None] or list(_usual(problems))
    if not found:
        message = "every problem of this set has several players, and nobody searches there step by step"
        raise refusal(str(problems.source.name), message, "name another set, or a tree")
    return tuple(each.changed(changes) for each in found)


def family_like(solution: Solution, asked: Sequence[Asked] = USUALLY_ASKED) -> TreeFamily:
    """Trees like this one."""
    goals = goals_like(TreeFacts(solution, USUALLY_ASKED))
    leaves = goals.leaves or GoalRange(2, MOST_LEAVES)
    most = min(leaves.most or MOST_LEAVES, MOST_LEAVES)
    unasked = goals.asked - {"difficulty"}
    goals = replace(goals, leaves=GoalRange(min(leaves.least, most), most), difficulty=None, asked=unasked)
    return TreeFamily(goals, solution.rule.changed(evaluation=None), tuple(asked))


def own_trees(problems: ProblemSet) -> tuple[ChosenTree, ...]:
    """The set's own trees, as its students have them."""
    found = []
    for place, problem in enumerate(problems.on_sheet):
        solution = _solution(problem, problem.trees[0])
        if solution is not None:
            found.append(ChosenTree(solution, _asked(problem, solution), place))
    return tuple(found)


def _like(problem: Problem) -> TreeFamily | None:
    solution = _solution(problem, problem.examples[0])  # as it is written: fair variants take their time
    if solution is None or solution.tree.kinds[0] is Kind.LEAF:
        return None
    return family_like(solution, _asked(problem, solution))


def _solution(problem: Problem, tree: ProblemTree) -> Solution | None:
    """A tree of a problem, searched as far as any question does; None where it has several players."""
    asked = [each.question for each in problem.questions if each.question.about_search]
    found = [tree.solution(each.rule, each.given) for each in asked] or [tree.solution(problem.rule)]
    solution = max(found, key=lambda each: len(each.tree))
    if isinstance(solution, OpenSolution):
        numbers = [number for number in solution.whole.utilities if isinstance(number, int | Fraction)]
        solution = solution.at(numbers[len(numbers) // 2] if numbers else max(0, solution.rule.bounds[0]))
    return None if solution.tree.players else solution


def _asked(problem: Problem, solution: Solution) -> tuple[Asked, ...]:
    """What a problem asks of any tree like its own; what is usual where that is nothing."""
    questions = (each.question for each in problem.questions)
    return tuple(each for each in questions if can_be_asked(each, solution)) or USUALLY_ASKED


def unasked(problems: ProblemSet) -> tuple[str, ...]:
    """The questions on the sheet that cannot be asked about another tree, as `problem.question`."""
    return tuple(
        f"{problem.id}.{each.question.id}"
        for problem in problems.on_sheet
        for each in problem.questions
        if (solution := _solution(problem, problem.examples[0])) is None
        or not can_be_asked(each.question, solution)
    )


def _usual(problems: ProblemSet) -> Iterator[TreeFamily]:
    """What a set is about whose own trees cannot be copied: trees for programs."""
    trees = [each.tree for problem in problems.problems for each in problem.examples if not each.tree.players]
    if trees:
        luck = any(tree.has_chance for tree in trees)
        kinds = (Kind.MAX, Kind.CHANCE) if luck else (Kind.MAX, Kind.MIN)
        rule = problems.rule.changed(depth=None, evaluation=None)
        asked = [each.question for problem in problems.problems for each in problem.questions]
        posable = tuple(question for question in asked if question.about_search)
        yield TreeFamily(Goals(kinds=kinds), rule, posable or USUALLY_ASKED)


def _unknown(family: TreeFamily, place: int, seed: str, seen: set[str]) -> Iterator[ChosenTree]:
    """The trees of a family one by one, each of which is unlike all before it."""
    barren = 0
    for batch in count():
        fresh = False
        for solution in _drawn(family, f"{seed}/{place}/{batch}"):
            if is_known(solution.whole, frozenset(seen)):
                continue
            fresh = True
            seen |= identities(solution.whole)
            yield ChosenTree(solution, family.asked, place)
        barren = 0 if fresh else barren + 1
        if barren == _BATCHES:
            return


def _drawn(family: TreeFamily, seed: str) -> Iterable[Solution]:
    """A few trees by the goals, or by wider ones where these have none."""
    for goals in _wider(family.goals):
        if not goals.sizes:  # as of a tree whose layers mix kinds
            continue
        try:
            harvest = generate(goals, family.rule, seed, _BATCH, asked=family.kinds, most_steps=_STEPS)
        except GoalError:
            continue
        if harvest.trees:
            return [found.facts.solution for found in harvest.trees]
    return []


def _wider(goals: Goals) -> Iterator[Goals]:
    """The goals, then without cuts, and then with the usual numbers."""
    yield goals
    unplanned: dict[str, Any] = dict.fromkeys(("cutoffs", "deep", "leaves_pruned"))
    yield (free := replace(goals, **unplanned))
    yield replace(free, numbers=HEAD, leaves=GoalRange(2, MOST_LEAVES), depth=None, branching=None, layers=())
