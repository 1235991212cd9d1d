"""A cutoff → one sentence that tells a student why the search stops there."""

from __future__ import annotations

from math import isinf

from grader.notation import write_name
from grader.sentences import Say
from grader.solving.log import Log
from grader.solving.origins import Origin
from grader.solving.search import Stop
from grader.tree import Kind

_BOUNDS = ("alpha", "beta")  # by the side that failed


def explain(log: Log, stop: Stop, side: int, origin: Origin, say: Say, *, deep: bool, skips: bool) -> str:
    """Such as “C is at most 2 after C1, but Max can already get 3 at B, so the rest of C cannot matter”."""
    at, _, window, value = stop
    meets = value == window[side]
    how = "tie" if meets and origin.setter is not None else "and" if meets else "but"
    return say(
        f"cutoff.{how}{'' if skips else '-at-the-end'}",
        fact=_fact(log, stop, side, skips, say),
        reason=_reason(log, stop, side, origin, say, deep=deep),
        node=_name(log, at),
    )


def _fact(log: Log, stop: Stop, side: int, skips: bool, say: Say) -> str:
    """What is known of the node by now."""
    at, after, _, value = stop
    parts = {"node": _name(log, at), "child": _name(log, after), "value": log.tree.pretty(value)}
    if log.tree.kinds[at] is not Kind.CHANCE or not skips:
        return say(f"cutoff.fact-{_BOUNDS[side]}", **parts)
    if isinf(value):
        return say("cutoff.fact-sure", **parts)
    extreme = log.tree.pretty(log.rule.bounds[1 - side])
    return say(f"cutoff.fact-even-{_BOUNDS[side]}", extreme=extreme, **parts)


def _reason(log: Log, stop: Stop, side: int, origin: Origin, say: Say, *, deep: bool) -> str:
    """What the node runs into."""
    bound = stop[2][side]
    parts = {"bound": log.tree.pretty(bound)}
    if origin.through is not None:
        return say(f"cutoff.needed-{_BOUNDS[side]}", aim=_aim(log, side, origin, say), **parts)
    if origin.setter is not None:
        parts |= {"holder": _name(log, origin.holder), "setter": _name(log, origin.setter)}
        return say(f"cutoff.gain-{'further-up-' if deep else ''}{_BOUNDS[side]}", **parts)
    if isinf(bound):
        return say(f"cutoff.nothing-beyond-{_BOUNDS[side]}", **parts)
    if bound == log.rule.bounds[side]:
        return say(f"cutoff.no-leaf-beyond-{_BOUNDS[side]}", **parts)
    return say(f"cutoff.started-{_BOUNDS[side]}", **parts)


def _aim(log: Log, side: int, origin: Origin, say: Say) -> str:
    """What the outcome of a chance node would have to be that much for."""
    assert origin.through is not None
    through = _name(log, origin.through)
    if origin.setter is None:
        return say("cutoff.aim-window", through=through)
    gain, setter = log.tree.pretty(log.returned[origin.setter]), _name(log, origin.setter)
    return say(f"cutoff.aim-{_BOUNDS[side]}", through=through, gain=gain, setter=setter)


def _name(log: Log, index: int) -> str:
    return write_name(log.tree.names[index])
