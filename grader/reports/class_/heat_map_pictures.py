"""Heat maps → drawings of their trees with the share of students who are wrong at each node, and who is."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from html import escape
from typing import Any
from urllib.parse import quote, urlencode

from grader.drawing.captions import text_width
from grader.drawing.marks import Marks, Space
from grader.drawing.picture import Picture, picture
from grader.drawing.scene import SMALL_SIZE, Scene
from grader.drawing.svg_drawing import lettered, outline, svg_number
from grader.memory import remembered
from grader.problems import Problem
from grader.reports.class_.heat_maps import HeatMap, Spot
from grader.reports.class_.statistics import IdeaFigures
from grader.text.columns import visible
from grader.text.sentences import Say
from grader.tree import Kind
from grader.tree.notation import write_name

NOT_RIGHT = "not-right"  # any verdict but right


def link_to(**filters: str) -> str:
    """The address, from the page itself."""
    return "#" + urlencode(filters, safe="/", quote_via=quote, errors="replace")


SHADES = 5
MOST_NODES = 400  # more cannot be taken in on one page
MOST_ROWS = 40

_MOST_WORDS = 12  # nodes of which a listener is told
_LONGEST_ANSWER = 60
_WIDE = 560  # in pixels
_ONE = ord("1")


@dataclass(frozen=True, slots=True)
class DrawnSpot:
    """A row of the numbers of a map; `link` is the filter that finds its students, if they may be found."""

    node: str
    link: str
    wrong: str
    share: str
    often: str


@dataclass(frozen=True, slots=True)
class DrawnMap:
    """A heat map on a page: `words` tell it to a listener, and `rows` are its numbers.

    `halos` go under the drawing of the tree, `base`, and `shares` over it; all maps of a tree share it, so a
    page draws only the `first` and uses it by its `id` again. What is pruned looks so where the map is
    `dashed`. There is no base where the tree is too large.
    `tree` says which one it is, and `name` is what a filter calls the map, empty where nobody may be found by
    it.
    """

    heat: HeatMap = field(repr=False)
    tree: str

    title: str
    words: str
    label: str
    dashed: bool
    rows: tuple[DrawnSpot, ...]
    left_out: int
    id: str
    name: str
    first: bool
    halos: str = field(repr=False)
    shares: str = field(repr=False)
    base: Picture | None = field(repr=False)

    @property
    def is_wide(self) -> bool:
        """Whether it needs more room than a small map has."""
        return self.base is not None and self.base.scene.width > _WIDE


@dataclass(frozen=True, slots=True)
class MappedTree:
    """The maps of one tree: `variant` is its name, empty where all students have the same one."""

    variant: str
    maps: tuple[DrawnMap, ...]


def drawn_trees(
    problem: Problem, title: str, maps: Iterable[HeatMap], shown: Iterable[int], say: Say
) -> Iterator[MappedTree]:
    """The trees of a problem with their maps; of the variants in `shown`, what is pruned is drawn too."""
    by_variant: dict[int, list[HeatMap]] = {}
    for one in maps:
        by_variant.setdefault(one.variant, []).append(one)
    told = frozenset(shown)
    for variant, found in by_variant.items():
        name = (
            say("class-page.all-variants", of=problem.variants)
            if found[0].is_of_all and problem.variants > 1
            else tree_in_words(problem, variant, say)
        )
        label = " – ".join(filter(None, (title, name)))
        yield MappedTree(name, tuple(_drawn_maps(found, label, variant in told, say)))


def tree_in_words(problem: Problem, place: int, say: Say) -> str:
    """What one of the trees is called; empty where there is but one, and all students have it."""
    tree, of = problem.trees[place], problem.variants
    if problem.program:
        return say("runs.hidden", tree=tree.id) if tree.hidden else tree.id
    if problem.versions and of > 1:
        return say("sheet.version", version=problem.versions[place])
    return say("class-page.variant", number=place + 1, of=of) if of > 1 else ""


def shade(spot: Spot) -> int:
    """How strongly a node is shaded, from 0 where nobody is wrong to `SHADES`."""
    return -(-spot.wrong * SHADES // spot.of)


def _drawn_maps(maps: Sequence[HeatMap], label: str, told: bool, say: Say) -> Iterator[DrawnMap]:
    cuts = next((heat for heat in maps if told and heat.layer == "cuts"), None)
    heat = cuts or maps[0]
    is_drawn = len(heat.tree) <= MOST_NODES
    base = _base(heat.problem, heat.variant, cuts is not None, say, heat=heat) if is_drawn else None
    for place, one in enumerate(maps):
        yield _drawn_map(one, label, say, base, dashed=told and one.layer == "cuts", first=not place)


def _drawn_map(
    heat: HeatMap, label: str, say: Say, base: Picture | None, *, dashed: bool, first: bool
) -> DrawnMap:
    layer = say(f"class-page.{heat.layer}")
    wrong = sorted(
        (spot for spot in heat.spots if spot.wrong), key=lambda spot: (-spot.wrong / spot.of, spot.node)
    )
    return DrawnMap(
        heat=heat,
        tree=label,
        title=layer,
        words=_words(heat, layer, wrong, say),
        label=say("class-page.map-label", layer=layer, problem=label),
        dashed=dashed,
        rows=tuple(_row(heat, spot, say) for spot in wrong[:MOST_ROWS]),
        left_out=len(wrong[MOST_ROWS:]),
        id=f"tree-{heat.problem.id}-{heat.variant}",
        name=heat.name if any(spot.who for spot in heat.spots) else "",
        first=first,
        halos="" if base is None else "".join(_halo(heat, base.scene, spot) for spot in heat.spots),
        shares="" if base is None else "".join(_share(base.scene, spot, say) for spot in heat.spots),
        base=base,
    )


@remembered
def _base(_problem: Problem, _variant: int, told: bool, say: Say, *, heat: HeatMap) -> Picture:
    """The tree with room for a share at every node; what is pruned is marked if it may be `told`."""
    room = Space(lines=(text_width(say("class-page.percent", number=100), SMALL_SIZE),))
    space = dict.fromkeys(range(len(heat.tree)), room)
    marks = Marks(space=space, faded=_pruned(heat) if told else frozenset())
    return picture(heat.tree.without_evaluations(), marks, say, named=False)


def _halo(heat: HeatMap, scene: Scene, spot: Spot) -> str:
    """A shade that fills a node, and so runs under nothing beside it; a click finds its students."""
    if not spot.wrong:
        return ""
    place = f"{svg_number(scene.across[spot.node])} {svg_number(scene.down[spot.node])}"
    shape = outline(scene.shapes[spot.node])
    found = f' data-at="{escape(heat.tree.names[spot.node])}"' if spot.who else ""
    return f'<g class="heat-{shade(spot)}" transform="translate({place})"{found}>{shape}</g>'


def _share(scene: Scene, spot: Spot, say: Say) -> str:
    """The share of a node on the line that is free for it."""
    shape = scene.shapes[spot.node]
    across, down = shape.free_line(0)
    place = scene.across[spot.node] + across, scene.down[spot.node] + down + SMALL_SIZE + 2
    return lettered(_percent(spot, say), *place, "" if shape.caption.kind is Kind.LEAF else "tree-beside")


def _pruned(heat: HeatMap) -> frozenset[int]:
    """What is pruned under the rule of the first question that the map comes from."""
    question = next(
        asked.question
        for asked in heat.mapped.questions
        if asked.question.layer == heat.layer
    )  # fmt: skip
    return frozenset(map(heat.tree.index, heat.mapped.solution_for(question, heat.variant).pruned))


def _words(heat: HeatMap, layer: str, wrong: Sequence[Spot], say: Say) -> str:
    if not wrong:
        return say("class-page.map-nobody", layer=layer)
    spots = [
        say("class-page.map-spot", node=_name(heat, spot), share=_percent(spot, say))
        for spot in wrong[:_MOST_WORDS]
    ]
    return say("class-page.map-words", layer=layer, spots=say("list.comma").join(spots))


def _row(heat: HeatMap, spot: Spot, say: Say) -> DrawnSpot:
    often = ""
    if spot.often is not None:
        answer = spot.often if len(spot.often) <= _LONGEST_ANSWER else f"{spot.often[: _LONGEST_ANSWER - 1]}…"
        often = say("class-page.often-so", answer=visible(answer), number=spot.so_often)
    return DrawnSpot(
        node=_name(heat, spot),
        link=link_to(at=f"{heat.name}/{heat.tree.names[spot.node]}") if spot.who else "",
        wrong=say("class-page.of-students", number=spot.wrong, of=spot.of),
        share=_percent(spot, say),
        often=often,
    )


def _name(heat: HeatMap, spot: Spot) -> str:
    return visible(write_name(heat.tree.names[spot.node]))


def _percent(spot: Spot, say: Say) -> str:
    """The share in whole per cent; 0 and 100 only where nobody or everybody is wrong."""
    rounded = (200 * spot.wrong + spot.of) // (2 * spot.of)
    return _said(rounded if spot.wrong in (0, spot.of) else min(max(rounded, 1), 99), say)


@lru_cache(maxsize=256)  # a page says them by the hundred
def _said(percent: int, say: Say) -> str:
    return say("class-page.percent", number=percent)


def who_is_wrong(maps: Iterable[DrawnMap], count: int) -> dict[str, Any]:
    """For each map what it is called, and for each node a bit for everybody in the class, as base64."""
    return {
        one.name: {
            "label": one.label,
            "wrong": {
                one.heat.tree.names[spot.node]: _bits(spot.who, count) for spot in one.heat.spots if spot.who
            },
        }
        for one in maps
        if one.name
    }


def _bits(places: Sequence[int], count: int) -> str:
    signs = bytearray(b"0" * count)
    for place in places:
        signs[-1 - place] = _ONE
    return b64encode(int(signs, 2).to_bytes((count + 7) // 8, "little")).decode()


_MOST_MAPS = 4


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
    for heat, one in sorted(own, key=lambda pair: -pair[0].spots[0].of)[:_MOST_MAPS]:
        yield _drawn_map(heat, one.tree, say, one.base, dashed=one.dashed, first=False)


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
