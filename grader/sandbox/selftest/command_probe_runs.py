"""Bait → what comes of every probe of a program in another language, behind bubblewrap: try_commands."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Any

from grader.sandbox.run.command_process import PATH, command_child
from grader.sandbox.run.program import Program
from grader.sandbox.run.stream import Stream
from grader.sandbox.selftest.bait import LIMITS
from grader.sandbox.selftest.probe_runs import Seen, described
from grader.sandbox.selftest.promises import COMMAND_PROMISES
from grader.text.columns import visible
from grader.text.source import InputError

_ATTEMPTS = Path(__file__).parents[1] / "inside" / "attempts.py"
_HARMLESS = "command: run"
_PATIENCE = 20.0


def try_commands(bait: Mapping[str, Any]) -> tuple[str, Mapping[str, Seen]]:
    """Why programs in other languages are not held here, or nothing; and what came of each probe, if any."""
    python = shutil.which("python3", path=PATH)
    if python is None:
        return f"there is no `python3` in {PATH} to try it with", {}
    try:
        harmless = _try(_HARMLESS, python, bait)
    except InputError as error:
        return error.mistakes[0].message, {}
    if harmless.held:
        return f"a harmless program does not run in it: {harmless.saw}", {}
    probes = (probe for promise in COMMAND_PROMISES for probe in promise.probes)
    return "", {probe: _try(probe, python, bait) for probe in probes}


def _try(probe: str, python: str, bait: Mapping[str, Any]) -> Seen:
    """Held back unless the program printed what it got."""
    command = (python, "-I", _ATTEMPTS.name, probe, bait["file"])
    program = Program({_ATTEMPTS.name: _ATTEMPTS.read_bytes()}, command=command)
    with command_child(program, LIMITS, "full") as child:
        got = b""
        with suppress(TimeoutError):
            got = Stream(child.channel, monotonic() + _PATIENCE).rest()
        end = child.wait(_PATIENCE)
        words = child.printed(LIMITS.output).decode(errors="replace").strip().splitlines()
    if got:
        return Seen(False, visible(f"got {got.decode(errors='replace').strip()}"))
    return Seen(True, visible(words[-1]) if words else described(end))
