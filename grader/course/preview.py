"""A released set and what a student is about to hand in → whether it is readable and answers everything.

Nothing here marks an answer, and nothing that is said depends on what is right.
"""

from __future__ import annotations

from dataclasses import dataclass

from grader.course.preview_row import Looked
from grader.course.program_preview import Tried, preview_programs
from grader.course.released_set import Released
from grader.course.sheet_preview import Sheeted, preview_sheet
from grader.problems import Problem
from grader.sandbox.walls.policy import Isolation
from grader.submissions import Submission
from grader.text.sentences import sentences
from grader.text.source import Mistake, refusal

ALL, SHEET, PROGRAMS = "all", "sheet", "programs"


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
    programs = preview_programs(problems, submission, isolation, say) if part != SHEET else Tried({})
    looked = {**sheet.looked, **programs.looked}
    return Preview(
        tuple(one for problem in wanted for one in looked[problem.id]),
        sheet.notes,
        tuple(problem.id for problem in problems.problems if problem not in wanted),
        programs.not_run,
    )


_NOTHING_ASKED = {
    SHEET: ("no problem of this set is answered on a sheet", "name your program"),
    PROGRAMS: ("no problem of this set asks for a program", "name your answer sheet"),
}


def _part(problem: Problem) -> str:
    return SHEET if problem.program is None else PROGRAMS
