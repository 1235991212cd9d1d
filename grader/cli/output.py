"""Text → standard output or a file, and in which form."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Collection
from pathlib import Path
from types import TracebackType

from grader.text.atomic_file import store
from grader.text.source import refusal

_STANDARD_OUTPUT = "-"
_USUAL_FORM = "text"
_FORMS = {  # of several that a suffix suggests, a command writes the one that it knows
    ".csv": ("rubric-csv",),
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
        help="what to write; if you do not say, what the suffix of FILE says, else text",
    )  # fmt: skip
    parser.add_argument(
        "-o", "--output", metavar="FILE", type=_read_path, help="write this file instead of printing"
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
    store(text, path)


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
