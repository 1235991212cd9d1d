"""Chance → sheets of three puzzles on which an idea, two ideas or another convention shows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random

from benchmarks.students.catalogue import IDEAS, RIGHT_IDEA, Idea, together
from benchmarks.students.conventions import Conventions
from benchmarks.students.exam_trees import Shape, draw_tree
from benchmarks.students.sheets import (
    OWN_VALUES,
    RUN,
    VALUES_FIRST,
    Answers,
    Puzzle,
    Undefined,
    fill_in,
    wrong_questions,
)
from benchmarks.students.slips import misread

PROBLEMS = 3
MOST_TRIES = 2000  # before an idea is taken to show in none of the questions
BOUNDS = (-20, 20)

# Ideas that only show among certain numbers, or in certain trees.
_NUMBERS = {
    "best-initialised-to-zero": "signed", "finite-infinity-sentinel": "large", "zero-is-missing": "small",
    "compare-truncated-values": "halves", "integer-null-window-on-fractional-utilities": "halves",
    "largest-by-magnitude": "signed", "transposition-bound-as-exact": "few", "tie-takes-last-move": "few",
}  # fmt: skip
_OUT_OF_TURN = {"type-from-depth-parity": 0.4}
_ABOUT_CHANCE = {
    "window-passed-through-chance", "prune-chance-on-partial-sum", "prune-chance-on-one-bad-outcome",
    "prune-chance-on-the-mean-so-far", "swapped-l-and-u", "no-pruning-below-chance",
}  # fmt: skip
_TOGETHER = (("values", "search"), ("chance", "search"), ("search", "move"), ("search", "labels"))
_ONLY_LONG = {"visited-in-post-order", "visited-level-by-level", "alpha-beta-labels-swapped"}


@dataclass(frozen=True, slots=True)
class Sheet:
    """Three puzzles, what is asked of each, and what a student with these ideas answers."""

    puzzles: tuple[Puzzle, ...]
    style: str
    ideas: tuple[str, ...]
    way: str
    answers: tuple[Answers, ...]


def shows_in(idea: Idea, style: str) -> bool:
    """Whether somebody with an idea can be told from others by the questions of a style at all."""
    return style != "short" or idea.id not in _ONLY_LONG


def draw_sheet(random: Random, idea: Idea, way: str, style: str) -> Sheet | None:
    """A sheet on which the idea shows; none if none was found."""

    def shows(puzzles: tuple[Puzzle, ...]) -> Sheet | None:
        filled = fill_in_all(puzzles, idea, way, style)
        right = fill_in_all(puzzles, RIGHT_IDEA, way, style)
        if filled == right or not _says_something(puzzles, filled, right, style):
            return None
        return Sheet(puzzles, style, (idea.id,), way, filled)

    return _first(random, (idea,), way, shows)


def draw_pair(random: Random, style: str) -> Sheet:
    """A sheet on which two ideas in different facets show, each beside the other."""
    while True:
        ideas, way = _pair(random, style)

        def shows(
            puzzles: tuple[Puzzle, ...], ideas: tuple[Idea, Idea] = ideas, way: str = way
        ) -> Sheet | None:
            both = fill_in_all(puzzles, together(*ideas), way, style)
            single = [fill_in_all(puzzles, idea, way, style) for idea in (RIGHT_IDEA, *ideas)]
            if not all(shows_twice(both, other) for other in single):
                return None
            return Sheet(puzzles, style, tuple(idea.id for idea in ideas), way, both)

        if (found := _first(random, ideas, way, shows, tries=100)) is not None:
            return found


def _pair(random: Random, style: str) -> tuple[tuple[Idea, Idea], str]:
    """Two ideas in facets that can go together, and a way."""
    facets = random.choice(_TOGETHER)
    first, second = (
        random.choice([idea for idea in IDEAS.values() if idea.facet == facet and shows_in(idea, style)])
        for facet in facets
    )
    return (first, second), random.choice((VALUES_FIRST, RUN if facets[0] == "search" else OWN_VALUES))


def _first(
    random: Random,
    ideas: Sequence[Idea],
    way: str,
    shows: Callable[[tuple[Puzzle, ...]], Sheet | None],
    tries: int = MOST_TRIES,
) -> Sheet | None:
    for _ in range(tries):
        try:
            if (found := shows(draw_puzzles(random, ideas, way))) is not None:
                return found
        except Undefined:
            continue
    return None


def fill_in_all(puzzles: Sequence[Puzzle], idea: Idea, way: str, style: str) -> tuple[Answers, ...]:
    return tuple(fill_in(puzzle, idea, way, style) for puzzle in puzzles)


def _says_something(
    puzzles: Sequence[Puzzle], filled: Sequence[Answers], right: Sequence[Answers], style: str
) -> bool:
    """Whether more than one move is wrong: that alone proves nothing, whoever looks at it."""
    changed = [
        question
        for mine, theirs in zip(filled, right, strict=True)
        for question in theirs
        if mine[question] != theirs[question]
    ]
    return changed != ["best-move"] and bool(wrong_questions(puzzles, filled, style))


def shows_twice(both: Sequence[Answers], other: Sequence[Answers]) -> bool:
    """Whether at least two answers differ, so that it is not taken for a slip."""
    differing = 0
    for mine, theirs in zip(both, other, strict=True):
        for question, answer in theirs.items():
            if isinstance(answer, dict):
                given = mine[question]
                differing += sum(given.get(name) != answer.get(name) for name in {*given, *answer})
            else:
                differing += mine[question] != answer
    return differing > 1


def draw_puzzles(random: Random, ideas: Sequence[Idea], way: str) -> tuple[Puzzle, ...]:
    """Three puzzles under one rule, such as the ideas need to show."""
    about_chance = any(idea.facet == "chance" or idea.id in _ABOUT_CHANCE for idea in ideas)
    with_chance = about_chance or random.random() < 0.1
    numbers = next((_NUMBERS[idea.id] for idea in ideas if idea.id in _NUMBERS), None)
    if any(idea.id == "swapped-l-and-u" for idea in ideas):
        numbers = None if numbers == "large" else numbers  # which lie beyond the bounds that it needs
    rule = _rule(random, ideas, way, with_chance, bounded=numbers != "large")
    shape = Shape(
        numbers=numbers or random.choice(("usual", "usual", "signed")),
        out_of_turn=max(_OUT_OF_TURN.get(idea.id, 0.05) for idea in ideas),
    )
    chance = [0.45 if with_chance and random.random() < 0.75 else 0 for _ in range(PROBLEMS)]
    return tuple(Puzzle.of(draw_tree(random, replace(shape, chance=share)), rule) for share in chance)


def _rule(random: Random, ideas: Sequence[Idea], way: str, with_chance: bool, bounded: bool) -> Conventions:
    rule = Conventions(ties=random.choice(("cut", "cut", "cut", "cut", "keep")))
    if any(idea.id == "swapped-l-and-u" for idea in ideas):
        return replace(rule, chance="star1", utilities=BOUNDS)
    if not with_chance:
        return replace(rule, utilities=BOUNDS) if bounded and random.random() < 0.1 else rule
    if way != VALUES_FIRST and any(idea.facet in ("values", "chance") for idea in ideas):
        return rule  # how somebody prunes by Star1 who is wrong about values is anybody's guess
    return random.choice((rule, replace(rule, chance="star1", utilities=BOUNDS))) if bounded else rule


def with_a_misread_leaf(random: Random, sheet: Sheet) -> Sheet | None:
    """The sheet of somebody who besides misreads a number, and goes on with it."""
    idea = IDEAS[sheet.ideas[0]]
    for _ in range(20):
        seen = list(sheet.puzzles)
        place = random.randrange(PROBLEMS)
        seen[place] = misread(random, seen[place])
        try:
            filled = fill_in_all(seen, idea, sheet.way, sheet.style)
            if filled not in (sheet.answers, fill_in_all(seen, RIGHT_IDEA, sheet.way, sheet.style)):
                return replace(sheet, answers=filled)
        except Undefined:
            continue
    return None


def with_one_right(random: Random, sheet: Sheet) -> Sheet | None:
    """The sheet of somebody who does one of the problems rightly."""
    right = fill_in_all(sheet.puzzles, RIGHT_IDEA, sheet.way, sheet.style)
    place = random.randrange(PROBLEMS)
    answers = (*sheet.answers[:place], right[place], *sheet.answers[place + 1 :])
    if answers == right or not _says_something(sheet.puzzles, answers, right, sheet.style):
        return None
    return replace(sheet, answers=answers)


def draw_right(random: Random, style: str) -> Sheet:
    """A sheet that is right."""
    puzzles = draw_puzzles(random, (RIGHT_IDEA,), VALUES_FIRST)
    return Sheet(puzzles, style, (), VALUES_FIRST, fill_in_all(puzzles, RIGHT_IDEA, VALUES_FIRST, style))
