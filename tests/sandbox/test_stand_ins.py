"""Modules that programs import and do not have here: to import them does no harm, to use them is told."""

import pytest

from grader.rule import Rule
from grader.sandbox.run import Worker
from tests.sandbox.programs import ALPHABETA, run

UNUSED = {
    "a part of Python": "import tabnanny",
    "several": "import asyncio, subprocess, tkinter",
    "names of it": "from subprocess import run, PIPE",
    "everything of it": "from tkinter import *",
    "a part of a part": "import xml.etree.ElementTree as ET",
    "a part of one that is there": "from unittest.mock import patch",
    "numpy": "import numpy as np",
    "a library": "from matplotlib import pyplot as plt\nimport scipy.stats",
    "an annotation": "import sqlite3\ndef helper(x: sqlite3.Row): pass",
}


@pytest.mark.parametrize("line", UNUSED.values(), ids=UNUSED)
def test_an_import_that_is_not_used_costs_nothing(line: str, worker: Worker) -> None:
    seen = run(worker, f"{line}\n{ALPHABETA}", name="alphabeta")
    assert (seen.outcome, seen.value, seen.move) == ("returned", 3, "a1")


USED = {
    "a call": ("import sqlite3\nsqlite3.connect('grades')", "sqlite3"),
    "a class": ("import asyncio\nclass Mine(asyncio.Protocol): pass", "asyncio"),
    "an item": ("import shelve\nshelve.things[0]", "shelve"),
    "a loop": ("from shelve import things\nfor one in things: pass", "shelve"),
    "a with": ("from shelve import things\nwith things: pass", "shelve"),
    "an assignment": ("from shelve import things\nthings.x = 1", "shelve"),
    "an attribute": ("from shelve import things\nthings.x", "shelve"),
}  # fmt: skip


@pytest.mark.parametrize(("code", "module"), USED.values(), ids=USED)
def test_to_use_it_ends_the_run_with_a_word_why(code: str, module: str, worker: Worker) -> None:
    seen = run(worker, code)
    assert seen.outcome == "import"
    assert seen.trouble is not None
    assert seen.trouble.message == f"`{module}` is a part of Python that programs do not have here"


def test_to_use_a_library_ends_the_run_alike(worker: Worker) -> None:
    seen = run(worker, "import matplotlib.pyplot as plt\nplt.show()")
    assert seen.trouble is not None
    assert (seen.outcome, seen.trouble.message) == ("import", "`matplotlib.pyplot` is not installed here")


def test_of_numpy_there_is_what_searches_use(worker: Worker) -> None:
    code = """
        import numpy as np

        def search(node):
            assert np.inf > 10**9 > -np.inf and np.isclose(0.1 + 0.2, 0.3)
            assert (np.argmax([1, 3, 3]), np.argmin([2, 1, 1]), np.mean([1, 2])) == (1, 1, 1.5)
            assert (np.max([1, 5]), np.min([1, 5]), np.sum([1, 5])) == (5, 1, 6)
            assert (np.average([1, 3], weights=[3, 1]), np.average([1, 3])) == (1.5, 2)
            return np.array([1])
    """
    seen = run(worker, code)
    assert seen.trouble is not None
    assert (seen.outcome, seen.trouble.message) == (
        "import", "`numpy.array` is not here: programs have no numpy, only its infinity and a few functions"
    )  # fmt: skip


def test_a_student_s_own_file_comes_before_a_stand_in(worker: Worker) -> None:
    code = "import numpy\ndef search(node): return numpy.mine"
    assert run(worker, code, files={"numpy.py": "mine = 5"}).value == 5


# As the textbook's own file begins and searches, in the editions of several years.
TEXTBOOK_FILE = """
    from collections import namedtuple
    import random, itertools, copy
    import numpy as np
    from {utils} import {names}
    from canvas import Canvas

    infinity = float('inf')
    GameState = namedtuple('GameState', 'to_move, utility, board, moves')

    class Canvas_TicTacToe(Canvas):
        def __init__(self, name):
            Canvas.__init__(self, name, 300, 350)

    def search(state, game):
        player = game.to_move(state)
        def value(state, low, high, sign):
            if game.terminal_test(state):
                return game.utility(state, player)
            best = -np.inf * sign
            for action in game.actions(state):
                number = value(game.result(state, action), low, high, -sign)
                best = max(best, number) if sign > 0 else min(best, number)
                low, high = (max(low, best), high) if sign > 0 else (low, min(high, best))
                if low >= high:
                    break
            return best
        best_score, best_action = -np.inf, None
        for action in game.actions(state):
            number = value(game.result(state, action), best_score, np.inf, -1)
            if number > best_score:
                best_score, best_action = number, action
        return best_action
"""


@pytest.mark.parametrize(
    ("utils", "names"),
    [
        ("utils", "argmax"),
        ("utils", "argmax, vector_add, inf"),
        ("utils4e", "argmax, vector_add, MCT_Node, ucb, inf"),
        ("aima.utils", "vector_add, MCT_Node, ucb"),
        ("utils", "Expr, turn_heading"),
    ],
)
def test_the_textbook_s_own_file_runs_unchanged(utils: str, names: str, worker: Worker) -> None:
    seen = run(worker, TEXTBOOK_FILE.format(utils=utils, names=names), api="aima")
    assert (seen.outcome, seen.move, seen.visits) == ("returned", "a1", 11)


def test_the_textbook_s_helpers_do_what_they_do_there(worker: Worker) -> None:
    code = """
        from utils import MCT_Node, argmax, argmax_random_tie, argmin_random_tie, identity, ucb, vector_add
        import math

        def search(state, game):
            assert argmax([1, 3, 2], key=identity) == 3 == argmax_random_tie([1, 3, 2])
            assert argmin_random_tie([1, 3, 2]) == 1 and vector_add((1, 2), (3, 4)) == (4, 6)
            node = MCT_Node(parent=MCT_Node(N=4), U=1, N=2)
            assert ucb(MCT_Node()) == math.inf and ucb(node, C=0) == 0.5
            for child in game.actions(state):
                game.is_terminal(game.result(game.result(state, child), 1))
            return "a1"
    """
    assert run(worker, code, api="aima").outcome == "returned"


NUMBERS = """
    def search(state, game):
        chance = game.chances(game.result(state, 1))
        leaf = game.result(game.result(state, 1), 1)
        numbers = game.utility(leaf), game.probability(chance[0]), game.eval(state)
        print(*(type(number).__name__ for number in numbers))
        return 1
"""


@pytest.mark.parametrize(
    ("tree", "types"),
    [
        ("max~4(chance(1, 2))", "int float int"),
        ("max~1/2(chance(1/3 -> 7/3, 2/3 -> 1))", "float float float"),
    ],
)
def test_the_textbook_s_games_have_whole_numbers_and_floats(tree: str, types: str, worker: Worker) -> None:
    assert run(worker, NUMBERS, tree, api="aima", rule=Rule()).printed == f"{types}\n"


def test_the_utility_of_a_state_where_play_goes_on_is_its_evaluation(worker: Worker) -> None:
    code = """
        def search(state, game, depth):
            return max(game.actions(state), key=lambda a: game.utility(game.result(state, a), "MAX"))
    """
    tree = "max(l -> min~2(9, 9), r -> min~5(0, 0))"
    assert run(worker, code, tree, api="aima", rule=Rule(depth=1)).move == "r"


def test_without_an_evaluation_the_hint_names_what_the_textbook_calls_it(worker: Worker) -> None:
    seen = run(worker, "def search(state, game): return game.utility(state, 'MAX')", api="aima")
    assert seen.trouble is not None
    assert seen.trouble.message == (
        "this state is not terminal, and has no static evaluation: ask `game.is_terminal(state)` first; where"
        " a search stops at a depth, `game.eval(state, player)` has a number"
    )
