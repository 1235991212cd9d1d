"""Log → cutoffs, each with the bound that failed, the node that set it, and a sentence that says why."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from math import isinf
from typing import Literal, TypeAlias

from grader.rule import plain_number
from grader.solving.alpha_beta import Stop
from grader.solving.search_log import Log, skipped
from grader.text.numbers import Number
from grader.text.sentences import Say
from grader.tree import Kind
from grader.tree.notation import write_name

BoundName: TypeAlias = Literal["alpha", "beta"]

ALPHA, BETA = 0, 1  # the places in a window
_BOUNDS: Mapping[int, BoundName] = {ALPHA: "alpha", BETA: "beta"}


@dataclass(frozen=True, slots=True)
class Cutoff:
    """A search stops at a node: after which child, with which window and value then, and why."""

    at: str
    """The node at which the search stops."""
    after: str
    """The child after which it does."""
    alpha: Number
    """Alpha then."""
    beta: Number
    """Beta then."""
    value: Number
    """The node's value then."""
    bound: BoundName
    """The bound that failed."""
    set_by: str | None
    """The node that set this bound; none where the rule itself did."""
    skipped: tuple[str, ...]
    """The topmost nodes that are skipped."""
    deep: bool
    """Whether the bound was not set at the parent of `at`."""
    why: str
    """The reason in words."""

    def to_dict(self) -> dict[str, object]:
        """The cutoff as JSON holds it."""
        return {
            **asdict(self),
            "alpha": plain_number(self.alpha),
            "beta": plain_number(self.beta),
            "value": plain_number(self.value),
            "skipped": list(self.skipped),
        }


def cutoffs(log: Log, say: Say) -> tuple[Cutoff, ...]:
    """Every cutoff of the search, in the order in which they happened, each with its reason."""
    if not log.stops:
        return ()
    bounds = origins(log)
    return tuple(_cutoff(log, stop, bounds[stop[0]], say) for stop in log.stops)


def deep_stops(log: Log) -> tuple[bool, ...]:
    """Of every cutoff, whether its bound was not set at the parent of its node."""
    bounds = origins(log) if log.stops else {}
    return tuple(_is_deep(log, stop, bounds[stop[0]][failed_side(log, stop)]) for stop in log.stops)


def failed_side(log: Log, stop: Stop) -> int:
    """Whether it was alpha or beta that the node's value ran into."""
    at, _, window, value = stop
    kind = log.tree.kinds[at]
    return ALPHA if kind is Kind.MIN or (kind is Kind.CHANCE and value <= window[ALPHA]) else BETA


def _cutoff(log: Log, stop: Stop, bounds: tuple[BoundOrigin, BoundOrigin], say: Say) -> Cutoff:
    at, after, (alpha, beta), value = stop
    side = failed_side(log, stop)
    origin = bounds[side]
    deep = _is_deep(log, stop, origin)
    left = skipped(log, at)
    names = log.tree.names
    return Cutoff(
        names[at], names[after], alpha, beta, value, _BOUNDS[side],
        None if origin.setter is None else names[origin.setter],
        tuple(names[child] for child in left), deep,
        explain(log, stop, side, origin, say, deep=deep, skips=bool(left)),
    )  # fmt: skip


def _is_deep(log: Log, stop: Stop, origin: BoundOrigin) -> bool:
    return origin.holder not in (stop[0], log.tree.parents[stop[0]])


def explain(
    log: Log, stop: Stop, side: int, origin: BoundOrigin, say: Say, *, deep: bool, skips: bool
) -> str:
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


def _reason(log: Log, stop: Stop, side: int, origin: BoundOrigin, say: Say, *, deep: bool) -> str:
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


def _aim(log: Log, side: int, origin: BoundOrigin, say: Say) -> str:
    """What the outcome of a chance node would have to be that much for."""
    assert origin.through is not None
    through = _name(log, origin.through)
    if origin.setter is None:
        return say("cutoff.aim-window", through=through)
    gain, setter = log.tree.pretty(log.returned[origin.setter]), _name(log, origin.setter)
    return say(f"cutoff.aim-{_BOUNDS[side]}", through=through, gain=gain, setter=setter)


def _name(log: Log, index: int) -> str:
    return write_name(log.tree.names[index])


@dataclass(frozen=True, slots=True)
class BoundOrigin:
    """Where a bound comes from: it was set at `holder` by its child `setter`, or without one by the rule.

    `through` is the last chance node on the way down, which turned it into a bound on one outcome.
    """

    holder: int
    setter: int | None = None
    through: int | None = None


Origins: TypeAlias = tuple[BoundOrigin, BoundOrigin]


def origins(log: Log) -> dict[int, Origins]:
    """The origins of alpha and beta by the index of the node."""
    found: dict[int, Origins] = {}
    last_child: dict[int, int] = {}
    for index in log.windows:
        parent = log.tree.parents[index]
        found[index] = _origins(log, index, parent, last_child.get(parent), found)
        last_child[parent] = index
    return found


def _origins(log: Log, index: int, parent: int, before: int | None, found: dict[int, Origins]) -> Origins:
    """Those of the sibling before it, unless that sibling has set a bound; at first those of the parent."""
    if parent < 0:
        return BoundOrigin(index), BoundOrigin(index)
    if log.tree.kinds[parent] is Kind.CHANCE:
        return _below_chance(log, index, parent, found[parent])
    if before is None:
        return (BoundOrigin(parent), BoundOrigin(parent)) if log.rule.cutoffs == "shallow" else found[parent]
    alpha, beta = (
        old if now == then else BoundOrigin(parent, before)
        for old, now, then in zip(found[before], log.windows[index], log.windows[before], strict=True)
    )
    return alpha, beta


def _below_chance(log: Log, index: int, parent: int, above: Origins) -> Origins:
    """An outcome starts afresh; only Star1 hands bounds down, where the known utilities are no tighter."""
    if log.rule.chance != "star1":
        return BoundOrigin(index), BoundOrigin(index)
    alpha, beta = (
        BoundOrigin(index) if bound == known else replace(origin, through=parent)
        for origin, bound, known in zip(above, log.windows[index], log.rule.bounds, strict=True)
    )
    return alpha, beta
