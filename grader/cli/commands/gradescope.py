"""`grader gradescope`: a problem set → the archive that Gradescope makes an autograder of."""

from __future__ import annotations

import re
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from datetime import UTC, datetime
from pathlib import Path

from grader.autograder import BUBBLEWRAP, PYTHONS, autograder_zip, download_wheels, needed_packages
from grader.cli.set_arguments import SET_HELP, load_set
from grader.grading.visibility import shows_a_key
from grader.text.atomic_file import store
from grader.text.columns import visible
from grader.text.source import refusal

EXAMPLE = "grader gradescope week1/set.yaml -o autograder.zip"

KEY_IS_SHOWN = (
    "note: students see right answers with their first result, even of an empty upload; to hide them, write"
    " `reveal: {marks: now, hint: now, why: never, key: never}` into the set, or a due date and `key: due`"
)

NEEDS_NAMESPACES = (
    "note: programs in other languages are run in bubblewrap, which needs user namespaces; where Gradescope's"
    " container has none, they are not run, and the result says that the grader failed: try it with a sample"
)


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("set", metavar="SET", help=SET_HELP)
    parser.add_argument(
        "-o", "--output", metavar="ZIP", type=Path, required=True, help="the archive to write"
    )
    parser.add_argument(
        "--python", metavar="VERSION", action="append", type=_version,
        help="a Python of the image; repeatable, the first one present is used"
        f" (default: {', '.join(PYTHONS)})",
    )  # fmt: skip
    parser.add_argument(
        "--apt", metavar="PACKAGE", action="append", type=_package, default=[],
        help="a Debian package the image needs, such as a language's compiler; repeatable",
    )  # fmt: skip
    parser.add_argument(
        "--wheels",
        metavar="DIR",
        type=Path,
        help="take the libraries from this folder instead of downloading them",
    )


def run(arguments: Namespace) -> int:
    problems = load_set(arguments.set)
    pythons = tuple(dict.fromkeys(arguments.python or PYTHONS))
    if arguments.wheels is not None and not arguments.wheels.is_dir():
        raise refusal(str(arguments.wheels), "there is no folder of this name", "name a folder with wheels")
    packages = needed_packages(problems, arguments.apt, arguments.set)
    folder = arguments.output.parent
    if not folder.is_dir():  # said before the download, which takes a while
        hint = "make the folder first, or name another file"
        raise refusal(str(arguments.output), f"there is no folder `{visible(str(folder))}`", hint)
    wheels = download_wheels(pythons, arguments.wheels)
    archive = autograder_zip(problems, wheels, pythons, packages)
    store(archive, arguments.output)
    about = f"{len(archive) / 1e6:.1f} MB with {len(wheels)} wheels for Python {', '.join(pythons)}"
    print(
        f"{arguments.output}: {about}; upload it as the autograder of a programming assignment",
        file=sys.stderr,
    )
    if packages:
        print(f"{arguments.set}: note: the image installs {', '.join(packages)}", file=sys.stderr)
    if BUBBLEWRAP in packages:
        print(f"{arguments.set}: {NEEDS_NAMESPACES}", file=sys.stderr)
    if shows_a_key(problems, datetime.now(UTC)):
        print(f"{arguments.set}: {KEY_IS_SHOWN}", file=sys.stderr)
    return 0


def _version(text: str) -> str:
    if not re.fullmatch(r"3\.[1-9][0-9]", text) or int(text[2:]) < 11:
        raise ArgumentTypeError(f"`{text}` is not a Python that the grader runs on, such as 3.12")
    return text


def _package(text: str) -> str:
    if not re.fullmatch(r"[a-z0-9][a-z0-9+.-]+", text):
        raise ArgumentTypeError(f"`{visible(text)}` is not the name of a package, such as nodejs")
    return text
