"""A solved puzzle and an idea → the run of somebody who has it, step by step, beside the right one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from grader.ideas.catalogue import RIGHT, WrongIdea
from grader.ideas.imagined_solution import Imagined, NotPredicted, imagine
from grader.ideas.value_step import Undefined
from grader.memory import remembered
from grader.solving import Solution
from grader.text.numbers import Number, Payoffs
from grader.tree import Kind

RunAction: TypeAlias = Literal["enter", "leaf", "value", "report", "move"]


class NoRun(LookupError):
    """The idea has no answer about this tree, so that nobody can go by it."""


@dataclass(frozen=True, slots=True)
class RunStep:
    """One step: a node is entered with a window, a leaf is looked at, a value is found, a move is chosen.

    `nodes` has several only where several moves are equally good.
    """

    action: RunAction
    nodes: tuple[str, ...]
    numbers: tuple[Number, ...] = ()

    @property
    def node(self) -> str:
        return self.nodes[0]


class WorkedRun(NamedTuple):
    """The steps that somebody took, and those that are right."""

    steps: tuple[RunStep, ...]
    right: tuple[RunStep, ...]

    @property
    def first_error(self) -> int | None:
        """The number of the first step that is not right, counted from 1; None where all are."""
        pairs = zip(self.steps, self.right, strict=False)
        wrong = (number for number, (step, right) in enumerate(pairs, 1) if step != right)
        return next(wrong, None)


@remembered
def worked_run(solution: Solution, idea: WrongIdea) -> WorkedRun:
    """Values from the bottom up where the idea is about them, or nothing is pruned; else a search."""
    of_values = idea.facet in ("values", "chance") or solution.rule.search == "minimax"
    try:
        wrong = imagine(solution, idea.work, "values-first" if of_values else "run")
    except Undefined:
        raise NoRun(idea.id) from None
    right = imagine(solution, RIGHT, "values-first")
    steps = _values if of_values else _search
    return WorkedRun(*((*steps(own), *_move(own)) for own in (wrong, right)))


def _values(own: Solution) -> Iterator[RunStep]:
    """The values of all inner nodes, children before their parents, in the order of search."""
    for name in _upwards(own):
        yield RunStep("value", (name,), _numbers(own.values[name]))


def _upwards(own: Solution) -> list[str]:
    tree = own.tree
    mirrored = own.rule.order == "right-to-left"
    inner = [index for index, kind in enumerate(tree.kinds) if kind is not Kind.LEAF]
    inner.sort(key=lambda index: -index if mirrored else (tree.ends[index], -index))
    return [tree.names[index] for index in inner]


def _search(own: Solution) -> Iterator[RunStep]:
    """Each node when it is entered, and again when it reports its value."""
    assert isinstance(own, Imagined)
    search, names = own.search, own.tree.names
    left: list[tuple[int, bool]] = [(0, False)]  # with whether the node has been entered
    while left:
        index, entered = left.pop()
        if own.tree.kinds[index] is Kind.LEAF:
            yield RunStep("leaf", (names[index],), (search.returned[index],))
        elif entered:
            yield RunStep("report", (names[index],), (search.returned[index],))
        else:
            yield RunStep("enter", (names[index],), own.words.window(search.windows[index]))
            left.append((index, True))
            left += ((child, False) for child in reversed(search.seen_children(index)))


def _move(own: Solution) -> Iterator[RunStep]:
    """The move that is chosen at the end, where anybody moves at the root."""
    if own.tree.kinds[0] in (Kind.LEAF, Kind.CHANCE):
        return
    try:
        moves = own.best_moves
    except NotPredicted:
        return
    children = [own.tree[child] for child in own.tree.child_indexes(0)]
    yield RunStep("move", tuple(child.name for child in children if child.move in moves))


def _numbers(value: Number | Payoffs) -> tuple[Number, ...]:
    return tuple(value) if isinstance(value, Payoffs) else (value,)
