"""`grader new`: a name → the folder of a course, with a first problem set that works at once."""

from __future__ import annotations

import re
from argparse import ArgumentParser, Namespace
from pathlib import Path

from grader.course.new_course import USUAL_OWNER, new_course
from grader.text.columns import visible
from grader.text.source import refusal

EXAMPLE = "grader new ai-2027 --owner my-university"

_OWNER = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*(/[A-Za-z0-9][A-Za-z0-9._-]*)*")


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("course", metavar="COURSE", type=Path, help="a new or empty folder")
    parser.add_argument(
        "--owner", metavar="NAME", default=USUAL_OWNER,
        help="the organisation or group that owns the course's repositories and a copy of the grader's"
        " (default: a placeholder, to be filled in at the top of the CI files)",
    )  # fmt: skip


def run(arguments: Namespace) -> int:
    if _OWNER.fullmatch(arguments.owner) is None:
        message = f"no organisation or group is called `{visible(arguments.owner)}`"
        raise refusal("--owner", message, "use letters, digits, `-`, `_` and `.`")
    for name in new_course(arguments.course, arguments.owner):
        print(visible((arguments.course / name).as_posix()))
    return 0
