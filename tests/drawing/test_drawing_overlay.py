"""What is laid over the drawing of a tree, and the room that is kept for it."""

from __future__ import annotations

from itertools import pairwise
from xml.etree import ElementTree

import pytest

from grader.drawing.captions import text_width
from grader.drawing.marks import Marks, Space, marks_of
from grader.drawing.picture import picture
from grader.drawing.scene import SMALL_SIZE, Scene, compose
from grader.drawing.svg_overlay import Pill, draw_pill, draw_solved, layer, pill_width
from grader.solving import solve
from grader.tree import Kind, Tree
from grader.tree.language import parse_tree

TREE = parse_tree("A = max(a1 -> B = min(3, 12, 8), a2 -> C = min(2, 4, 6), a3 -> D = min(14, 5, 2))")
DENSE = parse_tree("max(" + ", ".join(["min(" + ", ".join(["max(12, -18, 7)"] * 3) + ")"] * 3) + ")")
NAMED = parse_tree(
    "一個很長的根節點 = max(左邊也很長的節點 = min(3, 12), a_rather_long_name = min(1/2, 7/3), 右 = 6)"
)


def parsed(drawn: str) -> ElementTree.Element:
    return ElementTree.fromstring(drawn)  # noqa: S314 - our own drawing


def spacious(tree: Tree, lines: tuple[float, ...] = (60.0, 60.0)) -> Scene:
    return compose(tree, Marks(space={index: Space(20.0, lines) for index in range(len(tree))}))


def boxes(scene: Scene) -> list[tuple[float, float, float, float]]:
    """All that belongs to each node, with the room that is kept free: left, top, right, bottom."""
    return [
        (x - shape.left, y, x + shape.right, y + shape.total_height)
        for shape, x, y in zip(scene.shapes, scene.across, scene.down, strict=True)
    ]


@pytest.mark.parametrize("tree", [TREE, DENSE, NAMED], ids=["small", "dense", "long names"])
def test_nothing_overlaps_where_room_is_kept_at_every_node(tree: Tree) -> None:
    found = boxes(spacious(tree))
    for place, (left, top, right, bottom) in enumerate(found):
        for other in found[place + 1 :]:
            assert right <= other[0] + 1 or other[2] <= left + 1 or bottom <= other[1] or other[3] <= top


@pytest.mark.parametrize("tree", [TREE, DENSE, NAMED], ids=["small", "dense", "long names"])
@pytest.mark.parametrize("text", ["7", "−1234567890123456789"], ids=["short", "too long"])
def test_a_pill_stays_within_the_room_that_is_kept_for_it(tree: Tree, text: str) -> None:
    scene = spacious(tree)
    for index, (left, top, right, bottom) in enumerate(boxes(scene)):
        drawn = parsed(draw_pill(scene, Pill(index, "wrong", "✗", text, expected=text)))
        box = drawn.find("rect")
        assert box is not None
        x, y, wide = (float(box.attrib[name]) for name in ("x", "y", "width"))
        high = 14  # by the style
        assert left - 0.1 <= x
        assert x + wide <= right + 0.1
        assert top <= y
        assert y + high <= bottom + 1


def test_a_text_that_is_too_long_is_cut_and_says_so() -> None:
    drawn = draw_pill(spacious(TREE), Pill(1, "wrong", "✗", "123456789012345"))
    (words,) = parsed(drawn).iter("text")
    assert (words.text or "").startswith("✗ 1")
    assert (words.text or "").endswith("…")
    assert text_width(words.text or "", SMALL_SIZE) <= 60


def test_what_is_right_stands_below_what_is_not() -> None:
    drawn = draw_pill(spacious(TREE), Pill(1, "wrong", "✗", "5", expected="3"))
    given, expected = parsed(drawn).iter("text")
    assert (given.text, expected.text) == ("✗ 5", "→ 3")
    assert float(given.attrib["y"]) < float(expected.attrib["y"])


def test_there_is_no_pill_where_no_room_was_kept() -> None:
    drawn = parsed(draw_pill(compose(TREE, Marks()), Pill(1, "right", "✓", "3")))
    assert list(drawn) == []


CLAIMS = {
    "a struck leaf": (Pill(2, "right", "✓", drawn="struck"), "strike"),
    "a struck inner node": (Pill(1, "right", "✓", drawn="struck"), "strike"),
    "a way that is taken": (Pill(1, "right", "✓", on_edge=True, drawn="way"), "way"),
    "a skipped edge": (Pill(2, "wrong", "✗", on_edge=True, drawn="skipped"), "skipped"),
}


@pytest.mark.parametrize(("pill", "style"), CLAIMS.values(), ids=CLAIMS)
def test_a_claim_is_drawn_by_its_own_stroke(pill: Pill, style: str) -> None:
    drawn = parsed(draw_pill(spacious(TREE), pill))
    assert drawn.get("class") == f"pill pill-{pill.verdict} n{pill.index}"
    assert [path.get("class") for path in drawn.iter("path")] == [style]


def test_the_root_has_no_edge_to_mark() -> None:
    drawn = parsed(draw_pill(spacious(TREE), Pill(0, "wrong", "✗", on_edge=True, drawn="way")))
    assert list(drawn) == []


def test_a_way_along_a_bar_goes_all_the_way() -> None:
    tree = parse_tree("max(" + ", ".join(f"move{number} -> {number}" for number in range(30)) + ")")
    scene = spacious(tree, (20.0,))
    assert scene.bars
    (way,) = parsed(draw_pill(scene, Pill(30, "right", "✓", on_edge=True, drawn="way"))).iter("path")
    assert way.attrib["d"].startswith(f"M{scene.across[0]:.0f} ")


def test_a_solution_is_laid_over_a_drawing_without_it() -> None:
    solution = solve(TREE)
    drawn = parsed(draw_solved(spacious(TREE), marks_of(solution)))
    assert [path.get("class") for path in drawn.iter("path")] == ["veil", "cut", "best"]
    assert [text.text for text in drawn.iter("text")] == ["3", "3", "≤ 2", "2"]


def test_a_solution_without_cuts_has_nothing_to_dim() -> None:
    tree = parse_tree("max(3, 5)")
    drawn = parsed(draw_solved(spacious(tree), marks_of(solve(tree))))
    assert [path.get("class") for path in drawn.iter("path")] == ["best"]


def test_pills_make_one_layer() -> None:
    assert layer(["<a/>", "<b/>"]) == '<g class="laid"><a/><b/></g>'


def test_a_sign_alone_needs_less_room_than_one_with_a_text() -> None:
    assert pill_width() < pill_width("3") < pill_width("3", "[−∞, 12]")


def test_a_picture_without_names_has_the_same_shapes_and_texts() -> None:
    named, short = (parsed(f"<g>{picture(TREE, named=named).content}</g>") for named in (True, False))
    assert [text.text for text in short.iter("text")] == [text.text for text in named.iter("text")]
    assert len([part for part in short if part.get("transform")]) == len(TREE)
    assert "data-" not in picture(TREE, named=False).content


def test_a_picture_without_names_draws_what_edges_share_once() -> None:
    (first, *_) = parsed(f"<g>{picture(DENSE, named=False).content}</g>")
    moves = [line.split("L") for line in first.attrib["d"].split("M")[1:]]
    steps = [(start, end) for line in moves for start, end in pairwise(line)]
    assert len(steps) == len(set(steps))


def test_marked_edges_stay_apart_in_a_picture_without_names() -> None:
    marks = marks_of(solve(TREE))
    content = parsed(f"<g>{picture(TREE, marks, named=False).content}</g>")
    assert [part.get("class") for part in content.iter("g") if "tree-cut" in (part.get("class") or "")] == [
        "tree-edge tree-cut",
        "tree-edge tree-cut",
    ]


def test_room_is_kept_beside_inner_nodes_and_below_leaves() -> None:
    plain, roomy = compose(TREE, Marks()), spacious(TREE)
    for index, kind in enumerate(TREE.kinds):
        before, after = plain.shapes[index], roomy.shapes[index]
        if kind is Kind.LEAF:
            assert after.total_height == before.total_height + 32
            assert after.left == 30
        else:
            assert after.right == after.side + 60
