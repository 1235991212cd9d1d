"""The gradebook of a class → its files, on several cores, and of those only what is not there already."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, replace
from functools import partial
from multiprocessing import active_children
from pathlib import Path
from typing import NamedTuple

from grader.classes.interrupts import interrupts_held_back
from grader.classes.worker_processes import FRESH, begin_as_worker, context_for
from grader.gradebook import Gradebook, UnreadRecord
from grader.gradebook.standing import Keep
from grader.grading import Grade
from grader.reports.ledger import Ledger, LedgerEntries, digest_of, digest_of_request, left_as
from grader.reports.report_files import (
    CLASS_SINKS,
    STUDENT_SINKS,
    STUDENTS,
    Request,
    folders_of,
    left_out_notes,
    usual_folder,
    write_class,
    write_student,
)
from grader.text.columns import visible
from grader.text.source import Mistake, Source, refusal

_FEW = 64  # students for whom no further process is worth its start
_PARTS = 4  # for each process, so that none has to wait long for the others


Loss = tuple[str, tuple[Mistake, ...]]


class WrittenFiles(NamedTuple):
    """What there is to say once all files are written, and whose grades could not be read."""

    notes: tuple[Mistake, ...]
    unread: tuple[Loss, ...]


class StudentFiles(NamedTuple):
    """A student, the folder of the student's files, and what each of those is made from."""

    student: str
    folder: str
    files: Mapping[str, str]


class Printed(NamedTuple):
    """What was written: its entries in the ledger, how many files had nothing to say yet, and notes.

    `unread` are students whose grades cannot be read, and why; they have no files.
    """

    entries: LedgerEntries
    left_out: int = 0
    notes: tuple[Mistake, ...] = ()
    unread: tuple[Loss, ...] = ()


@dataclass(frozen=True, slots=True)
class Printing:
    """What everybody knows who writes files of a class: where its grades are, which count, what is made."""

    book: Path
    keep: Keep
    names: tuple[str, ...]
    folder: Path
    request: Request

    def print_part(self, part: Sequence[StudentFiles]) -> Printed:
        """Write the files of some students, but not of another state of the set."""
        problems, left_out = self.request.problems, 0
        entries: LedgerEntries = {}
        lost: list[Loss] = []

        def lose(unread: UnreadRecord) -> None:
            lost.append((unread.student, unread.mistakes))

        wanted = {one.student: one for one in part}
        with Gradebook.open(self.book, write=False) as book:
            for standing in book.current(problems.id, self.keep, lose, students=tuple(wanted)):
                if standing.graded.set_hash == problems.hash:
                    _, own, files = wanted[standing.student]
                    left_out += write_student(standing.grade, self.names, self.folder / own, self.request)
                    entries |= left_as(self.folder, own, files)
        return Printed(entries, left_out, unread=tuple(lost))

    def print_class(self, name: str, made_from: str) -> Printed:
        """Write one of the files that there are once."""
        lost: list[Loss] = []
        notes = write_class(self._grades(name, lost), (name,), self.folder, self._linked())
        entries = left_as(self.folder, "", {CLASS_SINKS[name].file: made_from})
        return Printed(entries, notes=notes, unread=tuple(lost))

    def _grades(self, name: str, lost: list[Loss]) -> Iterator[Grade]:
        """What counts now, one after the other: no file needs all grades at once."""

        def lose(unread: UnreadRecord) -> None:
            lost.append((unread.student, unread.mistakes))

        problems = self.request.problems
        sink = CLASS_SINKS[name]
        marks_only = sink.marks_only and self.request.view_of(sink.readers) == "staff"
        with Gradebook.open(self.book, write=False) as book:
            for standing in book.current(problems.id, self.keep, lose, marks_only=marks_only):
                if standing.graded.set_hash == problems.hash:
                    yield standing.grade

    def _linked(self) -> Request:
        """The request where the page of the class can lead to the pages of students."""
        if "html" not in self.names:
            return self.request
        links = {student: f"{own}/{STUDENT_SINKS['html'].file}" for student, own in self.folders().items()}
        return replace(self.request, links=links)

    def folders(self) -> dict[str, str]:
        """The folder of each student."""
        with Gradebook.open(self.book, write=False) as book:
            students = book.students(self.request.problems.id)
        own = (f"{STUDENTS}/{name}" for name in folders_of(students))
        return dict(zip(students, own, strict=True))


def write_class_reports(
    printing: Printing, made_from: Mapping[str, str], jobs: int, *, afresh: bool = False
) -> WrittenFiles:
    """Write the files of all sinks that are named, `afresh` also those that are there already.

    `made_from` has for every student whose grade counts a digest of it.
    """
    folders = printing.folders()
    ledger = Ledger.read(printing.folder)
    known = Ledger(printing.folder) if afresh else ledger
    common = digest_of_request(printing.request)
    students = tuple(_students(printing, common, made_from, folders, known))
    classwide = dict(_classwide(printing, common, made_from, known))
    few = len(students) + len(made_from) * len(classwide) <= _FEW
    printed = _print_all(printing, students, classwide, 1 if few else jobs)
    if printed:
        ledger.entries.update(entry for one in printed for entry in one.entries.items())
        ledger.store()
    left_out = sum(one.left_out for one in printed)
    notes = [note for one in printed for note in one.notes]
    unread = tuple(lost for one in printed for lost in one.unread)
    return WrittenFiles((*_elsewhere(printing, folders), *left_out_notes(left_out), *notes), unread)


def _students(
    printing: Printing,
    common: str,
    made_from: Mapping[str, str],
    folders: Mapping[str, str],
    ledger: Ledger,
) -> Iterator[StudentFiles]:
    """Those of whose files one is missing, or not as it should be."""
    sinks = [STUDENT_SINKS[name] for name in printing.names if name in STUDENT_SINKS]
    if not sinks:
        return
    moment = printing.request.now
    for student, digest in made_from.items():
        files = {
            sink.file: digest_of(common, digest, None if sink.lasting else moment) for sink in sinks
        }  # fmt: skip
        if not ledger.is_current(folders[student], files):
            yield StudentFiles(student, folders[student], files)


def _classwide(
    printing: Printing, common: str, made_from: Mapping[str, str], ledger: Ledger
) -> Iterator[tuple[str, str]]:
    """Which of the files that there are once are missing, or not as they should be; and their digests."""
    request = printing.request
    everything = digest_of(
        common, tuple(made_from.items()), request.anonymous, request.canvas,
        request.missing, tuple(request.people.items()), "html" in printing.names,
    )  # fmt: skip
    for name in [name for name in printing.names if name in CLASS_SINKS]:
        sink = CLASS_SINKS[name]
        digest = digest_of(everything, None if sink.lasting else request.now)
        if not ledger.is_current("", {sink.file: digest}):
            yield name, digest


def _elsewhere(printing: Printing, folders: Mapping[str, str]) -> Iterator[Mistake]:
    """Whose reports are not where one would look for them."""
    if not any(name in STUDENT_SINKS for name in printing.names):
        return
    for student, own in folders.items():
        if own != f"{STUDENTS}/{usual_folder(student)}":
            reason = "another's name differs only in capitals"
            message = f"the reports of `{visible(student)}` are in `{own}`: {reason}"
            yield Mistake(message, Source("", str(printing.folder)), severity="warning")


def _print_all(
    printing: Printing, students: Sequence[StudentFiles], classwide: Mapping[str, str], jobs: int
) -> list[Printed]:
    if jobs == 1:
        alone = [printing.print_part(students)] if students else []
        return alone + [printing.print_class(*one) for one in classwide.items()]
    parts = [part for first in range(_PARTS * jobs) if (part := students[first :: _PARTS * jobs])]
    context = context_for(printing.book)
    begin = partial(_begin, printing, copied=context is not FRESH)
    with ProcessPoolExecutor(jobs, context, initializer=begin) as pool:
        try:
            with interrupts_held_back():
                printed: list[Future[Printed]] = [
                    *(pool.submit(_print_class, *one) for one in classwide.items()),  # which take longest
                    *(pool.submit(_print_part, part) for part in parts),
                ]
            return [one.result() for one in printed]
        except BrokenProcessPool:
            hint = "all grades are kept: run the same command again, with fewer `--jobs` if memory was short"
            raise refusal("--report", "a process that wrote reports has died", hint) from None
        except KeyboardInterrupt:
            for process in active_children():
                process.kill()
            raise


_HERE: list[Printing] = []  # in a process that writes files: what it was told when it began


def _begin(printing: Printing, *, copied: bool) -> None:
    begin_as_worker(copied=copied)
    _HERE.append(printing)


def _print_part(part: Sequence[StudentFiles]) -> Printed:
    return _HERE[0].print_part(part)


def _print_class(name: str, made_from: str) -> Printed:
    return _HERE[0].print_class(name, made_from)
