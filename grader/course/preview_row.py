"""Looked: one question, or one program, as its student sees it before handing it in."""

from __future__ import annotations

from dataclasses import dataclass

ANSWERED, MISSING, UNREADABLE, STOPPED = "answered", "missing", "unreadable", "stopped"


@dataclass(frozen=True, slots=True)
class Looked:
    """What was found of it: `answered`, `missing`, `unreadable`, or a program that `stopped` too early."""

    name: str
    state: str
    said: tuple[str, ...] = ()
