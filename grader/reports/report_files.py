"""Grades → files in a folder: one for each student or one for the class, in every form that is asked for."""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from grader.grading import Check, Grade, Ran
from grader.grading.visibility import Readers, View, sight_of
from grader.problems import ProblemSet
from grader.submissions import student_name
from grader.submissions.collecting import Person
from grader.text.atomic_file import disk_full, is_full, store_pieces
from grader.text.escapes import json_pieces
from grader.text.sentences import sentences
from grader.text.source import InputError, Mistake, Source, reason_of, refusal

if TYPE_CHECKING:
    from grader.reports.student.student_page import StudentPage

STUDENTS = "students"


class Export(NamedTuple):
    """A file that Canvas exported, and the title or number of the assignment, if not the set's."""

    data: bytes
    name: str
    assignment: str | None


@dataclass(frozen=True, slots=True)
class Request:
    """What reports are made with.

    Without a `view`, every file shows what those may see by `now` who read it.
    `late` lets platforms with policies of their own have the marks after lateness. `missing` are those on
    the roster who submitted nothing, and `people` all on it, by the name that grades have.
    """

    problems: ProblemSet
    view: View | None = None
    templates: Path | None = None
    anonymous: bool = False
    canvas: Export | None = None
    late: bool = False
    links: Mapping[str, str] = field(default_factory=dict)
    missing: tuple[Person, ...] = ()
    people: Mapping[str, Person] = field(default_factory=dict)
    now: datetime = field(default_factory=lambda: datetime.now(UTC))

    def page(self, grade: Grade) -> StudentPage:
        """What a student's report shows."""
        from grader.reports.student.student_page import student_page

        person = self.people.get(grade.student)
        return student_page(grade, self.problems, person, view=self.view_of("student"), now=self.now)

    def view_of(self, readers: Readers) -> View:
        """What readers have: the view that is asked for, or else their own; a platform gets everything."""
        return "staff" if readers == "platform" else self.view or readers

    def shown(self, grade: Grade, readers: Readers = "student") -> Grade:
        """The grade as readers see it."""
        return sight_of(self.problems, self.view_of(readers), self.now).grade(grade)

    def platform(self, grade: Grade) -> Grade:
        """The grade for a platform that has a policy for lateness itself."""
        return grade if self.late else replace(grade, late=None)


class FileContent(NamedTuple):
    """A file's content, which may come piece by piece while grades are read, and what is worth a word."""

    pieces: Iterable[str] | bytes
    notes: tuple[Mistake, ...] = ()

    @property
    def content(self) -> str | bytes:
        """All pieces together."""
        return self.pieces if isinstance(self.pieces, bytes) else "".join(self.pieces)


class StudentSink(NamedTuple):
    """A file that each student has; none while it would have nothing to say.

    It is made from what its readers see of the grade. `lasting` says that it is made from the grade and the
    request alone, whatever the time and the place.
    """

    file: str
    make: Callable[[Grade, Request], str | None]
    readers: Readers = "student"
    lasting: bool = True

    def write(self, grade: Grade, request: Request) -> str | None:
        """The file's content."""
        return self.make(request.shown(grade, self.readers), request)


class ClassSink(NamedTuple):
    """A file that there is once, made from what its readers see.

    It needs each grade for a moment, and with `marks_only` little of it.
    """

    file: str
    make: Callable[[Iterable[Grade], Request], FileContent]
    readers: Readers = "student"
    lasting: bool = True
    marks_only: bool = False

    def write(self, grades: Iterable[Grade], request: Request) -> FileContent:
        """The file's content."""
        return self.make((request.shown(grade, self.readers) for grade in grades), request)


def write_reports(
    grades: Sequence[Grade], names: Sequence[str], folder: Path, request: Request
) -> tuple[Mistake, ...]:
    """Write the files of all sinks that are named; the notes say what happened on the way."""
    folders = student_folders(grades)
    left_out = sum(
        write_student(grade, names, folder / STUDENTS / own, request)
        for grade, own in zip(grades, folders, strict=True)
    )
    notes = list(_notes(grades, folders)) if any(name in STUDENT_SINKS for name in names) else []
    linked = _linked(request, grades, folders) if "html" in names else request
    return (*notes, *left_out_notes(left_out), *write_class(grades, names, folder, linked))


def write_student(grade: Grade, names: Sequence[str], folder: Path, request: Request) -> int:
    """Write the files that a student has, of those that are named; how many have nothing to say yet."""
    left_out = 0
    for sink in [STUDENT_SINKS[name] for name in names if name in STUDENT_SINKS]:
        if (content := sink.write(grade, request)) is None:
            left_out += 1
        else:
            _store([content], folder / sink.file)
    return left_out


def left_out_notes(number: int) -> Iterator[Mistake]:
    """What is said where files were not written, because nothing of the marks is shown yet."""
    if number:
        name = f"`{STUDENT_SINKS['classroom'].file}`"
        message = f"no {name} was written for {number:,} of the sheets: none of their marks is shown yet"
        yield Mistake(
            message, Source("", "classroom"), hint="`--view staff` has all marks", severity="warning"
        )


def write_class(
    grades: Iterable[Grade], names: Sequence[str], folder: Path, request: Request
) -> tuple[Mistake, ...]:
    """Write the files that there are once, of those that are named."""
    notes: list[Mistake] = []
    for name in [name for name in names if name in CLASS_SINKS]:
        made = class_report(name, grades, request)
        _store(made.pieces, folder / CLASS_SINKS[name].file)
        notes += made.notes
    return tuple(notes)


def class_report(name: str, grades: Iterable[Grade], request: Request) -> FileContent:
    """The content of a file of the class."""
    return CLASS_SINKS[name].write(grades, request)


def student_folders(grades: Sequence[Grade]) -> list[str]:
    """A folder's name for each grade; a student's second sheet gets one of its own, such as `ada-2`."""
    return folders_of([grade.student for grade in grades])


def folders_of(students: Sequence[str]) -> list[str]:
    """A folder's name for each student, of which no two are alike even where capitals do not count."""
    wanted = list(map(usual_folder, students))
    firsts = {name.casefold(): index for index, name in reversed(list(enumerate(wanted)))}
    taken = set(firsts)
    return [
        name if firsts[name.casefold()] == index else _unused(name, taken)
        for index, name in enumerate(wanted)
    ]


def usual_folder(student: str) -> str:
    """The folder that a student has where no other's is called so."""
    return student_name(student) or "unnamed"


def _unused(name: str, taken: set[str]) -> str:
    number = 2
    while (other := f"{name}-{number}").casefold() in taken:
        number += 1
    taken.add(other.casefold())
    return other


def _notes(grades: Sequence[Grade], folders: Sequence[str]) -> Iterator[Mistake]:
    for grade, folder in zip(grades, folders, strict=True):
        if folder != usual_folder(grade.student):
            message = f"the reports of this sheet are in `{STUDENTS}/{folder}`: another one came before it"
            yield Mistake(message, Source("", grade.name), severity="warning")


def _linked(request: Request, grades: Sequence[Grade], folders: Sequence[str]) -> Request:
    """The same request, where the class's page can lead to the reports of students."""
    links: dict[str, str] = {}
    for grade, folder in zip(grades, folders, strict=True):
        links.setdefault(grade.student, f"{STUDENTS}/{folder}/{STUDENT_SINKS['html'].file}")
    return replace(request, links=links)


def _store(content: Iterable[str] | bytes, path: Path) -> None:
    """Write the file whole, in a folder that is made where it is missing."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _no_folder(path.parent, error) from None
    if isinstance(content, bytes):
        store_pieces([content], path)
    else:
        store_pieces((piece.encode("utf-8", "replace") for piece in content), path)


def _no_folder(folder: Path, error: OSError) -> InputError:
    if is_full(error):
        return disk_full(folder)
    return refusal(str(folder), f"the folder cannot be made ({reason_of(error)})", "name another folder")


def _html(grade: Grade, request: Request) -> str:
    from grader.reports.student.html_report import report_html

    return report_html(request.page(grade), request.templates)


def _markdown(grade: Grade, request: Request) -> str:
    from grader.reports.student.markdown_report import report_markdown

    return report_markdown(request.page(grade), request.templates)


def _text(grade: Grade, request: Request) -> str:
    from grader.reports.student.text_report import report_text

    return report_text(request.page(grade), request.templates)


def _gradescope(grade: Grade, request: Request) -> str:
    from grader.reports.platforms.gradescope_results import gradescope_json

    return gradescope_json(request.platform(grade), request.problems, now=request.now)


def _classroom(grade: Grade, request: Request) -> str | None:
    """The score of the marks that are shown; nothing before there are any, since 0 would be a lie."""
    from grader.reports.platforms.classroom50 import classroom_json

    if all(check.earned is None for check in grade.checks):
        return None
    return classroom_json(request.platform(grade), request.problems, now=request.now)


def _records(grades: Iterable[Grade], _request: Request) -> FileContent:
    return FileContent(json_pieces(grade.to_dict() for grade in grades))


def _junit(grades: Iterable[Grade], request: Request) -> FileContent:
    from grader.reports.platforms.junit import junit_pieces

    return FileContent(junit_pieces(grades, request.problems, now=request.now, templates=request.templates))


def _codequality(grades: Iterable[Grade], request: Request) -> FileContent:
    from grader.reports.platforms.gitlab_code_quality import codequality_record

    return FileContent(
        json_pieces(codequality_record(grades, sentences(request.problems.language), os.environ))
    )


def _csv(grades: Iterable[Grade], request: Request) -> FileContent:
    from grader.reports.class_.grades_csv import grades_csv_pieces

    return FileContent(grades_csv_pieces(grades, request.problems, request.missing, request.people))


def _canvas(grades: Iterable[Grade], request: Request) -> FileContent:
    from grader.reports.platforms.canvas_gradebook import fill_canvas

    if request.canvas is None:
        raise refusal("canvas", "there is no export to fill in", "add `--canvas EXPORT.csv`")
    data, name, assignment = request.canvas
    marks = lean_grades(map(request.platform, grades))
    filled = fill_canvas(data, name, marks, request.problems, assignment)
    return FileContent(filled.data, filled.notes)


def _class(grades: Iterable[Grade], request: Request) -> FileContent:
    from grader.reports.class_.class_page import class_html

    anonymous, links, templates = request.anonymous, request.links, request.templates
    page = class_html(
        lean_grades(grades), request.problems, anonymous=anonymous, links=links, templates=templates,
        missing=request.missing,
        people=request.people,
    )  # fmt: skip
    return FileContent([page])


STUDENT_SINKS = {
    "html": StudentSink("report.html", _html),
    "md": StudentSink("report.md", _markdown),
    "txt": StudentSink("report.txt", _text),
    "gradescope": StudentSink("gradescope.json", _gradescope, readers="platform"),
    "classroom": StudentSink("result.json", _classroom, lasting=False),
}
CLASS_SINKS = {
    "json": ClassSink("results.json", _records, readers="staff"),
    "junit": ClassSink("junit.xml", _junit, readers="staff"),
    "codequality": ClassSink("codequality.json", _codequality, lasting=False),  # for all who see the project
    "csv": ClassSink("grades.csv", _csv, readers="staff", marks_only=True),
    "canvas": ClassSink("canvas.csv", _canvas, readers="staff", marks_only=True),
    "class": ClassSink("class.html", _class, readers="staff"),
}


def lean_grades(grades: Iterable[Grade]) -> tuple[Grade, ...]:
    """The grades without feedback, what was typed, and where; most answers were given by somebody before."""
    checks: dict[Hashable, Check] = {}
    runs: dict[Hashable, Ran] = {}
    return tuple(
        replace(
            grade,
            checks=tuple([_shared_check(check, checks) for check in grade.checks]),
            runs=tuple([_shared_run(ran, runs) for ran in grade.runs]),
            notes=(),
            name="",
        )
        for grade in grades
    )


def _shared_check(check: Check, known: dict[Hashable, Check]) -> Check:
    answer = f"{check.given!r} {check.expected!r} {check.parts!r}"
    key = (
        check.problem, check.question, check.verdict, check.earned, check.possible, check.void, answer,
        check.ideas, check.convention, check.adjusted is None,
    )  # fmt: skip
    if key not in known:
        known[key] = replace(
            check,
            raw=None,
            place=None,
            reckoning=None,
            feedback=(),
            carried=(),
            early={},
            counterexample=None,
        )
    return known[key]


def _shared_run(ran: Ran, known: dict[Hashable, Ran]) -> Ran:
    key = (ran.problem, ran.tree, ran.outcome, ran.looked, ran.skipped, repr(ran.verdicts))
    if key not in known:
        known[key] = replace(ran, visited=(), said=(), traceback=(), printed="", returned="")
    return known[key]
