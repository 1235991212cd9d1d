"""`--isolation`: how far students' programs are kept from the machine that runs them."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace

from grader.sandbox.walls.policy import ISOLATIONS

_WITHOUT = (
    "warning: programs are run without isolation (`--isolation none`): nothing keeps them from your files,"
    " your other processes or the network; grades and reports say so"
)


def add_isolation_argument(parser: ArgumentParser) -> None:
    """What all commands take that run programs."""
    parser.add_argument(
        "--isolation", choices=ISOLATIONS, default=next(iter(ISOLATIONS)),
        help="how to isolate students' programs; none is for your own container only (default: full)",
    )  # fmt: skip


def tell_isolation(arguments: Namespace) -> None:
    """Say where nothing holds students' programs."""
    if arguments.isolation == "none":
        print(_WITHOUT, file=sys.stderr)
