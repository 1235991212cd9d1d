"""How long the page of a class of 2,000 takes, against one student's page of the same set."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from benchmarks.measuring import Figure, seconds
from benchmarks.reporting import bench_set, bench_sheet
from grader.grading import Grade, grade
from grader.problems import ProblemSet
from grader.reports.class_page import class_html
from grader.reports.html import report_html
from grader.reports.student import student_page
from grader.submissions import read_submission

STUDENTS = 2000
PAGES = 20


def figures() -> Iterator[Figure]:
    problems = bench_set()
    grades = [
        grade(problems, read_submission(bench_sheet(number), f"s{number}.yaml")) for number in range(STUDENTS)
    ]
    pages, whole = seconds(
        partial(_pages, grades[:PAGES], problems), partial(class_html, grades, problems), rounds=3
    )
    size = len(class_html(grades, problems).encode())
    yield Figure(
        "the page of a class of 2,000, times one student's page", whole * PAGES / pages, at_most=20,
        note=f"{whole:.2f} s, {size / 1000:.0f} kB",
    )  # fmt: skip


def _pages(grades: list[Grade], problems: ProblemSet) -> None:
    for one in grades:
        report_html(student_page(one, problems))
