"""A solution → a plan of what to ask and what to return, and a program that follows it through an API."""

from __future__ import annotations

from grader.sandbox.apis import Api
from grader.solving import Solution
from grader.tree import Tree

REPLAY = "Replay"
PLAN = "plan.py"

_RESULT = """\
from fractions import Fraction
from plan import BEST, STEPS, VALUE

value = float(VALUE) if "inf" in VALUE else Fraction(VALUE)

"""


def replay_of(api: Api) -> str:
    """The program that does what the plan beside it says."""
    return _RESULT + api.replay


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
