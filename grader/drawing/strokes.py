"""Box-drawing characters by the weight of their four arms: 0 none, 1 light, 2 heavy."""

from __future__ import annotations

_CHARACTERS = (
    " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳"  # nothing upwards
    "╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈"  # light upwards
    "╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋"  # heavy upwards
)


def stroke(up: int = 0, right: int = 0, down: int = 0, left: int = 0) -> str:
    """The character whose arms have these weights."""
    return _CHARACTERS[27 * up + 9 * right + 3 * down + left]


def weight(heavy: bool) -> int:
    """The weight of an arm that is there."""
    return 2 if heavy else 1
