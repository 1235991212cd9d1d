"""The words for what became of an answer, and of each of its parts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

Verdict: TypeAlias = Literal["right", "partly", "wrong", "missing", "unreadable", "pending", "failed"]

# What may be said of an answer before its marks are shown, besides that it is missing or unreadable.
SeenVerdict: TypeAlias = Literal[Verdict, "answered", "hidden"]

# Of a node or an item: "wrong" is given but not in the key, or of another value; "missed" is in the key but
# not given; "carried" is a right step from the student's own values.
PartVerdict: TypeAlias = Literal["right", "wrong", "missed", "carried", "unreadable"]

Parts: TypeAlias = Mapping[str, PartVerdict]  # by the node or item
