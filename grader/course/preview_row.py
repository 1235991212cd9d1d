"""Looked: one question, or one program, as its student sees it before handing it in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

PreviewState: TypeAlias = Literal["answered", "missing", "unreadable", "stopped"]


@dataclass(frozen=True, slots=True)
class Looked:
    """What was found of it: `answered`, `missing`, `unreadable`, or a program that `stopped` too early."""

    name: str
    state: PreviewState
    said: tuple[str, ...] = ()
