"""How long the page of a class of 2,000 takes, against one student's page of the same set."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from random import Random

from benchmarks.measuring import Figure, seconds
from benchmarks.reporting import bench_set, bench_sheet
from grader.grading import Grade, grade
from grader.problems import ProblemSet
from grader.reports.class_.class_page import class_html
from grader.reports.sheets.blank_sheet import filled_sheet
from grader.reports.student.html_report import report_html
from grader.reports.student.student_page import student_page
from grader.submissions import read_submission

STUDENTS = 2000
PAGES = 20


def figures() -> Iterator[Figure]:
    problems = bench_set()
    key = filled_sheet(problems, "somebody")
    grades = [grade(problems, read_submission(_sheet(key, number), "s.yaml")) for number in range(STUDENTS)]
    pages, whole = seconds(
        partial(_pages, grades[:PAGES], problems), partial(class_html, grades, problems), rounds=5
    )
    size = len(class_html(grades, problems).encode())
    yield Figure(
        "the page of a class of 2,000, times one student's page", whole * PAGES / pages, at_most=20,
        note=f"{whole:.2f} s, {size / 1000:.0f} kB",
    )  # fmt: skip


def _sheet(key: str, number: int) -> bytes:
    """The answers of somebody who knows two of three, and guesses the rest."""
    random = Random(number)
    answers = [line for line in key.splitlines() if line and not line.lstrip().startswith("#")]
    guesses = bench_sheet(number).decode().splitlines()
    lines = [
        guess if random.random() < 1 / 3 else answer for answer, guess in zip(answers, guesses, strict=True)
    ]
    return "\n".join([guesses[0], guesses[1], *lines[2:]]).encode()


def _pages(grades: list[Grade], problems: ProblemSet) -> None:
    for one in grades:
        report_html(student_page(one, problems))
