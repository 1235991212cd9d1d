"""How the time that something takes grows with its input, measured within one run."""

from __future__ import annotations

import gc
from collections.abc import Callable
from time import process_time

MOST = 15  # times as long for ten times the text: what is linear takes ten, what is quadratic a hundred
_RUNS = 3
_TRIES = 3
_SMALL = (14, 20)  # what doubles with each sign is found before it takes for ever


def growth(
    work: Callable[[str], object], text: Callable[[int], str], length: int, floor: float = 0.02
) -> float:
    """How many times as long the work takes on a text ten times as long.

    It is 0 where that takes no more than `floor` seconds: of so little, a ratio says nothing. One that is
    too large is measured again, as another program may have been in the way.
    """
    if any(_least(work, text(size), floor) > floor for size in _SMALL):
        return float("inf")
    long = _least(work, text(10 * length), floor, runs=1)
    if long <= floor:
        return 0
    ratio = float("inf")
    for _ in range(_TRIES):  # another program may have been in the way
        ratio = min(ratio, long / _least(work, text(length), 0))
        if ratio <= MOST:
            break
        long = min(long, _least(work, text(10 * length), 0))
    return ratio


def _least(work: Callable[[str], object], text: str, enough: float, runs: int = _RUNS) -> float:
    """The shortest of several times; the first that is short enough will do."""
    least = float("inf")
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        for _ in range(runs):
            start = process_time()
            work(text)
            least = min(least, process_time() - start)
            if least <= enough:
                break
    finally:
        if was_enabled:
            gc.enable()
    return least
