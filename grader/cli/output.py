"""Text or lines of a table → a file, or standard output: in colour on a terminal, harmless in a CI's log."""

from __future__ import annotations

import os
import shutil
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, TextIO

from grader.text.atomic_file import store
from grader.text.columns import visible, width
from grader.text.source import refusal

if TYPE_CHECKING:
    from grader.reports.student.marks_table import TableLine

_STANDARD_OUTPUT = "-"
_USUAL_FORM = "text"
_FORMS = {  # of several that a suffix suggests, a command writes the one that it knows
    ".csv": ("csv", "rubric-csv"),
    ".html": ("html",),
    ".json": ("json",),
    ".jsonl": ("jsonl",),
    ".md": ("markdown",),
    ".svg": ("svg",),
    ".tex": ("tikz", "tex"),
    ".txt": ("text",),
}


def add_output_arguments(parser: ArgumentParser, forms: Collection[str]) -> None:
    """Let a command write one of several forms, to a file or to standard output."""
    parser.add_argument(
        "--format", "--as", dest="form", choices=tuple(forms),
        help="the output format (default: by the suffix of FILE, otherwise text)",
    )  # fmt: skip
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        type=_read_path,
        help="write to this file instead of standard output",
    )


def chosen_form(arguments: Namespace, forms: Collection[str]) -> str:
    """The form that was asked for, or that the file's name suggests."""
    if arguments.form is not None:
        return str(arguments.form)
    suffix = "" if arguments.output is None else arguments.output.suffix.lower()
    return next((form for form in _FORMS.get(suffix, ()) if form in forms), _USUAL_FORM)


def write_output(text: str, path: Path | None) -> None:
    """Write `text` to the file, or print it where there is none; it ends with its line either way."""
    text = text if text.endswith("\n") else text + "\n"
    if path is None:
        print(text, end="")
        return
    write_file(text, path)


def write_file(content: str | bytes, path: Path) -> None:
    """Write the file that somebody named, and say so on standard error."""
    store(content, path)
    print(f"wrote {visible(str(path))}", file=sys.stderr)


class Unheard:
    """`with unheard: print(…)`: a reader that goes away, as in `| head`, does not end the work that follows.

    `tell` ends the command by it when the work is done.
    """

    def __init__(self) -> None:
        self._error: OSError | None = None

    def __enter__(self) -> None:
        pass

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
        if isinstance(error, OSError):
            self._error = error
        return isinstance(error, OSError)

    def tell(self) -> None:
        if self._error is not None:
            raise self._error


def _read_path(text: str) -> Path | None:
    """The file that `--output` names, or none for standard output."""
    if not text:
        raise refusal("--output", "the name of the file is empty", "name a file, or `-` for standard output")
    return None if text == _STANDARD_OUTPUT else Path(text)


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
        from grader.reports.student.marks_table import plain_text

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
    from grader.reports.student.marks_table import COLUMNS

    return max(shutil.get_terminal_size((COLUMNS, 24)).columns, 60) if sys.stdout.isatty() else COLUMNS


def _in_colour() -> bool:
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def runs_in_actions() -> bool:
    return os.environ.get("GITHUB_ACTIONS") == "true"


@contextmanager
def fenced(stream: TextIO) -> Iterator[None]:
    """Let GitHub obey nothing that is printed to the stream meanwhile, such as what a student wrote."""
    if not runs_in_actions():
        yield
        return
    from secrets import token_hex

    token = token_hex(16)  # nobody who writes what is printed can know it
    print(f"::stop-commands::{token}", file=stream, flush=True)
    try:
        yield
    finally:
        print(f"::{token}::", file=stream, flush=True)


def without_commands(text: str) -> str:
    """JSON that means the same, without what an older form of commands begins with."""
    return text.replace("##[", "##\\u005b") if runs_in_actions() else text


def table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Lines in which the cells stand below their headings."""
    cells = [list(headings), *([visible(cell) for cell in row] for row in rows)]
    widths = [max(width(row[column]) for row in cells) for column in range(len(headings))]
    for row in cells:
        padded = (cell + " " * (room - width(cell)) for cell, room in zip(row, widths, strict=True))
        yield "  ".join(padded).rstrip()
