"""Text → standard output or a file, which is either written whole or left as it was; and in which form."""

from __future__ import annotations

import shutil
from argparse import ArgumentParser, Namespace
from collections.abc import Collection
from pathlib import Path
from uuid import uuid4

from grader.columns import visible
from grader.source import InputError, refusal

_STANDARD_OUTPUT = "-"
_USUAL_FORM = "text"
_FORMS = {".json": "json", ".jsonl": "jsonl", ".svg": "svg", ".tex": "tikz", ".txt": "text"}


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
    suggested = "" if arguments.output is None else _FORMS.get(arguments.output.suffix.lower(), "")
    return suggested if suggested in forms else _USUAL_FORM


def write_output(text: str, path: Path | None) -> None:
    """Write `text` to the file, or print it where there is none; it ends with its line either way."""
    text = text if text.endswith("\n") else text + "\n"
    if path is None:
        print(text, end="")
        return
    try:
        _write_whole(text, path)
    except OSError as error:
        raise _cannot_write(path, error) from None
    except ValueError:  # a path with a NUL character in it
        raise refusal(str(path), "no file can have this name") from None


def _read_path(text: str) -> Path | None:
    """The file that `--output` names, or none for standard output."""
    if not text:
        raise refusal("--output", "the name of the file is empty", "name a file, or `-` for standard output")
    return None if text == _STANDARD_OUTPUT else Path(text)


def _write_whole(text: str, path: Path) -> None:
    if path.exists() and not path.is_file():  # a device or a pipe must not be replaced; a folder cannot be
        _write(text, path)
        return
    target = path.resolve()  # behind a link, the file that it points to
    unfinished = target.with_name(f".{uuid4().hex}.tmp")
    try:
        _write(text, unfinished)
        if target.exists():
            shutil.copymode(target, unfinished)
        unfinished.replace(target)
    finally:
        unfinished.unlink(missing_ok=True)


def _write(text: str, path: Path) -> None:
    with path.open("w", encoding="utf-8", newline="\n") as file:
        file.write(text)


def _cannot_write(path: Path, error: OSError) -> InputError:
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        message = f"there is no folder `{visible(str(path.parent))}`"
        return refusal(str(path), message, "make the folder first, or name another file")
    if isinstance(error, IsADirectoryError):
        return refusal(str(path), "this is a folder, not a file", "name a file inside it")
    reason = (error.strerror or "unknown reason").lower()
    return refusal(str(path), f"the file cannot be written ({reason})", "name another file")
