"""Every form of a drawing: chosen by name, of any tree, with nothing recursive; and the outline."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from grader.drawing import FORMS, Marks, draw
from grader.drawing.marks import marks_of
from grader.drawing.svg_drawing import describe, title
from grader.solving import solve
from grader.tree import Kind, Tree, TreeBuilder
from grader.tree.language import parse_tree
from tests.strategies import trees

DEEP = [10_000, pytest.param(100_000, marks=pytest.mark.slow)]
WIDE = 10_000


def test_a_drawing_is_text_unless_another_form_is_asked_for() -> None:
    tree = parse_tree("max(1, 2)")
    assert draw(tree) == draw(tree, "text")


def test_an_unknown_form_is_answered_with_the_forms_there_are() -> None:
    with pytest.raises(ValueError, match="`pdf`; choose one of text, svg, tikz, outline"):
        draw(parse_tree("1"), "pdf")


@pytest.mark.parametrize("form", FORMS)
def test_a_solution_is_drawn_with_what_its_search_found(form: str) -> None:
    solution = solve(parse_tree("max~1(min{m=2}(3, 12), min(2, 4))"))
    assert draw(solution, form) == draw(parse_tree("max(min(3, 12), min(2, 4))"), form, marks_of(solution))


WRONG_TYPES = {
    "text": ("max(3)", "a Tree or a Solution can be drawn, not str; `parse_tree` makes a tree from text"),
    "a number": (3, "a Tree or a Solution can be drawn, not int"),
}


@pytest.mark.parametrize(("given", "message"), WRONG_TYPES.values(), ids=WRONG_TYPES)
def test_error_what_cannot_be_drawn(given: Any, message: str) -> None:
    with pytest.raises(TypeError) as caught:
        draw(given)
    assert str(caught.value) == message


@pytest.mark.parametrize("form", FORMS)
def test_numbers_are_drawn_as_decimals_where_the_author_writes_decimals(form: str) -> None:
    drawing = draw(parse_tree("chance~2.50(0.5 -> 1/8, 1/2 -> {m=-.75}) # 1/3"), form)
    assert all(number in drawing for number in ("0.5", "0.125", "2.5", "0.75"))
    assert "1/8" not in drawing


def test_what_is_nowhere_heavy_needs_no_word_about_it() -> None:
    alone = Marks(line=frozenset([0]))
    tree = parse_tree("chance(3, 4)")
    assert "best line" not in draw(tree, "text", alone).lower()
    assert "best line" not in describe(tree, alone).lower()


@pytest.mark.parametrize("form", FORMS)
@given(tree=trees(estimates=True))
def test_every_form_draws_every_tree_and_ends_with_a_line_break(form: str, tree: Tree) -> None:
    drawing = draw(tree, form)
    assert drawing.endswith("\n")
    assert drawing == draw(tree, form, Marks())


@pytest.mark.parametrize("depth", DEEP)
@pytest.mark.parametrize("form", FORMS)
def test_a_tree_is_drawn_however_deep_it_is(form: str, depth: int) -> None:
    drawing = draw(_chain(depth), form)
    assert len(drawing) < 400 * depth  # a line that grew with the depth would make it square


@pytest.mark.parametrize("depth", DEEP)
@pytest.mark.parametrize("form", FORMS)
def test_a_lopsided_tree_is_drawn_however_deep_it_is(form: str, depth: int) -> None:
    drawing = draw(_chain(depth // 10, leaves=True), form)
    assert len(drawing) < 80 * depth


@pytest.mark.parametrize("form", FORMS)
def test_a_tree_is_drawn_however_wide_it_is(form: str) -> None:
    drawing = draw(_star(WIDE), form)
    assert len(drawing) < 400 * WIDE


def test_the_outline_says_everything_in_words() -> None:
    tree = parse_tree(
        "max~5(a1 -> min{mobility=3, material=-1}(-7/2, ?x), a2 -> chance(1/3 heads -> inf, 2/3 -> _))"
    )
    assert draw(tree, "outline") == (
        "A: Max, static evaluation 5\n"
        "  B: Min, by move a1, mobility 3, material −1\n"
        "    B1: leaf, utility −7/2\n"
        "    B2: leaf, unknown x\n"
        "  C: Chance, by move a2\n"
        "    C1: leaf, with probability 1/3, by move heads, utility ∞\n"
        "    C2: leaf, with probability 2/3, blank\n"
    )


def test_the_outline_says_what_is_marked() -> None:
    tree = parse_tree("max(min(3, 12), min(2, 4))")
    marks = Marks(
        values={0: "3", 1: "3", 4: "≤ 2"},
        windows={4: ("3", "∞")},
        cut=frozenset({6}),
        faded=frozenset({6}),
        line=frozenset({0, 1, 2}),
        changed={5: "was 5"},
    )
    assert draw(tree, "outline", marks) == (
        "A: Max, value 3, on the best line\n"
        "  B: Min, value 3, on the best line\n"
        "    B1: leaf, utility 3, on the best line\n"
        "    B2: leaf, utility 12\n"
        "  C: Min, value ≤ 2, alpha 3, beta ∞\n"
        "    C1: leaf, utility 2, changed: was 5\n"
        "    C2: leaf, utility 4, cut off here, pruned\n"
    )


def test_the_outline_says_how_deep_a_node_is_that_it_cannot_indent() -> None:
    lines = draw(_chain(30), "outline").splitlines()
    assert lines[20].startswith(" " * 40 + "U: Max")
    assert lines[30] == " " * 40 + "AD1: leaf, depth 30, utility 1"


def test_a_description_names_the_root_and_its_children() -> None:
    tree = parse_tree("A = min(B = max(1, 2), C = chance(3, 4), D = 5)")
    assert title(tree) == "Game tree with 8 nodes"
    assert describe(tree, Marks()) == (
        "The root A is a Min node over B (Max), C (Chance), D (leaf). 5 leaves of 8 nodes, depth 2."
    )


def test_a_description_of_a_leaf_is_one_sentence() -> None:
    assert title(parse_tree("7")) == "Game tree with 1 node"
    assert describe(parse_tree("7"), Marks()) == "The tree is the single leaf A."


def test_a_description_says_what_is_marked() -> None:
    tree = parse_tree("max(min(3, 12), min(2, 4))")
    marks = Marks(values={0: "3"}, faded=frozenset({6}), line=frozenset({0, 1, 2}))
    said = describe(tree, marks)
    assert said.endswith("The root's value is 3. Best line: A, B, B1. Pruned: C2.")


def test_a_description_does_not_name_more_than_one_can_listen_to() -> None:
    assert describe(_star(100), Marks()).count("(leaf)") == 12
    assert "88 more" in describe(_star(100), Marks())


def _chain(depth: int, *, leaves: bool = False) -> Tree:
    builder = TreeBuilder()
    for level in range(depth):
        builder.open(Kind.MIN if level % 2 else Kind.MAX)
        if leaves:
            builder.leaf(level)
    builder.leaf(1)
    for _ in range(depth):
        builder.close()
    return builder.tree()


def _star(children: int) -> Tree:
    builder = TreeBuilder()
    builder.open(Kind.MAX)
    for utility in range(children):
        builder.leaf(utility)
    builder.close()
    return builder.tree()
