"""`canvas`: the textbook's drawings in notebooks, of which nothing is here."""

from typing import Any

from grader.sandbox.inside.stand_ins.absent import part_of


class Canvas:
    """Something to draw on, which can be a base class and cannot be drawn on."""

    def __init__(self, *_: Any, **__: Any) -> None:
        raise ModuleNotFoundError("there is nothing to draw on here", name="canvas")


__getattr__ = part_of("canvas", "is not here: there is nothing to draw on")
