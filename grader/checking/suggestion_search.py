"""A misconception that a set does not detect → changed leaves, or a small tree, in which it would show.

Both are found by trying, within a fixed number of tries, so that the same set always gets the same advice.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, islice, product
from random import Random
from typing import Any

from grader.checking.asked_questions import PosedQuestion, every_question, posed
from grader.checking.coverage import Coverage
from grader.checking.renumbered_tree import allowed_pools, leaf_indexes
from grader.checking.suggestion import ExampleTree, LeafChange, Suggestion
from grader.diagnosis.exposure import EVERY_IDEA, shows
from grader.ideas import OF_PROGRAMS, WrongIdea
from grader.problems import Problem, ProblemSet
from grader.questions import KINDS, Question
from grader.rule import Rule
from grader.solving import Solution, solve
from grader.text.numbers import Finite, Number, exact
from grader.text.source import InputError
from grader.tree import Kind, Tree, TreeBuilder


def suggest(problems: ProblemSet, coverage: Coverage, misconception: str) -> Suggestion:
    """How the set could detect the misconception of that id."""
    if shown_by := coverage.exposed_by(misconception):
        return Suggestion(misconception, shown_by)
    idea = next(idea for idea in EVERY_IDEA if idea.id == misconception)
    changes = best_changes(idea, problems, coverage)
    asked = frozenset(type(each.question) for problem in problems.problems for each in problem.questions)
    return Suggestion(misconception, (), changes, smallest_example(idea, problems.rule, asked))


_EVERY_KIND = frozenset(KINDS.values())
_TREES = 240  # of every sort
_SORTS = (
    "max min", "min max", "max min max", "max min max min", "min max min", "max min min",
    "max chance", "max chance min", "min chance max", "max min chance",
    "chance max min",
)  # fmt: skip
_GOES_ON = 0.7  # how likely a branch is to grow where it may
_OUTCOMES = tuple(
    tuple(Fraction(part, sum(parts)) for part in parts)
    for parts in ((1, 1), (1, 3), (2, 1), (1, 1, 1), (1, 2, 1))
)
# A rule under which every misconception can show.
_TELLING: Mapping[str, Any] = {"preset": "aima", "utilities": [-30, 30]}


def smallest_example(
    idea: WrongIdea, rule: Rule, asked: Collection[type[Question]] = _EVERY_KIND
) -> ExampleTree | None:
    """A small tree in which the idea shows in a kind of question that is asked, or else in another kind.

    It shows under the rule; or else under another, which is then named.
    """
    telling = Rule.from_fields(_TELLING)
    return (
        _example(idea, rule, asked)
        or _example(idea, telling, asked, _TELLING)
        or _example(idea, rule, _EVERY_KIND)
        or _example(idea, telling, _EVERY_KIND, _TELLING)
    )


def _example(
    idea: WrongIdea,
    rule: Rule,
    asked: Collection[type[Question]],
    named: Mapping[str, Any] | None = None,
) -> ExampleTree | None:
    by_program = idea in OF_PROGRAMS
    for tree in _small_trees(rule):
        try:
            solution = solve(tree, rule)
        except InputError:  # a depth, say, at which this tree has no evaluations
            continue
        asks = tuple(
            question.ask
            for question in every_question(solution)
            if type(question) in asked and shows(idea, question, solution, by_program=by_program)
        )
        if asks:
            return ExampleTree(tree, asks, named)
    return None


@lru_cache(maxsize=2)  # the rule of a set, and the telling one
def _small_trees(rule: Rule) -> tuple[Tree, ...]:
    """Trees of many shapes, the simplest first; always the same ones."""
    random = Random(7)  # noqa: S311 - chance here guards no secret
    pools = allowed_pools(rule)
    trees = [
        _grown(random, tuple(map(Kind, sort.split())), pools[place % len(pools)])
        for sort in _SORTS
        for place in range(_TREES if pools else 0)
    ]
    return tuple(sorted(dict.fromkeys(trees), key=_size))


def _size(tree: Tree) -> tuple[int, int, int, int]:
    """How hard a tree is: chance nodes or numbers not whole and small, its nodes, equal leaves, its text."""
    utilities = [tree.utilities[leaf] for leaf in leaf_indexes(tree)]
    hard = not all(isinstance(utility, int) and abs(utility) < 10 for utility in utilities)
    return tree.has_chance + hard, len(tree), len(utilities) - len(set(utilities)), len(str(tree))


def _grown(random: Random, kinds: Sequence[Kind], pool: Sequence[Number]) -> Tree:
    """A tree with these kinds from the top down, some branches of which end early."""
    builder = TreeBuilder()
    builder.open(kinds[0])
    left = [_children(random, kinds[0])]  # the probabilities of children still to come, at every open node
    while left:
        if not left[-1]:
            left.pop()
            builder.close()
            continue
        probability = left[-1].pop()
        if len(left) < len(kinds) and random.random() < _GOES_ON:
            builder.open(kinds[len(left)], probability=probability)
            left.append(_children(random, kinds[len(left)]))
        else:
            builder.leaf(random.choice(pool), probability=probability)
    return builder.tree()


def _children(random: Random, kind: Kind) -> list[Number | None]:
    """What the children of a node are reached with: a probability below chance, else nothing."""
    return list(random.choice(_OUTCOMES)) if kind is Kind.CHANCE else [None] * random.choice((2, 2, 3))


_MOST_CHANGES = 3  # to suggest
_MOST_TRIES = 800  # in one problem
_MOST_LEAVES = 40
_MOST_WEIGHED = 12  # changes of which it is worked out what they lose
_NEAREST = {1: 24, 2: 3}  # how many numbers are tried at each leaf, when so many leaves are changed
_TELLING_NUMBERS = (0, 16, -16)  # some ideas show only at 0, or beyond ±15


def best_changes(idea: WrongIdea, problems: ProblemSet, coverage: Coverage) -> tuple[LeafChange, ...]:
    """The smallest changes of one leaf, or else of two; first those that lose nothing."""
    groups = _by_problem(problems)
    for number in _NEAREST:
        found = [change for group in groups.values() for change in _changes(idea, group, number)]
        smallest = sorted(found, key=lambda change: change.size)[:_MOST_WEIGHED]
        weighed = [_weighed(change, groups[change.problem], coverage) for change in smallest]
        if weighed:
            weighed.sort(key=lambda change: len(change.loses))
            return tuple(weighed[:_MOST_CHANGES])
    return ()


def _by_problem(problems: ProblemSet) -> dict[str, list[PosedQuestion]]:
    groups: dict[str, list[PosedQuestion]] = {}
    for entry in posed(problems):
        if _is_open(entry.problem):
            groups.setdefault(entry.problem.id, []).append(entry)
    return groups


def _is_open(problem: Problem) -> bool:
    """Whether the numbers at the leaves are the author's own, and there are not too many of them."""
    tree = problem.trees[0].tree
    return len(problem.trees) == 1 and tree.source is not None and len(leaf_indexes(tree)) <= _MOST_LEAVES


def _changes(idea: WrongIdea, group: Sequence[PosedQuestion], number: int) -> Iterator[LeafChange]:
    """The changes of so many leaves by which some question of a problem exposes the idea."""
    problem = group[0].problem
    tree = problem.trees[0].tree
    own = _own_numbers(tree)
    for numbers in islice(_numberings(own, number), _MOST_TRIES):
        changed = _Changed(tree.with_utilities(numbers), group)
        shown = changed.exposing(idea)
        if shown and changed.can_be_asked():
            leaves = tuple((tree.names[leaf], own[leaf], new) for leaf, new in numbers.items())
            yield LeafChange(problem.id, leaves, shown)


def _own_numbers(tree: Tree) -> dict[int, Finite]:
    """The leaves that have a finite number of their own, and these numbers."""
    utilities = ((leaf, tree.utilities[leaf]) for leaf in leaf_indexes(tree))
    return {leaf: utility for leaf, utility in utilities if isinstance(utility, int | Fraction)}


def _numberings(own: Mapping[int, Finite], number: int) -> Iterator[dict[int, Finite]]:
    """Other numbers for so many leaves, neighbours first."""
    others = {leaf: _others(old, own.values(), _NEAREST[number]) for leaf, old in own.items()}
    for leaves in sorted(combinations(own, number), key=lambda leaves: leaves[-1] - leaves[0]):
        for numbers in product(*(others[leaf] for leaf in leaves)):
            yield dict(zip(leaves, numbers, strict=True))


def _others(old: Finite, own: Iterable[Finite], nearest: int) -> list[Finite]:
    """Numbers to try in place of one: whole ones first, and the nearest of them first."""
    near = {number + step for number in own for step in (-1, 0, 1)}
    halves = {exact(old + Fraction(step, 2)) for step in (-1, 1)}
    found = sorted(near - {old}, key=lambda number: (not isinstance(number, int), abs(number - old), number))
    return [*found[:nearest], *sorted({*halves, *_TELLING_NUMBERS}.difference(found[:nearest], {old}))]


class _Changed:
    """A problem's questions, asked about a changed tree."""

    def __init__(self, tree: Tree, group: Sequence[PosedQuestion]) -> None:
        self.tree = tree
        self.group = group
        self.solutions: dict[Rule, Solution | None] = {}

    def exposing(self, idea: WrongIdea) -> tuple[str, ...]:
        """The questions that expose an idea."""
        found = ((entry, self._solution(entry.question.rule)) for entry in self.group)
        return tuple(
            entry.name.id for entry, solution in found if solution and shows(idea, entry.question, solution)
        )

    def can_be_asked(self) -> bool:
        """Whether every question still makes sense."""
        found = ((entry.question, self._solution(entry.question.rule)) for entry in self.group)
        return all(solution and not next(question.misfits(solution), None) for question, solution in found)

    def _solution(self, rule: Rule) -> Solution | None:
        if rule not in self.solutions:
            try:
                self.solutions[rule] = solve(self.tree, rule)
            except InputError:  # a number out of bounds
                self.solutions[rule] = None
        return self.solutions[rule]


def _weighed(change: LeafChange, group: Sequence[PosedQuestion], coverage: Coverage) -> LeafChange:
    """The change, with the misconceptions that only this problem exposes, and then no longer would."""
    tree = group[0].problem.trees[0].tree
    changed = _Changed(tree.with_utilities({tree.index(name): new for name, _, new in change.leaves}), group)
    own = {entry.name.id for entry in group}
    at_risk = (idea for idea in EVERY_IDEA if own.issuperset(coverage.exposed_by(idea.id) or "?"))
    return replace(change, loses=tuple(idea.id for idea in at_risk if not changed.exposing(idea)))
