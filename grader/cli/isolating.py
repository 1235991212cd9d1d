"""`--isolation`: how far students' programs are kept from the machine that runs them."""

from __future__ import annotations

from argparse import ArgumentParser

ISOLATIONS = ("full", "none")


def add_isolation_argument(parser: ArgumentParser) -> None:
    """What all commands take that run programs."""
    parser.add_argument(
        "--isolation", choices=ISOLATIONS, default=ISOLATIONS[0],
        help="how programs are run: full if you do not say; none only inside a container of your own",
    )  # fmt: skip
