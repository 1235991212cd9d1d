"""Ledger: what each report in a folder was made from and how it was left, so that none is made twice."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from grader.gradebook import Standing
from grader.grading.visibility import dates_passed
from grader.reports.report_files import Request
from grader.text.atomic_file import remove_left_over, store
from grader.text.source import InputError
from grader.version import VERSION

FILE = ".reports.json"

_FORM = 1
_LENGTH = 32  # of a digest, which nobody has a reason to forge
_PACKAGE = Path(__file__).parents[1]

LedgerEntries = dict[str, str]  # by file, what it was made from and how it was left


@dataclass(frozen=True, slots=True)
class Ledger:
    """The entries of a folder; what is not in it, or was touched by another hand, is made anew."""

    folder: Path
    entries: LedgerEntries = field(default_factory=dict)

    @classmethod
    def read(cls, folder: Path) -> Ledger:
        """The ledger as the last run left it; an empty one where it cannot be read."""
        try:
            kept = json.loads((folder / FILE).read_bytes())
        except (OSError, ValueError, RecursionError):
            return cls(folder)
        is_ours = isinstance(kept, dict) and kept.get("form") == _FORM and isinstance(kept.get("files"), dict)
        return cls(folder, kept["files"] if is_ours else {})

    def is_current(self, own: str, made_from: Mapping[str, str]) -> bool:
        """Whether all these files of a folder are as they should be; what was left unfinished there goes."""
        found = _listed(self.folder / own)
        return all(
            file in found and self.entries.get(_path(own, file)) == _entry(digest, found[file])
            for file, digest in made_from.items()
        )

    def store(self) -> None:
        """Keep it for the next run, which without it makes everything again."""
        with suppress(InputError):
            store(json.dumps({"form": _FORM, "files": self.entries}), self.folder / FILE)


def left_as(folder: Path, own: str, made_from: Mapping[str, str]) -> LedgerEntries:
    """The entries of files that were just written."""
    found = _listed(folder / own)
    return {
        _path(own, file): _entry(digest, found[file]) for file, digest in made_from.items() if file in found
    }


def digest_of(*parts: object) -> str:
    """A digest of values whose `repr` says everything about them."""
    return sha256("\0".join(map(repr, parts)).encode("utf-8", "backslashreplace")).hexdigest()[:_LENGTH]


def digest_of_standing(standing: Standing, request: Request) -> str:
    """What a student's files are made from, besides what all have in common."""
    late = standing.grade.late
    own_due = None if late is None else request.now >= late.due
    record = sha256(standing.graded.text.encode("utf-8", "backslashreplace")).hexdigest()
    person = request.people.get(standing.student)
    return digest_of(record, standing.adjustments, late, own_due, person and (person.name, person.section))


def digest_of_request(request: Request) -> str:
    """What the files of all students are made from."""
    return digest_of(
        VERSION, _state_of(_PACKAGE), request.problems.hash, request.view, request.late, request.templates,
        None if request.templates is None else _state_of(request.templates),
        dates_passed(request.problems, request.now),
    )  # fmt: skip


def _state_of(folder: Path) -> str:
    """Whether files of a folder were changed, without a look into them."""
    files = [
        os.path.join(inside, name)  # noqa: PTH118 - quicker
        for inside, _, names in os.walk(folder)
        for name in names
        if not name.endswith(".pyc")
    ]
    states = [(name, (found := os.stat(name)).st_size, found.st_mtime_ns) for name in files]  # noqa: PTH116
    return digest_of(sorted(states))


def _listed(folder: Path) -> dict[str, os.stat_result]:
    """The files of a folder, without those that were left unfinished, which are removed."""
    try:
        with os.scandir(folder) as found:
            entries = list(found)
        remove_left_over(entry for entry in entries if entry.name.endswith(".tmp"))
        reports = [entry for entry in entries if not entry.name.startswith(".") and entry.is_file()]
        return {entry.name: entry.stat(follow_symlinks=False) for entry in reports}
    except OSError:
        return {}


def _path(own: str, file: str) -> str:
    return f"{own}/{file}" if own else file


def _entry(made_from: str, found: os.stat_result) -> str:
    return f"{made_from} {found.st_size} {found.st_mtime_ns}"
