"""A sheet → the pairs of ideas in different facets of the work that explain it best.

Values and moves are worked out before the search, which knows nothing of them where all values come first:
then what each idea costs simply adds up. Else the two are tried together, as far as each looks promising.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from heapq import nsmallest

from grader.diagnosis.cost_row import places
from grader.diagnosis.evidence import AnswersOfSheet
from grader.diagnosis.hypothesis import Hypothesis
from grader.ideas import CATALOGUE, Facet, Way, WrongIdea
from grader.questions.question import Shown

_PROMISING = 3  # ideas about values that are tried with every search
_SEARCHES = 8  # ideas about the search that are tried with others
_OF_VALUES: frozenset[Facet] = frozenset(("values", "chance"))
_MOST = 40


def pairs_by_cost(
    sheet: AnswersOfSheet, without: Collection[str], at_most: int
) -> list[tuple[int, Hypothesis]]:
    """The best pairs, each with what the sheet costs under it; the best one first."""
    ideas = [idea for idea in CATALOGUE if idea.id not in without]
    values = [idea for idea in ideas if idea.facet in _OF_VALUES]
    searches = [idea for idea in ideas if idea.facet == "search"]
    written = [idea for idea in ideas if idea.facet in ("labels", "windows")]
    moves = [idea for idea in ideas if idea.facet == "move"]
    found = [
        *_apart(sheet, values, [*searches, *written]),
        *_together(sheet, values, searches, at_most),
        *_beside(sheet, searches, [*written, *moves], at_most),
    ]
    good = (pair for pair in found if pair[0] <= at_most)
    return nsmallest(_MOST, good, key=lambda pair: pair[0])


def _apart(
    sheet: AnswersOfSheet, values: Sequence[WrongIdea], searches: Sequence[WrongIdea]
) -> Iterator[tuple[int, Hypothesis]]:
    """Wrong values first, and then a wrong search that knows nothing of them."""
    first = _costs(sheet, values, ("values", "move"), "values-first")
    second = _costs(sheet, searches, ("search", "windows"), "values-first")
    for value, before in zip(values, first, strict=True):
        for search, after in zip(searches, second, strict=True):
            yield _added(sheet, before, after), Hypothesis((value, search))


def _added(sheet: AnswersOfSheet, before: Sequence[int], after: Sequence[int]) -> int:
    return sum(
        problem.whole(one + other) for problem, one, other in zip(sheet.problems, before, after, strict=True)
    )


def _together(
    sheet: AnswersOfSheet, values: Sequence[WrongIdea], searches: Sequence[WrongIdea], at_most: int
) -> Iterator[tuple[int, Hypothesis]]:
    """A wrong search that goes by wrong values."""
    told: tuple[Shown, ...] = ("values", "move")
    for value in _promising(sheet, values, told, "own-values", at_most)[:_PROMISING]:
        for search in searches:
            pair = Hypothesis((value, search), "own-values")
            yield sheet.cost(pair, at_most), pair


def _beside(
    sheet: AnswersOfSheet, searches: Sequence[WrongIdea], others: Sequence[WrongIdea], at_most: int
) -> Iterator[tuple[int, Hypothesis]]:
    """A wrong search of which besides something wrong is written, or a wrong move made."""
    ways: tuple[Way, ...] = ("values-first", "run")
    for way in ways:
        for other in others:
            for search in _promising(sheet, searches, _UNTOUCHED[other.facet], way, at_most)[:_SEARCHES]:
                pair = Hypothesis((search, other), way)
                yield sheet.cost(pair, at_most), pair


# What of a sheet an idea leaves as the search had it.
_UNTOUCHED: dict[Facet, tuple[Shown, ...]] = {
    "labels": ("values", "move", "windows"),
    "windows": ("values", "move", "search"),
    "move": ("values", "search", "windows"),
}


def _promising(
    sheet: AnswersOfSheet, ideas: Sequence[WrongIdea], shown: Sequence[Shown], way: Way, at_most: int
) -> list[WrongIdea]:
    """The ideas that explain these parts of the work well, the best one first; of equals, the best alone."""
    costs = _costs(sheet, ideas, shown, way)
    nothing = [0] * len(sheet.problems)
    totals = {idea: _added(sheet, cost, nothing) for idea, cost in zip(ideas, costs, strict=True)}
    good = [idea for idea in ideas if totals[idea] <= at_most]
    return sorted(good, key=lambda idea: (totals[idea], sheet.cost(Hypothesis((idea,), way))))


def _costs(
    sheet: AnswersOfSheet, ideas: Sequence[WrongIdea], shown: Sequence[Shown], way: Way
) -> list[list[int]]:
    """What these parts of each problem cost under each idea."""
    sums_of_problems = [problem.sums for problem in sheet.problems]
    columns = [places()[Hypothesis((idea,), way)] for idea in ideas]
    return [[sum(sums[part][column] for part in shown) for sums in sums_of_problems] for column in columns]
