"""Several players: what max^n gives is what the plainest recursion gives, and nothing is pruned."""

import pytest
from hypothesis import given, settings

from grader.exchange.trees.efg_reader import read_efg_game
from grader.exchange.trees.efg_writer import write_efg
from grader.exchange.trees.json_tree import read_json_tree, write_json_tree
from grader.rule import Rule
from grader.rule.rule_fields import BestWord, OrderWord
from grader.solving import solve
from grader.text.numbers import Number
from grader.text.source import InputError, Source
from grader.tree import Kind, Tree
from grader.tree.language import parse_tree
from grader.tree.language.formatted_text import format_text
from tests.player_trees import plain_max_n, player_trees

# Russell and Norvig's figure of three players: each node is labelled with its values for A, B and C.
TEXTBOOK = """
p1(p2(p3((1, 2, 6), (4, 2, 3)), p3((6, 1, 2), (7, 4, 1))),
   p2(p3((5, 1, 1), (1, 5, 2)), p3((7, 7, 1), (5, 4, 5))))
"""


def test_the_textbooks_tree_of_three_players() -> None:
    solution = solve(parse_tree(TEXTBOOK))
    assert [solution.values[name] for name in "DEFG"] == [(1, 2, 6), (6, 1, 2), (1, 5, 2), (5, 4, 5)]
    assert list(map(solution.values.get, "ABC")) == [(1, 2, 6), (1, 2, 6), (1, 5, 2)]
    assert solution.best_moves == ("B",)
    assert solution.line == ("A", "B", "D", "D1")


@settings(max_examples=4 * settings().max_examples)
@given(player_trees())
def test_the_values_are_those_of_the_plainest_recursion(tree: Tree) -> None:
    orders: tuple[OrderWord, ...] = ("left-to-right", "right-to-left")
    bests: tuple[BestWord, ...] = ("first", "last")
    for order in orders:
        for best in bests:
            solution = solve(tree, Rule(best=best, order=order))
            expected = plain_max_n(tree, last=best == "last", mirrored=order == "right-to-left")
            assert dict(solution.values) == expected


@settings(max_examples=2 * settings().max_examples)
@given(player_trees())
def test_the_best_move_and_the_line_lead_to_what_the_root_is_worth(tree: Tree) -> None:
    solution = solve(tree)
    children = {child.move: child.name for child in tree.children(tree.root)}
    assert solution.values[children[solution.best_moves[0]]] == solution.value
    assert solution.values[solution.line[-1]] == solution.value
    assert tree[solution.line[-1]].kind in (Kind.LEAF, Kind.CHANCE)


@settings(max_examples=2 * settings().max_examples)
@given(player_trees())
def test_nothing_is_pruned(tree: Tree) -> None:
    solution = solve(tree)
    assert (solution.pruned, solution.cutoffs) == ((), ())
    assert sorted(solution.visited) == sorted(tree.names)


def equally_good(tree: Tree, name: str, values: dict[str, tuple[Number, ...]]) -> set[tuple[Number, ...]]:
    """What the children are worth to everybody among which the player at a node may choose."""
    player, below = tree[name].kind.number - 1, [values[child.name] for child in tree.children(tree[name])]
    return {worth for worth in below if worth[player] == max(other[player] for other in below)}


@settings(max_examples=2 * settings().max_examples)
@given(player_trees())
def test_any_of_equals_will_do_only_where_nobody_else_cares(tree: Tree) -> None:
    values = plain_max_n(tree)
    if all(len(equally_good(tree, name, values)) == 1 for name in tree.names if tree[name].kind.is_player):
        assert dict(solve(tree, Rule(best="any")).values) == values
    else:
        with pytest.raises(InputError, match="may take"):
            solve(tree, Rule(best="any"))


@settings(max_examples=2 * settings().max_examples)
@given(player_trees())
def test_a_tree_is_written_and_read_in_every_way(tree: Tree) -> None:
    assert parse_tree(str(tree)) == tree
    assert parse_tree(format_text(Source(f"{tree:}"))) == tree
    assert read_json_tree(Source(write_json_tree(tree))) == tree
    game = read_efg_game(Source(write_efg(tree))).tree
    if game.players:  # else it is between two, of whom one gets what the other loses
        assert dict(solve(game).values).keys() == dict(solve(tree).values).keys()
        assert solve(game).value == solve(tree).value
    else:
        assert solve(game).value == solve(tree).value[0]  # type: ignore[index]


def test_error_where_a_tie_changes_what_others_get() -> None:
    with pytest.raises(InputError) as caught:
        solve(parse_tree("p1(B = p2((1, 4), (3, 4)), (2, 2))"), Rule(best="any"))
    assert str(caught.value).splitlines() == [
        "<tree>:1:8: error: at `B` p2 may take `B1` or `B2`, so it is worth (1, 4) or (3, 4)",
        "   1 | p1(B = p2((1, 4), (3, 4)), (2, 2))",
        "     |        ^^",
        "     = hint: say which one with `best: first` or `best: last` in the rule, or change a leaf",
    ]


def test_error_where_the_depth_ends_above_a_leaf() -> None:
    with pytest.raises(InputError, match="several players have no static evaluation"):
        solve(parse_tree("p1(p2((1, 4), (3, 4)), (2, 2))"), Rule(depth=1))


def test_error_where_a_utility_lies_outside_of_its_bounds() -> None:
    with pytest.raises(InputError, match="the leaf `A1` is \\(1, 40\\)"):
        solve(parse_tree("p1((1, 40), (2, 2))"), Rule(utilities=(0, 10)))


def test_no_leaf_of_several_players_is_checked_by_infinities() -> None:
    solution = solve(parse_tree("p1((1, 4), (2, 2))"))
    with pytest.raises(ValueError, match="several players"):
        solution.sanity("A1")
    with pytest.raises(LookupError):
        _ = solution.irrelevant
    assert solution.steps == ()


def test_the_solution_as_json_has_lists() -> None:
    record = solve(parse_tree("p1(p2((1, 4), (3, 4)), chance((2, 2), (3, 3)))")).to_dict()
    assert record["value"] == ["5/2", "5/2"]
    assert record["pruned"] == []
