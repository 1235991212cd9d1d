"""`game`: directions, actions and the agents' common class."""

# ruff: noqa: N802 - the names are those that the project's students use

from __future__ import annotations

from typing import Any, ClassVar

from grader.sandbox.inside.stand_ins.absent import part_of


class Directions:
    """The moves of Pacman and of the ghosts."""

    NORTH = "North"
    SOUTH = "South"
    EAST = "East"
    WEST = "West"
    STOP = "Stop"

    LEFT: ClassVar = {NORTH: WEST, WEST: SOUTH, SOUTH: EAST, EAST: NORTH, STOP: STOP}
    RIGHT: ClassVar = {after: before for before, after in LEFT.items()}
    REVERSE: ClassVar = {NORTH: SOUTH, SOUTH: NORTH, EAST: WEST, WEST: EAST, STOP: STOP}


class Actions:
    """Directions as steps on the board."""

    _STEPS: ClassVar = {
        Directions.NORTH: (0, 1), Directions.SOUTH: (0, -1), Directions.EAST: (1, 0),
        Directions.WEST: (-1, 0), Directions.STOP: (0, 0),
    }  # fmt: skip

    @staticmethod
    def reverseDirection(action: str) -> str:
        return Directions.REVERSE.get(action, action)

    @staticmethod
    def directionToVector(direction: str, speed: float = 1.0) -> tuple[float, float]:
        across, up = Actions._STEPS[direction]
        return across * speed, up * speed

    @staticmethod
    def vectorToDirection(vector: tuple[float, float]) -> str:
        across, up = vector
        if up:
            return Directions.NORTH if up > 0 else Directions.SOUTH
        if across:
            return Directions.EAST if across > 0 else Directions.WEST
        return Directions.STOP


class Agent:
    """Somebody who chooses an action; agent 0 is Pacman."""

    def __init__(self, index: int = 0) -> None:
        self.index = index

    def getAction(self, state: Any) -> Any:
        raise NotImplementedError(f"{type(self).__name__}.getAction is not written yet")


__getattr__ = part_of("game", "is not here: a search on trees does without it")
