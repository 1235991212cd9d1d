"""Plain text: top-down where it fits, sideways where it does not, in line with wide characters."""

from __future__ import annotations

from itertools import pairwise
from textwrap import dedent

import pytest
from hypothesis import given

from grader.drawing import Marks, draw_text
from grader.text.columns import width
from grader.tree import Tree
from grader.tree.language import parse_tree
from tests.strategies import trees

SOLVED = Marks(
    values={0: "3", 1: "3", 4: "≤ 2"},
    windows={4: ("3", "∞")},
    cut=frozenset({6}),
    faded=frozenset({6, 7, 8}),
    line=frozenset({0, 1, 2}),
    changed={5: "was 5"},
)
UPWARDS = "│┴┼└┘├┤"
SOLVED_TREE = parse_tree("max(a1 -> min(3, 12), a2 -> min(2, max(4, 6)))")

DRAWINGS = {
    "a leaf": ("7", """\
        7
        A
        """),
    "one child": ("max(min(7))", """\
        ▲ A
         │
        ▼ B
         │
         7
         B1
        """),
    "the textbook's tree": ("max(a1 -> min(3, 12, 8), a2 -> min(2, 4, 6), a3 -> min(14, 5, 2))", """\
                        ▲ A
            ┌────────────┼────────────┐
            a1           a2           a3
           ▼ B          ▼ C          ▼ D
        ┌───┼───┐    ┌───┼───┐    ┌───┼───┐
        3   12  8    2   4   6    14  5   2
        B1  B2  B3   C1  C2  C3   D1  D2  D3
        """),
    "a leaf beside an inner node": ("max(1, min(2, 3))", """\
         ▲ A
        ┌─┴──┐
        1   ▼ B
        A1   │
           ┌─┴─┐
           2   3
           B1  B2
        """),
    "chance": ("chance(1/3 heads -> -7/2, 2/3 tails -> inf)", """\
                ● A
            ┌────┴─────┐
        1/3 heads  2/3 tails
           −7/2        ∞
            A1         A2
        """),
    "evaluations": ("max~5(min{mobility=3}({a=1, b=2}, 4), ?x, _)", """\
                 ▲ A
                  ~5
            ┌─────┴─┬───┐
           ▼ B      ?x  _
        mobility=3  A2  A3
          ┌─┴─┐
         a=1  4
         b=2  B2
          B1
        """),
    "wide characters": ("先手 = max(歩を進める -> 後手 = min(勝ち = 1, -1), 王手 -> 3)", """\
               ▲ 先手
            ┌────┴────┐
        歩を進める   王手
          ▼ 後手      3
            │       先手2
         ┌──┴───┐
         1      −1
        勝ち  後手2
        """),
}  # fmt: skip


@pytest.mark.parametrize(("text", "drawing"), DRAWINGS.values(), ids=DRAWINGS)
def test_a_tree_is_drawn_from_the_top_down(text: str, drawing: str) -> None:
    assert draw_text(parse_tree(text)) == dedent(drawing)


def test_a_tree_too_wide_is_drawn_sideways() -> None:
    tree = parse_tree("max~5(a1 -> min{mobility=3}({a=1, b=2}, 4), a2 -> chance(1/2 -> -7/2, 1/2 -> ?x))")
    assert draw_text(tree, width=10) == dedent("""\
        ▲ A ~5
        ├── a1 → ▼ B {mobility=3}
        │   ├── B1 {a=1, b=2}
        │   └── B2 = 4
        └── a2 → ● C
            ├── 1/2 → C1 = −7/2
            └── 1/2 → C2 = ?x
        """)


def test_marks_are_drawn_from_the_top_down() -> None:
    assert draw_text(SOLVED_TREE, SOLVED) == dedent("""\
              ▲ A = 3
           ┏━━━━━┹─────┐
           a1          a2
        ▼ B = 3     ▼ C ≤ 2
           ┃         [3, ∞]
         ┏━┹─┐      ┌──┴───┐
         ┃   │      │      ✂
         3   12     2    (▲ D)
         B1  B2     C1     │
                  was 5    │
                        ┌──┴─┐
                       (4)  (6)
                        D1   D2

        ━ best line, ✂ cut off, (…) pruned
        """)


def test_marks_are_drawn_sideways() -> None:
    assert draw_text(SOLVED_TREE, SOLVED, width=10) == dedent("""\
        ▲ A = 3
        ┡━━ a1 → ▼ B = 3
        │   ┡━━ B1 = 3
        │   └── B2 = 12
        └── a2 → ▼ C ≤ 2 [3, ∞]
            ├── C1 = 2 (was 5)
            └─✂ ▲ D (pruned)
                ├── D1 = 4 (pruned)
                └── D2 = 6 (pruned)

        ━ best line, ✂ cut off
        """)


def test_the_best_line_passes_its_earlier_siblings_sideways() -> None:
    tree = parse_tree("max(min(1, 2), min(3, 4), 0)")
    marks = Marks(line=frozenset({0, 4, 6}))
    assert draw_text(tree, marks, width=5) == dedent("""\
        ▲ A
        ┠── ▼ B
        ┃   ├── B1 = 1
        ┃   └── B2 = 2
        ┡━━ ▼ C
        │   ┠── C1 = 3
        │   ┗━━ C2 = 4
        └── A3 = 0

        ━ best line
        """)


def test_a_line_that_cannot_be_indented_says_its_depth() -> None:
    tree = parse_tree("max(0, " * 30 + "1" + ")" * 30)
    last = draw_text(tree, width=20).splitlines()[-1]
    assert last == "    " * 19 + "└── depth 30: AD2 = 1"


def test_controls_in_names_do_nothing() -> None:
    drawing = draw_text(parse_tree(r'"\u001b[31m red\n" = max("\u202e" -> 1)'))
    assert "\x1b" not in drawing
    assert "\u202e" not in drawing
    assert drawing.startswith("▲ ␛[31m red␊\n")


@given(trees(estimates=True))
def test_no_line_is_wider_than_asked_for_from_the_top_down(tree: Tree) -> None:
    lines = draw_text(tree, width=60).splitlines()
    if not any("── " in line for line in lines):
        assert max(map(width, lines)) <= 60


@given(trees(estimates=True, decorated=False))
def test_sideways_has_one_line_for_each_node_in_order(tree: Tree) -> None:
    lines = draw_text(tree, width=0).splitlines()
    assert [name in line for name, line in zip(tree.names, lines, strict=True)] == [True] * len(tree)


@given(trees(decorated=False))
def test_every_line_upwards_meets_a_line_or_a_node(tree: Tree) -> None:
    lines = draw_text(tree, width=10_000).splitlines()
    for above, below in pairwise(lines):
        padded = above.ljust(len(below))
        columns = [column for column, sign in enumerate(below) if sign in UPWARDS]
        assert all(padded[max(column - 1, 0) : column + 2].strip() for column in columns)
