"""Evidence: which ideas agree with an answer, part by part."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace


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
        """The ideas that this part speaks against: they predict another answer."""
        return self.predicted & ~self.agrees


@dataclass(frozen=True, slots=True)
class Evidence:
    """What one answer says about the ideas behind it."""

    units: tuple[Unit, ...] = ()

    def forgiving(self, carried: Collection[str]) -> Evidence:
        """The same where what follows from other wrong answers counts as right: no idea has to explain it."""
        named = any(unit.name in carried for unit in self.units)
        return Evidence(
            tuple(
                replace(unit, wrong=False) if not named or unit.name in carried else unit
                for unit in self.units
            )
        )

    @property
    def wrong(self) -> bool:
        return any(unit.wrong for unit in self.units)


NO_EVIDENCE = Evidence()
