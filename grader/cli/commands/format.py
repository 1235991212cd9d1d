"""`grader format`: files of the tree language → the same files, laid out in the one usual way."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from pathlib import Path

from grader.cli.output import write_output
from grader.cli.tree_arguments import STANDARD_INPUT, read_file_argument
from grader.text.atomic_file import store
from grader.text.columns import visible
from grader.text.source import InputError, Source, all_mistakes, refusal
from grader.tree.language import format_text

EXAMPLE = "grader format --write trees/*.tree"


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("files", metavar="FILE", nargs="+", help="a file of trees, or - for standard input")
    mode = parser.add_mutually_exclusive_group()
    mode.add_argument(
        "--check",
        action="store_true",
        help="list files that would change, and exit with status 1 if there are any",
    )
    mode.add_argument("--write", action="store_true", help="rewrite files that need it, and list them")


def run(arguments: Namespace) -> int:
    files: list[str] = arguments.files
    if arguments.check:
        return _check(files)
    if arguments.write:
        return _rewrite(files)
    return _show(files)


def _show(files: Sequence[str]) -> int:
    if len(files) > 1:
        raise refusal("grader format", "only one file can be printed", "add `--write` or `--check`")
    write_output(format_text(read_file_argument(files[0])), None)
    return 0


def _check(files: Sequence[str]) -> int:
    changes = 0
    for source, _ in _changes(files):
        print(visible(source.name))
        changes += 1
    if changes:
        which = "this file" if len(files) == 1 else f"{changes} of {len(files)} files"
        print(f"{which} would change; `grader format --write` does it", file=sys.stderr)
    return 1 if changes else 0


def _rewrite(files: Sequence[str]) -> int:
    if STANDARD_INPUT in files:
        raise refusal("grader format", "standard input cannot be rewritten", "leave out `--write` or the `-`")
    for source, formatted in _changes(files):
        store(formatted, Path(source.name))
        print(visible(source.name))
    return 0


def _changes(files: Sequence[str]) -> Iterator[tuple[Source, str]]:
    """Each file that is not in the usual form, with that form; afterwards, what could not be read."""
    errors: list[InputError] = []
    for file in files:
        try:
            source = read_file_argument(file)
            formatted = format_text(source)
        except InputError as error:
            errors.append(error)
        else:
            if formatted != source.text.replace("\r\n", "\n"):  # Windows' line ends are no reason
                yield source, formatted
    if errors:
        raise all_mistakes(errors)
