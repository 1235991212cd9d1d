"""Answers → the same with a slip, or those of somebody who misread a number."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import inf
from random import Random
from typing import Any

from benchmarks.students.catalogue import Idea
from benchmarks.students.plain_trees import with_utility
from benchmarks.students.sheets import Answers, Puzzle, carried

_OFF_BY = (-3, -2, -1, 1, 2, 3)


def slipped(
    random: Random, puzzles: Sequence[Puzzle], sheet: Sequence[Answers], idea: Idea
) -> tuple[Answers, ...]:
    """The sheet with one answer changed; half of the slips in values are carried upwards."""
    parts = [(place, *part) for place, answers in enumerate(sheet) for part in _parts(answers)]
    place, question, name = random.choice(parts)
    changed = _SLIPS[question](random, puzzles[place], sheet[place][question], name)
    if question == "value" and random.random() < 0.5:
        changed = carried(puzzles[place], idea, sheet[place][question], (name, changed[name]))
    return (*sheet[:place], {**sheet[place], question: changed}, *sheet[place + 1 :])


def misread(random: Random, puzzle: Puzzle) -> Puzzle:
    """The puzzle as somebody sees it who misreads one leaf; what is asked stays."""
    leaf = random.choice(puzzle.root.leaves)
    low, high = puzzle.rule.bounds
    others = [leaf.utility + by for by in range(-9, 10) if by and low <= leaf.utility + by <= high]
    seen = replace(puzzle, root=with_utility(puzzle.root, leaf.name, random.choice(others)))
    seen.__dict__["visited_inner"] = puzzle.visited_inner
    return seen


def _parts(answers: Answers) -> Iterator[tuple[str, str]]:
    """Every answer in which somebody may slip: one for each node, or one for all."""
    for question, answer in answers.items():
        if isinstance(answer, dict):
            yield from ((question, name) for name in answer)
        elif answer is not None:
            yield question, ""


def _value(random: Random, _puzzle: Puzzle, values: dict[str, Any], name: str) -> dict[str, Any]:
    number = values[name] if abs(values[name]) != inf else 0
    return {**values, name: number + random.choice(_OFF_BY)}


def _move(random: Random, puzzle: Puzzle, move: str, _name: str) -> str:
    return random.choice([child.name for child in puzzle.root.children if child.name != move])


def _pruned(random: Random, puzzle: Puzzle, pruned: tuple[str, ...], _name: str) -> tuple[str, ...]:
    changed = random.choice(puzzle.root.leaves).name
    return tuple(leaf.name for leaf in puzzle.root.leaves if (leaf.name in pruned) != (leaf.name == changed))


def _visited(random: Random, puzzle: Puzzle, visited: tuple[str, ...], _name: str) -> tuple[str, ...]:
    leaves = {leaf.name for leaf in puzzle.root.leaves}
    forgotten = random.choice([name for name in visited if name in leaves])
    return tuple(name for name in visited if name != forgotten)


def _window(random: Random, puzzle: Puzzle, windows: dict[str, Any], name: str) -> dict[str, Any]:
    sides = list(windows[name])
    side = random.randrange(2)
    others = [leaf.utility for leaf in puzzle.root.leaves] + [-inf, inf]
    sides[side] = random.choice([number for number in others if number != sides[side]])
    return {**windows, name: tuple(sides)}


_SLIPS = {
    "value": _value, "best-move": _move, "pruned": _pruned, "visited": _visited, "window": _window,
    "exit": _window, "returned": _value,
}  # fmt: skip
