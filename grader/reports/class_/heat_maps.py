"""The Grades of a class and its set → for each tree, how many students are wrong at each of its nodes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from operator import attrgetter
from typing import Any

from grader.grading import Check, Grade
from grader.problems import Problem, ProblemSet
from grader.questions import AboutNodes
from grader.reports.class_.statistics import AMISS, CODES, Column, Columns
from grader.reports.wrong_nodes import Ground, ground_of, numbers_judged, wrongly_pruned
from grader.tree import Tree

# What is laid over a tree, and the questions that it comes from; those of the first two ask for numbers.
LAYERS: Mapping[str, tuple[str, ...]] = {
    "values": ("value", "bounds"),
    "windows": ("window",),
    "cuts": ("pruned", "visited", "cutoffs"),
    "irrelevant": ("irrelevant",),
}
OF_NUMBERS = frozenset(("values", "windows"))

_MARKED = frozenset(CODES[verdict] for verdict in ("right", "partly", "wrong"))
_TOLD = ("right", "carried", "wrong")  # of a number: that there is one


@dataclass(frozen=True, slots=True)
class Spot:
    """A node, and how many of the students who say something about it are wrong there.

    `often` is the most frequent wrong value, which `so_often` students gave.
    """

    node: int
    wrong: int
    of: int
    often: str | None = None
    so_often: int = 0


@dataclass(frozen=True, slots=True)
class HeatMap:
    """One layer of mistakes on one of the trees of a problem, with its spots in the order of the tree."""

    problem: Problem
    variant: int
    layer: str
    spots: tuple[Spot, ...]

    @property
    def tree(self) -> Tree:
        return self.problem.trees[self.variant].tree


def heat_maps(grades: Sequence[Grade], problems: ProblemSet, columns: Columns) -> tuple[HeatMap, ...]:
    """The maps of all trees about whose nodes there are marked answers."""
    maps = (found for problem in problems.on_sheet for found in _maps(problem, grades, columns))
    return tuple(found for found in maps if found.spots)


def _maps(problem: Problem, grades: Sequence[Grade], columns: Columns) -> Iterator[HeatMap]:
    several = len(problem.trees) > 1
    variants = [grade.variant_of(problem) for grade in grades] if several else [0] * len(grades)
    answers = {layer: _answers(problem, layer, columns, variants) for layer in LAYERS}
    for variant in range(len(problem.trees)):
        ground = ground_of(problem, variant)
        for layer in LAYERS:
            own = answers[layer][variant]
            asked = _asked(problem, variant, layer)
            spots = _of_numbers(own, asked, ground) if layer in OF_NUMBERS else _of_sets(own, ground)
            yield HeatMap(problem, variant, layer, tuple(sorted(spots, key=attrgetter("node"))))


@dataclass(frozen=True, slots=True)
class _Answers:
    """The answers to some questions on one tree: how many are all `right`, and the checks of the others.

    `amiss` has a column for each question, with None where an answer could not be marked.
    """

    amiss: Sequence[Sequence[Check | None]]
    right: int

    @property
    def count(self) -> int:
        return self.right + (len(self.amiss[0]) if self.amiss else 0)


def _answers(problem: Problem, layer: str, columns: Columns, variants: Sequence[int]) -> list[_Answers]:
    """The answers to the questions of a layer, by variant."""
    names = [asked.question.id for asked in problem.questions if asked.question.ask in LAYERS[layer]]
    asked = [columns[problem.id, name] for name in names]
    if len(asked) == len(problem.trees) == 1:  # the usual case, and far quicker
        return [_Answers([asked[0].amiss], asked[0].codes.count(CODES["right"]))]
    amiss = sorted(set(chain.from_iterable(column.places(AMISS) for column in asked)))
    right = set(chain.from_iterable(column.places(CODES["right"]) for column in asked)).difference(amiss)
    counts = Counter(map(variants.__getitem__, right))
    own: list[list[int]] = [[] for _ in problem.trees]
    for place in amiss:
        own[variants[place]].append(place)
    return [
        _Answers([_marked(column, places) for column in asked], counts[variant])
        for variant, places in enumerate(own)
    ]


def _marked(column: Column, places: Sequence[int]) -> list[Check | None]:
    """The checks at those places in the class."""
    checks = column.checks
    return [checks[place] if column.codes[place] in _MARKED else None for place in places]


def _of_sets(answers: _Answers, ground: Ground) -> Iterator[Spot]:
    """Whoever names some nodes says something of all; only those are listed where somebody is wrong."""
    for name, count in wrongly_pruned(answers.amiss, ground).items():
        if name in ground.indexes:
            yield Spot(ground.indexes[name], count, answers.count)


def _of_numbers(answers: _Answers, asked: Iterable[str], ground: Ground) -> Iterator[Spot]:
    """Whoever gives no number for a node, or one that cannot be read, says nothing of it."""
    names = [name for name in asked if name in ground.indexes]
    judged = numbers_judged(answers.amiss)
    alike = Counter(map(id, judged))  # those who err alike often have the very same
    different = {id(one): one for one in judged}
    often = _often(answers, names)
    for name in names:
        verdicts: Counter[str | None] = Counter()
        for one, count in alike.items():
            verdicts[different[one].get(name)] += count
        told = answers.right + sum(verdicts[verdict] for verdict in _TOLD)
        if told:
            yield Spot(ground.indexes[name], verdicts["wrong"], told, *often.get(name, (None, 0)))


def _asked(problem: Problem, variant: int, layer: str) -> set[str]:
    """The nodes for which the questions of a layer ask for numbers."""
    questions = [asked.question for asked in problem.questions if asked.question.ask in LAYERS[layer]]
    return {
        name
        for question in questions
        if isinstance(question, AboutNodes)
        for name in question.parts(problem.solution(variant, question.rule))
    }


def _often(answers: _Answers, names: Sequence[str]) -> dict[str, tuple[str, int]]:
    """For each node, the value that was given most often instead of the right one, and how often."""
    marked = filter(None, chain.from_iterable(answers.amiss))
    checks = [check for check in marked if check.ask == "value" and check.given]
    often: dict[str, tuple[str, int]] = {}
    rows = [[check.given.get(name) for name in names] for check in checks]
    for name, given in zip(names, zip(*rows, strict=True), strict=False):
        counts = Counter(given)
        del counts[None]
        for value, count in sorted(counts.items(), key=lambda entry: (-entry[1], str(entry[0]))):
            if _is_wrong(name, value, checks[given.index(value)]):
                often[name] = str(value), count
                break
    return often


def _is_wrong(name: str, value: Any, check: Check) -> bool:
    """Whether a value that somebody gave for a node is not the right one, nor that rounded."""
    return value != check.expected.get(name) and check.parts.get(name) in ("wrong", "carried")
