"""Scene and what to say at its nodes and edges → SVG that is laid over the drawing of a tree."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from grader.drawing.captions import text_width
from grader.drawing.edges import Link, LinkPieces
from grader.drawing.marks import Marks
from grader.drawing.scene import FREE_LINE_HEIGHT, SMALL_SIZE, Scene
from grader.drawing.svg_drawing import BASELINE, MIDDLES, cross, lettered, paths, svg_number
from grader.questions.verdict import PartVerdict
from grader.text.columns import visible
from grader.tree.node import Kind

PADDING = 9.0  # of a pill, left and right together
SIGN_WIDTH = 11.0

_HEIGHT = 14.0
_RADIUS = 7.5  # of a sign on an edge

OVERLAY_STYLE = """
.laid .pill rect{height:14px}
.laid text{font-size:12px;stroke:none}
.laid .pill rect,.laid .pill circle{stroke:currentColor;stroke-width:1.3;fill:var(--plain-paper);rx:4px}
.laid .pill{color:var(--plain)}
.laid .pill-right{color:var(--right)}
.laid .pill-right rect,.laid .pill-right circle{fill:var(--right-paper);rx:7px}
.laid .pill-wrong{color:var(--wrong)}
.laid .pill-wrong rect,.laid .pill-wrong circle{fill:var(--wrong-paper);rx:0}
.laid .pill-missed,.laid .pill-unreadable{color:var(--missed)}
.laid .pill-missed rect,.laid .pill-missed circle,.laid .pill-unreadable rect
{fill:var(--missed-paper);stroke-dasharray:3 2;rx:7px}
.laid .pill-carried{color:var(--carried)}
.laid .pill-carried rect,.laid .pill-carried circle{fill:var(--carried-paper)}
.laid .pill text{font-weight:bold}
.laid .pill .start{text-anchor:start}
.laid .pill .way{stroke-width:4.5;stroke-opacity:.55}
.laid .pill .strike{stroke-width:2.2;stroke-opacity:.7}
.laid .pill .skipped{stroke-width:3;stroke-dasharray:2 3}
.laid .number text{font-size:13px;font-weight:bold}
.laid .veil{fill:var(--card);stroke:none;fill-opacity:.62}
.laid .cut{stroke:var(--wrong);stroke-width:2}
.laid .best{stroke-width:3.2}
"""


PillVerdict: TypeAlias = Literal[PartVerdict, "given"]  # where it may not be judged yet
Stroke: TypeAlias = Literal["", "struck", "way", "skipped"]


@dataclass(frozen=True, slots=True)
class Pill:
    """What was said of one node, or of the edge above it: a sign by the verdict, and a text if there is one.

    `expected` stands below a text that is not right. `drawn` is how a claim looks: `struck` nodes are
    crossed out, an edge is a `way` that is taken, or `skipped`.
    """

    index: int
    verdict: PillVerdict
    sign: str
    text: str = ""
    expected: str = ""
    on_edge: bool = False
    drawn: Stroke = ""


def draw_pill(scene: Scene, pill: Pill) -> str:
    """One pill; several make a layer over the drawing."""
    parts = [_claim(scene, pill), *(_on_edge(scene, pill) if pill.on_edge else _at_node(scene, pill))]
    return f'<g class="pill pill-{pill.verdict} n{pill.index}">{"".join(parts)}</g>'


def layer(drawn: Iterable[str]) -> str:
    """What is laid over a drawing, as one group."""
    return f'<g class="laid">{"".join(drawn)}</g>'


def draw_solved(scene: Scene, marks: Marks) -> str:
    """What a search found, as a layer over a plain drawing: values, cuts, what it skips, the best line."""
    return layer(_solved(scene, marks))


def pill_width(*texts: str) -> float:
    """The width of the widest of these texts, behind a sign."""
    widest = max((text_width(line, SMALL_SIZE) for line in texts), default=0.0)
    return SIGN_WIDTH + (widest + 3.0 if widest else 0.0) + PADDING


def _on_edge(scene: Scene, pill: Pill) -> Iterator[str]:
    link = scene.links[pill.index]
    if link is not None:
        x, y = link.cross
        yield f'<circle cx="{svg_number(x)}" cy="{svg_number(y)}" r="{_RADIUS}"/>'
        yield lettered(pill.sign, x, y + BASELINE - 1)


def _at_node(scene: Scene, pill: Pill) -> Iterator[str]:
    shape = scene.shapes[pill.index]
    if not shape.free:
        return
    room = shape.free[0]
    words = " ".join(filter(None, (pill.sign, _fitted(pill.text, room - SIGN_WIDTH - PADDING))))
    wide = pill_width() if not pill.text else min(room, text_width(words, SMALL_SIZE) + PADDING + 2)
    left, top = _line(scene, pill.index, 0, wide)
    yield f'<rect x="{svg_number(left)}" y="{svg_number(top)}" width="{svg_number(wide)}"/>'
    yield lettered(words, left + wide / 2, top + _HEIGHT / 2 + BASELINE - 1)
    if pill.expected and len(shape.free) > 1:
        yield _expected(scene, pill, wide)


def _expected(scene: Scene, pill: Pill, wide: float) -> str:
    room = scene.shapes[pill.index].free[1]
    left, top = _line(scene, pill.index, 1, wide)
    words = f"→ {_fitted(pill.expected, room - SIGN_WIDTH)}"
    return lettered(words, left + 3, top + _HEIGHT / 2 + BASELINE - 1, "start")


def _line(scene: Scene, index: int, line: int, wide: float) -> tuple[float, float]:
    """Left end and top of something so wide on a line that is kept free."""
    shape = scene.shapes[index]
    across, down = shape.free_line(line)
    left = across - wide / 2 if shape.caption.kind is Kind.LEAF else across
    gap = (FREE_LINE_HEIGHT - _HEIGHT) / 2
    return scene.across[index] + left, scene.down[index] + down + gap + 1


def _fitted(words: str, room: float) -> str:
    """As much of a text as there is room for."""
    words = visible(words)
    if text_width(words, SMALL_SIZE) <= room:
        return words
    while words and text_width(f"{words}…", SMALL_SIZE) > room:
        words = words[:-1]
    return f"{words}…"


def _claim(scene: Scene, pill: Pill) -> str:
    link = scene.links[pill.index]
    if pill.drawn == "struck":
        return _strike(scene, pill.index)
    if pill.drawn and link is not None:
        pieces = link.pieces if pill.drawn == "skipped" else _whole(link)
        return f'<path class="{pill.drawn}" d="{paths(pieces)}"/>'
    return ""


def _strike(scene: Scene, index: int) -> str:
    """A line through the middle of a shape."""
    shape = scene.shapes[index]
    x, y = scene.across[index], scene.down[index] + shape.height / 2
    right, up = min(shape.width / 2, 16.0) + 2, min(shape.height / 2, 11.5) + 1
    return f'<path class="strike" d="{paths((((x - right, y + up), (x + right, y - up)),))}"/>'


def _solved(scene: Scene, marks: Marks) -> Iterator[str]:
    numbers = (
        _number(scene, index, value)
        for index, value in marks.values.items()
        if scene.shapes[index].caption.kind is not Kind.LEAF  # which shows its number already
    )
    strokes = {
        "veil": "".join(_veil(scene, index) for index in sorted(marks.faded)),
        "cut": "".join(cross(link) for link in _links(scene, marks.cut)),
        "best": "".join(paths(_whole(link)) for link in _links(scene, marks.line)),
    }
    yield from (f'<path class="{name}" d="{drawn}"/>' for name, drawn in strokes.items() if drawn)
    yield f'<g class="number">{"".join(numbers)}</g>'


def _links(scene: Scene, indexes: Iterable[int]) -> Iterator[Link]:
    """The edges above these nodes; the root has none."""
    return (link for index in sorted(indexes) if (link := scene.links[index]) is not None)


def _whole(link: Link) -> LinkPieces:
    """An edge with the part that it shares with others."""
    return (link.shared, *link.pieces) if link.shared else link.pieces


def _number(scene: Scene, index: int, value: str) -> str:
    """A value inside its node's shape."""
    shape = scene.shapes[index]
    down = scene.down[index] + shape.height * MIDDLES[shape.caption.kind] + BASELINE
    return lettered(visible(value), scene.across[index], down)


def _veil(scene: Scene, index: int) -> str:
    """What a node and its own texts are dimmed with, as part of a path."""
    shape = scene.shapes[index]
    x, y = scene.across[index] - shape.left, scene.down[index]
    wide, high = svg_number(shape.left + shape.right), svg_number(shape.total_height)
    return f"M{svg_number(x)} {svg_number(y)}h{wide}v{high}h-{wide}z"
