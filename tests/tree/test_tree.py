"""Tree and Node: how a tree is walked, compared, written and kept."""

import copy
import pickle
from fractions import Fraction

import pytest
from hypothesis import given

from grader.tree import Kind, Tree, TreeBuilder
from grader.tree.language import parse_tree
from grader.tree.tree_text import LINE_WIDTH
from tests.strategies import trees, written_trees

TEXTBOOK = parse_tree("A = max(a1 -> B = min(3, 12, 8), a2 -> C = min(2, 4, 6), a3 -> D = min(14, 5, 2))")


def test_a_node_is_found_by_name_and_by_index() -> None:
    assert TEXTBOOK["C"] == TEXTBOOK[5]
    assert TEXTBOOK["C"].move == "a2"
    assert TEXTBOOK["C2"].move == "C2"
    assert TEXTBOOK[-1].name == "D3"
    assert len(TEXTBOOK) == 13


def test_error_no_node_of_that_name() -> None:
    with pytest.raises(KeyError, match="no node is named `C22`; did you mean `C2`"):
        TEXTBOOK["C22"]
    with pytest.raises(KeyError, match="no node is named `quux`"):
        TEXTBOOK["quux"]
    with pytest.raises(IndexError):
        TEXTBOOK[13]


def test_a_tree_is_walked_from_node_to_node() -> None:
    names = [node.name for node in TEXTBOOK.path(TEXTBOOK["C2"])]
    assert names == ["A", "C", "C2"]
    assert [node.name for node in TEXTBOOK.children(TEXTBOOK["C"])] == ["C1", "C2", "C3"]
    assert [node.name for node in TEXTBOOK.subtree(TEXTBOOK["D"])] == ["D", "D1", "D2", "D3"]
    assert TEXTBOOK.parent(TEXTBOOK["C2"]) == TEXTBOOK["C"]
    assert TEXTBOOK.parent(TEXTBOOK.root) is None
    assert TEXTBOOK.depths() == [0, 1, 2, 2, 2, 1, 2, 2, 2, 1, 2, 2, 2]


def test_a_tree_contains_its_nodes_and_their_names() -> None:
    assert TEXTBOOK["C"] in TEXTBOOK
    assert "C" in TEXTBOOK
    assert "E" not in TEXTBOOK
    assert parse_tree("max(4)")["A1"] not in TEXTBOOK


@given(trees(estimates=True))
def test_a_tree_is_written_so_that_it_reads_back(tree: Tree) -> None:
    assert parse_tree(str(tree)) == tree
    assert parse_tree(format(tree)) == tree
    assert hash(parse_tree(str(tree))) == hash(tree)


@given(written_trees())
def test_text_of_any_style_gives_the_tree_that_it_writes(written: tuple[str, Tree]) -> None:
    text, tree = written
    assert parse_tree(text) == tree


@given(trees(estimates=True))
def test_names_are_unique_and_do_not_change_on_the_way_through_text(tree: Tree) -> None:
    assert len(set(tree.names)) == len(tree)
    assert parse_tree(str(tree)).names == tree.names


@given(trees())
def test_a_copy_is_the_same_tree(tree: Tree) -> None:
    again = pickle.loads(pickle.dumps(tree))  # noqa: S301 - our own bytes
    assert again == copy.deepcopy(tree) == copy.copy(tree) == tree
    assert list(again) == list(tree)


def test_trees_differ_in_anything_that_the_text_says() -> None:
    texts = [
        "max(3)",
        "min(3)",
        "max(4)",
        "max(B = 3)",
        "max(a -> 3)",
        "max~1(3)",
        "max{a=1}(3)",
        "max(3, 3)",
        "3",
    ]
    assert len(set(map(parse_tree, texts))) == len(texts)
    assert parse_tree("3") != "3"


def test_the_same_tree_from_another_place_is_equal() -> None:
    assert parse_tree("max(3, 4)") == parse_tree("# a comment\nmax( 3 , 4 )")


def test_repr_is_a_call_that_parses_back() -> None:
    assert repr(parse_tree("max(3, a->4)")) == "parse_tree('max(3, a -> 4)')"


def test_a_short_tree_is_laid_out_on_one_line() -> None:
    assert format(parse_tree("max(min(3, 12), 4)")) == "max(min(3, 12), 4)"
    assert f"{parse_tree('max(3)'):>8}" == "  max(3)"


def test_a_long_tree_is_laid_out_over_lines_as_a_person_would() -> None:
    leaf_names = ", ".join(f"a_rather_long_name_{number} = {number}" for number in range(4))
    tree = parse_tree(f"A = max(a1 -> B = min(3, 12, 8), a2 -> C = min({leaf_names}))")
    assert format(tree) == (
        "A = max(\n"
        "  a1 -> B = min(3, 12, 8),\n"
        "  a2 -> C = min(\n"
        "    a_rather_long_name_0 = 0,\n"
        "    a_rather_long_name_1 = 1,\n"
        "    a_rather_long_name_2 = 2,\n"
        "    a_rather_long_name_3 = 3,\n"
        "  ),\n"
        ")"
    )


@given(trees())
def test_a_layout_breaks_lines_only_where_it_must(tree: Tree) -> None:
    lines = format(tree).split("\n")
    assert len(lines) == 1 or len(str(tree).encode()) > LINE_WIDTH // 4


def chain(depth: int) -> str:
    return "max(min(" * (depth // 2) + "3" + "))" * (depth // 2)


@pytest.mark.parametrize("depth", [10_000, pytest.param(100_000, marks=pytest.mark.slow)])
def test_a_tree_of_many_levels_is_just_a_tree(depth: int) -> None:
    tree = parse_tree(chain(depth))
    assert len(tree) == depth + 1
    assert parse_tree(str(tree)) == tree
    assert parse_tree(format(tree)) == tree
    assert pickle.loads(pickle.dumps(tree)) == copy.deepcopy(tree) == tree  # noqa: S301 - our own bytes
    assert hash(copy.copy(tree)) == hash(tree)
    assert len(tree.path(tree[-1])) == depth + 1
    assert repr(tree).endswith("')")
    assert tree.depths()[-1] == depth


def test_a_builder_makes_a_tree_from_the_top_down() -> None:
    builder = TreeBuilder()
    builder.open(Kind.MAX)
    builder.leaf(3, label="left")
    builder.open(Kind.MIN, label="right", estimate=2)
    builder.leaf(4, name="x")
    builder.close()
    builder.close()
    assert builder.tree() == parse_tree("max(left -> 3, right -> min~2(x = 4))")
    assert builder.tree().span(0) is None


def test_a_node_of_a_text_knows_where_it_stands() -> None:
    text = 'max(a -> "b c" = min~5(3), [4], {m=1})'
    tree = parse_tree(text)
    spans = [tree.span(index) for index in range(len(tree))]
    assert [text[span.start : span.end] for span in spans if span] == ["max", "min", "3", "[", "4", "{"]


@pytest.mark.parametrize("count", [100_000, pytest.param(1_000_000, marks=pytest.mark.slow)])
def test_very_many_nodes_are_just_a_tree(count: int) -> None:
    builder = TreeBuilder()
    builder.open(Kind.MAX)
    for utility in range(1, count):
        builder.leaf(utility)
    builder.close()
    tree = builder.tree()
    assert len(tree) == count
    assert pickle.loads(pickle.dumps(tree)) == copy.deepcopy(tree) == tree  # noqa: S301 - our own bytes
    assert hash(copy.copy(tree)) == hash(tree)
    assert str(tree).endswith(f", {count - 2}, {count - 1})")
    assert tree[tree.names[-1]] == tree[-1]


def test_a_tree_can_leave_out_what_only_a_depth_needs() -> None:
    tree = parse_tree("max~1(a -> B = min{m=1}(3, {m=2}), 4)")
    assert tree.without_evaluations() == parse_tree("max(a -> B = min(3, {m=2}), 4)")


def test_numbers_are_shown_as_the_text_of_the_tree_writes_them() -> None:
    half = Fraction(1, 2)
    assert parse_tree("max(1/2, 3)").pretty(half) == "1/2"
    assert parse_tree("max(0.5, 3)").pretty(half) == "0.5"
    assert parse_tree('max("1.5" -> 1/2, 3) # 0.5').pretty(half) == "1/2"
    assert TreeBuilder(kinds=[Kind.LEAF]).tree().pretty(half) == "1/2"


def test_a_tree_is_written_with_the_decimals_of_its_author() -> None:
    for text in ("A = max(0.5, B = min(1/3, 2), inf)", "max(1/2, 3)", "max(3.0, 4.0)"):
        assert parse_tree(text).text == text
    assert parse_tree("max(3.50, 7/2)").text == "max(3.5, 3.5)"


def test_a_tree_can_have_other_numbers_at_some_leaves() -> None:
    tree = parse_tree("max(a -> B = min(3, {m=2}), 4)")
    assert tree.with_utilities({2: 7, 3: 8}) == parse_tree("max(a -> B = min(7, 8), 4)")
