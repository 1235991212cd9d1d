"""The machine → which promises of the sandbox hold on it, and by which wall: examine, Report."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from grader.sandbox.baiting import lay_bait
from grader.sandbox.policy import WALLS
from grader.sandbox.promises import COMMAND_PROMISES, PROMISES, Promise
from grader.sandbox.trying import Seen, try_walls
from grader.sandbox.trying_commands import try_commands
from grader.source import InputError, Mistake

BASE = "start"  # what holds without any wall: how a child is started and watched
FULL = "full"
_LAYERS: Mapping[str, tuple[str, ...]] = {BASE: (), **{wall: (wall,) for wall in WALLS}, FULL: WALLS}
BUBBLEWRAP = "bubblewrap"  # the wall around programs in other languages
_ALONE = (*(layer for layer in _LAYERS if layer != FULL), BUBBLEWRAP)


@dataclass(frozen=True, slots=True)
class Trial:
    """One probe behind each wall alone, behind none, and behind all that stand here."""

    probe: str
    seen: Mapping[str, Seen]

    @property
    def holds(self) -> bool:
        return FULL in self.seen and self.seen[FULL].held

    @property
    def by(self) -> tuple[str, ...]:
        """The walls of which each alone would do."""
        return tuple(layer for layer in _ALONE if layer in self.seen and self.seen[layer].held)


@dataclass(frozen=True, slots=True)
class Tried:
    """One promise with what came of its probes."""

    promise: Promise
    trials: tuple[Trial, ...]

    @property
    def holds(self) -> bool:
        return all(trial.holds for trial in self.trials)

    @property
    def by(self) -> tuple[str, ...]:
        """The walls of which each alone keeps the whole promise; none gets the credit for what needs none."""
        keepers = tuple(layer for layer in _ALONE if all(layer in trial.by for trial in self.trials))
        return keepers[:1] if BASE in keepers else keepers


@dataclass(frozen=True, slots=True)
class Report:
    """What stands on this machine, with the reason for what does not, and what it is good for."""

    standing: Mapping[str, str]
    tried: tuple[Tried, ...]

    @property
    def holds(self) -> bool:
        return all(tried.holds for tried in self.tried)

    def to_dict(self) -> dict[str, Any]:
        return {
            "format": 1,
            "holds": self.holds,
            "walls": [{"wall": wall, "stands": not why, "why": why} for wall, why in self.standing.items()],
            "promises": [_record(tried) for tried in self.tried],
        }


def examine() -> Report:
    """Run every probe behind every layer alone and behind all together; it takes a few seconds."""
    standing: dict[str, str] = {}
    seen: dict[str, Mapping[str, Seen]] = {}
    with lay_bait() as bait:
        for layer, walls in _LAYERS.items():
            try:
                stands, seen[layer] = try_walls(walls, bait)
            except InputError as error:
                stands = {layer: _reason(error.mistakes[0])}
            standing |= stands
        standing[BUBBLEWRAP], held = try_commands(bait)
    commands = {FULL: held, BUBBLEWRAP: held}
    return Report(
        standing,
        (
            *(_tried(promise, seen) for promise in PROMISES),
            *(_tried(promise, commands) for promise in COMMAND_PROMISES if held),
        ),
    )


def _reason(mistake: Mistake) -> str:
    return f"{mistake.message} ({mistake.hint})"


def _tried(promise: Promise, seen: Mapping[str, Mapping[str, Seen]]) -> Tried:
    trials = (Trial(probe, {layer: each[probe] for layer, each in seen.items()}) for probe in promise.probes)
    return Tried(promise, tuple(trials))


def _record(tried: Tried) -> dict[str, Any]:
    return {
        "promise": tried.promise.id,
        "says": tried.promise.says,
        "holds": tried.holds,
        "by": list(tried.by),
        "probes": [
            {
                "probe": trial.probe,
                "holds": trial.holds,
                "layers": {layer: {"held": seen.held, "saw": seen.saw} for layer, seen in trial.seen.items()},
            }
            for trial in tried.trials
        ],
    }
