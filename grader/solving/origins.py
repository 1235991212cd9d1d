"""Log → for each visited node, where the alpha and the beta that it was entered with come from."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

from grader.solving.log import Log
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
    fresh = Origin(index), Origin(index)
    if parent < 0:
        return fresh
    if log.tree.kinds[parent] is Kind.CHANCE:
        return _through_chance(log, index, parent, found[parent]) if log.rule.chance == "star1" else fresh
    if before is None:
        return fresh if log.rule.cutoffs == "shallow" else found[parent]
    same = [new == old for new, old in zip(log.windows[index], log.windows[before], strict=True)]
    raised = Origin(parent, before)
    return (
        found[before][ALPHA] if same[ALPHA] else raised,
        found[before][BETA] if same[BETA] else raised,
    )


def _through_chance(log: Log, index: int, parent: int, above: Origins) -> Origins:
    """The chance node's own bounds, except where what is known of all utilities is tighter."""
    known = [bound == limit for bound, limit in zip(log.windows[index], log.rule.bounds, strict=True)]
    return (
        Origin(index) if known[ALPHA] else replace(above[ALPHA], through=parent),
        Origin(index) if known[BETA] else replace(above[BETA], through=parent),
    )
