"""Runs the benchmarks that are named, or all, each in a process of its own, and prints one table."""

from __future__ import annotations

import sys
from multiprocessing import get_context

from benchmarks.measuring import print_figures

NAMES = (
    "startup",
    "parsing",
    "solving",
    "unknown_leaves",
    "generating",
    "marking",
    "reporting",
    "class_page",
    "sandbox",
    "visiting",
    "classes",
    "variants",
    "term",
)


def main(names: list[str]) -> int:
    unknown = sorted(set(names) - set(NAMES))
    if unknown:
        print(f"no benchmark is called {', '.join(unknown)}; there are {', '.join(NAMES)}", file=sys.stderr)
        return 2
    print(f"{'figure':<74} {'ratio':>7}  {'aim':>6}")
    sys.stdout.flush()
    for name in names or NAMES:
        process = get_context("spawn").Process(target=print_figures, args=(name,))
        process.start()
        process.join()
        if process.exitcode:
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
