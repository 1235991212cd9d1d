"""The machine → which promises of the sandbox hold on it, and by which wall: examine, Report."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from grader.sandbox.selftest.probe_runs import Seen, lay_bait, try_commands, try_walls
from grader.sandbox.selftest.promises import COMMAND_PROMISES, PROMISES, Promise
from grader.sandbox.walls.cgroups import find_cgroups
from grader.sandbox.walls.policy import WALLS, WallName
from grader.text.source import InputError, Mistake

BASE = "start"  # what holds without any wall: how a child is started and watched
FULL = "full"
_LAYERS: Mapping[str, tuple[WallName, ...]] = {BASE: (), **{wall: (wall,) for wall in WALLS}, FULL: WALLS}
BUBBLEWRAP = "bubblewrap"  # the wall around programs in other languages
CGROUP = "cgroup"  # … and what counts their memory, where the kernel lets us
_ALONE = (*(layer for layer in _LAYERS if layer != FULL), BUBBLEWRAP)
_NO_CGROUP = "the memory of other languages is limited by refusing calls, and by looking from outside"

# The walls that have several parts, each of which can be missing.
_PARTS: Mapping[str, tuple[str, ...]] = {
    "namespaces": (
        "mount namespace", "pid namespace", "network namespace", "ipc namespace", "user namespace",
        "empty root",
    ),
    "identity": ("identity", "capabilities", "hidden memory", "no new privileges"),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Trial:
    """One probe behind each wall alone, behind none, and behind all that stand here."""

    probe: str
    seen: Mapping[str, Seen]

    @property
    def tried(self) -> bool:
        return FULL not in self.seen or self.seen[FULL].tried

    @property
    def holds(self) -> bool:
        return FULL in self.seen and self.seen[FULL].held

    @property
    def by(self) -> tuple[str, ...]:
        """The walls of which each alone would do."""
        return tuple(layer for layer in _ALONE if layer in self.seen and self.seen[layer].held)


@dataclass(frozen=True, slots=True)
class TriedPromise:
    """One promise with what came of its probes."""

    promise: Promise
    trials: tuple[Trial, ...]

    @property
    def tried(self) -> bool:
        """Whether anything is known of it."""
        return any(trial.tried for trial in self.trials)

    @property
    def holds(self) -> bool:
        return self.tried and all(trial.holds for trial in self.trials if trial.tried)

    @property
    def by(self) -> tuple[str, ...]:
        """The walls of which each alone keeps the whole promise; none gets the credit for what needs none."""
        tried = [trial for trial in self.trials if trial.tried]
        keepers = tuple(layer for layer in _ALONE if tried and all(layer in trial.by for trial in tried))
        return keepers[:1] if BASE in keepers else keepers


class RaisedWall(NamedTuple):
    """One wall; `why` says what is missing of it, if anything."""

    name: str
    stands: bool
    why: str
    partly: bool = False


@dataclass(frozen=True, slots=True)
class Report:
    """What stands on this machine, with the reason for what does not, and what it is good for."""

    standing: Mapping[str, str]
    tried: tuple[TriedPromise, ...]

    @property
    def holds(self) -> bool:
        """Whether every promise holds that could be tried."""
        return all(tried.holds for tried in self.tried if tried.tried)

    @property
    def walls(self) -> tuple[RaisedWall, ...]:
        """One for each wall, whatever it is made of."""
        whole = {part: wall for wall, parts in _PARTS.items() for part in parts}
        names = {whole.get(part, part) for part in self.standing}
        order = [*_LAYERS, BUBBLEWRAP, CGROUP]
        return tuple(_wall(name, self.standing) for name in order if name in names)

    def to_dict(self) -> dict[str, Any]:
        return {
            "format": 1,
            "holds": self.holds,
            "walls": [{"wall": wall, "stands": stands, "why": why} for wall, stands, why, _ in self.walls],
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
                reason = _reason(error.mistakes[0])
                stands = {} if layer == FULL and reason in standing.values() else {layer: reason}
            standing |= stands
        standing[BUBBLEWRAP], held = try_commands(bait)
    why = find_cgroups().why
    standing[CGROUP] = why and f"{why}; {_NO_CGROUP}"
    commands = held or _untried(standing[BUBBLEWRAP])
    return Report(
        standing,
        (
            *(_tried(promise, seen) for promise in PROMISES),
            *(_tried(promise, {FULL: commands, BUBBLEWRAP: commands}) for promise in COMMAND_PROMISES),
        ),
    )


def _untried(why: str) -> Mapping[str, Seen]:
    """What is known of programs in other languages where none is run: nothing."""
    return {probe: Seen(False, why, tried=False) for promise in COMMAND_PROMISES for probe in promise.probes}


def _wall(name: str, standing: Mapping[str, str]) -> RaisedWall:
    parts = [part for part in _PARTS.get(name, (name,)) if part in standing]
    missing = {part: standing[part] for part in parts if standing[part]}
    if not missing:
        return RaisedWall(name, True, "")
    if [*missing] == [name]:
        return RaisedWall(name, False, missing[name])
    why = "; ".join(f"{part}: {why}" for part, why in missing.items())
    return RaisedWall(name, False, why, partly=len(missing) < len(parts))


def _reason(mistake: Mistake) -> str:
    return f"{mistake.message} ({mistake.hint})"


def _tried(promise: Promise, seen: Mapping[str, Mapping[str, Seen]]) -> TriedPromise:
    trials = (Trial(probe, {layer: each[probe] for layer, each in seen.items()}) for probe in promise.probes)
    return TriedPromise(promise, tuple(trials))


def _record(tried: TriedPromise) -> dict[str, Any]:
    return {
        "promise": tried.promise.id,
        "says": tried.promise.says,
        "holds": tried.holds if tried.tried else None,
        "by": list(tried.by),
        "probes": [
            {
                "probe": trial.probe,
                "holds": trial.holds if trial.tried else None,
                "layers": {layer: _layer(seen) for layer, seen in trial.seen.items()},
            }
            for trial in tried.trials
        ],
    }


def _layer(seen: Seen) -> dict[str, Any]:
    return {"held": seen.held if seen.tried else None, "saw": seen.saw}
