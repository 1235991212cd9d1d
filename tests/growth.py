"""How the work that something takes grows with its input.

Lines of Python are counted, which gives the same number on any machine, however busy it is. What they call
that is not written in Python, such as a regular expression, can only be timed: it must take so long that no
other program can be to blame.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable
from time import thread_time
from types import FrameType
from typing import Any

MOST = (
    15  # times the lines for ten times the text: what is linear takes ten times, what is quadratic a hundred
)
_RUNS = 3
_FAR = 5  # times as long as is allowed: no other program is to blame for that
_SMALL = (14, 20, 23, 26, 29)  # what doubles with each sign is found before it takes for ever
_LONG = 0.25  # seconds, for a text of a few signs
_LINE = 5e-6  # seconds, more than a line of Python takes for itself


def outgrows(work: Callable[[str], object], text: Callable[[int], str], length: int, floor: float) -> bool:
    """Whether the work takes far more than ten times as much on a text ten times as long.

    What takes no more than `floor` seconds on the longer text is not looked at. Where the lines of Python do
    not account for the time, a text ten times longer still is tried: on that one, what is quadratic takes a
    hundred times the floor, and what is linear a tenth of it.
    """
    if any(_seconds(work, text(size), _LONG) > _LONG for size in _SMALL):
        return True
    longer = text(10 * length)
    if (taken := _seconds(work, longer, floor)) <= floor:
        return False
    few, many = lines(work, text(length)), lines(work, longer)
    if many > MOST * few:
        return True
    if taken - many * _LINE <= floor:
        return False
    longest, most = text(100 * length), 100 * floor + 10 * many * _LINE
    return _seconds(work, longest, most) > most


def is_within(seconds: float, work: Callable[..., object], *arguments: Any) -> bool:
    """Whether the work ends soon, where without a bound it would take many times as long.

    It is done again where it seems to take too long, and must not remember that it was done.
    """
    return _seconds(lambda _: work(*arguments), "", seconds) <= seconds


def lines(work: Callable[..., object], *arguments: Any) -> int:
    """How many lines of Python are run."""
    count = 0

    def trace(_: FrameType, event: str, __: object) -> Callable[..., Any]:
        nonlocal count
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        work(*arguments)
    finally:
        sys.settrace(before)
    return count


def _seconds(work: Callable[[str], object], text: str, enough: float) -> float:
    """The shortest of several times of this thread; one that is short enough, or far too long, will do."""
    least = float("inf")
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        for _ in range(_RUNS):
            start = thread_time()
            work(text)
            least = min(least, thread_time() - start)
            if not enough < least <= _FAR * enough:
                break
    finally:
        if was_enabled:
            gc.enable()
    return least
