"""Names of games and texts of positions: what is read, what is refused and why, what is shown."""

from __future__ import annotations

import pytest

from grader.games import GAMES, GameError, find_game

TIC_TAC_TOE = "tic-tac-toe"
SMALL = "connect-four:3x3:3"
TILES = "2048:2x2"


@pytest.mark.parametrize(
    "text",
    [
        "XO. .X. O..",
        "XO./.X./O..",
        "XO.\n.X.\nO..\n",
        "xo_ -x- o--",
        "X O . / . X . / O . .",
        " XO. / .X. / O.. ",
    ],
    ids=["blanks", "slashes", "lines", "other signs", "cells apart", "blanks around"],
)
def test_a_board_may_be_written_in_several_ways(text: str) -> None:
    game = find_game(TIC_TAC_TOE)
    assert game.read(text) == game.read("XO. .X. O..")


@pytest.mark.parametrize(("name", "text"), [("nim", "3, 4, 5"), ("nim", " 3 4\n5 "), ("nim", "3,4,5")])
def test_heaps_may_be_written_in_several_ways(name: str, text: str) -> None:
    game = find_game(name)
    assert game.read(text) == game.read("3 4 5")


@pytest.mark.parametrize("text", ["2 . / . 16", "2 _\n- 16\n", "2 0 / 0 16"])
def test_tiles_may_be_written_in_several_ways(text: str) -> None:
    assert find_game(TILES).read(text).cells == (2, 0, 0, 16)


@pytest.mark.parametrize(
    ("name", "text", "to_move", "player"),
    [
        (TIC_TAC_TOE, "... ... ...", None, "max"),
        (TIC_TAC_TOE, "X.. ... ...", None, "min"),
        (TIC_TAC_TOE, "XO. .X. O..", "X", "max"),
        (TIC_TAC_TOE, "X.. ... ...", "o", "min"),
        (TIC_TAC_TOE, "X.. ... ...", "Min", "min"),
        (SMALL, "... ... X..", None, "min"),
        ("nim", "1 2", None, "max"),
        ("nim", "1 2", "MIN", "min"),
        (TILES, "2 . / . .", None, "max"),
        (TILES, "2 . / . .", "chance", "chance"),
        (TILES, ". . / . .", None, "chance"),
    ],
)
def test_who_moves_is_read_or_worked_out(name: str, text: str, to_move: str | None, player: str) -> None:
    game = find_game(name)
    assert game.player(game.read(text, to_move)) == player


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (TIC_TAC_TOE, "XXX OO. ..."),
        (TIC_TAC_TOE, "XOX XOO OXX"),
        (SMALL, "... OO. XXX"),
        ("nim", "0 0"),
        (TILES, "2 4 / 4 2"),
    ],
)
def test_a_finished_game_is_a_leaf(name: str, text: str) -> None:
    game = find_game(name)
    assert game.player(game.read(text)) == "leaf"


@pytest.mark.parametrize(
    ("name", "text", "message", "hint"),
    [
        (TIC_TAC_TOE, "XO. .Z. O..", "`Z` is not a piece", "write X, O, or `.` for an empty cell"),
        (
            TIC_TAC_TOE,
            "XO. .X.",
            "the board has 2 rows, not 3",
            "put `/` between rows; a board of another size is asked for as in `tic-tac-toe:4x4:3`",
        ),
        (
            TIC_TAC_TOE,
            "",
            "the board has 0 rows, not 3",
            "put `/` between rows; a board of another size is asked for as in `tic-tac-toe:4x4:3`",
        ),
        (
            "connect-four",
            "X",
            "the board has 1 row, not 6",
            "put `/` between rows; a board of another size is asked for as in `connect-four:5x4:3`",
        ),
        (
            TIC_TAC_TOE,
            "XO. .X.. O..",
            "row 2 has 4 cells, not 3",
            "put `/` between rows; a board of another size is asked for as in `tic-tac-toe:4x4:3`",
        ),
        (
            TIC_TAC_TOE,
            "XX. .X. O..",
            "there are 3 X and 1 O",
            "X moves first, so X has as many pieces as O, or one more",
        ),
        (
            TIC_TAC_TOE,
            "O.. ... ...",
            "there are 0 X and 1 O",
            "X moves first, so X has as many pieces as O, or one more",
        ),
        (
            TIC_TAC_TOE,
            "XXX OOO ...",
            "X and O have both won",
            "the game is over as soon as one of them has",
        ),
        (TIC_TAC_TOE, "XXX OO. O..", "O has moved after X had won", "remove that last piece"),
        (TIC_TAC_TOE, "OOO XX. XX.", "X has moved after O had won", "remove that last piece"),
        (
            SMALL,
            "... .X. ...",
            "the X at b2 floats above an empty cell",
            "write the top row first, and fill every column from below",
        ),
        (
            "nim",
            "3 x",
            "`x` is not the size of a heap",
            "write one number for each heap, 0 to 999, such as `3 4 5`",
        ),
        (
            "nim",
            "-1",
            "`-1` is not the size of a heap",
            "write one number for each heap, 0 to 999, such as `3 4 5`",
        ),
        (
            "nim",
            "1000",
            "`1000` is not the size of a heap",
            "write one number for each heap, 0 to 999, such as `3 4 5`",
        ),
        ("nim", " ", "there is no heap", "write one number for each heap, 0 to 999, such as `3 4 5`"),
        ("nim", "1 " * 27, "there are 27 heaps", "at most 26 can be played"),
        (TILES, "2 3 / . .", "`3` is not a tile", "write 2, 4, 8, …, or `.` for an empty cell"),
        (TILES, "2 1 / . .", "`1` is not a tile", "write 2, 4, 8, …, or `.` for an empty cell"),
        (TILES, "2 x / . .", "`x` is not a tile", "write 2, 4, 8, …, or `.` for an empty cell"),
        (
            TILES,
            "2 4 . .",
            "the board has 1 row, not 2",
            "put `/` between rows; a board of another size is asked for as in `2048:3x3`",
        ),
    ],
)
def test_error_a_position_that_cannot_be(name: str, text: str, message: str, hint: str) -> None:
    with pytest.raises(GameError) as caught:
        find_game(name).read(text)
    assert (caught.value.message, caught.value.hint, caught.value.field) == (message, hint, "position")


@pytest.mark.parametrize(
    ("name", "text", "to_move", "message", "hint"),
    [
        (TIC_TAC_TOE, "X.. ... ...", "Y", "`Y` does not play here", "write X (Max) or O (Min)"),
        (TIC_TAC_TOE, "X.. ... ...", "chance", "`chance` does not play here", "write X (Max) or O (Min)"),
        (
            TIC_TAC_TOE,
            "X.. ... ...",
            "X",
            "X cannot be to move: there are 1 X and 0 O",
            "X moves first, so it is O's turn; leave this out, or change the position",
        ),
        ("nim", "1", "leaf", "`leaf` does not play here", "write `max` or `min`"),
        (TILES, "2 . / . .", "min", "`min` does not play here", "write `max` or `chance`"),
        (
            TILES,
            "2 4 / 8 2",
            "chance",
            "chance cannot be to move: no cell is empty",
            "write `max`, or empty a cell",
        ),
        (
            TILES,
            ". . / . .",
            "max",
            "Max cannot be to move: the board is empty",
            "write `chance`, or put a tile down",
        ),
    ],
)
def test_error_somebody_who_cannot_be_to_move(
    name: str, text: str, to_move: str, message: str, hint: str
) -> None:
    with pytest.raises(GameError) as caught:
        find_game(name).read(text, to_move)
    assert (caught.value.message, caught.value.hint, caught.value.field) == (message, hint, "to-move")


@pytest.mark.parametrize(
    ("name", "message", "hint"),
    [
        ("tictactoe", "there is no game `tictactoe`", "did you mean `tic-tac-toe`?"),
        ("Connect4", "there is no game `Connect4`", "did you mean `connect-four`?"),
        (
            "chess",
            "there is no game `chess`",
            f"the games are {', '.join(f'`{game.name}`' for game in GAMES)}",
        ),
        ("connect-four:big", "`big` is not a size", "write columns x rows, such as `7x6`"),
        ("connect-four:", "`` is not a size", "write columns x rows, such as `7x6`"),
        ("connect-four:27x6", "a board cannot be 27x6", "a side has 2 to 26 cells"),
        ("2048:4x1", "a board cannot be 4x1", "a side has 2 to 26 cells"),
        (
            "connect-four:5x4:1",
            "`1` is not a length that can win",
            "such as the 3 of `connect-four:5x4:3`",
        ),
        (
            "connect-four:5x4:all",
            "`all` is not a length that can win",
            "such as the 3 of `connect-four:5x4:3`",
        ),
        (
            "connect-four:3x3",
            "4 in a row do not fit on a 3x3 board",
            "say how many win, as in `connect-four:5x4:3`",
        ),
        (
            "connect-four:5x4:3:2",
            "`connect-four` has two options, a size and a length",
            "such as `connect-four:5x4:3`",
        ),
        ("nim:3", "`3` is not an option of `nim`", "there is only `nim:misere`"),
        ("2048:3x3:4", "`2048` has one option, its size", "such as `2048:3x3`"),
    ],
)
def test_error_a_game_that_there_is_not(name: str, message: str, hint: str) -> None:
    with pytest.raises(GameError) as caught:
        find_game(name)
    assert (caught.value.message, caught.value.hint, caught.value.field) == (message, hint, "game")


@pytest.mark.parametrize(
    ("name", "same"),
    [
        ("connect-four", "connect-four:7x6:4"),
        ("Connect-Four : 5X4 : 3", "connect-four:5x4:3"),
        ("connect-four:5x4", "connect-four:5x4:4"),
        ("tic-tac-toe", "tic-tac-toe:3x3:3"),
        ("nim:misère", "nim:misere"),
        ("2048", "2048:4x4"),
    ],
)
def test_options_have_usual_values(name: str, same: str) -> None:
    assert find_game(name) == find_game(same)


@pytest.mark.parametrize(
    ("name", "text", "picture"),
    [
        (TIC_TAC_TOE, "XO. .X. O..", "  a b c\n1 X O .\n2 . X .\n3 O . .\nX to move"),
        (TIC_TAC_TOE, "XXX OO. ...", "  a b c\n1 X X X\n2 O O .\n3 . . .\nthe game is over"),
        (SMALL, "... ... X..", "  a b c\n1 . . .\n2 . . .\n3 X . .\nO to move"),
        ("nim", "3 4", "a: 3\nb: 4\nMax to move"),
        ("nim", "0", "a: 0\nthe game is over"),
        (TILES, "2 . / . 16", "   a  b\n1  2  .\n2  . 16\nscore 0, Max to move"),
        (TILES, "2 4 / 4 2", "  a b\n1 2 4\n2 4 2\nscore 0, the game is over"),
    ],
)
def test_a_position_is_shown_with_the_names_of_its_moves(name: str, text: str, picture: str) -> None:
    game = find_game(name)
    assert game.show(game.read(text)) == picture
