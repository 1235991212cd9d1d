"""The gradebook of a class → its files: those of students one at a time, on several cores."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, replace
from functools import partial
from multiprocessing import active_children
from pathlib import Path

from grader.classes.interrupting import interrupts_held_back
from grader.classes.starting import FRESH, begin_as_worker, context_for
from grader.columns import visible
from grader.gradebook import Gradebook
from grader.grading import Grade
from grader.reports.files import (
    STUDENT_SINKS,
    STUDENTS,
    Request,
    folders_of,
    left_out_notes,
    usual_folder,
    write_class,
    write_student,
)
from grader.source import Mistake, Source, refusal

_FEW = 64  # students for whom no further process is worth its start

Part = tuple[tuple[str, str], ...]  # students, and their folders


@dataclass(frozen=True, slots=True)
class Printing:
    """What everybody knows who writes files of a class: where its grades are, which count, what is made."""

    book: Path
    keep: str
    names: tuple[str, ...]
    folder: Path
    request: Request

    def print_part(self, part: Part) -> int:
        """Write the files of some students, but not of another state of the set; how many say nothing yet."""
        problems, left_out = self.request.problems, 0
        with Gradebook.open(self.book, write=False) as book:
            for student, own in part:
                standing = book.standing(problems.id, student, self.keep)
                if standing.graded.set_hash == problems.hash:
                    own_folder = self.folder / STUDENTS / own
                    left_out += write_student(standing.grade, self.names, own_folder, self.request)
        return left_out


def write_class_reports(printing: Printing, grades: Sequence[Grade], jobs: int) -> tuple[Mistake, ...]:
    """Write the files of all sinks that are named; `grades` are those that the files of the class show."""
    with Gradebook.open(printing.book, write=False) as book:
        students = book.students(printing.request.problems.id)
    folders = dict(zip(students, folders_of(students), strict=True))
    left_out = 0
    if any(name in STUDENT_SINKS for name in printing.names):
        left_out = _print_all(printing, tuple(folders.items()), 1 if len(students) <= _FEW else jobs)
    request = _linked(printing.request, folders) if "html" in printing.names else printing.request
    notes = write_class(grades, printing.names, printing.folder, request)
    return (*_elsewhere(printing, folders), *left_out_notes(left_out), *notes)


def _elsewhere(printing: Printing, folders: Mapping[str, str]) -> Iterator[Mistake]:
    """Whose reports are not where one would look for them."""
    if not any(name in STUDENT_SINKS for name in printing.names):
        return
    for student, own in folders.items():
        if own != usual_folder(student):
            reason = "another's name differs only by capitals"
            message = f"the reports of `{visible(student)}` are in `{STUDENTS}/{own}`: {reason}"
            yield Mistake(message, Source("", str(printing.folder)), severity="warning")


def _linked(request: Request, folders: Mapping[str, str]) -> Request:
    file = STUDENT_SINKS["html"].file
    return replace(request, links={student: f"{STUDENTS}/{own}/{file}" for student, own in folders.items()})


def _print_all(printing: Printing, students: Part, jobs: int) -> int:
    if jobs == 1:
        return printing.print_part(students)
    parts = [students[first::jobs] for first in range(jobs)]
    context = context_for(printing.book)
    begin = partial(begin_as_worker, copied=context is not FRESH)
    with ProcessPoolExecutor(jobs, context, initializer=begin) as pool:
        try:
            with interrupts_held_back():
                left_out = pool.map(printing.print_part, parts)
            return sum(left_out)
        except BrokenProcessPool:
            hint = "all grades are kept: run the same command again, with fewer `--jobs` if memory was short"
            raise refusal("--report", "a process that wrote reports has died", hint) from None
        except KeyboardInterrupt:
            for process in active_children():
                process.kill()
            raise

