"""Log → for each visited node, where the alpha and the beta that it was entered with come from."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

from grader.solving.search_log import Log
from grader.tree import Kind

ALPHA, BETA = 0, 1  # the places in a window


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a bound comes from: it was set at `holder` by its child `setter`, or without one by the rule.

    `through` is the last chance node on the way down, which turned it into a bound on one outcome.
    """

    holder: int
    setter: int | None = None
    through: int | None = None


Origins: TypeAlias = tuple[Origin, Origin]


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
        return Origin(index), Origin(index)
    if log.tree.kinds[parent] is Kind.CHANCE:
        return _below_chance(log, index, parent, found[parent])
    if before is None:
        return (Origin(parent), Origin(parent)) if log.rule.cutoffs == "shallow" else found[parent]
    alpha, beta = (
        old if now == then else Origin(parent, before)
        for old, now, then in zip(found[before], log.windows[index], log.windows[before], strict=True)
    )
    return alpha, beta


def _below_chance(log: Log, index: int, parent: int, above: Origins) -> Origins:
    """An outcome starts afresh; only Star1 hands bounds down, where the known utilities are no tighter."""
    if log.rule.chance != "star1":
        return Origin(index), Origin(index)
    alpha, beta = (
        Origin(index) if bound == known else replace(origin, through=parent)
        for origin, bound, known in zip(above, log.windows[index], log.rule.bounds, strict=True)
    )
    return alpha, beta
