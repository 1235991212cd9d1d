"""Lines of a table → standard output, in colour where that is a terminal and nobody asked for none."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable

from grader.reports.student.marks_table import COLUMNS, TableLine, plain_text

_STYLES = {
    "heading": "bold",
    "right": "green",
    "partly": "yellow",
    "wrong": "red",
    "unreadable": "magenta",
    "failed": "bold red",
    "missing": "dim",
    "pending": "cyan",
}


def print_lines(lines: Iterable[TableLine]) -> None:
    """Print the lines; the text is the same with and without colour."""
    if not _in_colour():
        for line in lines:
            print(plain_text(line))
        return
    from rich.console import Console
    from rich.text import Text

    console = Console(highlight=False, markup=False, emoji=False)
    for line in lines:
        pieces = [(piece.text, _STYLES.get(piece.style, "")) for piece in line]
        console.print(Text.assemble(*pieces), soft_wrap=True)


def terminal_columns() -> int:
    """How wide a table may be: as wide as the terminal, if there is one."""
    return max(shutil.get_terminal_size((COLUMNS, 24)).columns, 60) if sys.stdout.isatty() else COLUMNS


def _in_colour() -> bool:
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
