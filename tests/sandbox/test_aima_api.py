"""`api: aima`: searches as the textbook writes them, in both orders of arguments, run as they are."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from inspect import Parameter, Signature
from math import inf
from typing import Any

import pytest

from grader.rule import Rule
from grader.sandbox.inside.aima_api import Game, State, arguments
from grader.solving import solve
from grader.tree.language import parse_tree
from tests.sandbox.programs import TEXTBOOK, Served


def _call(function: Callable[..., Any], tree: str = TEXTBOOK) -> tuple[Any, Served]:
    served = Served(tree)
    root = State(served.serving.root, served.ask)
    return function(*arguments(root, {"depth": None}, function)), served


def alpha_beta_search(game: Any, state: Any) -> Any:  # noqa: C901 - as the textbook writes it
    """The textbook's function, which returns the value and the move."""
    player = game.to_move(state)

    def max_value(state: Any, alpha: Any, beta: Any) -> Any:
        if game.is_terminal(state):
            return game.utility(state, player), None
        best, move = -inf, None
        for action in game.actions(state):
            value, _ = min_value(game.result(state, action), alpha, beta)
            if value > best:
                best, move = value, action
                alpha = max(alpha, best)
            if best >= beta:
                return best, move
        return best, move

    def min_value(state: Any, alpha: Any, beta: Any) -> Any:
        if game.is_terminal(state):
            return game.utility(state, player), None
        best, move = inf, None
        for action in game.actions(state):
            value, _ = max_value(game.result(state, action), alpha, beta)
            if value < best:
                best, move = value, action
                beta = min(beta, best)
            if best <= alpha:
                return best, move
        return best, move

    return max_value(state, -inf, inf)


def older_search(state: Any, game: Any) -> Any:
    """The function of earlier editions, which returns the move alone."""
    return alpha_beta_search(game, state)[1]


def expectiminimax(state: Any, game: Any) -> Any:
    """The textbook's function for games of chance, with chances between the moves."""
    player = game.to_move(state)

    def value(state: Any) -> Any:
        if game.terminal_test(state):
            return game.utility(state, player)
        values = [chance_value(game.result(state, action)) for action in game.actions(state)]
        return max(values) if state.to_move == player else min(values)

    def chance_value(state: Any) -> Any:
        chances = game.chances(state)
        return sum(game.probability(chance) * value(game.outcome(state, chance)) for chance in chances)

    return value(state)


def test_the_textbook_search_visits_what_the_rule_says() -> None:
    (value, move), served = _call(alpha_beta_search)
    solution = solve(parse_tree(TEXTBOOK), Rule())
    assert (value, move, served.serving.visited) == (3, "a1", solution.visited)


def test_the_older_search_gets_its_arguments_the_other_way_round() -> None:
    move, served = _call(older_search)
    assert (move, served.visited) == ("a1", "A B B1 B2 B3 C C1 D D1 D2 D3")


ORDERS: dict[str, tuple[str, bool]] = {
    "the textbook": ("game state", False),
    "earlier editions": ("state game", True),
    "short names": ("g s", False),
    "short names, state first": ("s g", True),
    "a game state": ("game_state game", True),
    "a game and a game state": ("game gameState", False),
    "a board": ("board rules", True),
    "the game second": ("x the_game", True),
    "nothing to tell by": ("x y", False),
    "no names": ("", False),
}


@pytest.mark.parametrize(("names", "state_first"), ORDERS.values(), ids=ORDERS)
def test_the_order_of_the_arguments_is_told_by_their_names(names: str, state_first: bool) -> None:
    assert isinstance(_arguments(_function(names))[0], State) == state_first


def test_a_function_that_does_not_name_its_arguments_gets_the_game_first() -> None:
    assert isinstance(_arguments(min)[0], Game)


def test_the_depth_comes_third() -> None:
    assert _arguments(_function("game state depth"), 2)[2] == 2


def _arguments(function: Callable[..., Any], depth: int | None = None) -> tuple[Any, ...]:
    served = Served(TEXTBOOK)
    return arguments(State(served.serving.root, served.ask), {"depth": depth}, function)


def _function(names: str) -> Callable[..., Any]:
    """A function whose parameters have these names."""
    parameters = [Parameter(name, Parameter.POSITIONAL_OR_KEYWORD) for name in names.split()]

    def function() -> None: ...

    function.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    return function


def test_at_a_min_root_the_value_is_what_min_gets() -> None:
    (value, move), _ = _call(alpha_beta_search, "min(l -> max(3, 5), r -> max(4, 9))")
    assert (value, move) == (-5, "l")


def test_chances_between_the_moves_are_weighed() -> None:
    value, _ = _call(expectiminimax, "max(chance(1/4 -> 8, 3/4 -> min(0, 4)), 1)")
    assert value == 2


def test_a_state_without_chance_has_one_certain_outcome() -> None:
    game, state = _game("max(1, 2)")
    (certain,) = game.chances(state)
    assert (game.probability(certain), game.outcome(state, certain), game.result(state, certain)) == (
        1,
        state,
        state,
    )


def test_an_outcome_is_a_result_too() -> None:
    game, state = _game("chance(1/4 heads -> 8, 3/4 tails -> 4)")
    tails = game.chances(state)[1]
    assert game.result(state, tails) is game.result(state, "tails")
    assert game.probability(tails) == Fraction(3, 4)


def _game(tree: str) -> tuple[Game, State]:
    served = Served(tree)
    state = State(served.serving.root, served.ask)
    return Game(state), state


PLAYERS = {"max(1, 2)": "MAX", "min(1, 2)": "MIN", "chance(1, 2)": "CHANCE", "5": None}


@pytest.mark.parametrize(("tree", "player"), PLAYERS.items(), ids=PLAYERS)
def test_the_player_whose_turn_it_is(tree: str, player: str | None) -> None:
    game, state = _game(tree)
    assert game.to_move(state) == player


UTILITIES: dict[str, tuple[str, str | None, int]] = {
    "Max's": ("max(5, 6)", "MAX", 5),
    "Min's": ("max(5, 6)", "MIN", -5),
    "whoever moves first, Max": ("max(5, 6)", None, 5),
    "whoever moves first, Min": ("min(5, 6)", None, -5),
}


@pytest.mark.parametrize(("tree", "player", "utility"), UTILITIES.values(), ids=UTILITIES)
def test_a_utility_has_the_sign_of_its_player(tree: str, player: str | None, utility: int) -> None:
    game, state = _game(tree)
    leaf = game.result(state, 1)
    assert isinstance(leaf, State)
    assert game.utility(leaf, player) == game.eval(leaf, player) == utility


def test_a_result_is_not_visited_by_itself() -> None:
    served = Served(TEXTBOOK)
    state = State(served.serving.root, served.ask)
    assert isinstance(Game(state).result(state, "a2"), State)
    assert served.visited == "A"


def test_states_can_be_remembered() -> None:
    game, state = _game("max(1, 2)")
    known = cache(game.is_terminal)
    assert [known(game.result(state, 1)), known(game.result(state, 1))] == [True, True]
    assert known.cache_info().hits == 1
