"""Runs the benchmarks that are named, or all, and prints one table."""

from __future__ import annotations

import sys
from importlib import import_module

NAMES = (
    "startup",
    "parsing",
    "solving",
    "marking",
    "reporting",
    "class_page",
    "sandbox",
    "visiting",
    "classes",
)


def main(names: list[str]) -> int:
    unknown = sorted(set(names) - set(NAMES))
    if unknown:
        print(f"no benchmark is called {', '.join(unknown)}; there are {', '.join(NAMES)}", file=sys.stderr)
        return 2
    print(f"{'figure':<74} {'ratio':>7}  {'aim':>6}")
    for name in names or NAMES:
        for figure in import_module(f"benchmarks.{name}").figures():
            print(figure, flush=True)
    return 0


sys.exit(main(sys.argv[1:]))
