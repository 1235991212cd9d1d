"""One case of a soak: its chances come from a seed and a number, and what it found can be played again."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from random import Random

COLUMNS = ("lost", "doubled", "corrupt", "tracebacks", "hangs", "growth")


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that must not happen: the column that counts it, and a sentence that says what it was."""

    column: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Case:
    """Which case of which soak; `folder` is its own, and empty when it begins."""

    soak: str
    seed: int
    number: int
    folder: Path

    @property
    def random(self) -> Random:
        return Random(f"{self.seed}/{self.soak}/{self.number}")

    @property
    def replay(self) -> str:
        return f"make soak ONLY={self.soak} SEED={self.seed} CASE={self.number}"

    def keep(self, findings: Iterable[Finding], folder: Path) -> Path:
        """Keep what the case was made of, with what it found and the command that plays it again."""
        kept = folder / f"{self.soak}-{self.seed}-{self.number}"
        shutil.rmtree(kept, ignore_errors=True)
        self.folder.mkdir(parents=True, exist_ok=True)
        shutil.copytree(self.folder, kept, symlinks=True)
        lines = [self.replay, *(f"{finding.column}: {finding.sentence}" for finding in findings)]
        (kept / "found.txt").write_text("\n".join(lines) + "\n", encoding="utf-8", errors="backslashreplace")
        return kept


# A number is no finding: it says how many times as long ten times as much took.
Try = Callable[[Case], Iterable[Finding | float]]
Begin = Callable[[Path], AbstractContextManager[Try]]  # a folder for what all cases of a soak share
