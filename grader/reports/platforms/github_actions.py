"""Grades → what GitHub Actions shows: annotations at the lines of the sheets, and a summary of the step.

Anybody who may read the repository sees both, so they are made of what the students may see.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePath

from grader.grading import Check, Grade
from grader.reports.record_words import reckoning_told, shown_points
from grader.reports.student.markdown_report import fill_markdown, report_markdown
from grader.reports.student.student_page import StudentPage
from grader.submissions import SHEETS
from grader.text.columns import visible
from grader.text.sentences import Say
from grader.text.source import Mistake

MOST_SHOWN = 10  # of each kind, in a step
MAX_SUMMARY = 1 << 20  # bytes, in a step

_LONGEST, _MOST_LINES = 3000, 60  # characters and lines of a message
_KINDS = {
    "partly": "warning",
    "wrong": "error",
    "unreadable": "error",
    "failed": "error",
    "missing": "notice",
}  # the verdicts that are worth a word at the sheet
_SEVERITIES = {"error": "error", "warning": "warning", "note": "notice"}
_WORDS = ("right", "partly", "wrong", "missing", "unreadable", "pending", "failed")
_VOIDED = frozenset(("granted", "excluded"))  # which are worth a column only where there are any


@dataclass(frozen=True, slots=True)
class Annotation:
    """A word at a place of a file; `kind` is error, warning or notice."""

    kind: str
    title: str
    message: str
    file: str = ""
    place: tuple[int, int] | None = None

    def __str__(self) -> str:
        """The command by which GitHub shows it."""
        line, column = self.place or (None, None)
        given = {"file": self.file, "line": line, "col": column, "title": self.title}
        written = ",".join(f"{name}={_property(str(value))}" for name, value in given.items() if value)
        return f"::{self.kind} {written}::{_data(self.message)}"


def annotations_of(
    grades: Sequence[Grade], say: Say, environment: Mapping[str, str] = os.environ
) -> Iterator[str]:
    """The commands, of each kind as many as GitHub shows; the last then says how many more there are."""
    found = [one for grade in grades for one in annotated(grade, say, environment.get("GITHUB_WORKSPACE"))]
    for kind in ("error", "warning", "notice"):
        alike = [one for one in found if one.kind == kind]
        if len(alike) > MOST_SHOWN:
            alike, left = alike[: MOST_SHOWN - 1], len(alike) - MOST_SHOWN + 1
            alike.append(Annotation(kind, say("files.title"), say("files.more-annotations", number=left)))
        yield from map(str, alike)


def step_summary(pages: Sequence[StudentPage], room: int = MAX_SUMMARY, templates: Path | None = None) -> str:
    """The summary in Markdown, of at most so many bytes: one report whole, or a table of all."""
    if len(pages) == 1 and _size(report := report_markdown(pages[0], templates)) <= room:
        return report
    shown = len(pages)
    while True:
        summary = _table(pages, shown, templates)
        if _size(summary) <= room or not shown:
            return summary
        shown = min(shown - 1, shown * room // _size(summary))


def _table(pages: Sequence[StudentPage], shown: int, templates: Path | None) -> str:
    found = {check.standing for page in pages for check in page.grade.checks}
    return fill_markdown(
        "summary.md", templates, say=pages[0].say, pages=pages[:shown], title=pages[0].title,
        left=len(pages) - shown, words=(*_WORDS, *sorted(found & _VOIDED)),
    )  # fmt: skip


def annotated(grade: Grade, say: Say, workspace: str | None) -> Iterator[Annotation]:
    """A word at every place where something is to be said; files are named from the workspace on."""
    yield from (_of_note(note, _path(note.source.name, workspace)) for note in grade.notes)
    programs, names = _programs(grade), grade.question_names
    for check in grade.checks:
        if check.standing in _KINDS:
            file = _path(programs.get(check.problem) or _sheet(grade.name), workspace)
            yield _of_check(check, str(names.get(check.id, check.id)), file, say)
    yield from dict.fromkeys(_of_runs(grade, say, workspace))


def _sheet(name: str) -> str:
    """The file with the answers, where a folder was handed in."""
    sheets = [f"{name}/{sheet}" for sheet in SHEETS]
    return next(filter(os.path.isfile, sheets), name)


def _programs(grade: Grade) -> dict[str, str]:
    """The file that was to be handed in for each code problem, by the problem's id."""
    programs = grade.problems.by_program if grade.problems is not None else ()
    return {problem.id: _within(grade.name, problem.code.file) for problem in programs}


def _of_runs(grade: Grade, say: Say, workspace: str | None) -> Iterator[Annotation]:
    """At the line where a program broke off, why it did."""
    programs, names = _programs(grade), grade.problem_names
    for ran in grade.runs:
        if ran.line is not None and ran.said and ran.problem in programs:
            name = _within(grade.name, ran.file) if ran.file else programs[ran.problem]
            title = say("files.annotation", question=names[ran.problem], verdict=say("verdict.wrong"))
            yield Annotation("error", title, "\n".join(ran.said), _path(name, workspace), (ran.line, 1))


def _within(name: str, file: str) -> str:
    """The path of a file that was submitted, in a folder or alone under a name of its own."""
    alone = PurePath(name).suffix == PurePath(file).suffix
    return name if alone else f"{name}/{file}"


def _of_note(note: Mistake, file: str) -> Annotation:
    message = note.message if note.hint is None else f"{note.message}\n{note.hint}"
    place = None if note.span is None else note.source.place(note.span.start)
    return Annotation(_SEVERITIES[note.severity], note.message, message, file, place)


def _of_check(check: Check, name: str, file: str, say: Say) -> Annotation:
    verdict = say(f"verdict.{check.verdict}")
    title = say("files.annotation", question=name, verdict=verdict)
    message = "\n".join([*_points(check, say), *check.feedback]) or verdict
    return Annotation(_KINDS[check.verdict], title, message, file, check.place)


def _points(check: Check, say: Say) -> Iterator[str]:
    if check.earned is not None:
        yield say("report.of", earned=shown_points(check.earned), possible=shown_points(check.possible))
    if (reckoning := reckoning_told(check)) is not None:
        yield reckoning


def _path(name: str, workspace: str | None) -> str:
    """The file's path in the repository, where it lies in it."""
    if not workspace or not name:
        return name
    try:
        return Path(name).resolve().relative_to(Path(workspace).resolve()).as_posix()
    except (ValueError, OSError):
        return name


def _data(text: str) -> str:
    """A text in which nothing ends the command."""
    lines = "\n".join(visible(line) for line in text[:_LONGEST].splitlines()[:_MOST_LINES])
    return lines.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(visible(text)).replace(":", "%3A").replace(",", "%2C")


def _size(text: str) -> int:
    return len(text.encode("utf-8", "replace"))
