"""The layout's laws: nothing overlaps, parents stand in the middle, order is kept, time is linear."""

from __future__ import annotations

import sys
from itertools import combinations, pairwise
from random import Random
from types import FrameType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.drawing.layout import NodeRoom, middles
from grader.drawing.marks import Marks
from grader.drawing.scene import Scene, compose
from grader.tree import Kind, Tree, TreeBuilder
from grader.tree.language import parse_tree
from tests.strategies import trees

CLOSE = 1e-6
BETWEEN_SIBLINGS, BETWEEN_SUBTREES = 1.0, 3.0


@st.composite
def rooms(draw: st.DrawFn) -> tuple[Tree, NodeRoom]:
    tree = draw(trees(decorated=False))
    random = Random(draw(st.integers(0, 2**32)))
    left, right = ([random.choice((0.5, 1, 2, 9)) for _ in tree] for _ in range(2))
    return tree, NodeRoom(left, right, BETWEEN_SIBLINGS, BETWEEN_SUBTREES)


@given(rooms())
def test_neighbours_in_a_row_keep_their_order_and_their_distance(drawn: tuple[Tree, NodeRoom]) -> None:
    tree, room = drawn
    across = middles(tree, room)
    for left, right in _neighbours(tree):
        siblings = tree.parents[left] == tree.parents[right]
        gap = across[right] - room.left[right] - across[left] - room.right[left]
        assert gap >= (BETWEEN_SIBLINGS if siblings else BETWEEN_SUBTREES) - CLOSE


@given(rooms())
def test_a_parent_stands_over_the_middle_of_its_children(drawn: tuple[Tree, NodeRoom]) -> None:
    tree, room = drawn
    across = middles(tree, room)
    for parent in range(len(tree)):
        if children := tree.child_indexes(parent):
            assert across[parent] == pytest.approx((across[children[0]] + across[children[-1]]) / 2)


@given(rooms())
def test_the_drawing_begins_at_zero(drawn: tuple[Tree, NodeRoom]) -> None:
    tree, room = drawn
    across = middles(tree, room)
    assert min(map(float.__sub__, across, map(float, room.left))) == pytest.approx(0)


def test_a_subtree_looks_the_same_wherever_it_stands() -> None:
    tree = parse_tree("max(min(1, max(2, 3), 4), 5, min(1, max(2, 3), 4))")
    across = middles(tree, _even(tree))
    first, second = (tree.subtree(tree[name]) for name in ("B", "C"))
    shifts = [across[two.index] - across[one.index] for one, two in zip(first, second, strict=True)]
    assert shifts == pytest.approx([shifts[0]] * len(shifts))


def test_small_subtrees_between_large_ones_are_spread_evenly() -> None:
    tree = parse_tree("max(min(1, 2, 3, 4, 5), 6, 7, 8, min(1, 2, 3, 4, 5))")
    across = [middles(tree, _even(tree))[child] for child in tree.child_indexes(0)]
    steps = [right - left for left, right in pairwise(across)]
    assert steps == pytest.approx([steps[0]] * len(steps))


def test_subtrees_of_different_depth_move_into_each_other() -> None:
    tree = parse_tree("max(min(max(min(1, 2, 3, 4))), 5)")
    across = middles(tree, _even(tree))
    assert across[tree.index("A2")] < across[tree.index("D4")]


def test_ten_times_the_nodes_take_about_ten_times_the_steps() -> None:
    small, large = _random_tree(500), _random_tree(5000)
    assert _steps(large) < 14 * _steps(small)


@given(trees(estimates=True))
def test_no_two_boxes_overlap(tree: Tree) -> None:
    assert not any(_overlap(one, other) for one, other in combinations(_boxes(compose(tree, Marks())), 2))


@given(trees(estimates=True))
def test_no_label_overlaps_another_or_a_box(tree: Tree) -> None:
    scene = compose(tree, Marks())
    labels, boxes = _labels(scene), _boxes(scene)
    assert not any(_overlap(one, other) for one, other in combinations(labels.values(), 2))
    assert not any(_overlap(label, box) for label in labels.values() for box in boxes)


@given(trees(estimates=True))
def test_no_line_runs_through_a_label_or_a_box(tree: Tree) -> None:
    scene = compose(tree, Marks())
    boxes, labels = _boxes(scene), _labels(scene)
    for index, link in enumerate(scene.links):
        pieces = (*link.pieces, link.shared) if link else ()
        own = {index, tree.parents[index]}
        others = [box for other, box in enumerate(boxes) if other not in own]
        for line in (line for piece in pieces for line in pairwise(piece)):
            assert not any(_meets(line, box) for box in others)
            assert not any(_meets(line, label) for label in labels.values())


@given(trees(estimates=True))
def test_everything_lies_inside_the_picture(tree: Tree) -> None:
    scene = compose(tree, Marks())
    for left, top, right, bottom in (*_boxes(scene), *_labels(scene).values()):
        assert left >= 0
        assert top >= 0
        assert right <= scene.width + CLOSE
        assert bottom <= scene.height + CLOSE


Box = tuple[float, float, float, float]  # left, top, right, bottom
Line = tuple[tuple[float, float], tuple[float, float]]


def _boxes(scene: Scene) -> list[Box]:
    places = zip(scene.shapes, scene.across, scene.down, strict=True)
    return [(x - shape.left, y, x + shape.right, y + shape.total_height) for shape, x, y in places]


def _labels(scene: Scene) -> dict[int, Box]:
    """The boxes of the labels, by node; half the width is what the shape keeps free for it."""
    found = {}
    for index, link in enumerate(scene.links):
        width = scene.shapes[index].label_width
        if link and width:
            x, y = link.label
            found[index] = (x - width / 2, y - 6, x + width / 2, y + 6)
    return found


def _overlap(one: Box, other: Box) -> bool:
    across = min(one[2], other[2]) - max(one[0], other[0])
    down = min(one[3], other[3]) - max(one[1], other[1])
    return across > CLOSE and down > CLOSE


def _meets(line: Line, box: Box) -> bool:
    """Whether a straight line enters a box, after Liang and Barsky."""
    (x, y), (to_x, to_y) = line
    enters, leaves = 0.0, 1.0
    for step, room in (
        (x - to_x, x - box[0]), (to_x - x, box[2] - x), (y - to_y, y - box[1]), (to_y - y, box[3] - y),
    ):  # fmt: skip
        if step == 0:
            if room <= CLOSE:
                return False
        elif step < 0:
            enters = max(enters, room / step)
        else:
            leaves = min(leaves, room / step)
    return leaves - enters > CLOSE


def _even(tree: Tree) -> NodeRoom:
    return NodeRoom([1.0] * len(tree), [1.0] * len(tree), BETWEEN_SIBLINGS, BETWEEN_SUBTREES)


def _neighbours(tree: Tree) -> list[tuple[int, int]]:
    rows: dict[int, list[int]] = {}
    for index, depth in enumerate(tree.depths()):
        rows.setdefault(depth, []).append(index)
    return [pair for row in rows.values() for pair in pairwise(row)]


def _random_tree(nodes: int) -> Tree:
    random, builder, depth = Random(nodes), TreeBuilder(), 1
    builder.open(Kind.MAX)
    while len(builder.kinds) < nodes:
        if depth > 1 and random.random() < 0.45:
            builder.leaf(1)
            builder.close()
            depth -= 1
        else:
            builder.open(Kind.MIN)
            depth += 1
    for _ in range(depth):
        builder.leaf(1)
        builder.close()
    return builder.tree()


def _steps(tree: Tree) -> int:
    """How many functions the layout calls: a few for every step along a contour."""
    calls = 0

    def count(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event == "call"

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        middles(tree, _even(tree))
    finally:
        sys.setprofile(before)
    return calls
