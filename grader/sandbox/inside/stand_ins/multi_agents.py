"""`multiAgents`: the common class of the search agents, for a file that does not define it itself."""

# ruff: noqa: N802, N803 - the names are those that the project's students use

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from grader.sandbox.inside.cs188_api import GameState
from grader.sandbox.inside.stand_ins.game import Agent


def scoreEvaluationFunction(currentGameState: GameState) -> float:
    """The score that the state itself shows."""
    return currentGameState.getScore()


class MultiAgentSearchAgent(Agent):
    """An agent that searches `depth` rounds deep and then trusts its `evaluationFunction`."""

    def __init__(self, evalFn: str | Callable[[Any], Any] = scoreEvaluationFunction, depth: Any = 2) -> None:
        super().__init__(0)
        self.evaluationFunction = scoreEvaluationFunction if isinstance(evalFn, str) else evalFn
        self.depth = int(depth)
