"""Goals and the facts of a tree → how far the tree misses each goal, and what it has instead."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from grader.generating.goal_fields import GoalRange, stands
from grader.generating.goals import Goals
from grader.generating.tree_facts import TreeFacts
from grader.text.numbers import Number
from grader.tree import Kind


@dataclass(frozen=True, slots=True)
class Unmet:
    """A goal that a tree misses: its name, what was wanted, what the tree has, and how far off that is."""

    goal: str
    wanted: str
    found: str
    distance: int


def unmet(goals: Goals, facts: TreeFacts) -> list[Unmet]:
    """The goals that a tree misses; those about misconceptions only where it meets all others."""
    return [*_measured(goals, facts), *_said(goals, facts)] or [*_ideas(goals, facts)]


def _measured(goals: Goals, facts: TreeFacts) -> Iterator[Unmet]:
    for name, number in _MEASURES.items():
        span: GoalRange | None = getattr(goals, name.replace("-", "_"))
        if span is not None and (distance := span.distance(number(facts))):
            yield Unmet(name, str(span), str(number(facts)), distance)


_MEASURES: dict[str, Callable[[TreeFacts], int]] = {
    "leaves": lambda facts: facts.leaves,
    "depth": lambda facts: facts.depth,
    "cutoffs": lambda facts: len(facts.cut_kinds),
    "deep": lambda facts: facts.deep,
    "cutoffs-at-max": lambda facts: facts.cut_kinds.count(Kind.MAX),
    "cutoffs-at-min": lambda facts: facts.cut_kinds.count(Kind.MIN),
    "leaves-pruned": lambda facts: facts.leaves_pruned,
    "inner-pruned": lambda facts: facts.inner_pruned,
}


def _said(goals: Goals, facts: TreeFacts) -> Iterator[Unmet]:
    if goals.distinct and (equal := len(facts.numbers) - len(set(facts.numbers))):
        yield Unmet("distinct", "true", f"{equal} leaves equal to others", equal)
    if (found := _ties(goals, facts)) is not None:
        yield Unmet("ties", goals.ties, *found)
    yield from _places(goals, facts)
    if goals.expectations != "any":
        times = 1 if goals.expectations == "whole" else 2
        odd = [value for value in facts.expectations if not _is_whole(value, times)]
        if odd:
            yield Unmet("expectations", goals.expectations, str(odd[0]), len(odd))
    if goals.depth_limit_changes and not _limit_changes(goals, facts):
        yield Unmet("depth-limit-changes", goals.depth_limit_changes, "the same", 1)
    if goals.no_guess:
        guesses = list(_guesses(facts))
        if guesses:
            yield Unmet("no-guess", "true", " and ".join(guesses), len(guesses))


def _is_whole(value: Number, times: int) -> bool:
    return not isinstance(value, float) and Fraction(value * times).denominator == 1


def _ties(goals: Goals, facts: TreeFacts) -> tuple[str, int] | None:
    """What the tree has instead, and how far off that is."""
    if goals.ties == "none":
        tied = len(facts.tied_nodes) + facts.ties_decide_cuts
        return (f"ties at {tied} nodes", tied) if tied else None
    if goals.ties == "leaves" and len(set(facts.numbers)) == len(facts.numbers):
        return "no equal leaves", 1
    if goals.ties == "cut" and not facts.ties_decide_cuts:
        return "no tie that decides a cut", 1
    if goals.ties == "best-move" and 0 not in facts.tied_nodes:
        return "one best move", 1
    return None


def _places(goals: Goals, facts: TreeFacts) -> Iterator[Unmet]:
    for name, where, wanted in (
        ("best-move", goals.best_move, True),
        ("best-move-not", goals.best_move_not, False),
    ):
        if where is not None and not all(
            stands(place, facts.moves, where) is wanted for place in facts.best_places or (-1,)
        ):
            shown = ", ".join(str(place + 1) for place in facts.best_places) or "none"
            yield Unmet(name, str(where), f"number {shown} of {facts.moves}", 1)


def _limit_changes(goals: Goals, facts: TreeFacts) -> bool:
    if goals.depth_limit_changes == "value":
        return facts.solution.value != facts.unlimited.value
    return facts.solution.best_moves != facts.unlimited.best_moves


def _guesses(facts: TreeFacts) -> Iterator[str]:
    """The guesses that would be right."""
    if 0 in facts.best_places:
        yield "the first move is the best"
    if facts.solution.rule.search != "minimax" and not facts.leaves_pruned:
        yield "nothing is pruned"
    if len(set(facts.root_choices)) == 1 or len(set(facts.numbers)) == 1:
        yield "all are equal"


def _far_off(wanted: GoalRange, facts: TreeFacts) -> Unmet | None:
    """The difficulty, where it cannot be the wanted one however many misconceptions show."""
    least, most = facts.difficulty_range
    if wanted.most is not None and least > wanted.most:
        return Unmet("difficulty", str(wanted), f"at least {least}", wanted.distance(least))
    if most < wanted.least:
        return Unmet("difficulty", str(wanted), f"at most {most}", wanted.distance(most))
    return None


def _ideas(goals: Goals, facts: TreeFacts) -> Iterator[Unmet]:
    if goals.difficulty and (far := _far_off(goals.difficulty, facts)):
        yield far  # whatever misconceptions show, none of which has to be worked out
        return
    hidden = [
        Unmet(goal, idea, "right answers", 1)
        for goal, ideas in (("detect", goals.detect), ("name", goals.name))
        for idea in ideas
        if not facts.shows(idea)
    ]
    yield from hidden
    alike = [
        pair
        for pair in combinations(goals.tell_apart, 2)
        if facts.answered(pair[0]) == facts.answered(pair[1])
    ]
    for one, other in alike:
        yield Unmet("tell-apart", f"{one},{other}", "the same answers", 1)
    if hidden or alike:
        return
    if goals.difficulty and (distance := goals.difficulty.distance(facts.difficulty.figure)):
        yield Unmet("difficulty", str(goals.difficulty), str(facts.difficulty.figure), distance)
        return
    for idea in facts.unnamed(goals.name) if goals.name else ():
        yield Unmet("name", idea, "not named", 1)
