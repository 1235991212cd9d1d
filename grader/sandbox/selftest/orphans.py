"""Walls → the processes of a worker whose own process dies all of a sudden: a program of the selftest."""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Sequence

from grader.sandbox.run.worker import Worker
from grader.sandbox.walls.limits import Limits
from grader.sandbox.walls.policy import WALLS, WallName


def main(walls: Sequence[WallName]) -> None:
    """Start a child that sleeps, print the processes that must not outlive us, and die."""
    with Worker(walls=walls, program="probes") as worker, worker.child(Limits(60, 64 << 20, 4096)) as child:
        child.channel.send(json.dumps({"probe": "sleep for ever", "bait": {}}).encode())
        sys.stdout.write(json.dumps([worker.process, child.parent, child.process]))
        sys.stdout.flush()
        os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    main([wall for wall in WALLS if wall in sys.argv])
