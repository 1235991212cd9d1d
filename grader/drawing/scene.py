"""Tree and marks → shapes and edges with their places on a page, in pixels, y growing downwards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from grader.drawing.board_picture import BOARD_GAP, board_size
from grader.drawing.captions import Caption, captions, text_width
from grader.drawing.edges import Link, LinkPieces, TreeRows, links
from grader.drawing.layout import NodeRoom, middles
from grader.drawing.marks import Marks, Space
from grader.text.columns import width
from grader.tree import Tree
from grader.tree.node import PLAYERS, Kind

NUMBER_SIZE = 13
NAME_SIZE = 12
SMALL_SIZE = 12
LINE_HEIGHT = 13
FREE_LINE_HEIGHT = 16
RING = 3.0  # from a changed leaf to the ring around it

_MARGIN = 8.0
_SHAPE_HEIGHT = 36.0
_LEAF_HEIGHT = 23.0
_HIGH = 2.5
_SIDE = 3.0  # between a shape and the text beside it
_WIDE_BOARD = 40.0
_BETWEEN_SIBLINGS = 6.0
_BETWEEN_SUBTREES = 14.0

# A shape's least width, and how much wider than its number it must be to hold it.
_WIDTHS = {
    Kind.MAX: (40.0, 1.7, 10.0),
    Kind.MIN: (40.0, 1.7, 10.0),
    Kind.CHANCE: (36.0, 1.0, 10.0),
    Kind.LEAF: (23.0, 1.0, 8.0),
    Kind.P1: (40.0, 1.7, 10.0),
    Kind.P2: (40.0, 1.7, 10.0),
    Kind.P3: (44.0, 1.5, 12.0),
    **dict.fromkeys(PLAYERS[3:], (40.0, 1.0, 28.0)),
}

_NO_SPACE = Space()


@dataclass(frozen=True, slots=True)
class NodeShape:
    """One node's shape: its texts, its size, and the lines of text beside and below it."""

    caption: Caption
    width: float
    height: float
    beside: tuple[str, ...]
    below: tuple[str, ...]
    free: tuple[float, ...] = ()  # the widths of lines that are kept free after these texts
    drop: float | None = None  # how much deeper its board stands in a row where every second one is lower

    @property
    def left(self) -> float:
        """How far the shape and its texts reach to the left of its middle."""
        texts = max(self.width, _widest(self.below), self.label_width, *self._free_below) / 2
        halves = self.board_width / 2
        return max(texts, halves if self.drop is None else (halves - _BETWEEN_SIBLINGS / 2) / 2)

    @property
    def board_width(self) -> float:
        return board_size(self.caption.board)[0]

    @property
    def right(self) -> float:
        """How far they reach to the right; beside a leaf in a row of boards stands nothing."""
        return (
            self.left
            if self.drop is not None
            else max(self.left, self.side + max(_widest(self.beside), *self._free_beside, 0.0))
        )

    @property
    def side(self) -> float:
        """Where the text beside the shape begins: closer to a triangle whose top is narrow."""
        lines = (self._beside_height + 2) / self.height
        narrow = min(lines, 1.0) if self.caption.kind in (Kind.MAX, Kind.P1) else 1.0
        return self.width / 2 * narrow + _SIDE

    @property
    def label_width(self) -> float:
        """The width of the label on the edge that leads here."""
        return text_width(self.caption.edge, SMALL_SIZE)

    @property
    def total_height(self) -> float:
        """The height of the shape and of the texts around it."""
        return max(self.board_foot, self._beside_height)

    @property
    def board_top(self) -> float:
        """Where a board stands: below the shape, and below what is written and kept free under it."""
        below = self.foot + LINE_HEIGHT * len(self.below) + FREE_LINE_HEIGHT * len(self._free_below)
        return below + BOARD_GAP + (self.drop or 0.0) if self.caption.board else below

    @property
    def trunk(self) -> float:
        """Where the edges to its children begin."""
        return self.board_foot if self.caption.board else self.height

    @property
    def board_foot(self) -> float:
        return self.board_top + board_size(self.caption.board)[1]

    @property
    def foot(self) -> float:
        """Where the shape ends, with the ring around a changed leaf, and room for high letters below it."""
        return self.height + (RING if self.caption.changed else 0.0) + (_HIGH if self._is_high else 0.0)

    @property
    def _is_high(self) -> bool:
        """Whether what stands below begins with wide letters, which rise above Latin capitals."""
        return any(not text.isascii() and width(text) > len(text) for text in self.below[:1])

    def free_line(self, line: int) -> tuple[float, float]:
        """Where a line that is kept free is: its left end, or below a leaf its middle; and its top."""
        if self.caption.kind is Kind.LEAF:
            return 0.0, self.foot + LINE_HEIGHT * len(self.below) + FREE_LINE_HEIGHT * line
        return self.side, LINE_HEIGHT * len(self.beside) + FREE_LINE_HEIGHT * line

    @property
    def _free_below(self) -> tuple[float, ...]:
        return self.free if self.caption.kind is Kind.LEAF else ()

    @property
    def _free_beside(self) -> tuple[float, ...]:
        return () if self.caption.kind is Kind.LEAF else self.free

    @property
    def _beside_height(self) -> float:
        return LINE_HEIGHT * len(self.beside) + FREE_LINE_HEIGHT * len(self._free_beside)


@dataclass(frozen=True, slots=True)
class Scene:
    """A drawing: its size, every node's shape, top middle and link from its parent, and bars by parent."""

    width: float
    height: float
    shapes: tuple[NodeShape, ...]
    across: tuple[float, ...]
    down: tuple[float, ...]
    links: tuple[Link | None, ...]  # none for the root
    bars: Mapping[int, LinkPieces]


def compose(tree: Tree, marks: Marks) -> Scene:
    """Where everything stands."""
    shapes = [
        _shape(caption, marks.space.get(index, _NO_SPACE))
        for index, caption in enumerate(captions(tree, marks))
    ]
    shapes = _staggered(tree, shapes)
    left, right = [shape.left for shape in shapes], [shape.right for shape in shapes]
    room = NodeRoom(left, right, _BETWEEN_SIBLINGS, _BETWEEN_SUBTREES)
    over = max(max(shape.board_width / 2 - shape.left, 0.0) for shape in shapes)
    start = _MARGIN + round(over)
    across = [start + round(middle) for middle in middles(tree, room)]  # whole pixels are sharp
    rows = _rows(tree, shapes)
    labels = [shape.label_width for shape in shapes]
    found = links(tree, across, rows, labels)
    return Scene(
        width=start + max(map(float.__add__, across, right)),
        height=found.tops[-1] + rows.heights[-1] + _MARGIN,
        shapes=tuple(shapes),
        across=tuple(across),
        down=tuple(found.tops[depth] for depth in rows.depths),
        links=found.links,
        bars=found.bars,
    )


def _staggered(tree: Tree, shapes: Sequence[NodeShape]) -> list[NodeShape]:
    """The same shapes; in a row of nothing but leaves with wide boards, every second board stands lower."""
    rows: dict[int, list[int]] = {}
    for index, depth in enumerate(tree.depths()):
        rows.setdefault(depth, []).append(index)
    found = list(shapes)
    for row in rows.values():
        if len(row) > 2 and all(_is_topped(shapes[index]) for index in row):
            for place, index in enumerate(row):
                high = board_size(shapes[index].caption.board)[1] + BOARD_GAP
                found[index] = replace(shapes[index], drop=high * (place % 2))
    return found


def _is_topped(shape: NodeShape) -> bool:
    """Whether it is a leaf that is far narrower than its board."""
    return shape.caption.kind is Kind.LEAF and shape.board_width > max(shape.width, _WIDE_BOARD)


def _shape(caption: Caption, space: Space) -> NodeShape:
    texts = (caption.label, *caption.remarks)
    width = _width(caption.kind, max(_widest(caption.main, NUMBER_SIZE), space.inside))
    if caption.kind is not Kind.LEAF:
        return NodeShape(caption, width, _SHAPE_HEIGHT, beside=texts, below=(), free=space.lines)
    height = _LEAF_HEIGHT + LINE_HEIGHT * (len(caption.main) - 1)
    return NodeShape(caption, width, height, beside=(), below=texts, free=space.lines)


def _width(kind: Kind, inside: float) -> float:
    least, stretch, padding = _WIDTHS[kind]
    return max(least, stretch * inside + padding)


def _widest(lines: Sequence[str], size: float = NAME_SIZE) -> float:
    return max((text_width(line, size) for line in lines), default=0.0)


def _rows(tree: Tree, shapes: Sequence[NodeShape]) -> TreeRows:
    depths = tree.depths()
    heights = [0.0] * (max(depths) + 1)
    for depth, shape in zip(depths, shapes, strict=True):
        heights[depth] = max(heights[depth], shape.total_height)
    return TreeRows(_MARGIN, depths, heights, [shape.trunk for shape in shapes])
