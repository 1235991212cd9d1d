"""The figures of a class → the same for a lecture hall, where no number may point at anybody.

All counts are rounded down to multiples of `STEP`, so that few are the same as none, and what could be
reckoned back from exact shares is left out. A class with fewer than `FEWEST` students has no figures.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from math import floor
from typing import TypeVar

from grader.reports.class_.heat_maps import HeatMap, Spot
from grader.reports.class_.statistics import (
    IdeaFigures,
    Otherwise,
    QuestionFigures,
    Scores,
    Spread,
    Statistics,
)
from grader.text.numbers import Finite

Name = TypeVar("Name", bound=str)

STEP = 5
FEWEST = 10

_HALF = Fraction(1, 2)


def blurred(statistics: Statistics) -> Statistics:
    """The figures without anything that is true of a few only."""
    if statistics.count < FEWEST:
        return Statistics(statistics.count, {}, None, (), (), ())
    return Statistics(
        count=statistics.count,
        statuses=_counts(statistics.statuses),
        scores=_scores(statistics.scores),
        items=tuple(map(_item, statistics.items)),
        ideas=_by_frequency(_ideas(statistics.ideas)),
        conventions=tuple(_conventions(statistics.conventions)),
    )


def blurred_maps(maps: Iterable[HeatMap]) -> tuple[HeatMap, ...]:
    """The maps with the nodes at which many are wrong; none of a tree that few students have."""
    found = (replace(one, spots=tuple(_spots(one.spots))) for one in maps)
    return tuple(one for one in found if one.spots)


def _count(count: int) -> int:
    return count - count % STEP


def _counts(counts: Mapping[Name, int]) -> dict[Name, int]:
    return {name: _count(count) for name, count in counts.items() if _count(count)}


def _scores(scores: Scores | None) -> Scores | None:
    """The scores by tenths, and the middle ones to five hundredths; the lowest and highest are somebody's."""
    if scores is None or scores.count < FEWEST:
        return None
    bins = tuple(map(_count, scores.bins))
    return Scores(_count(scores.count), bins, None, _spread(scores.shares))


def _spread(shares: Spread) -> Spread:
    middle = map(_share, (shares.mean, shares.lower, shares.median, shares.upper))
    mean, lower, median, upper = middle
    return Spread(mean, None, lower, median, upper, None)


def _share(share: Finite) -> Fraction:
    return Fraction(floor(share * 20 + _HALF), 20)


def _item(item: QuestionFigures) -> QuestionFigures:
    return replace(item, verdicts=_counts(item.verdicts), difficulty=None, discrimination=None)


def _ideas(ideas: Iterable[IdeaFigures]) -> Iterator[IdeaFigures]:
    for idea in ideas:
        if count := _count(idea.count):
            yield IdeaFigures(idea.ids, idea.names, count, (), _counts(idea.questions))


def _by_frequency(ideas: Iterable[IdeaFigures]) -> tuple[IdeaFigures, ...]:
    """Those of most students first; the exact order would tell more than the rounded numbers."""
    return tuple(sorted(ideas, key=lambda idea: (-idea.count, idea.names)))


def _conventions(conventions: Iterable[Otherwise]) -> Iterator[Otherwise]:
    for other in conventions:
        if count := _count(other.count):
            yield replace(other, count=count)


def _spots(spots: Iterable[Spot]) -> Iterator[Spot]:
    for spot in spots:
        if wrong := _count(spot.wrong):
            often = _count(spot.so_often)
            yield Spot(spot.node, wrong, spot.of, spot.often if often else None, often)
