"""A Preview → lines for a terminal: a row for each question or program, and below it what is missing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from grader.course.preview import Preview
from grader.course.preview_row import PreviewState
from grader.problems import ProblemSet
from grader.reports.record_words import note_text, wrapped
from grader.reports.student.marks_table import COLUMNS, Line, Piece
from grader.text.columns import visible, width
from grader.text.sentences import Say, sentences

_INDENT = "    "
_STYLES: Mapping[PreviewState, str] = {
    "answered": "right",
    "missing": "missing",
    "unreadable": "unreadable",
    "stopped": "wrong",
}


def preview_table(seen: Preview, problems: ProblemSet, name: str, columns: int = COLUMNS) -> Iterator[Line]:
    """The lines; the last ones say what was not looked at."""
    say = sentences(problems.language)
    yield (Piece(say("preview.heading", name=visible(name)), "heading"),)
    yield (Piece(say("report.set", set=problems.id, title=visible(problems.title))),)
    for note in seen.notes:
        yield from ((Piece(line),) for line in note_text(note, say).split("\n"))
    yield ()
    yield from _rows(seen, say, columns)
    yield ()
    for sentence in _closing(seen, say):
        yield from ((Piece(line),) for line in wrapped(sentence, columns))


def _rows(seen: Preview, say: Say, columns: int) -> Iterator[Line]:
    room = max(width(one.name) for one in seen.looked)
    for one in seen.looked:
        padding = " " * (room - width(one.name))
        yield (Piece(f"{one.name}{padding}  "), Piece(say(f"preview-state.{one.state}"), _STYLES[one.state]))
        for sentence in one.said:
            yield from (
                (Piece(_INDENT + line),) for line in wrapped(visible(sentence), columns - len(_INDENT))
            )


def _closing(seen: Preview, say: Say) -> Iterator[str]:
    ready = sum(one.state == "answered" for one in seen.looked)
    yield say("preview.ready", number=ready, of=len(seen.looked))
    if seen.not_run:
        yield say("preview.not-run", why=seen.not_run)
    if seen.elsewhere:
        yield say("preview.elsewhere", names=seen.elsewhere)
    yield say("preview.form-alone")
