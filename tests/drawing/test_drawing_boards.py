"""Boards of a game's positions: legible at every node, and about sixty of them on a page."""

from __future__ import annotations

import pytest

from grader.drawing.board_picture import board_size
from grader.drawing.marks import Marks
from grader.drawing.picture import Picture, fits_on_paper, picture
from grader.drawing.scene import compose
from grader.drawing.svg_drawing import draw_svg
from grader.games import unfold
from grader.problems import load_problems
from grader.text.source import Source
from grader.tree import Tree
from grader.tree.node import Kind

GAMES = {
    "connect-four": ("connect-four", None, 2, 57),
    "tic-tac-toe": ("tic-tac-toe", ".XO X.X .O.", None, 47),
}
SET = """\
set: s
problems:
  - id: p
    tree: {{game: tic-tac-toe, position: ".XO X.X OXO"}}
    rule: {{{rule}}}
    questions: [{{ask: value{asked}}}]
"""


def tree_of(name: str, position: str | None, depth: int | None) -> Tree:
    """The positions, all of them with a number at the leaves, as a search draws them."""
    tree = unfold(name, position, depth=depth).without_evaluations()
    return tree.with_utilities({leaf.index: 1 for leaf in tree.leaves})


@pytest.mark.parametrize("name", GAMES)
def test_about_sixty_positions_stand_on_one_page_and_can_be_read(name: str) -> None:
    game, position, depth, nodes = GAMES[name]
    drawn = picture(tree_of(game, position, depth))
    assert len(drawn.tree) == nodes
    assert fits_on_paper(drawn)
    assert len(drawn.paper) <= 1  # whole, or turned
    for cells in drawn.tree.boards:
        assert min(board_size(cells)[0] / len(cells[0]), board_size(cells)[1] / len(cells)) >= 8


@pytest.mark.parametrize("name", GAMES)
def test_no_board_lies_over_another_or_outside_the_picture(name: str) -> None:
    game, position, depth, _ = GAMES[name]
    boxes = board_boxes(picture(tree_of(game, position, depth)))
    for place, (left, top, right, foot) in enumerate(boxes):
        for other in boxes[place + 1 :]:
            assert left >= other[2] or right <= other[0] or top >= other[3] or foot <= other[1]


def board_boxes(drawn: Picture) -> list[tuple[float, float, float, float]]:
    scene = drawn.scene
    found = []
    for shape, across, down in zip(scene.shapes, scene.across, scene.down, strict=True):
        wide, high = board_size(shape.caption.board)
        box = (across - wide / 2, down + shape.board_top, across + wide / 2, down + shape.board_top + high)
        assert min(box) >= 0
        assert box[2] <= scene.width
        assert box[3] <= scene.height
        found.append(box)
    return found


def test_only_wide_boards_of_leaves_are_staggered_and_a_line_leads_to_those_that_are_lower() -> None:
    four, three = tree_of("connect-four", None, 2), tree_of("tic-tac-toe", ".XO X.X .O.", None)
    shapes = compose(four, Marks()).shapes
    lower = [bool(shape.drop) for shape in shapes if shape.caption.kind is Kind.LEAF]
    assert lower == [place % 2 == 1 for place in range(49)]
    assert draw_svg(four).count('"tree-lead"') == 24
    assert all(shape.drop is None for shape in compose(three, Marks()).shapes)


@pytest.mark.parametrize(
    ("rule", "asked", "shows"),
    [("", "", False), ("depth: 1", "", True), ("depth: 9", "", False), ("", ", depths: [1, 2]", True)],
)
def test_positions_are_weighed_in_the_drawing_only_where_a_search_may_end(
    rule: str, asked: str, shows: bool
) -> None:
    weights = ", evaluation: {lines_of_2: 1, lines_of_1: 1}"
    text = SET.format(rule=f"{rule}{weights}".removeprefix(", "), asked=asked)
    problem = load_problems(Source(text, "set.yaml")).problems[0]
    assert ("lines_of_2" in draw_svg(problem.shown_tree())) == shows
