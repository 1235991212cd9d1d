"""Arguments about reports → files in a folder, and annotations for GitHub Actions."""

from __future__ import annotations

import json
import os
import re
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from grader.cli.output import fenced
from grader.grading import Grade
from grader.problems import ProblemSet
from grader.reports.report_files import CLASS_SINKS, STUDENT_SINKS, Export, Request, write_reports
from grader.text.columns import visible
from grader.text.sentences import sentences
from grader.text.source import load_bytes, reason_of, refusal
from grader.text.spelling import did_you_mean, listed, shortened

if TYPE_CHECKING:
    from grader.reports.student.student_page import StudentPage


GITHUB = "github"
REPORTS = (*STUDENT_SINKS, *CLASS_SINKS, GITHUB)
USUAL = ("html", "json", "junit", "csv", "class")  # where only a folder is named

_SAMPLE = 4096  # bytes, in which the first record says of which set it is
_SET = re.compile(r'"set": ("(?:[^"\\]|\\.)*")')


def add_report_arguments(parser: ArgumentParser) -> None:
    """What all commands take that write reports."""
    parser.add_argument("--out", metavar="DIR", type=Path, help="the folder to write reports to")
    parser.add_argument(
        "--view", choices=("staff", "student"),
        help="staff shows everything, student only what `reveal` allows now (default: student for a"
        " student's own files, staff for the rest)",
    )  # fmt: skip
    parser.add_argument(
        "--templates", metavar="DIR", type=Path, help="a folder of your own templates, which override ours"
    )
    parser.add_argument(
        "--anonymous", action="store_true", help="leave names, ids and links off the class page"
    )
    parser.add_argument("--canvas", metavar="EXPORT", help="a CSV export of Canvas's gradebook to fill in")
    parser.add_argument(
        "--canvas-assignment",
        metavar="TITLE",
        help="the column to fill in, by title or number (default: the set's title)",
    )
    parser.add_argument(
        "--late",
        action="store_true",
        help="apply our late policy in the files for Gradescope, Canvas and Classroom 50, which have"
        " policies of their own",
    )


def read_reports(text: str | None, option: str) -> list[str]:
    """The names in a list such as `html,md`."""
    names = [name.strip() for name in (text or "").split(",") if name.strip()]
    for name in names:
        if name not in REPORTS:
            hint = did_you_mean(name, REPORTS, f"there are {listed(REPORTS, 'and')}")
            raise refusal(option, f"no report is called `{visible(name[:60])}`", hint)
    return list(dict.fromkeys(names))


def requested(arguments: Namespace, problems: ProblemSet) -> Request:
    """What the reports are made with."""
    export = None
    if arguments.canvas is not None:
        data = load_bytes(arguments.canvas)
        export = Export(data, arguments.canvas, arguments.canvas_assignment)
    return Request(
        problems, arguments.view, arguments.templates, arguments.anonymous, export, late=arguments.late
    )


def check_reports(names: Sequence[str], arguments: Namespace) -> None:
    """Refuse at once what cannot be done at the end."""
    files = [name for name in names if name != GITHUB]
    if files and arguments.out is None:
        message = f"`{files[0]}` is a file, and nothing says where to write it"
        raise refusal("--report", message, "add `--out DIR`")
    if "canvas" in names and arguments.canvas is None:
        hint = "add `--canvas EXPORT.csv`, the file that Canvas exports"
        raise refusal("--report", "`canvas` needs an export to fill in", hint)


def make_reports(
    names: Sequence[str], grades: Sequence[Grade], request: Request, folder: Path | None
) -> None:
    """Write the files, and say on standard error what is odd."""
    files = [name for name in names if name != GITHUB]
    if folder is None or not files:
        return
    notes = write_reports(grades, files, folder, request)
    if notes:
        with fenced(sys.stderr):
            print(*notes, sep="\n", file=sys.stderr)


def tell_github(grades: Sequence[Grade], request: Request, stream: TextIO) -> None:
    """Print annotations, and append to the summary of the step where there is one."""
    from grader.reports.platforms.github_actions import annotations_of

    say = sentences(request.problems.language)
    for line in annotations_of([request.shown(grade) for grade in grades], say):
        print(line, file=stream, flush=True)
    path = os.environ.get("GITHUB_STEP_SUMMARY")
    if path and grades:
        _append_summary(Path(path), [request.page(grade) for grade in grades], request.templates)


def _append_summary(path: Path, pages: Sequence[StudentPage], templates: Path | None) -> None:
    """GitHub takes so many bytes from a step, whoever wrote them."""
    from grader.reports.platforms.github_actions import MAX_SUMMARY, step_summary

    try:
        used = path.stat().st_size if path.exists() else 0
        summary = step_summary(pages, MAX_SUMMARY - used - 1, templates)
        if used + len(summary.encode("utf-8", "replace")) < MAX_SUMMARY:
            with path.open("a", encoding="utf-8", errors="replace") as file:
                file.write(f"{summary}\n")
    except OSError as error:
        raise refusal(str(path), f"the summary cannot be written ({reason_of(error)})") from None


def check_belonging(folder: Path | None, problems: ProblemSet, kept: Iterable[str] = ()) -> None:
    """Refuse to replace the reports of another set; `kept` are the sets in the folder's gradebook."""
    if folder is None:
        return
    others = [name for name in (*kept, *_reported(folder)) if name != problems.id]
    if others:
        other, own = (f"`{visible(shortened(name))}`" for name in (others[0], problems.id))
        message = f"this folder has the reports of the set {other}, and those of {own} would replace them"
        raise refusal(str(folder), message, "name another folder with `--out`: one for each set")


def _reported(folder: Path) -> list[str]:
    """The set of the records that were written there, if there are any."""
    try:
        with (folder / CLASS_SINKS["json"].file).open("rb") as file:
            found = _SET.search(file.read(_SAMPLE).decode(errors="ignore"))
        return [json.loads(found[1])] if found else []
    except (OSError, ValueError):
        return []
