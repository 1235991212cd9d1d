"""Tree and marks → an SVG picture that stands alone, also beside others in one HTML page."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from hashlib import sha256
from itertools import pairwise
from math import hypot

from grader.drawing.board_picture import BOARD_STYLE, BOARD_STYLE_IN_THE_DARK, board_svg
from grader.drawing.captions import kind_in_words
from grader.drawing.edges import Link, LinkPieces, Point
from grader.drawing.marks import Marks
from grader.drawing.scene import LINE_HEIGHT, RING, NodeShape, Scene, compose
from grader.text.columns import visible
from grader.text.sentences import Say, sentences
from grader.tree import Tree
from grader.tree.node import Kind

_PAGE_WIDTH = 680  # what fits between the margins of a printed page, in CSS pixels
_PAGE_HEIGHT = 940
_SMALLEST_SCALE = 0.65  # a drawing that would have to shrink further keeps its full size instead

STYLE = (
    """
.tree-drawing{background:#fff;color:#1b1f24;font:13px Helvetica,Arial,"Liberation Sans",sans-serif}
.tree-fits{max-width:100%;height:auto}
.tree-drawing text{fill:currentColor;stroke:none;text-anchor:middle}
.tree-drawing path,.tree-drawing rect,.tree-drawing ellipse
{fill:none;stroke:currentColor;stroke-width:1.3;stroke-linejoin:round}
.tree-drawing .tree-max path,.tree-drawing .tree-p1 path{fill:#dbeafe}
.tree-drawing .tree-min path,.tree-drawing .tree-p2 path{fill:#ffe8cc}
.tree-drawing .tree-p3 path,.tree-drawing .tree-p9 path{fill:#def2dc}
.tree-drawing .tree-p4 path,.tree-drawing .tree-p8 path{fill:#fbe4ea}
.tree-drawing .tree-p5 path,.tree-drawing .tree-p7 path{fill:#dcf1f3}
.tree-drawing .tree-p6 path{fill:#f0e6da}
.tree-drawing .tree-chance ellipse{fill:#e9e3fb}
.tree-drawing .tree-name{font-size:12px;font-weight:bold}
.tree-drawing .tree-small{font-size:12px}
.tree-drawing .tree-name,.tree-drawing .tree-beside{text-anchor:start}
.tree-drawing .tree-name:not([y]){transform:translateY(11px)}
.tree-drawing>g[transform]:not([class*=tree]) text:not([y]){transform:translateY(16.1px)}
.tree-drawing>g[transform]:not([class*=tree]) text+text{font-size:12px}
.tree-drawing>g[transform]:not([class*=tree]) text+text:not([y]){transform:translateY(33.5px)}
.tree-drawing>g[transform]:not([class*=tree]) rect:not([width]){x:-11.5px;width:23px}
.tree-drawing>g[transform]:not([class*=tree]) rect:not([height]){height:23px}
.tree-drawing .tree-line path,.tree-drawing .tree-line rect,.tree-drawing .tree-line ellipse{stroke-width:3}
.tree-drawing .tree-faded{color:#6b7280}
.tree-drawing .tree-faded path,.tree-drawing .tree-faded rect,.tree-drawing .tree-faded ellipse
{fill:none;stroke-dasharray:3 3}
.tree-drawing .tree-lead{stroke:#8b95a3;stroke-width:.8}
.tree-drawing .tree-cut path{stroke-dasharray:3 3}
.tree-drawing .tree-cut .tree-cross{stroke:#b3261e;stroke-dasharray:none;stroke-width:2}
.tree-drawing .tree-leaf .tree-ring{stroke:#b3261e;stroke-dasharray:none;stroke-width:2}
"""
    + BOARD_STYLE.lstrip()
    + """@media screen and (prefers-color-scheme:dark){
.tree-drawing{background:#16181d;color:#e6e8eb}
.tree-drawing .tree-max path,.tree-drawing .tree-p1 path{fill:#1d3f66}
.tree-drawing .tree-min path,.tree-drawing .tree-p2 path{fill:#5c3d16}
.tree-drawing .tree-p3 path,.tree-drawing .tree-p9 path{fill:#23502b}
.tree-drawing .tree-p4 path,.tree-drawing .tree-p8 path{fill:#5a2a38}
.tree-drawing .tree-p5 path,.tree-drawing .tree-p7 path{fill:#174a50}
.tree-drawing .tree-p6 path{fill:#4a3a26}
.tree-drawing .tree-chance ellipse{fill:#43356b}
.tree-drawing .tree-faded{color:#949ca8}
.tree-drawing .tree-cut .tree-cross,.tree-drawing .tree-leaf .tree-ring{stroke:#ff8a80}"""
    + BOARD_STYLE_IN_THE_DARK
    + "}\n"
)

# Where the middle of a shape's number stands, as a share of the shape's height.
MIDDLES = dict.fromkeys(Kind, 0.5) | {Kind.MAX: 0.69, Kind.P1: 0.69, Kind.MIN: 0.33, Kind.P2: 0.33}
NAME_FOOT = 11  # from the top of a shape to the foot of the name beside it
BASELINE = 4.6  # from the middle of a line of text to the foot of its letters


def draw_svg(tree: Tree, marks: Marks | None = None, say: Say | None = None) -> str:
    """The tree as SVG."""
    marks = marks or Marks()
    scene = compose(tree, marks)
    content = svg_content(tree, marks, scene)
    said = describe(tree, marks, say)
    key = "tree-" + sha256((escape_svg(said) + content).encode()).hexdigest()[:12]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {svg_size(scene)} '
        f'role="img" aria-labelledby="{key}-title {key}-desc">\n'
        f'<title id="{key}-title">{escape_svg(title(tree, say))}</title>\n'
        f'<desc id="{key}-desc">{escape_svg(said)}</desc>\n'
        f"<style>{STYLE}</style>\n{content}\n</svg>\n"
    )


def svg_content(
    tree: Tree, marks: Marks, scene: Scene, *, named: bool = True, edges_apart: bool = False
) -> str:
    """All edges and nodes, without the picture around them.

    Those that are not `named` are shorter: nodes are known by their order, and plain edges are one path, or
    known by theirs, too, where they are to be told apart.
    """
    if named:
        return "\n".join([*_edges(tree, marks, scene), *_nodes(tree, marks, scene, named=True)])
    edges = _unnamed_edges if edges_apart else _shorter_edges
    return "".join([*edges(tree, marks, scene), *_nodes(tree, marks, scene, named=False)])


def escape_svg(text: str) -> str:
    """Text for XML, in content or in double quotes; what XML forbids becomes the replacement character."""
    return _SPECIAL.sub(_escape, text)


_SPECIAL = re.compile('[&<>"\t\n\r]|[^ -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]')
_ESCAPES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\t": "&#9;", "\n": "&#10;", "\r": "&#13;"}


def _escape(found: re.Match[str]) -> str:
    return _ESCAPES.get(found[0], "\N{REPLACEMENT CHARACTER}")


def svg_size(scene: Scene) -> str:
    """The picture's own size: as drawn, or shrunk to a page where it stays readable."""
    scale = min(1.0, _PAGE_WIDTH / scene.width, _PAGE_HEIGHT / scene.height)
    fits = scale >= _SMALLEST_SCALE
    scale = scale if fits else 1.0
    width, height = svg_number(scene.width), svg_number(scene.height)
    return (
        f'class="tree-drawing{" tree-fits" if fits else ""}" viewBox="0 0 {width} {height}" '
        f'width="{svg_number(scene.width * scale)}" height="{svg_number(scene.height * scale)}"'
    )


def _edges(tree: Tree, marks: Marks, scene: Scene) -> Iterator[str]:
    yield from _bars(marks, scene)
    for index, link in enumerate(scene.links):
        if link is not None:
            label = scene.shapes[index].caption.edge
            yield _edge(link, label, tree.names[index], _edge_states(tree, marks, index))


def _bars(marks: Marks, scene: Scene) -> Iterator[str]:
    for parent, pieces in scene.bars.items():
        states = {"tree-bar": True, "tree-faded": parent in marks.faded}
        yield f'<g class="{_classes(states)}">{_drawn(pieces)}</g>'


def _unnamed_edges(tree: Tree, marks: Marks, scene: Scene) -> Iterator[str]:
    """The edges one by one, each a group only if there is more to it than its line."""
    yield from _bars(marks, scene)
    for index, link in enumerate(scene.links):
        if link is not None:
            label, states = scene.shapes[index].caption.edge, _edge_states(tree, marks, index)
            is_line = not label and sum(states.values()) == 1
            yield _drawn(link.pieces) if is_line else _edge(link, label, "", states)


def _shorter_edges(tree: Tree, marks: Marks, scene: Scene) -> Iterator[str]:
    """The edges in few signs: those with nothing special about them together."""
    plain = {
        index: link
        for index, link in enumerate(scene.links)
        if link is not None and sum(_edge_states(tree, marks, index).values()) == 1
    }
    labels = {index: scene.shapes[index].caption.edge for index in plain}
    lines = [*scene.bars.values(), *(link.pieces for link in plain.values())]
    yield f'<path d="{paths(_once(line for pieces in lines for line in pieces))}"/>'
    if any(labels.values()):
        texts = (_label(plain[index], label) for index, label in labels.items() if label)
        yield f'<g class="tree-small">{"".join(texts)}</g>'
    for index, link in enumerate(scene.links):
        if link is not None and index not in plain:
            label = scene.shapes[index].caption.edge
            yield _edge(link, label, tree.names[index], _edge_states(tree, marks, index))


def _once(lines: Iterable[tuple[Point, ...]]) -> LinkPieces:
    """The lines, without the way that a line shares with one before it."""
    drawn: set[tuple[Point, Point]] = set()
    found = []
    for line in lines:
        steps = list(pairwise(line))
        fresh = next((place for place, step in enumerate(steps) if step not in drawn), len(steps))
        drawn.update(steps)
        found.append(line[fresh:])
    return tuple(found)


def _label(link: Link, label: str, style: str = "") -> str:
    return lettered(label, link.label[0], link.label[1] + BASELINE - 1, style)


def _edge_states(tree: Tree, marks: Marks, index: int) -> dict[str, bool]:
    return {
        "tree-edge": True,
        "tree-cut": index in marks.cut,
        "tree-faded": index in marks.faded and index not in marks.cut,
        "tree-line": marks.edge_on_line(tree.parents[index], index),
    }


def _edge(link: Link, label: str, name: str, states: dict[str, bool]) -> str:
    # The part along a bar is drawn once for all; only the best line draws it again, heavier.
    pieces = (link.shared, *link.pieces) if states["tree-line"] and link.shared else link.pieces
    parts = [_drawn(pieces)]
    if states["tree-cut"]:
        parts.append(f'<path class="tree-cross" d="{cross(link)}"/>')
    if label:
        parts.append(_label(link, label, "tree-small"))
    named = f' data-edge="{escape_svg(name)}"' if name else ""
    return f'<g class="{_classes(states)}"{named}>{"".join(parts)}</g>'


def _nodes(tree: Tree, marks: Marks, scene: Scene, *, named: bool) -> Iterator[str]:
    for index, shape in enumerate(scene.shapes):
        states = {
            "tree-node": named,
            f"tree-{shape.caption.kind}": named or not _is_plain(tree, marks, shape, index),
            "tree-faded": index in marks.faded,
            "tree-line": index in marks.line,
        }
        name = f' data-node="{escape_svg(tree.names[index])}"' if named else ""
        place = f"{svg_number(scene.across[index])} {svg_number(scene.down[index])}"
        style = f' class="{classes}"' if (classes := _classes(states)) else ""
        drawn = outline(shape) if style else _shorter_outline(shape)
        texts = "".join(_texts(shape, is_plain=not style))
        texts = texts if style else _USUAL_TEXTS.sub(r"<text>\1<text>\2", texts)
        texts = texts if named else texts.replace(_USUAL_PLACE, ">")
        yield f'<g{style}{name} transform="translate({place})">{drawn}{texts}{_board(shape)}</g>'


def _is_plain(tree: Tree, marks: Marks, shape: NodeShape, index: int) -> bool:
    """Whether it is a leaf with nothing special about it, as most nodes are."""
    is_marked = index in marks.faded or index in marks.line
    return tree.kinds[index] is Kind.LEAF and not is_marked and not shape.caption.changed


def outline(shape: NodeShape) -> str:
    """The shape of a node, whose top is in the middle above the origin; with a ring where it has changed."""
    drawn = _OUTLINES[shape.caption.kind].format(
        inner=svg_number(shape.width / 2 - 10),
        low=svg_number(shape.height - 10),
        width=svg_number(shape.width),
        half=svg_number(shape.width / 2),
        height=svg_number(shape.height),
        middle=svg_number(shape.height / 2),
    )
    return drawn + _ring(shape) if shape.caption.changed else drawn


def _shorter_outline(shape: NodeShape) -> str:
    """The same in few signs: the style knows how high leaves are, and how wide most of them."""
    drawn = outline(shape)
    return "<rect/>" if drawn == _USUAL_LEAF else drawn.replace(' height="23"/>', "/>")


_UP = '<path d="M0 0L{half} {height}H-{half}z"/>'
_DOWN = '<path d="M-{half} 0H{half}L0 {height}z"/>'
_OUTLINES = {
    Kind.MAX: _UP,
    Kind.MIN: _DOWN,
    Kind.CHANCE: '<ellipse cy="{middle}" rx="{half}" ry="{middle}"/>',
    Kind.LEAF: '<rect x="-{half}" width="{width}" height="{height}"/>',
    Kind.P1: _UP,
    Kind.P2: _DOWN,
    Kind.P3: '<path d="M0 0L{half} {middle}L0 {height}L-{half} {middle}z"/>',
    Kind.P4: '<path d="M-{inner} 0H{inner}L{half} {middle}L{inner} {height}H-{inner}L-{half} {middle}z"/>',
    Kind.P5: '<path d="M0 0L{half} 10V{height}H-{half}V10z"/>',
    Kind.P6: '<path d="M-{inner} 0H{inner}L{half} {height}H-{half}z"/>',
    Kind.P7: '<path d="M-{half} 0H{half}L{inner} {height}H-{inner}z"/>',
    Kind.P8: '<path d="M-{inner} 0H{half}L{inner} {height}H-{half}z"/>',
    Kind.P9: '<path d="M-{inner} 0H{inner}L{half} 10V{low}L{inner} {height}H-{inner}L-{half} {low}V10z"/>',
}


def _ring(shape: NodeShape) -> str:
    left, top = svg_number(shape.width / 2 + RING), svg_number(RING)
    width, height = svg_number(shape.width + 2 * RING), svg_number(shape.height + 2 * RING)
    return f'<rect class="tree-ring" x="-{left}" y="-{top}" width="{width}" height="{height}" rx="6"/>'


_USUAL_TEXTS = re.compile(r'^<text y="16\.1">([^<]*</text>)<text y="33\.5">([^<]*</text>)$')
_USUAL_PLACE = f' y="{NAME_FOOT}">'  # of a name beside its shape, which the style knows, too
_USUAL_LEAF = '<rect x="-11.5" width="23" height="23"/>'


def _texts(shape: NodeShape, *, is_plain: bool) -> Iterator[str]:
    """The lines inside, beside and below a shape; the second of a plain leaf is small by its style."""
    small = "" if is_plain and len(shape.caption.main) == 1 else "tree-small"
    main = shape.caption.main
    middle = shape.height * MIDDLES[shape.caption.kind] - LINE_HEIGHT * (len(main) - 1) / 2
    for line, text in enumerate(main):
        yield lettered(text, 0, middle + LINE_HEIGHT * line + BASELINE)
    for line, text in enumerate(shape.beside):
        style = "tree-small tree-beside" if line else "tree-name"
        yield lettered(text, shape.side, LINE_HEIGHT * line + NAME_FOOT, style)
    for line, text in enumerate(shape.below):
        yield lettered(text, 0, shape.foot + LINE_HEIGHT * line + 10.5, small)


def _board(shape: NodeShape) -> str:
    """The position of a game, below everything else at its node."""
    board = shape.caption.board
    if not board:
        return ""
    place = f"{svg_number(-shape.board_width / 2)} {svg_number(shape.board_top)}"
    return f'{_lead(shape)}<g class="tree-board" transform="translate({place})">{board_svg(board)}</g>'


def _lead(shape: NodeShape) -> str:
    """A line down to a board that stands lower than those beside it."""
    if not shape.drop:
        return ""
    top, foot = svg_number(shape.board_top - shape.drop), svg_number(shape.board_top)
    return f'<path class="tree-lead" d="M0 {top}V{foot}"/>'


def lettered(text: str, across: float, down: float, style: str = "") -> str:
    """A line of text at a place, by the middle of its foot unless the style says otherwise."""
    styled = f' class="{style}"' if style else ""
    x = f' x="{svg_number(across)}"' if across else ""
    return f'<text{styled}{x} y="{svg_number(down)}">{escape_svg(text)}</text>'


def cross(link: Link) -> str:
    """Two short strokes across a line."""
    length = hypot(*link.direction)
    along = link.direction[0] / length, link.direction[1] / length
    return "".join(_stroke(link.cross, along, offset) for offset in (-2, 2))


def _stroke(middle: Point, along: Point, offset: float) -> str:
    x, y = middle[0] + offset * along[0], middle[1] + offset * along[1]
    across, down = 6 * along[1], -6 * along[0]
    return _path(((x - across, y - down), (x + across, y + down)))


def paths(pieces: LinkPieces) -> str:
    """Lines as the `d` of one path."""
    return "".join(map(_path, pieces))


def _drawn(pieces: LinkPieces) -> str:
    return f'<path d="{paths(pieces)}"/>'


def _path(corners: tuple[Point, ...]) -> str:
    return "M" + "L".join(f"{svg_number(x)} {svg_number(y)}" for x, y in corners)


def _classes(states: dict[str, bool]) -> str:
    return " ".join(name for name, holds in states.items() if holds)


def svg_number(number: float) -> str:
    """At most one digit after the point, and none where it would be 0."""
    return f"{round(number, 1) + 0.0:.1f}".removesuffix(".0")  # adding 0 turns -0 into 0


_MOST_NAMES = 12


def title(tree: Tree, say: Say | None = None) -> str:
    """What the drawing is."""
    return (say or sentences())("drawing.title", number=len(tree))


def describe(tree: Tree, marks: Marks, say: Say | None = None) -> str:
    """The root, its children, the size of the tree, and what is marked."""
    say = say or sentences()
    return say("drawing.space").join(_said(tree, marks, say))


def _said(tree: Tree, marks: Marks, say: Say) -> Iterator[str]:
    root = visible(tree.names[0])
    if children := tree.child_indexes(0):
        names = _names(tree, children, say, with_kind=True)
        kind = tree.kinds[0]
        yield say(f"drawing.root-{kind.role}", root=root, children=names, player=kind.number)
        yield _size(tree, say)
    else:
        yield say("drawing.single-leaf", root=root)
    if 0 in marks.values:
        yield say("drawing.value", value=visible(marks.values[0]))
    if marks.next_on_line(tree):
        yield say("drawing.line", nodes=_names(tree, sorted(marks.line), say))
    if marks.faded:
        yield say("drawing.pruned", nodes=_names(tree, sorted(marks.faded), say))


def _size(tree: Tree, say: Say) -> str:
    leaves = say("drawing.leaves", number=tree.kinds.count(Kind.LEAF))
    nodes = say("drawing.nodes", number=len(tree))
    return say("drawing.size", leaves=leaves, nodes=nodes, depth=max(tree.depths()))


def _names(tree: Tree, indexes: Iterable[int], say: Say, *, with_kind: bool = False) -> str:
    """The nodes' names, as many as one likes to listen to."""
    indexes = list(indexes)
    shown = [visible(tree.names[index]) for index in indexes[:_MOST_NAMES]]
    if with_kind:
        kinds = (kind_in_words(tree.kinds[index], say) for index in indexes)
        shown = [say("drawing.child", node=node, kind=kind) for node, kind in zip(shown, kinds, strict=False)]
    if len(indexes) > _MOST_NAMES:
        shown.append(say("drawing.more", number=len(indexes) - _MOST_NAMES))
    return say("list.comma").join(shown)
