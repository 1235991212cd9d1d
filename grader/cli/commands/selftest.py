"""`grader selftest`: which of the sandbox's promises hold on this machine, and by which wall."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator

from grader.sandbox.run.worker import check_platform
from grader.sandbox.selftest import BASE, RaisedWall, Report, Trial, TriedPromise, examine
from grader.text.columns import visible

EXAMPLE = "grader selftest --format json"

_HOLDS, _FALLS_SHORT = 0, 1
_BROAD = 60
_NOT_TRIED = "not tried"


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--format", choices=tuple(_FORMATS), default="text", help="the output format (default: text)"
    )
    parser.add_argument("--probes", action="store_true", help="show each escape attempt and its outcome")


def run(arguments: Namespace) -> int:
    check_platform("grader selftest")
    report = examine()
    for line in _FORMATS[arguments.format](report, arguments.probes):
        print(line)
    return _HOLDS if report.holds else _FALLS_SHORT


def _text(report: Report, probes: bool) -> Iterator[str]:
    yield "walls"
    width = max(len(wall.name) for wall in report.walls)
    for wall in report.walls:
        yield f"  {wall.name:{width}}  {_state(wall)}"
    broad = max(_BROAD, *(len(tried.promise.says) for tried in report.tried))
    all_tried = all(trial.tried for tried in report.tried for trial in tried.trials)
    columns = broad, len("holds") if all_tried else len(_NOT_TRIED)
    yield from ("", _row("students’ code, behind all of them", "holds", "by each of these alone", columns))
    for tried in report.tried:
        yield _row(tried.promise.says, _word(tried), _keepers(tried), columns)
        if probes:
            yield from _attempts(tried.trials, columns)
    yield ""
    yield _summary(report)


def _state(wall: RaisedWall) -> str:
    if wall.stands:
        return "stands"
    return f"stands in part, missing: {wall.why}" if wall.partly else f"missing: {wall.why}"


def _attempts(trials: Iterable[Trial], columns: tuple[int, int]) -> Iterator[str]:
    for trial in trials:
        keepers = ", ".join(trial.by) or ("none alone" if trial.tried else "")
        yield _row(f"  {trial.probe}", _word(trial), keepers, columns)
        yield from (f"    {layer:<12} {visible(seen.saw)}" for layer, seen in trial.seen.items())


def _row(first: str, word: str, last: str, columns: tuple[int, int]) -> str:
    broad, narrow = columns
    return f"{first:<{broad}} {word:<{narrow}}  {last}".rstrip()


def _keepers(tried: TriedPromise) -> str:
    if not tried.tried:
        return ""
    if tried.by == (BASE,):
        return "the way a child is started and watched"
    return ", ".join(tried.by) or ("several walls together" if tried.holds else "none")


def _summary(report: Report) -> str:
    known = [tried for tried in report.tried if tried.tried]
    broken = [tried.promise.says for tried in known if not tried.holds]
    unknown = [tried.promise.says for tried in report.tried if not tried.tried]
    unmade = [trial.probe for tried in known for trial in tried.trials if not trial.tried]
    parts = [
        f"{len(broken)} of {len(known)} promises do not hold: {'; '.join(broken)}"
        if broken
        else f"all {len(known)} promises {'that were tried ' if unknown else ''}hold"
    ]
    if unknown:
        parts.append(f"not tried: {len(unknown)} promises: {'; '.join(unknown)}")
    if unmade:
        parts.append(f"not tried: {len(unmade)} attempts: {'; '.join(unmade)}")
    return "\n".join(parts)


def _word(each: TriedPromise | Trial) -> str:
    if not each.tried:
        return _NOT_TRIED
    return "yes" if each.holds else "NO"


def _json(report: Report, _probes: bool) -> Iterator[str]:
    yield json.dumps(report.to_dict(), ensure_ascii=False, indent=2)


_FORMATS = {"text": _text, "json": _json}
