"""The ways in which a program can meet a tree, in one table that sets, sheets, runs and marks read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

ResultPart: TypeAlias = Literal["value", "move"]

_ANYWHERE = {"numpy": "numpy"}


@dataclass(frozen=True, slots=True)
class Api:
    """One way to meet a tree, served behind the walls by `inside/<name>_api.py`.

    A program that is written for it returns one of the parts in `returns`, of which the first is what a
    lone result is taken for; where there are both it may also return the pair of value and move.
    """

    name: str
    written: Literal["function", "class", "command"]  # which field of `code:` names what is called
    example: str
    returns: tuple[ResultPart, ...]
    seen: Literal["looked", "generated"] = "looked"  # what a visit is called: a table of sentences
    in_turns: bool = False  # whether the levels of a tree must follow the turns of its agents
    for_mover: bool = False  # whether a value is what the player to move gets, and not what Max gets
    modules: tuple[str, ...] = ()  # that it brings along; a student's own files of these names are not used
    stand_ins: Mapping[str, str] = field(default_factory=dict)  # … and where the student has no such file
    replay: str = ""  # a program `Replay` that looks at the nodes of STEPS and returns `value` and BEST


TREE = Api(
    "tree", "function", "alphabeta", ("value", "move"), stand_ins=_ANYWHERE,
    replay="""
def Replay(node, depth=None):
    seen = [node]
    node.kind
    for parent, number in STEPS:
        seen.append(seen[parent].children[number])
        seen[-1].kind
    return value, None if BEST is None else node.moves[BEST]
""",
)  # fmt: skip

AIMA = Api(
    "aima", "function", "alphabeta", ("move", "value"), for_mover=True,
    stand_ins=_ANYWHERE | {
        "aima": "aima", "aima.utils": "aima_utils", "canvas": "canvas", "utils": "aima_utils",
        "utils4e": "aima_utils",
    },
    replay="""
def Replay(game, state, depth=None):
    seen = [state]
    mine = -value if game.to_move(state) == "MIN" else value
    for parent, number in STEPS:
        seen.append(game.result(seen[parent], game.actions(seen[parent])[number]))
        game.is_terminal(seen[-1])
    return mine, None if BEST is None else game.actions(state)[BEST]
""",
)  # fmt: skip

CS188 = Api(
    "cs188", "class", "AlphaBetaAgent", ("move",), seen="generated", in_turns=True,
    modules=("game", "pacman", "util"), stand_ins=_ANYWHERE | {"multiAgents": "multi_agents"},
    replay="""
class Replay:
    def __init__(self, depth):
        self.depth = depth

    def getAction(self, state):
        seen = [state]
        actions = state.getLegalActions(0)
        for parent, number in STEPS:
            seen.append(seen[parent].generateSuccessor(0, seen[parent].getLegalActions(0)[number]))
        return actions[BEST]
""",
)  # fmt: skip

# A program in another language is started by a command, and talks in lines of JSON.
COMMAND = Api("command", "command", "", ("value", "move"))

APIS: Mapping[str, Api] = {api.name: api for api in (TREE, AIMA, CS188)}


def api_of(name: str, command: tuple[str, ...]) -> Api:
    """The row of a program, which `api:` names unless it is started by a command."""
    return COMMAND if command else APIS[name]
