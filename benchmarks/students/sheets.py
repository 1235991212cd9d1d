"""A puzzle, an idea and a way to fill a sheet in → the answers of a student."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import isnan
from typing import Any, TypeAlias

import grader
from benchmarks.students.catalogue import IDEAS, RIGHT_IDEA, Idea
from benchmarks.students.conventions import Conventions
from benchmarks.students.plain_trees import Node, Number, plain
from benchmarks.students.steps import RIGHT, values_of
from benchmarks.students.textbook import Textbook

# Everything as one search had it; all values first, and then a search that knows nothing of them; or a search
# that goes by the student's own values.
RUN, VALUES_FIRST, OWN_VALUES = WAYS = ("run", "values-first", "own-values")

STYLES: Mapping[str, tuple[str, ...]] = {
    "short": ("value", "best-move", "pruned"),
    "long": ("value", "best-move", "pruned", "visited", "window"),
    "full": ("value", "best-move", "pruned", "visited", "window", "exit", "returned"),
}

# By the ids of questions: numbers or windows by node, a name, or names in order. What is blank is missing.
Answers: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True)  # without slots: what has been worked out is kept
class Puzzle:
    """A tree and the rule that the sheet states."""

    text: str
    rule: Conventions
    root: Node = field(repr=False)

    @classmethod
    def of(cls, text: str, rule: Conventions) -> Puzzle:
        return cls(text, rule, plain(grader.parse_tree(text)))

    @cached_property
    def search(self) -> Textbook:
        """The right search."""
        return Textbook(self.root, self.rule)

    @cached_property
    def visited_inner(self) -> list[str]:
        """The nodes that are asked for windows."""
        return [node.name for node in self.root.inner if node.name in self.search.windows]


class Undefined(ArithmeticError):
    """The student would have to work out ∞ − ∞."""


def ways_of(idea: Idea) -> tuple[str, ...]:
    """The ways in which somebody with an idea may fill a sheet in."""
    return WAYS if {"values", "chance"}.intersection(idea.facet.split()) else (RUN, VALUES_FIRST)


def fill_in(puzzle: Puzzle, idea: Idea, way: str, style: str) -> Answers:
    """What a student with an idea answers, who fills the sheet in in a way."""
    rule, root = puzzle.rule, puzzle.root
    values = values_of(root, rule, idea.steps)
    own = values if way == OWN_VALUES else None
    search = idea.search(root, rule, RIGHT if way == VALUES_FIRST else idea.steps, own)
    moves = (
        idea.moves.by_search(search) if way == RUN else idea.moves.by_values(search, rule, idea.steps, values)
    )
    written = search.returned if way == RUN else values
    if any(isnan(value) for value in (*written.values(), *search.returned.values())):
        raise Undefined
    answers = {
        "value": {node.name: written[node.name] for node in root.inner if node.name in written},
        "best-move": moves[0] if moves else None,
        "pruned": idea.words.pruned(search),
        "visited": idea.words.visited(search),
        "window": _of(puzzle, {name: idea.words.window(pair) for name, pair in search.windows.items()}),
        "exit": _of(puzzle, {name: idea.words.window(pair) for name, pair in search.exits.items()}),
        "returned": _of(puzzle, search.returned),
    }
    return {question: answers[question] for question in STYLES[style]}


def _of(puzzle: Puzzle, by_node: Mapping[str, Any]) -> dict[str, Any]:
    return {name: by_node[name] for name in puzzle.visited_inner if name in by_node}


def fill_in_under(puzzle: Puzzle, rule: Conventions, way: str, style: str) -> Answers:
    """What somebody answers who is right, but goes by another rule."""
    other = replace(puzzle, rule=rule)
    other.__dict__["visited_inner"] = puzzle.visited_inner  # what is asked is asked by the sheet's rule
    return fill_in(other, RIGHT_IDEA, way, style)


def right_answers(puzzle: Puzzle, style: str) -> Answers:
    return fill_in(puzzle, RIGHT_IDEA, VALUES_FIRST, style)


def wrong_questions(puzzles: Sequence[Puzzle], sheet: Sequence[Answers], style: str) -> list[str]:
    """The questions of a sheet that are not answered rightly, each by its kind."""
    return [
        question
        for puzzle, answers in zip(puzzles, sheet, strict=True)
        for question, right in right_answers(puzzle, style).items()
        if answers[question] != right
    ]


def alike(puzzles: Sequence[Puzzle], sheet: Sequence[Answers], style: str) -> set[str]:
    """The ideas that give exactly these answers in some way."""
    return {idea.id for idea in IDEAS.values() if is_given_by(idea, puzzles, sheet, style)}


def is_given_by(idea: Idea, puzzles: Sequence[Puzzle], sheet: Sequence[Answers], style: str) -> bool:
    """Whether somebody with the idea gives exactly these answers in some way."""
    return any(
        all(_gives(puzzle, idea, way, style, answers) for puzzle, answers in zip(puzzles, sheet, strict=True))
        for way in ways_of(idea)
    )


def _gives(puzzle: Puzzle, idea: Idea, way: str, style: str, answers: Answers) -> bool:
    try:
        return fill_in(puzzle, idea, way, style) == answers
    except Undefined:
        return False


def carried(
    puzzle: Puzzle, idea: Idea, values: Mapping[str, Number], slip: tuple[str, Number]
) -> dict[str, Number]:
    """Values with a slip at one node, from which the nodes above it follow by the idea's own steps."""
    known = {**{leaf.name: leaf.utility for leaf in puzzle.root.leaves}, **values, slip[0]: slip[1]}

    def follow(node: Node) -> bool:
        """Whether the slip is at or below a node."""
        below = [follow(child) for child in node.children]
        if any(below) and all(child.name in known for child in node.children):
            known[node.name] = idea.steps.value(node, puzzle.rule.children(node), known)
        return node.name == slip[0] or any(below)

    follow(puzzle.root)
    return {name: known[name] for name in values}
