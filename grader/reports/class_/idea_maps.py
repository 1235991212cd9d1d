"""A misconception and the maps of a class → where on the trees it bit those who have it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from grader.reports.class_.class_maps import DrawnMap, drawn_map
from grader.reports.class_.heat_maps import HeatMap, Spot
from grader.reports.class_.statistics import IdeaFigures
from grader.text.sentences import Say

MOST_MAPS = 4


def idea_maps(idea: IdeaFigures, maps: Iterable[DrawnMap], say: Say) -> Iterator[DrawnMap]:
    """The maps on which most of its students are wrong, each with them alone."""
    asked = {(problem, question) for problem, _, question in (name.partition(".") for name in idea.questions)}
    own = [
        (heat, one)
        for one in maps
        if any((one.heat.problem.id, question) in asked for question in _questions(one.heat))
        for heat in [_of_these(one.heat, idea.students)]
        if heat.spots
    ]
    for heat, one in sorted(own, key=lambda pair: -pair[0].spots[0].of)[:MOST_MAPS]:
        yield drawn_map(heat, one.tree, say, dashed=one.dashed, first=False)


def _questions(heat: HeatMap) -> Iterator[str]:
    """The questions behind a map; a program's idea may be told of its problem as a whole."""
    yield from (asked.question.id for asked in heat.problem.questions if asked.question.layer == heat.layer)
    if heat.problem.program:
        yield ""


def _of_these(heat: HeatMap, students: Sequence[int]) -> HeatMap:
    """The map of some students: of those who are wrong anywhere on it, who is wrong at which node."""
    these = frozenset(students)
    who = {spot.node: tuple(place for place in spot.who if place in these) for spot in heat.spots}
    of = len({place for some in who.values() for place in some})
    spots = tuple(Spot(node, len(some), of, who=some) for node, some in who.items() if some)
    return replace(heat, spots=spots)
