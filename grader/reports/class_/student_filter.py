"""The maps of a class → what its page needs to find students by a node: who is wrong at which."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Sequence
from typing import Any

from grader.reports.class_.class_maps import DrawnMap

_ONE = ord("1")


def who_is_wrong(maps: Iterable[DrawnMap], count: int) -> dict[str, Any]:
    """For each map what it is called, and for each node a bit for everybody in the class, as base64."""
    return {
        one.name: {
            "label": one.label,
            "wrong": {
                one.heat.tree.names[spot.node]: _bits(spot.who, count) for spot in one.heat.spots if spot.who
            },
        }
        for one in maps
        if one.name
    }


def _bits(places: Sequence[int], count: int) -> str:
    signs = bytearray(b"0" * count)
    for place in places:
        signs[-1 - place] = _ONE
    return b64encode(int(signs, 2).to_bytes((count + 7) // 8, "little")).decode()
