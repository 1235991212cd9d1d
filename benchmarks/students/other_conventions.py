"""Sheets that are right under another convention than the one that is stated."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from benchmarks.students.catalogue import IDEAS, RIGHT_IDEA
from benchmarks.students.conventions import Conventions
from benchmarks.students.drawn_sheets import (
    BOUNDS,
    MOST_TRIES,
    PROBLEMS,
    Sheet,
    draw_puzzles,
    fill_in_all,
    shows_in,
    shows_twice,
)
from benchmarks.students.exam_trees import Shape, draw_tree
from benchmarks.students.sheets import (
    RUN,
    VALUES_FIRST,
    Answers,
    Puzzle,
    Undefined,
    fill_in_under,
    ways_of,
    wrong_questions,
)

_TRIES_FOR_BOTH = 100
_FORGOT_TO_PRUNE = IDEAS["bookkeeping-without-cutting"]


@dataclass(frozen=True, slots=True)
class Convention:
    """Another rule that somebody goes by, and what it may be called: fields of a rule, or an idea.

    `stated` and `other` are fields of the sheet's rule and of the student's.
    """

    name: str
    stated: dict[str, object]
    other: dict[str, object]
    called: tuple[str, ...]
    styles: tuple[str, ...] = ("short", "long")
    way: str = VALUES_FIRST
    chance: float = 0


CONVENTIONS = (
    Convention("right to left", {}, {"order": "right-to-left"}, ("order",)),
    Convention("left to right", {"order": "right-to-left"}, {"order": "left-to-right"}, ("order",)),
    Convention("ties kept", {}, {"ties": "keep"}, ("ties",)),
    Convention("ties cut", {"ties": "keep"}, {"ties": "cut"}, ("ties",)),
    Convention("shallow", {}, {"cutoffs": "shallow"}, ("cutoffs", "no-deep-cutoffs")),
    Convention("deep", {"cutoffs": "shallow"}, {"cutoffs": "deep"}, ("cutoffs",)),
    Convention("last of equals", {}, {"best": "last"}, ("best", "tie-takes-last-move")),
    Convention("fail-hard", {}, {"returns": "hard"}, ("returns",), ("full",)),
    Convention("tested, then updated", {}, {"exit": "tested"}, ("exit",), ("full",)),
    Convention(
        "starts at (−∞, ∞)", {"utilities": BOUNDS}, {"start": "open"}, ("start", "utilities", "window"),
        ("long",),
    ),
    Convention("what was returned", {}, {}, ("as",), way=RUN),
    Convention("Star1", {}, {"chance": "star1"}, ("chance",), chance=0.45),
    Convention(
        "afresh below chance", {"chance": "star1", "utilities": BOUNDS}, {"chance": "reset"}, ("chance",),
        chance=0.45,
    ),
    Convention(
        "no pruning below chance", {}, {"chance": "none"}, ("chance", "no-pruning-below-chance"), chance=0.45
    ),
    Convention(
        "right to left, ties kept", {}, {"order": "right-to-left", "ties": "keep"}, ("order", "ties")
    ),
    Convention(
        "starts at (−∞, ∞), ties kept", {"utilities": BOUNDS}, {"start": "open", "ties": "keep"},
        ("start", "utilities", "window", "ties"), ("long",),
    ),
)  # fmt: skip


# Other conventions in which a sheet may be right by chance. Shallow cutoffs and no pruning below chance are
# ideas where the rule does not state them.
_OTHERS = {
    "order": ("left-to-right", "right-to-left"), "ties": ("cut", "keep"), "cutoffs": ("deep",),
    "chance": ("reset", "star1"), "best": ("first", "last"), "start": ("bounds", "open"),
}  # fmt: skip


def draw_convention(random: Random, convention: Convention, style: str) -> Sheet | None:
    """A sheet that is right under another convention, which shows in more than "none" and one move.

    Where nothing is pruned at all, it was rather forgotten.
    """
    stated = Conventions(**convention.stated)  # type: ignore[arg-type]
    other = replace(stated, **convention.other)  # type: ignore[arg-type]
    fewer = [replace(stated, **{name: value}) for name, value in convention.other.items()]  # type: ignore[arg-type]
    for _ in range(MOST_TRIES):
        levels = (3, 4) if convention.chance else (2, 3, 3, 4)
        shape = Shape(levels, numbers=random.choice(("usual", "signed", "few")), chance=convention.chance)
        puzzles = tuple(Puzzle.of(draw_tree(random, shape), stated) for _ in range(PROBLEMS))
        filled = _filled_under(puzzles, other, convention.way, style)
        simpler = [
            _filled_under(puzzles, rule, VALUES_FIRST, style) for rule in (stated, *fewer[1:], *fewer[:-1])
        ]
        simpler.append(fill_in_all(puzzles, _FORGOT_TO_PRUNE, VALUES_FIRST, style))
        if filled not in simpler and _tells(puzzles, filled, style):
            return Sheet(puzzles, style, (), convention.way, filled)
    return None


def draw_idea_under_another(random: Random, style: str) -> Sheet | None:
    """A sheet of somebody with an idea who goes by another convention besides, where both show."""
    idea = random.choice(
        [each for each in IDEAS.values() if each.facet in ("values", "search") and shows_in(each, style)]
    )
    way = random.choice(ways_of(idea))
    field, value = random.choice((("ties", "keep"), ("order", "right-to-left")))
    for _ in range(_TRIES_FOR_BOTH):
        puzzles = tuple(
            replace(puzzle, rule=replace(puzzle.rule, ties="cut"))
            for puzzle in draw_puzzles(random, (idea,), way)
        )
        others = [replace(puzzle, rule=replace(puzzle.rule, **{field: value})) for puzzle in puzzles]  # type: ignore[arg-type]
        try:
            both = fill_in_all(others, idea, way, style)
            simpler = [fill_in_all(puzzles, each, way, style) for each in (RIGHT_IDEA, idea)]
            simpler.append(fill_in_all(others, RIGHT_IDEA, way, style))
        except Undefined:
            continue
        if all(shows_twice(both, other) for other in simpler):
            return Sheet(puzzles, style, (idea.id,), way, both)
    return None


def is_right_by_another(sheet: Sheet) -> bool:
    """Whether a sheet is just what a right student writes who goes by one other convention."""
    stated = sheet.puzzles[0].rule
    others = [replace(stated, **{field: value}) for field, values in _OTHERS.items() for value in values]  # type: ignore[arg-type]
    return any(_filled_under(sheet.puzzles, rule, sheet.way, sheet.style) == sheet.answers for rule in others)


def _filled_under(puzzles: Sequence[Puzzle], rule: Conventions, way: str, style: str) -> tuple[Answers, ...]:
    return tuple(fill_in_under(puzzle, rule, way, style) for puzzle in puzzles)


def _tells(puzzles: Sequence[Puzzle], filled: Sequence[Answers], style: str) -> bool:
    """Whether two answers are wrong, or one that is neither a move nor "none"."""
    wrong = wrong_questions(puzzles, filled, style)
    telling = [question for question in wrong if question != "best-move"]
    if telling == ["pruned"] and wrong == telling:
        rights = fill_in_all(puzzles, RIGHT_IDEA, VALUES_FIRST, style)
        return any(
            mine["pruned"] and mine["pruned"] != right["pruned"]
            for mine, right in zip(filled, rights, strict=True)
        )
    return len(wrong) > 1
