"""Nodes → the states that agents of the Pacman project are given: `api: cs188`."""

# ruff: noqa: N802, N803 - the names are those that the project's students use

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from grader.sandbox.inside.link import Number
from grader.sandbox.inside.tree_api import Node

_DEEP = 1_000_000  # rounds, where the rule has no depth: the tree ends before


class GameState:
    """One state of the game: a state is visited when it is generated, the first one when it is first asked.

    At a leaf the game is over: it is lost where the utility is below 0, else won.
    """

    __slots__ = ("__dict__", "_agents", "_node")

    def __init__(self, node: Node, agents: int) -> None:
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
        _visit(node)
        return GameState(node, self._agents)

    def getLegalPacmanActions(self) -> list[str | int]:
        return self.getLegalActions(0)

    def generatePacmanSuccessor(self, action: str | int) -> GameState:
        return self.generateSuccessor(0, action)

    def getScore(self) -> Number:
        """The utility of a leaf; the static evaluation of any other state."""
        return self._node.estimate

    def isWin(self) -> bool:
        return self._node.is_leaf and self._node.utility >= 0

    def isLose(self) -> bool:
        return self._node.is_leaf and self._node.utility < 0

    def deepCopy(self) -> GameState:
        return self

    def __eq__(self, other: object) -> bool:
        return isinstance(other, GameState) and self._node is other._node

    def __hash__(self) -> int:
        return hash(self._node)

    def __repr__(self) -> str:
        return "<state>"


def arguments(root: Node, task: dict[str, Any], agent: Callable[..., Any]) -> tuple[Any, ...]:
    """The first state, for the agent's `getAction`."""
    del agent
    return (GameState(root, task["agents"]),)


def depth(task: dict[str, Any]) -> int:
    """The rounds that an agent is to search, which its class is made with."""
    return _DEEP if task["depth"] is None else int(task["depth"])


def _visit(node: Node) -> None:
    """Ask about a node, whatever the answer."""
    _ = node.kind
