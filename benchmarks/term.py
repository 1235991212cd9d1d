"""How long the table of a term takes, against reading what counts from the gradebooks of its sets."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from benchmarks.marking import SET, sheet_text
from benchmarks.measuring import Figure, seconds
from grader.gradebook import FILE, Gradebook, MarkedHandIn
from grader.grading import grade
from grader.problems import ProblemSet, load_problems
from grader.reports.term.term_pages import term_page
from grader.submissions import HandIn, read_hand_in
from grader.term.course import Course
from grader.term.course_file import load_course
from grader.term.term_table import read_term

SETS, STUDENTS = 12, 2_000

_HEAD = """\
course: bench
late: {per-day: 10%, limit: 5d}
slip-days: {days: 5, per-set: 2}
total: {drop: 1 lowest}
roster: roster.csv
sets:
"""
_DUE = datetime(2026, 2, 1, 12, tzinfo=UTC)


def figures() -> Iterator[Figure]:
    with TemporaryDirectory() as name:
        course = _course(Path(name))
        bare, whole = seconds(partial(_read_all, course), partial(_page, course), rounds=3)
        size = len(_page(course).encode())
    yield Figure(
        f"the term of {SETS} sets and {STUDENTS:,} students, times reading their grades", whole / bare,
        at_most=3, note=f"{whole:.1f} s, its page {size / 1000:.0f} kB",
    )  # fmt: skip


def _course(folder: Path) -> Course:
    """A course in which one in five comes a day or two late."""
    (folder / "set.yaml").write_text(SET, encoding="utf-8")
    problems = load_problems(folder / "set.yaml")
    sets = "".join(
        f"  - {{id: week{number}, file: set.yaml, due: 2026-02-01 12:00 UTC}}\n" for number in range(SETS)
    )
    (folder / "course.yaml").write_text(_HEAD + sets, encoding="utf-8")
    roster = "".join(f"s{number},Student {number},s{number}@example.edu,A\n" for number in range(STUDENTS))
    (folder / "roster.csv").write_text(f"id,name,email,section\n{roster}", encoding="utf-8")
    course = load_course(folder / "course.yaml")
    for place, entry in enumerate(course.sets):
        problems = load_problems(folder / "set.yaml", terms=entry.terms)
        with Gradebook.open(course.out(entry) / FILE) as book:
            book.keep_set(problems)
            book.add(_marked(problems, number, place) for number in range(STUDENTS))
    return course


_RECORDS: dict[tuple[str, int], dict[str, object]] = {}


def _marked(problems: ProblemSet, number: int, place: int) -> MarkedHandIn:
    """A hand-in; there are twenty different ones, which need not be marked again."""
    kind = (number + place) % 20
    student = f"s{number}"
    handed = HandIn(student, "answers.yaml", {"answers.yaml": sheet_text(Random(kind), kind, 1 / 3).encode()})
    if (problems.hash, kind) not in _RECORDS:
        _RECORDS[problems.hash, kind] = grade(problems, read_hand_in(handed)).to_dict()
    late = timedelta(days=(number * 7 + place * 3) % 10 - 7, hours=1)
    return MarkedHandIn(handed, {**_RECORDS[problems.hash, kind], "student": student}, _DUE + late)


def _read_all(course: Course) -> None:
    for entry in course.sets:
        with Gradebook.open(course.out(entry) / FILE, write=False) as book:
            deque(book.current(book.sets()[0][0], marks_only=True), maxlen=0)


def _page(course: Course) -> str:
    return term_page(read_term(course))
