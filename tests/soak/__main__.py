"""Runs the soaks that are named, or all, and prints one line each: `make soak`.

python -m tests.soak [--only kills,mutants] [--seed 7] [--seconds 600 | --cases 20 | --case 12]
"""

from __future__ import annotations

import argparse
import secrets
import shutil
import sys
import time
from collections.abc import Iterator
from importlib import import_module
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.soak.case import Begin, Case
from tests.soak.commands import LINUX, ROOT, adopt_orphans
from tests.soak.tally import Tally

SOAKS = ("kills", "writers", "mutants", "attacks", "growth")
_LINUX_ONLY = ("kills", "attacks")  # signals to groups, and programs of students
_WIDTH = max(map(len, SOAKS))


def main(words: list[str]) -> int:
    """0 where nothing was found that must not happen."""
    arguments = _arguments(words)
    adopt_orphans()
    _print(f"seed {arguments.seed}")
    clean = [_soak(name, arguments) for name in arguments.only]
    return 0 if all(clean) else 1


def _arguments(words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("--only", type=_names, default=SOAKS, help="such as kills,growth")
    parser.add_argument("--seed", type=int, default=secrets.randbelow(1_000_000), help="of all chances")
    parser.add_argument("--seconds", type=float, default=60, help="for each soak")
    parser.add_argument("--cases", type=int, help="of each soak, instead of seconds")
    parser.add_argument("--case", type=int, help="the one of that number")
    parser.add_argument("--keep", type=Path, default=ROOT / "build" / "soak", help="where failures are kept")
    return parser.parse_args(words)


def _names(text: str) -> tuple[str, ...]:
    names = tuple(text.split(","))
    if unknown := set(names) - set(SOAKS):
        raise argparse.ArgumentTypeError(f"no soak is called {unknown.pop()}; there are {', '.join(SOAKS)}")
    return names


def _soak(name: str, arguments: argparse.Namespace) -> bool:
    """Run one soak and print its line; whether it found nothing."""
    if name in _LINUX_ONLY and not LINUX:
        _print(f"{name + ':':{_WIDTH + 1}} needs Linux")
        return True
    begin: Begin = import_module(f"tests.soak.{name}").begin
    tally = Tally(name)
    with TemporaryDirectory(prefix="soak-") as place, begin(Path(place, "shared")) as try_one:
        for number in _numbers(arguments):
            case = Case(name, arguments.seed, number, Path(place, f"case-{number}"))
            if findings := tally.count(try_one(case)):
                kept = case.keep(findings, arguments.keep)
                first = findings[0]
                _print(f"{kept.name}: {first.column}: {first.sentence}\n  kept in {kept}\n  {case.replay}")
            shutil.rmtree(case.folder, ignore_errors=True)
    _print(tally.line(_WIDTH))
    return tally.is_clean


def _numbers(arguments: argparse.Namespace) -> Iterator[int]:
    """The numbers of the cases, until there have been enough or the time is up."""
    if arguments.case is not None:
        yield arguments.case
        return
    end = time.monotonic() + arguments.seconds
    for number in count() if arguments.cases is None else range(arguments.cases):
        if arguments.cases is None and number and time.monotonic() > end:
            return
        yield number


def _print(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
