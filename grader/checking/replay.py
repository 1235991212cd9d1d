"""A solution → a plan of what to ask and what to return, and programs that follow it through each API."""

from __future__ import annotations

from grader.solving import Solution
from grader.tree import Tree

REPLAY = "Replay"
PLAN = "plan.py"

_RESULT = """\
from fractions import Fraction
from plan import BEST, STEPS, VALUE

value = float(VALUE) if "inf" in VALUE else Fraction(VALUE)
"""
_TREE = """

def Replay(node, depth=None):
    seen = [node]
    node.kind
    for parent, number in STEPS:
        seen.append(seen[parent].children[number])
        seen[-1].kind
    return value, None if BEST is None else node.moves[BEST]
"""
_AIMA = """

def Replay(game, state, depth=None):
    seen = [state]
    mine = -value if game.to_move(state) == "MIN" else value
    for parent, number in STEPS:
        seen.append(game.result(seen[parent], game.actions(seen[parent])[number]))
        game.is_terminal(seen[-1])
    return mine, None if BEST is None else game.actions(state)[BEST]
"""
_CS188 = """

class Replay:
    def __init__(self, depth):
        self.depth = depth

    def getAction(self, state):
        seen = [state]
        actions = state.getLegalActions(0)
        for parent, number in STEPS:
            seen.append(seen[parent].generateSuccessor(0, seen[parent].getLegalActions(0)[number]))
        return actions[BEST]
"""
REPLAYS = {"tree": _RESULT + _TREE, "aima": _RESULT + _AIMA, "cs188": _RESULT + _CS188}


def plan_of(tree: Tree, solution: Solution) -> str:
    """What a search asks and returns, as a module: a node is its parent's place and its number there."""
    places = {name: place for place, name in enumerate(solution.visited)}
    steps = [_step(tree, name, places) for name in solution.visited[1:]]
    moves = [tree[child].move for child in tree.child_indexes(0)]
    best = moves.index(solution.best_moves[0]) if solution.best_moves else None
    return f"STEPS = {steps}\nVALUE = {str(solution.value)!r}\nBEST = {best}\n"


def _step(tree: Tree, name: str, places: dict[str, int]) -> tuple[int, int]:
    index = tree.index(name)
    parent = tree.parents[index]
    return places[tree.names[parent]], tree.child_indexes(parent).index(index)
