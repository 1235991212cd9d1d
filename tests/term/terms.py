"""A course of two sets and a midterm, with gradebooks, that the tests of the term share."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path

from grader.gradebook import FILE, Gradebook
from grader.problems import load_problems
from grader.problems.course_terms import Terms
from grader.submissions.collecting.roster import read_roster
from grader.term.course import Course
from grader.term.course_file import load_course
from tests.gradebook.keeping import RIGHT, handed, marked

DUE = datetime(2026, 2, 1, 12, 0, tzinfo=UTC)
NOW = datetime(2026, 6, 1, tzinfo=UTC)
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
LATE = "late: {per-day: 10%}\n"
COURSE = """\
course: ai
title: Search
zone: UTC
roster: roster.csv
{settings}sets:
  - {{id: week1, file: week1, due: 2026-02-01 12:00}}
  - {{id: week2, file: week2, due: 2026-02-08 12:00{second}}}
{more}"""
MIDTERM = "  - {id: midterm, marks: midterm.csv, column: points, of: 60, weight: 2}\n"
ROSTER = """\
id,name,email,section,team
ada,Ada Lovelace,ada@example.edu,A,t1
bob,Bob,bob@example.edu,A,t1
eve,Eve,eve@example.edu,B,t2
zoe,Zoë,zoe@example.edu,B,
"""
SET = """\
set: {name}
{settings}problems:
  - id: textbook
    tree: A = max(B = min(3, 12, 8), C = min(2, 4, 6), D = min(14, 5, 2))
    questions:
      - {{ask: best-move, points: 1}}
      - {{ask: pruned, points: 4}}
"""
Handed = Mapping[str, tuple[str, datetime | None]]  # what was said to be pruned, and when


def make_course(settings: str = "", second: str = "", more: str = "", in_set: str = "") -> Course:
    """The folder of a course, without any grades."""
    Path("course.yaml").write_text(
        COURSE.format(settings=settings, second=second, more=more), encoding="utf-8"
    )
    Path("roster.csv").write_text(ROSTER, encoding="utf-8")
    for name in ("week1", "week2"):
        Path(name).mkdir(exist_ok=True)
        text = SET.format(name=name, settings=in_set)
        Path(name, "set.yaml").write_text(text, encoding="utf-8")
    return load_course("course.yaml")


def keep(course: Course, name: str, given: Handed, terms: Terms | None = None) -> None:
    """Mark these hand-ins into the gradebook of a set."""
    entry = next(entry for entry in course.sets if entry.id == name)
    assert entry.file is not None
    problems = load_problems(entry.file, terms=terms or entry.terms)
    with Gradebook.open(course.out(entry) / FILE) as book:
        book.keep_set(problems)
        book.enrol(read_roster(ROSTER.encode(), "roster.csv").people)
        book.add(marked(handed(who, said), at, problems) for who, (said, at) in given.items())


def in_time(*students: str) -> Handed:
    return dict.fromkeys(students, (RIGHT, DUE - HOUR))
