"""The file of a figure → the address of the same picture inside a page, so that the page stands alone."""

from __future__ import annotations

from base64 import b64encode
from pathlib import Path

from grader.memory import remembered
from grader.problems import Problem

MAX_BYTES = 1_000_000
MAX_BYTES_IN_REPORT = 200_000  # a report is sent to every student, often by mail

_TYPES = {
    ".gif": "image/gif",
    ".jpeg": "image/jpeg",
    ".jpg": "image/jpeg",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webp": "image/webp",
}


@remembered
def figure_in_report(problem: Problem) -> str | None:
    """The address of a problem's figure, where there is one and it is not too large; read only once."""
    return None if problem.figure is None else figure_address(problem.figure, MAX_BYTES_IN_REPORT)


def figure_address(path: Path, most: int = MAX_BYTES) -> str | None:
    """A `data:` address of the picture; None where it is none, is too large, or cannot be read."""
    kind = _TYPES.get(path.suffix.lower())
    try:
        if kind is None or path.stat().st_size > most:
            return None
        return f"data:{kind};base64,{b64encode(path.read_bytes()).decode()}"
    except OSError:
        return None
