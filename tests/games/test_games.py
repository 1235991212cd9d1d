"""Games unfold into the trees that are known of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, reduce
from itertools import combinations_with_replacement
from operator import xor
from typing import Self

import pytest

from grader.games import GAMES, Game, GameError, ToMoveError, find_game, unfold
from grader.text.numbers import Number
from grader.tree import Tree
from grader.tree.language import parse_tree
from grader.tree.node import Features, Kind


def values(tree: Tree, weights: dict[str, Number] | None = None) -> list[Number]:
    """Minimax values in one sweep from the last node to the first."""
    found: list[Number] = [0] * len(tree)
    for index in range(len(tree) - 1, -1, -1):
        children = tree.child_indexes(index)
        match tree.kinds[index]:
            case Kind.MAX:
                found[index] = max(found[child] for child in children)
            case Kind.MIN:
                found[index] = min(found[child] for child in children)
            case Kind.CHANCE:
                found[index] = sum(known(tree.probabilities[child]) * found[child] for child in children)
            case Kind.LEAF:
                found[index] = worth(tree, index, weights or {})
    return found


def worth(tree: Tree, index: int, weights: dict[str, Number]) -> Number:
    features = tree.features[index]
    if features is not None:
        return sum(weights.get(name, 0) * number for name, number in features)
    utility = tree.utilities[index]
    assert isinstance(utility, int | Fraction)
    return utility


def known(number: Number | None) -> Number:
    assert number is not None
    return number


@pytest.fixture(scope="module")
def tic_tac_toe() -> Tree:
    return unfold("tic-tac-toe")


def test_tic_tac_toe_has_as_many_nodes_as_everybody_counts(tic_tac_toe: Tree) -> None:
    assert len(tic_tac_toe) == 549_946


def test_tic_tac_toe_has_as_many_games_of_each_outcome_as_everybody_counts(tic_tac_toe: Tree) -> None:
    outcomes = Counter(tic_tac_toe.utilities)
    del outcomes[None]
    assert outcomes == {1: 131_184, -1: 77_904, 0: 46_080}
    assert outcomes.total() == 255_168


def test_tic_tac_toe_is_a_draw_whatever_x_plays_first(tic_tac_toe: Tree) -> None:
    found = values(tic_tac_toe)
    assert [found[index] for index in (0, *tic_tac_toe.child_indexes(0))] == [0] * 10


def test_x_begins_and_moves_are_cells_in_reading_order(tic_tac_toe: Tree) -> None:
    assert tic_tac_toe.kinds[0] is Kind.MAX
    moves = [tic_tac_toe.labels[child] for child in tic_tac_toe.child_indexes(0)]
    assert moves == ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"]


def test_a_tree_begins_at_the_given_position() -> None:
    tree = unfold("tic-tac-toe", "XX. OO. ...")
    assert [node.move for node in tree.children(tree.root)] == ["c1", "c2", "a3", "b3", "c3"]
    assert [node.utility for node in tree.children(tree.root)] == [1, None, None, None, None]
    assert values(tree)[0] == 1


def test_a_finished_position_is_a_lone_leaf() -> None:
    tree = unfold("tic-tac-toe", "XXX OO. ...")
    assert (len(tree), tree.root.kind, tree.root.utility, tree.root.features) == (1, Kind.LEAF, 1, None)


def test_a_position_of_the_game_itself_unfolds_like_its_text() -> None:
    game = find_game("tic-tac-toe")
    text = "XOX OXO .X."
    assert unfold(game, game.read(text)) == unfold("tic-tac-toe", text)


def test_error_a_position_of_the_game_itself_already_says_who_moves() -> None:
    game = find_game("nim")
    with pytest.raises(ToMoveError, match="this position already says who is to move"):
        unfold(game, game.read("1 1"), to_move="min")


def test_connect_four_has_a_move_for_each_column_that_is_not_full() -> None:
    tree = unfold("connect-four:3x2:2", "O.. / X..", depth=1)
    assert [node.move for node in tree.children(tree.root)] == ["b", "c"]


SMALL_BOARDS = [
    ("connect-four:4x3:3", ""),
    ("connect-four:3x3:3", ""),
    ("connect-four:3x4:3", "aab"),
    ("connect-four:2x2:2", ""),
    ("connect-four:4x4:4", "abcdabc"),
    ("connect-four:4x4:4", "bbbcdda"),
    ("connect-four:5x4:4", "ccccbbbbaaaa"),
]


@pytest.mark.parametrize(("name", "played"), SMALL_BOARDS, ids=[f"{n} {p}" for n, p in SMALL_BOARDS])
def test_connect_four_agrees_with_a_plain_recursion(name: str, played: str) -> None:
    game = find_game(name)
    position = game.read(game.start)
    for move in played:
        position = game.result(position, move)
    size, length = name.split(":")[1:]
    width, height = map(int, size.split("x"))
    columns = tuple(column_after(played, letter) for letter in "abcdefg"[:width])
    assert values(unfold(game, position))[0] == plain_value(columns, height, int(length))


def column_after(played: str, letter: str) -> str:
    return "".join("XO"[number % 2] for number, move in enumerate(played) if move == letter)


@cache
def plain_value(columns: tuple[str, ...], height: int, length: int) -> int:
    """Connect Four by the book: columns of pieces from the ground up."""
    for side, worth_of_side in (("X", 1), ("O", -1)):
        if plain_win(columns, side, length):
            return worth_of_side
    if all(len(column) == height for column in columns):
        return 0
    side = "XO"[sum(map(len, columns)) % 2]
    results = [
        plain_value((*columns[:at], column + side, *columns[at + 1 :]), height, length)
        for at, column in enumerate(columns)
        if len(column) < height
    ]
    return max(results) if side == "X" else min(results)


def plain_win(columns: tuple[str, ...], side: str, length: int) -> bool:
    held = {
        (at, row) for at, column in enumerate(columns) for row, piece in enumerate(column) if piece == side
    }
    steps = ((1, 0), (0, 1), (1, 1), (1, -1))
    return any(
        all((at + right * step, row + up * step) in held for step in range(length))
        for at, row in held
        for right, up in steps
    )


ALL_HEAPS = [heaps for size in (1, 2, 3) for heaps in combinations_with_replacement(range(4), size)]


@pytest.mark.parametrize("to_move", ["max", "min"])
def test_nim_is_won_by_who_moves_unless_the_nim_sum_is_zero(to_move: str) -> None:
    for heaps in ALL_HEAPS:
        mover_wins = reduce(xor, heaps) != 0
        tree = unfold("nim", " ".join(map(str, heaps)), to_move=to_move)
        assert values(tree)[0] == (1 if mover_wins == (to_move == "max") else -1), heaps


@pytest.mark.parametrize("name", ["nim", "nim:misere"])
def test_the_favour_in_nim_is_the_value_of_every_position(name: str) -> None:
    for heaps in ALL_HEAPS:
        tree = unfold(name, " ".join(map(str, heaps)))
        for value, features in zip(values(tree), tree.features, strict=True):
            assert features is None or features == (("favour", value),), heaps


def test_who_takes_the_last_object_loses_in_misere_play() -> None:
    assert values(unfold("nim:misere", "1")) == [-1, -1]
    assert values(unfold("nim:misere", "2")) == [1, 1, 1, -1]


def test_a_move_in_nim_names_the_heap_and_how_many_are_taken() -> None:
    tree = unfold("nim", "2 0 1", depth=1)
    assert [node.move for node in tree.children(tree.root)] == ["a1", "a2", "c1"]


def test_the_probabilities_under_every_chance_node_add_up_to_one() -> None:
    tree = unfold("2048:2x2", depth=6)
    chance_nodes = [node for node in tree if node.kind is Kind.CHANCE]
    assert chance_nodes
    for node in chance_nodes:
        assert sum(known(child.probability) for child in tree.children(node)) == 1


def test_chance_adds_a_two_nine_times_as_often_as_a_four_in_every_empty_cell() -> None:
    tree = unfold("2048:2x2", "2 . / . 4", to_move="chance", depth=1)
    outcomes = [(node.move, node.probability) for node in tree.children(tree.root)]
    two, four = Fraction(9, 20), Fraction(1, 20)
    assert outcomes == [("two_b1", two), ("four_b1", four), ("two_a2", two), ("four_a2", four)]


def test_2048_begins_with_two_tiles_from_chance() -> None:
    tree = unfold("2048:2x2", depth=2)
    depths = tree.depths()
    assert {kind for kind, depth in zip(tree.kinds, depths, strict=True) if depth < 2} == {Kind.CHANCE}
    weights: dict[str, Number] = {"empty": 1}
    assert values(tree, weights)[0] == 2


def test_2048_is_worked_out_as_by_hand() -> None:
    # Left or right makes a 4. A 2 beside it ends the game with 4 points (9/10); a 4 leaves a full board
    # with 4 points whose largest tile is 16.
    tree = unfold("2048:2x2", "2 2 / 8 16", depth=2)
    assert [node.move for node in tree.children(tree.root)] == ["left", "right"]
    weights: dict[str, Number] = {"score": 1, "largest": Fraction(1, 2)}
    assert values(tree, weights)[0] == Fraction(9, 10) * 4 + Fraction(1, 10) * (4 + 8)


def test_2048_agrees_with_a_plain_recursion() -> None:
    assert values(unfold("2048:2x2", "2 2 / 8 16"))[0] == plain_expectation(((2, 2), (8, 16)))


Rows = tuple[tuple[int, ...], ...]


@cache
def plain_expectation(rows: Rows) -> Fraction:
    """What Max expects to score from here on: rows as tuples, every slide a turned slide to the left."""
    results = []
    for turns in range(4):
        after, gained = plain_slide(turned(rows, turns))
        if after != turned(rows, turns):
            results.append(gained + plain_chance(after))
    return max(results, default=Fraction(0))


def plain_chance(rows: Rows) -> Fraction:
    empty = [(y, x) for y, row in enumerate(rows) for x, tile in enumerate(row) if tile == 0]
    total = Fraction(0)
    for y, x in empty:
        for tile, share in ((2, Fraction(9, 10)), (4, Fraction(1, 10))):
            row = (*rows[y][:x], tile, *rows[y][x + 1 :])
            total += share / len(empty) * plain_expectation((*rows[:y], row, *rows[y + 1 :]))
    return total


def turned(rows: Rows, times: int) -> Rows:
    for _ in range(times):
        rows = tuple(zip(*reversed(rows), strict=True))
    return rows


def plain_slide(rows: Rows) -> tuple[Rows, int]:
    """Rows of two cells, slid to the left."""
    after, gained = [], 0
    for left, right in rows:
        if left == right:
            after.append((left + right, 0))
            gained += left + right
        else:
            after.append((left, right) if left else (right, 0))
    return tuple(after), gained


def test_a_position_at_the_depth_is_a_leaf_with_features() -> None:
    tree = unfold("connect-four", depth=2)
    assert len(tree) == 1 + 7 + 49
    for node in tree.leaves:
        assert node.utility is None
        assert node.features is not None


def test_a_game_that_is_over_at_the_depth_has_its_utility() -> None:
    tree = unfold("tic-tac-toe", "XX. OO. ...", depth=1)
    assert [(node.utility, node.features is None) for node in tree.leaves][:2] == [(1, True), (None, False)]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_inner_node_has_the_features_that_a_leaf_at_a_depth_has(game: type[Game[object]]) -> None:
    shallow, deep = unfold(game.name, depth=2), unfold(game.name, depth=3)
    of_leaves = [node.features for node in shallow.leaves]
    depths = deep.depths()
    assert [node.features for node in deep if depths[node.index] == 2] == of_leaves


def test_depth_zero_leaves_the_root_alone() -> None:
    tree = unfold("nim", depth=0)
    assert (len(tree), tree.root.kind, tree.root.features) == (1, Kind.LEAF, (("favour", -1),))


@dataclass(frozen=True, slots=True)
class Countdown(Game[int]):
    """Max counts down by one until nothing is left."""

    name = "countdown"
    example = "countdown"

    length: int = 100_000

    @classmethod
    def from_options(cls, options: Sequence[str]) -> Self:
        return cls(*map(int, options))

    @property
    def start(self) -> str:
        return str(self.length)

    def read(self, text: str, to_move: str | None = None) -> int:
        return int(text)

    def player(self, position: int) -> Kind:
        return Kind.MAX if position else Kind.LEAF

    def moves(self, position: int) -> Sequence[str]:
        return ("down",)

    def result(self, position: int, move: str) -> int:
        return position - 1

    def utility(self, position: int) -> int:
        return 7

    def features(self, position: int) -> Features:
        return (("left", position),)

    def show(self, position: int) -> str:
        return str(position)


def test_a_game_of_a_hundred_thousand_moves_unfolds() -> None:
    tree = unfold(Countdown())
    assert len(tree) == 100_001
    assert tree.utilities[-1] == 7


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_game_unfolds_from_its_start(game: type[Game[object]]) -> None:
    tree = unfold(game.name, depth=2)
    assert max(tree.depths()) == 2


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_game_is_written_in_the_tree_language_and_read_back(game: type[Game[object]]) -> None:
    tree = unfold(game.name, depth=2)
    assert parse_tree(str(tree)) == tree


def test_error_a_tree_with_too_many_nodes_is_refused_with_the_depth_that_would_do() -> None:
    with pytest.raises(GameError) as caught:
        unfold("connect-four", max_nodes=1000)
    assert caught.value.message == "the tree has more than 1,000 nodes: 1,009 were counted, 4 moves deep"
    assert caught.value.hint == "give a depth of at most 3, or begin at a later position"
    assert caught.value.field == "depth"
    assert len(unfold("connect-four", max_nodes=1000, depth=3)) == 400


def test_a_tree_with_exactly_as_many_nodes_as_allowed_is_unfolded() -> None:
    assert len(unfold("connect-four", max_nodes=57, depth=2)) == 57


def test_error_a_depth_below_zero_is_refused() -> None:
    with pytest.raises(GameError) as caught:
        unfold("nim", depth=-1)
    assert (caught.value.message, caught.value.field) == ("the depth -1 is below 0", "depth")
