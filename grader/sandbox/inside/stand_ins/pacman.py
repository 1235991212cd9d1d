"""`pacman`: the class of the states that agents are given."""

from grader.sandbox.inside.cs188_api import GameState
from grader.sandbox.inside.stand_ins.absent import part_of

__all__ = ["GameState"]

__getattr__ = part_of("pacman", "is not here: a search on trees does without it")
