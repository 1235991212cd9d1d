"""A cutoff → one sentence that tells a student why the search stops there."""

from __future__ import annotations

from math import isinf

from grader.notation import write_name
from grader.solving.log import Log
from grader.solving.origins import Origin
from grader.solving.search import Stop
from grader.tree import Kind

# Each by the bound that failed, alpha or beta.
_SIGN = ("α", "β")
_LIMITED = ("at most", "at least")
_NEEDED = ("above", "below")
_IMPOSSIBLE = ("below", "above")
_GAIN = ("Max can already get {bound} at {setter}", "Min can already hold Max to {bound} at {setter}")
_GAIN_FURTHER_UP = (
    "further up, at {holder}, Max can already get {bound} with {setter}",
    "further up, at {holder}, Min can already hold Max to {bound} with {setter}",
)
_AIM = (
    "for {through} to beat the {gain} that Max can already get at {setter}",
    "for {through} to stay under the {gain} that Min can already hold Max to at {setter}",
)


def explain(log: Log, stop: Stop, side: int, origin: Origin, *, deep: bool, skips: bool) -> str:
    """Such as “C is at most 2 after C1, but Max can already get 3 at B, so the rest of C cannot matter”."""
    at, _, window, value = stop
    joint = "and" if value == window[side] else "but"
    tie = value == window[side] and origin.setter is not None
    if skips:
        end = ": a tie is cut" if tie else f", so the rest of {_name(log, at)} cannot matter"
    else:
        end = ": a tie, with nothing left to skip" if tie else ", though nothing is left to skip"
    return f"{_fact(log, stop, side, skips)}, {joint} {_reason(log, stop, side, origin, deep)}{end}"


def _fact(log: Log, stop: Stop, side: int, skips: bool) -> str:
    """What is known of the node by now."""
    at, after, _, value = stop
    name, child, shown = _name(log, at), _name(log, after), log.tree.pretty(value)
    if log.tree.kinds[at] is not Kind.CHANCE or not skips:
        return f"{name} is {_LIMITED[side]} {shown} after {child}"
    if isinf(value):
        return f"{name} is {shown} after {child}, whatever its other outcomes are worth"
    extreme = log.tree.pretty(log.rule.bounds[1 - side])
    return (
        f"even if every outcome after {child} were worth {extreme}, {name} would be {_LIMITED[side]} {shown}"
    )


def _reason(log: Log, stop: Stop, side: int, origin: Origin, deep: bool) -> str:
    """What the node runs into."""
    bound = stop[2][side]
    shown = log.tree.pretty(bound)
    if origin.through is not None:
        return f"it would have to be {_NEEDED[side]} {shown} {_aim(log, side, origin)}"
    if origin.setter is not None:
        words = _GAIN_FURTHER_UP if deep else _GAIN
        holder, setter = _name(log, origin.holder), _name(log, origin.setter)
        return words[side].format(holder=holder, setter=setter, bound=shown)
    if isinf(bound):
        return f"nothing is {_IMPOSSIBLE[side]} {shown}"
    if bound == log.rule.bounds[side]:
        return f"no leaf can be {_IMPOSSIBLE[side]} {shown}"
    return f"the search started with {_SIGN[side]} = {shown}"


def _aim(log: Log, side: int, origin: Origin) -> str:
    """What the outcome of a chance node would have to be that much for."""
    assert origin.through is not None
    through = _name(log, origin.through)
    if origin.setter is None:
        return f"for {through} to lie inside the window that the search started with"
    gain, setter = log.tree.pretty(log.returned[origin.setter]), _name(log, origin.setter)
    return _AIM[side].format(through=through, gain=gain, setter=setter)


def _name(log: Log, index: int) -> str:
    return write_name(log.tree.names[index])
