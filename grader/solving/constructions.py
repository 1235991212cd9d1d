"""What is wanted of a search → numbers for blank leaves, or a tree, for which it holds, if there are any.

Without chance a search only compares. So of all numbers between two that are stated, as many as there are
blanks stand for all others: where each of these was tried, it is certain that nothing holds.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise, product
from math import ceil, floor, inf, isinf
from random import Random
from typing import TypeAlias

from grader.rule import OPEN, Rule, Window
from grader.solving.number_line import Segment, Segments, common, joined_up, simplest_number, whole_numbers
from grader.solving.solution import Solution, solve
from grader.solving.unknown_leaf import OpenSolution
from grader.text.numbers import Finite, Number, exact
from grader.text.source import InputError
from grader.tree import Kind, Tree
from grader.tree.tree import TreeBuilder

MOST_STEPS = 6_000  # searches that are run before it is given up
_MOST_NODES = 600_000  # and so many nodes in all of them together
_MOST_FILLINGS = 200_000
_PARTS = (2, 4, 5, 10, 20, 50, 100)  # into which a gap is divided, so that its numbers are short
_CLIMB = 60  # steps from one beginning, each with one number changed
_SPREAD = 12  # numbers beyond those that are stated, for the leaves of a tree that is made up

Filling: TypeAlias = dict[str, Finite]
Ranges: TypeAlias = Callable[[str], Window]  # by the name of a node
Held: TypeAlias = Callable[[Sequence[Finite]], int]  # with these numbers, how many conditions hold


class NothingFound(LookupError):
    """Nothing was found for which all conditions hold, in so many steps; `certain` where nothing can be."""

    def __init__(self, *, certain: bool, steps: int = 0) -> None:
        super().__init__(certain, steps)
        self.certain = certain
        self.steps = steps


@dataclass(frozen=True, slots=True)
class AllowedNumbers:
    """The finite numbers from `low` to `high`, both included; or the whole ones alone."""

    low: Number = -inf
    high: Number = inf
    whole: bool = False

    def __contains__(self, number: object) -> bool:
        if not isinstance(number, int | Fraction):
            return False
        return self.low <= number <= self.high and (not self.whole or number == int(number))

    @property
    def stretch(self) -> Segments:
        """All numbers from the lowest to the highest."""
        return joined_up([Segment(self.low, self.high, True, True)])

    def among(self, segments: Segments) -> Segments:
        """Those of the stretch that are allowed."""
        return whole_numbers(segments) if self.whole else segments

    def within(self, low: Number, high: Number) -> AllowedNumbers:
        """Those of them that lie between two numbers."""
        return AllowedNumbers(max(self.low, low), min(self.high, high), self.whole)

    def samples(self, stated: Iterable[Number], between: int) -> list[Finite]:
        """The stated numbers that are allowed, and so many in each gap between them and beyond."""
        marks = {number for number in stated if not isinf(number)} or {0}
        points = sorted({*marks, self.low, self.high})
        found = {exact(Fraction(point)) for point in points if point in self}
        for low, high in pairwise(points):
            if self.low <= low and high <= self.high:
                found |= {*self._between(low, high, between)}
        return sorted(found)

    def is_all(self, samples: Sequence[Finite]) -> bool:
        """Whether there are no others."""
        return self.whole and self.high - self.low < inf and len(samples) > floor(self.high) - ceil(self.low)

    def few(self, most: int) -> list[Finite]:
        """All of them, where these are whole numbers and at most so many; else none."""
        if not self.whole or self.high - self.low >= most:
            return []
        return list(range(ceil(self.low), floor(self.high) + 1))

    def _between(self, low: Number, high: Number, number: int) -> Iterator[Finite]:
        """Numbers inside of a gap: whole ones if there are enough, and of whole ones all if they are few."""
        if isinf(low):
            yield from (ceil(high) - place for place in range(1, number + 1))
        elif isinf(high):
            yield from (floor(low) + place for place in range(1, number + 1))
        else:
            first = floor(low) + 1
            inside = ceil(high) - first
            if self.whole or inside >= number:
                count = min(inside, number)
                yield from (first + inside * place // count for place in range(count))
            else:
                parts = next((each for each in _PARTS if each > number), number + 1)
                step = (Fraction(high) - Fraction(low)) / parts
                places = (parts * place // (number + 1) for place in range(1, number + 1))
                yield from (exact(Fraction(low) + step * place) for place in places)


EVERY_NUMBER = AllowedNumbers()


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to hold of a search, the numbers that it names, and what leaves may be.

    `possible` is given the range of each node's value, by its name or, of the root, without one, and says
    whether that leaves room.
    """

    tests: tuple[Callable[[Solution], bool], ...]
    stated: tuple[Number, ...]
    allowed: AllowedNumbers
    possible: Callable[[Ranges], bool] = lambda _: True

    def held(self, solution: Solution) -> int:
        """How many of the conditions hold."""
        return sum(test(solution) for test in self.tests)

    def all_hold(self, solution: Solution) -> bool:
        return all(test(solution) for test in self.tests)


def find_filling(solution: OpenSolution, wanted: Wanted) -> Filling:
    """Numbers for all blanks with which all conditions hold; raises `NothingFound`."""
    blanks, allowed = solution.blanks, wanted.allowed.within(*solution.rule.bounds)
    if len(blanks) == 1:
        return {blanks[0]: _only_number(solution, wanted, allowed)}
    if not wanted.possible(_ranges(solution, allowed)):
        raise NothingFound(certain=True)
    stated = frozenset((*wanted.stated, *_stated_in(solution)))
    most = min(MOST_STEPS, _MOST_NODES // len(solution.tree))
    few = allowed.few(int(most ** (1 / len(blanks)))) if solution.tree.has_chance else []
    samples = few or allowed.samples(stated, len(blanks))

    def held(numbers: Sequence[Finite]) -> int:
        return wanted.held(solution.filled(dict(zip(blanks, numbers, strict=True))))

    certain = not solution.tree.has_chance or allowed.is_all(samples)
    every = _every(samples, len(blanks), samples if solution.tree.has_chance else stated, most)
    steps = most if every is None else min(len(every), most // 4)
    goal = _Goal(held, len(blanks), len(wanted.tests), _random())
    found = _climbed(goal, _nicest(samples), steps // 4) or _climbed(goal, samples, steps)
    if found is None and every is not None:
        found = next((numbers for numbers in every if held(numbers) == len(wanted.tests)), None)
    if found is None:
        raise NothingFound(certain=certain and every is not None, steps=most)
    return dict(zip(blanks, found, strict=True))


def _ranges(solution: OpenSolution, allowed: AllowedNumbers) -> Ranges:
    """No value is below what it is where every blank has the lowest number, nor above that of the highest."""
    try:
        least, most = (solution.at(end).values for end in (allowed.low, allowed.high))
    except InputError:  # ∞ and −∞ under one chance node
        return lambda _: OPEN
    root = solution.tree.names[0]
    return lambda name: (least[name or root], most[name or root])


def _random() -> Random:
    return Random(0)  # noqa: S311 - every run finds the same


def _every(
    samples: Sequence[Finite], length: int, stated: Collection[Number], most: int
) -> Sequence[Sequence[Finite]] | None:
    """All fillings, but only one of those in which all numbers compare alike; None where they are many."""
    if len(samples) ** length > _MOST_FILLINGS:
        return None
    before = _before(samples, stated)
    found = [
        numbers
        for numbers in product(samples, repeat=length)
        if all(before[number] is None or before[number] in numbers for number in numbers)
    ]
    return found if len(found) <= most else None


def _before(samples: Sequence[Finite], stated: Collection[Number]) -> dict[Finite, Finite | None]:
    """Of each number in a gap between stated ones the one before it there, without which it is not needed."""
    pairs = zip((None, *samples), samples, strict=False)
    return {
        number: None if number in stated or last is None or last in stated else last for last, number in pairs
    }


def _nicest(samples: Sequence[Finite]) -> Sequence[Finite]:
    """The whole numbers, where there are some."""
    return [number for number in samples if isinstance(number, int)] or samples


def _only_number(solution: OpenSolution, wanted: Wanted, allowed: AllowedNumbers) -> Finite:
    """Of one blank it is known for which numbers the conditions hold."""
    found = common(solution.numbers_where(wanted.all_hold), allowed.stretch)
    number = simplest_number(allowed.among(found))
    if number is None:
        raise NothingFound(certain=True)
    return number


def _stated_in(solution: OpenSolution) -> Iterator[Number]:
    """The numbers with which a search of the tree compares."""
    yield from (number for number in solution.true.numbers if isinstance(number, int | Fraction))
    yield from (*solution.rule.window, *solution.rule.bounds)


@dataclass(frozen=True, slots=True)
class _Goal:
    """So many numbers with which so many conditions hold."""

    held: Held
    numbers: int
    conditions: int
    random: Random


def _climbed(goal: _Goal, samples: Sequence[Finite], steps: int) -> Sequence[Finite] | None:
    """Numbers with which everything holds, found by changing one at a time as long as no less holds."""
    random = goal.random
    numbers: list[Finite] = []
    best = -1
    for step in range(steps if samples else 0):
        if step % _CLIMB == 0:
            changed, best = random.choices(samples, k=goal.numbers), -1
        else:
            changed = list(numbers)
            changed[random.randrange(goal.numbers)] = random.choice(samples)
        if (now := goal.held(changed)) >= best:
            numbers, best = changed, now
        if best == goal.conditions:
            return numbers
    return None


@dataclass(frozen=True, slots=True)
class TreeShape:
    """How many leaves a tree has, and how many edges its longest path: at least and at most."""

    leaves: tuple[int, int]
    depth: tuple[int, int]


def find_tree(shape: TreeShape, rule: Rule, wanted: Wanted) -> Tree:
    """A tree of Max and Min for which all conditions hold; raises `NothingFound`."""
    random = _random()
    allowed = wanted.allowed.within(*rule.bounds)
    samples = allowed.samples(wanted.stated, _SPREAD)
    if not wanted.possible(lambda _: (allowed.low, allowed.high)):  # which every leaf has, so every node
        raise NothingFound(certain=True)
    for beginning in range(MOST_STEPS // _CLIMB):
        leaves, depth = random.randint(*shape.leaves), random.randint(*shape.depth)
        tree = _tree(_sketched(random, leaves, depth), Kind.MIN if beginning % 4 == 3 else Kind.MAX)
        places = [index for index, kind in enumerate(tree.kinds) if kind is Kind.LEAF]

        def held(numbers: Sequence[Finite], tree: Tree = tree, places: Sequence[int] = places) -> int:
            return wanted.held(solve(_with_leaves(tree, places, numbers), rule))

        found = _climbed(_Goal(held, leaves, len(wanted.tests), random), samples, _CLIMB)
        if found is not None:
            return _with_leaves(tree, places, found)
    raise NothingFound(certain=False, steps=MOST_STEPS)


def _with_leaves(tree: Tree, places: Sequence[int], numbers: Sequence[Finite]) -> Tree:
    return tree.with_utilities(dict(zip(places, numbers, strict=True)))


_Sketch: TypeAlias = tuple["_Sketch", ...]  # what stands below a node; nothing below a leaf


def _sketched(random: Random, leaves: int, depth: int) -> _Sketch:
    """A shape with so many leaves, and exactly so deep; a node has one child only where leaves are few."""
    if depth == 0:
        return ()
    if leaves <= depth:
        return (_sketched(random, leaves, depth - 1),) if depth > 1 else ((),) * leaves
    if depth == 1:
        return ((),) * leaves
    deepest = random.randint(depth, leaves - 1)
    rest = leaves - deepest
    children = [_sketched(random, deepest, depth - 1)]
    while rest:
        size = random.randint(1, rest)
        levels = random.randint(1, min(depth - 1, size - 1)) if size > 1 else 0
        children.append(_sketched(random, size, levels))
        rest -= size
    random.shuffle(children)
    return tuple(children)


def _tree(sketch: _Sketch, root: Kind) -> Tree:
    """The tree of a shape, whose leaves have no numbers yet; Max and Min take turns."""
    builder = TreeBuilder()
    other = Kind.MIN if root is Kind.MAX else Kind.MAX

    def add(below: _Sketch, kind: Kind, next_kind: Kind) -> None:
        if not below:
            builder.leaf(0)
            return
        builder.open(kind)
        for each in below:
            add(each, next_kind, kind)
        builder.close()

    add(sketch, root, other)
    return builder.tree()
