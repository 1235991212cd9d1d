"""Tally: what the cases of a soak came to, as a line of the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from tests.soak.case import COLUMNS, Finding


@dataclass(slots=True)
class Tally:
    """How many cases were tried, and how much there was of everything that must not happen."""

    soak: str
    tried: int = 0
    found: Counter[str] = field(default_factory=Counter)
    growth: float = 0  # the most times as long that ten times as much took

    def count(self, outcome: Iterable[Finding | float]) -> list[Finding]:
        """Count a case, and hand back what must not have happened in it."""
        seen = list(outcome)
        findings = [one for one in seen if isinstance(one, Finding)]
        self.tried += 1
        self.found.update(finding.column for finding in findings)
        self.growth = max(self.growth, *(one for one in seen if not isinstance(one, Finding)), 0)
        return findings

    @property
    def is_clean(self) -> bool:
        return self.tried > 0 and not self.found.total()

    def line(self, width: int) -> str:
        """Such as `kills:  tried 179, lost 0, doubled 0, …`."""
        counts = ", ".join(f"{column} {self.found[column]}" for column in COLUMNS if column != "growth")
        growth = f"{self.growth:.1f}" if self.growth else "–"
        return f"{self.soak + ':':{width + 1}} tried {self.tried:>5}, {counts}, growth {growth}"
