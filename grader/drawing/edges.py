"""Places of nodes in their rows → the lines from parents to children, and how far apart rows stand.

Lines are straight where they are steep enough to follow and leave room for every label, else they
run along a common bar. Either way a line stays between the rows and over its parent's children, so
no line crosses another, a shape, or a label.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil
from typing import TypeAlias

from grader.tree import Tree

_PLAIN_GAP = 30.0
_LABEL_GAP = 54.0
_WIDEST_GAP = 96.0
_SLOPE = 4.5  # straight lines may go this much further across than down
_LABEL_HEIGHT = 14.0
_LABEL_PADDING = 2.0
_LABEL_PLACES = (0.52, 0.68)  # shares of the way from the parent, as first and second choice
_BAR = 10.0  # from the row to the bar

Point: TypeAlias = tuple[float, float]
LinkPieces: TypeAlias = tuple[tuple[Point, ...], ...]  # lines, each by its corners


@dataclass(frozen=True, slots=True)
class TreeRows:
    """The first row's top, each node's row, each row's height, and each shape's own height."""

    top: float
    depths: Sequence[int]
    heights: Sequence[float]
    shape_heights: Sequence[float]


@dataclass(frozen=True, slots=True)
class Link:
    """The line to one child: its corners, in pieces where a label interrupts it.

    `label` is the label's middle, `cross` the middle of the strokes that cross the line out, and
    `direction` where the line goes there. `shared` is the way along a bar before the line's own part.
    """

    pieces: LinkPieces
    label: Point
    cross: Point
    direction: Point
    shared: tuple[Point, ...] = ()


@dataclass(frozen=True, slots=True)
class Links:
    """Where each row's top is, every node's link (none for the root), and the bars, by parent."""

    tops: list[float]
    links: tuple[Link | None, ...]
    bars: dict[int, LinkPieces]


def links(tree: Tree, across: Sequence[float], rows: TreeRows, labels: Sequence[float]) -> Links:
    """The lines for nodes whose middles are `across`, with labels of these widths."""
    tops = _tops(tree, across, rows, labels)
    found: list[Link | None] = [None] * len(tree)
    bars = {}
    for parent in range(len(tree)):
        children = tree.child_indexes(parent)
        if not children:
            continue
        depth = rows.depths[parent]
        fan = _Fan(
            across[parent], tops[depth] + rows.shape_heights[parent], tops[depth] + rows.heights[depth],
            tops[depth + 1], tuple(across[child] for child in children),
            tuple(labels[child] for child in children),
        )  # fmt: skip
        place = fan.label_place()
        if place is None:
            bars[parent] = fan.bar()
        for child, link in zip(children, fan.links(place), strict=True):
            found[child] = link
    return Links(tops, tuple(found), bars)


def _tops(tree: Tree, across: Sequence[float], rows: TreeRows, labels: Sequence[float]) -> list[float]:
    """Rows stand further apart where a label must fit between, or a line has far to go."""
    gaps = [_PLAIN_GAP] * len(rows.heights)
    for index in range(1, len(tree)):
        depth = rows.depths[index]
        least = _LABEL_GAP if labels[index] else _PLAIN_GAP
        wish = abs(across[index] - across[tree.parents[index]]) / _SLOPE
        gaps[depth] = max(gaps[depth], least, ceil(wish) if wish <= _WIDEST_GAP else 0.0)
    tops = [rows.top]
    for height, gap in zip(rows.heights, gaps[1:], strict=False):
        tops.append(tops[-1] + height + gap)
    return tops


@dataclass(frozen=True, slots=True)
class _Fan:
    """The lines of one parent: from the shape's foot at `start`, below the row at `bottom`."""

    middle: float
    start: float
    bottom: float
    end: float
    children: tuple[float, ...]
    labels: tuple[float, ...]

    def links(self, place: float | None) -> list[Link]:
        """The lines, straight with their labels at `place`, or below a bar."""
        pairs = zip(self.children, self.labels, strict=True)
        if place is None:
            return [self.below_bar(child, label) for child, label in pairs]
        return [self.straight(child, label, place) for child, label in pairs]

    def label_place(self) -> float | None:
        """Where on straight lines the labels have room; none where a bar serves better."""
        reach = max(abs(child - self.middle) for child in self.children)
        if reach > (self.end - self.bottom) * (_SLOPE + 1):
            return None
        return next((place for place in _LABEL_PLACES if self.has_room(place)), None)

    def has_room(self, place: float) -> bool:
        """Whether each label keeps clear of its neighbours and of their lines."""
        if not any(self.labels):
            return True
        half = _LABEL_HEIGHT / 2 / (self.end - self.bottom)
        sides = list(zip(self.children, self.labels, strict=True))
        for (left, left_label), (right, right_label) in pairwise(sides):
            apart = (right - left) * place
            to_right_line = apart - half * abs(right - self.middle) - left_label / 2
            to_left_line = apart - half * abs(left - self.middle) - right_label / 2
            if min(to_right_line, to_left_line, apart - (left_label + right_label) / 2) < _LABEL_PADDING:
                return False
        return True

    def straight(self, child: float, label: float, place: float) -> Link:
        head, foot = (self.middle, self.bottom), (child, self.end)
        direction = _minus(foot, head)
        middle = _along(head, direction, place)
        stub = ((self.middle, self.start),) if self.start < self.bottom else ()
        if not label:
            return Link(((*stub, head, foot),), middle, _along(head, direction, 0.6), direction)
        half = _half_gap(direction, label)
        upper, lower = _along(head, direction, place - half), _along(head, direction, place + half)
        cross = _along(lower, _minus(foot, lower), 0.42)
        return Link(((*stub, head, upper), (lower, foot)), middle, cross, direction)

    def bar(self) -> LinkPieces:
        """What all children share: the way down from the parent, and the bar itself."""
        down = self.bottom + _BAR
        trunk = ((self.middle, self.start), (self.middle, down))
        return trunk, ((self.children[0], down), (self.children[-1], down))

    def below_bar(self, child: float, label: float) -> Link:
        trunk, _ = self.bar()
        head, foot = (child, self.bottom + _BAR), (child, self.end)
        shared, direction = (*trunk, head), _minus(foot, head)
        middle = _along(head, direction, 0.5)
        if not label:
            return Link(((head, foot),), middle, middle, direction, shared)
        half = _half_gap(direction, label)
        upper, lower = _along(head, direction, 0.5 - half), _along(head, direction, 0.5 + half)
        cross = _along(lower, _minus(foot, lower), 0.5)
        return Link(((head, upper), (lower, foot)), middle, cross, direction, shared)


def _half_gap(direction: Point, label: float) -> float:
    """Half of the share of a line that lies under its label."""
    ways = [(_LABEL_HEIGHT / 2) / direction[1]]
    if direction[0]:
        ways.append((label / 2 + _LABEL_PADDING) / abs(direction[0]))
    return min(ways)


def _minus(one: Point, other: Point) -> Point:
    return one[0] - other[0], one[1] - other[1]


def _along(start: Point, direction: Point, share: float) -> Point:
    return start[0] + share * direction[0], start[1] + share * direction[1]
