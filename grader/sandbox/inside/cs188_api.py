"""Nodes → the states that agents of the Pacman project are given: `api: cs188`."""

# ruff: noqa: N802, N803 - the names are those that the project's students use

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from grader.sandbox.inside.packed_channel import as_float
from grader.sandbox.inside.tree_api import Node

_DEEP = 1_000_000  # rounds, where the rule has no depth: the tree ends before
_NO_SCORE = (
    "getScore() was called on a state at which the game goes on and the depth of the search is not reached"
)


class Place(Node):
    """A node that also knows whether the game is won or lost there."""

    __slots__ = ()

    @property
    def end(self) -> str | None:
        return (self._facts or self._look()).end

    @property
    def worth(self) -> float | None:
        number = (self._facts or self._look()).worth
        return None if number is None else as_float(number)


class GameState:
    """One state of the game: a state is visited when it is generated, the first one when it is first asked.

    There are two editions of the project, with `generateSuccessor` and with `getNextState`; it has both.
    """

    __slots__ = ("__dict__", "_agents", "_node")

    def __init__(self, node: Place, agents: int) -> None:
        self._node = node
        self._agents = agents

    def getNumAgents(self) -> int:
        return self._agents

    def getLegalActions(self, agentIndex: int = 0) -> list[str | int]:
        del agentIndex  # whose turn it is stands in the tree
        return list(self._node.moves)

    def generateSuccessor(self, agentIndex: int, action: str | int) -> GameState:
        del agentIndex
        node = self._node.child(action)
        assert isinstance(node, Place)
        _visit(node)
        return GameState(node, self._agents)

    def getNextState(self, agentIndex: int, action: str | int) -> GameState:
        return self.generateSuccessor(agentIndex, action)

    def getLegalPacmanActions(self) -> list[str | int]:
        return self.getLegalActions(0)

    def generatePacmanSuccessor(self, action: str | int) -> GameState:
        return self.generateSuccessor(0, action)

    def getPacmanNextState(self, action: str | int) -> GameState:
        return self.generateSuccessor(0, action)

    def getScore(self) -> float:
        """The utility of a leaf; the static evaluation of any other state, as far as it has one."""
        score = self._node.worth
        if score is None:
            raise ValueError(_NO_SCORE)
        return score

    def isWin(self) -> bool:
        return self._node.end == "won"

    def isLose(self) -> bool:
        return self._node.end == "lost"

    def deepCopy(self) -> GameState:
        return self

    def __eq__(self, other: object) -> bool:
        return isinstance(other, GameState) and self._node is other._node

    def __hash__(self) -> int:
        return hash(self._node)

    def __repr__(self) -> str:
        return "<state>"


ROOT, METHOD = Place, "getAction"


def made_with(task: dict[str, Any]) -> dict[str, Any]:
    """What an agent's class is made with: the rounds that it is to search."""
    return {"depth": _DEEP if task["depth"] is None else int(task["depth"])}


def arguments(root: Place, task: dict[str, Any], agent: Callable[..., Any]) -> tuple[Any, ...]:
    """The first state, for the agent's `getAction`."""
    del agent
    return (GameState(root, task["agents"]),)


def _visit(node: Node) -> None:
    """Ask about a node, whatever the answer."""
    _ = node.kind
