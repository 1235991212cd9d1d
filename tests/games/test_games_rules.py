"""The rules of each game: what can be played, what a move does, what an evaluation weighs."""

from __future__ import annotations

from functools import cache

import pytest

from grader.games import Game, find_game
from grader.text.numbers import Number
from grader.tree.node import Features, Kind


def positions_by_ply(game: Game[object], plies: int) -> list[int]:
    """How many different positions there are after 0, 1, … moves."""
    level = {game.read(game.start)}
    counts = [1]
    for _ in range(plies):
        open_positions = [position for position in level if game.player(position) is not Kind.LEAF]
        level = {game.result(position, move) for position in open_positions for move in game.moves(position)}
        counts.append(len(level))
    return counts


def test_tic_tac_toe_has_the_known_number_of_positions_at_each_ply() -> None:
    known_counts = [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78]
    assert positions_by_ply(find_game("tic-tac-toe"), 9) == known_counts


def test_connect_four_has_the_known_number_of_positions_at_each_ply() -> None:
    known_counts = [1, 7, 49, 238, 1120, 4263, 16422]  # OEIS A212693
    assert positions_by_ply(find_game("connect-four"), 6) == known_counts


def test_connect_four_on_four_columns_and_three_rows_has_the_known_number_of_games() -> None:
    game = find_game("connect-four:4x3:4")

    @cache
    def games(position: object) -> int:
        if game.player(position) is Kind.LEAF:
            return 1
        return sum(games(game.result(position, move)) for move in game.moves(position))

    assert games(game.read(game.start)) == 356_232  # OEIS A342329


@pytest.mark.parametrize(
    ("row", "after", "score"),
    [
        ("2 . . 2", "4 . . .", 4),
        ("2 2 2 2", "4 4 . .", 8),
        ("4 2 2 .", "4 4 . .", 4),
        ("2 2 2 .", "4 2 . .", 4),
        (". 2 . 4", "2 4 . .", 0),
    ],
)
def test_a_tile_merges_once_in_a_slide_beginning_at_the_edge(row: str, after: str, score: int) -> None:
    game = find_game("2048:4x2")
    slid = game.result(game.read(f"{row} / 2 . . ."), "left")
    expected = game.read(f"{after} / 2 . . .", "chance")
    assert (slid.cells, slid.score) == (expected.cells, score)


@pytest.mark.parametrize(
    ("move", "after"),
    [
        ("left", "2 . / 2 ."),
        ("right", ". 2 / . 2"),
        ("up", "2 2 / . ."),
        ("down", ". . / 2 2"),
    ],
)
def test_tiles_slide_to_the_edge_that_the_move_names(move: str, after: str) -> None:
    game = find_game("2048:2x2")
    before = game.read("2 . / . 2")
    expected = game.read(after)
    assert move in game.moves(before)
    assert game.result(before, move).cells == expected.cells


def test_a_slide_that_moves_nothing_is_no_move() -> None:
    game = find_game("2048:2x2")
    assert game.moves(game.read("2 . / 4 .")) == ("right",)


def features_of(name: str, position: str) -> Features:
    game = find_game(name)
    return game.features(game.read(position))


@pytest.mark.parametrize(
    ("name", "position", "features"),
    [
        ("tic-tac-toe", "X.. .O. ...", {"lines_of_2": 0, "lines_of_1": 2 - 3}),
        ("tic-tac-toe", "XX. .O. ..O", {"lines_of_2": 1, "lines_of_1": 1 - 4}),
        ("tic-tac-toe:3x2:2", "X../...", {"lines_of_1": 3}),
        ("connect-four", "....... " * 5 + "...X...", {"lines_of_3": 0, "lines_of_2": 0, "centre": 1}),
        ("connect-four:4x4:3", ".... .... .O.. .XX.", {"lines_of_2": 2, "lines_of_1": 2 - 5, "centre": 1}),
        ("nim", "1 2 3", {"favour": -1}),
        ("nim", "1 2 4", {"favour": 1}),
        ("2048:3x2", "2 4 8 / . 2 .", {"score": 0, "empty": 2, "largest": 8, "monotone": 4, "rough": 3}),
    ],
)
def test_features_say_what_an_evaluation_weighs(
    name: str, position: str, features: dict[str, Number]
) -> None:
    assert dict(features_of(name, position)) == features
