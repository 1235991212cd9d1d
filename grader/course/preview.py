"""A released set and what a student is about to hand in → whether it is readable and answers everything.

Nothing here marks an answer, and nothing that is said depends on what is right.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from grader.course.program_preview import TriedPrograms, preview_programs
from grader.course.released_set import Released
from grader.course.sheet_preview import Looked, PreviewState, Sheeted, preview_sheet
from grader.problems import Problem, ProblemSet
from grader.reports.record_words import note_text, wrapped
from grader.reports.student.marks_table import COLUMNS, LinePiece, LineStyle, TableLine
from grader.sandbox.walls.policy import Isolation
from grader.submissions import Submission
from grader.text.columns import visible, width
from grader.text.sentences import Say, sentences
from grader.text.source import Mistake, refusal

ALL, SHEET, PROGRAMS = "all", "sheet", "programs"

_NOTHING_ASKED = {
    SHEET: ("no problem of this set is answered on a sheet", "name your program"),
    PROGRAMS: ("no problem of this set asks for a program", "name your answer sheet"),
}
_INDENT = "    "
_STYLES: Mapping[PreviewState, LineStyle] = {
    "answered": "right",
    "missing": "missing",
    "unreadable": "unreadable",
    "stopped": "wrong",
}


@dataclass(frozen=True, slots=True)
class Preview:
    """What was looked at, in the order of the set, and notes about the sheet as a whole.

    `elsewhere` are the problems that are answered by what was not given; `not_run` says why programs were
    only read, and is empty where they were run.
    """

    looked: tuple[Looked, ...]
    notes: tuple[Mistake, ...] = ()
    elsewhere: tuple[str, ...] = ()
    not_run: str = ""

    @property
    def ready(self) -> bool:
        """Whether it can be handed in as it is."""
        errors = any(note.severity == "error" for note in self.notes)
        return not errors and all(one.state == "answered" for one in self.looked)


def preview(
    released: Released, submission: Submission, part: str = ALL, isolation: Isolation = "full"
) -> Preview:
    """Look at a submission; a lone `SHEET` or lone `PROGRAMS` are asked only for what can be in them."""
    problems, say = released.problems, sentences(released.problems.language)
    wanted = [problem for problem in problems.problems if part in (ALL, _part(problem))]
    if not wanted:
        raise refusal(submission.name, *_NOTHING_ASKED[part])
    sheet = preview_sheet(released, submission, say) if part != PROGRAMS else Sheeted({})
    programs = preview_programs(problems, submission, isolation, say) if part != SHEET else TriedPrograms({})
    looked = {**sheet.looked, **programs.looked}
    return Preview(
        tuple(one for problem in wanted for one in looked[problem.id]),
        sheet.notes,
        tuple(problem.id for problem in problems.problems if problem not in wanted),
        programs.not_run,
    )


def _part(problem: Problem) -> str:
    return SHEET if problem.program is None else PROGRAMS


def preview_table(
    seen: Preview, problems: ProblemSet, name: str, columns: int = COLUMNS
) -> Iterator[TableLine]:
    """The lines; the last ones say what was not looked at."""
    say = sentences(problems.language)
    yield (LinePiece(say("preview.heading", name=visible(name)), "heading"),)
    yield (LinePiece(say("report.set", set=problems.id, title=visible(problems.title))),)
    for note in seen.notes:
        yield from ((LinePiece(line),) for line in note_text(note, say).split("\n"))
    yield ()
    yield from _rows(seen, say, columns)
    yield ()
    for sentence in _closing(seen, say):
        yield from ((LinePiece(line),) for line in wrapped(sentence, columns))


def _rows(seen: Preview, say: Say, columns: int) -> Iterator[TableLine]:
    room = max(width(one.name) for one in seen.looked)
    for one in seen.looked:
        padding = " " * (room - width(one.name))
        yield (
            LinePiece(f"{one.name}{padding}  "),
            LinePiece(say(f"preview-state.{one.state}"), _STYLES[one.state]),
        )
        for sentence in one.said:
            yield from (
                (LinePiece(_INDENT + line),) for line in wrapped(visible(sentence), columns - len(_INDENT))
            )


def _closing(seen: Preview, say: Say) -> Iterator[str]:
    ready = sum(one.state == "answered" for one in seen.looked)
    yield say("preview.ready", number=ready, of=len(seen.looked))
    if seen.not_run:
        yield say("preview.not-run", why=seen.not_run)
    if seen.elsewhere:
        yield say("preview.elsewhere", names=seen.elsewhere)
    yield say("preview.form-alone")
