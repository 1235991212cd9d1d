"""Evidence: which ideas agree with an answer, part by part."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Unit:
    """One part of an answer: a node's value, or a whole set. `predicted` and `agrees` are sets of ideas.

    A `weak` one does not say much alone: whoever slips there easily does what some idea does.
    """

    name: str
    wrong: bool
    predicted: int
    agrees: int
    weak: bool = False

    @property
    def against(self) -> int:
        """The ideas that this part speaks against: they predict another answer, or leave a wrong one open."""
        return ~self.agrees if self.wrong else self.predicted & ~self.agrees


@dataclass(frozen=True, slots=True)
class Evidence:
    """What one answer says about the ideas behind it."""

    units: tuple[Unit, ...] = ()

    @property
    def wrong(self) -> bool:
        return any(unit.wrong for unit in self.units)


NO_EVIDENCE = Evidence()
