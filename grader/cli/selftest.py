"""`grader selftest`: which of the sandbox's promises hold on this machine, and by which wall."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator

from grader.columns import visible
from grader.sandbox.selftest import BASE, Report, Trial, Tried, examine
from grader.sandbox.worker import check_platform

EXAMPLE = "grader selftest --format json"

_HOLDS, _FALLS_SHORT = 0, 1


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--format", choices=tuple(_FORMATS), default="text", help="text if you do not say")
    parser.add_argument(
        "--probes", action="store_true", help="show each attempt to break out, and what came of it"
    )


def run(arguments: Namespace) -> int:
    check_platform("grader selftest")
    report = examine()
    for line in _FORMATS[arguments.format](report, arguments.probes):
        print(line)
    return _HOLDS if report.holds else _FALLS_SHORT


def _text(report: Report, probes: bool) -> Iterator[str]:
    yield "walls"
    width = max(map(len, report.standing))
    for wall, why in report.standing.items():
        yield f"  {wall:{width}}  {f'missing: {why}' if why else 'stands'}"
    yield from ("", f"{'students’ code, behind all of them':<60} {'holds':<5}  by each of these alone")
    for tried in report.tried:
        yield f"{tried.promise.says:<60} {_word(tried.holds):<5}  {_keepers(tried)}"
        if probes:
            yield from _attempts(tried.trials)
    yield ""
    yield _summary(report)


def _attempts(trials: Iterable[Trial]) -> Iterator[str]:
    for trial in trials:
        yield f"  {trial.probe:<58} {_word(trial.holds):<5}  {', '.join(trial.by) or 'none alone'}"
        yield from (f"    {layer:<12} {visible(seen.saw)}" for layer, seen in trial.seen.items())


def _keepers(tried: Tried) -> str:
    if tried.by == (BASE,):
        return "the way a child is started and watched"
    return ", ".join(tried.by) or ("several walls together" if tried.holds else "none")


def _summary(report: Report) -> str:
    broken = [tried.promise.says for tried in report.tried if not tried.holds]
    if not broken:
        return f"all {len(report.tried)} promises hold"
    return f"{len(broken)} of {len(report.tried)} promises do not hold: {'; '.join(broken)}"


def _word(holds: bool) -> str:
    return "yes" if holds else "NO"


def _json(report: Report, _probes: bool) -> Iterator[str]:
    yield json.dumps(report.to_dict(), ensure_ascii=False, indent=2)


_FORMATS = {"text": _text, "json": _json}
