"""`pacman`: the class of the states that agents are given."""

from grader.sandbox.inside.cs188_api import GameState

__all__ = ["GameState"]
