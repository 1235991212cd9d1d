"""Classes that the tests of collecting share: folders, zips and a set for them."""

from __future__ import annotations

import io
import stat
import zipfile
from collections.abc import Mapping
from pathlib import Path

from grader.problems import ProblemSet, load_problems
from grader.submissions.collecting import Collected, collect
from grader.text.source import Source

SET = """\
set: search-1
problems:
  - id: textbook
    tree: A = max(a1 -> B = min(3, 12, 8), a2 -> C = min(2, 4, 6), a3 -> D = min(14, 5, 2))
    questions:
      - {ask: value, of: [B, C, D]}
      - {ask: best-move}
      - {ask: pruned}
  - id: your-minimax
    code: {file: search.py, function: minimax}
    trees: ["max(min(3, 12), 2)"]
    questions: [{ask: value}]
"""
SHEET = "set: search-1\nanswers:\n  textbook:\n    best-move: a1\n"
PROGRAM = "def minimax(node): return 3\n"
LINK, DEVICE = stat.S_IFLNK, stat.S_IFCHR


def a_set() -> ProblemSet:
    return load_problems(Source(SET, "set.yaml"))


def lay(folder: Path, files: Mapping[str, str | bytes]) -> Path:
    """Write files by their paths; a name that ends in `/` is a folder."""
    for name, content in files.items():
        path = folder / name
        if name.endswith("/"):
            path.mkdir(parents=True)
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    return folder


def packed(files: Mapping[str, str | bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A zip of files by their names, which may be any."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", method) as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name), content, method)
    return made.getvalue()


def packed_as(kind: int, name: str = "answers.yaml") -> bytes:
    """A zip of one item that says that it is of this kind."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        info = zipfile.ZipInfo(name)
        info.external_attr = (kind | 0o644) << 16
        archive.writestr(info, "/etc/passwd")
    return made.getvalue()


def collected(folder: Path, layout: str | None = None, roster: Path | None = None) -> Collected:
    return collect(folder, a_set(), layout=layout, roster=roster)


def students(found: Collected) -> list[str]:
    return [entry.student for entry in found.entries]


def messages(found: Collected) -> list[str]:
    return [finding.message for finding in found.findings]
