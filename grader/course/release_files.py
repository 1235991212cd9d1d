"""A ProblemSet → the files that students may have of it, by name, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from grader.course.public_set import figure_file, released_text, tree_file
from grader.problems import ProblemSet
from grader.problems.set_file import FILE
from grader.reports.sheets.blank_sheet import blank_sheet
from grader.reports.sheets.sheet_page import sheet_html
from grader.reports.sheets.starter_files import starter_files
from grader.submissions import SHEETS

PAGE = "sheet.html"


def release_files(problems: ProblemSet, student: str | None = None) -> Mapping[str, str | bytes]:
    """By name, with `/` between folders; with a student's name, those with that student's variants."""
    return {
        SHEETS[0]: blank_sheet(problems, student),
        PAGE: sheet_html(problems, student),
        FILE: released_text(problems, student),
        **starter_files(problems),
        **dict(_trees(problems)),
        **dict(_figures(problems)),
    }


def needs_student(problems: ProblemSet) -> bool:
    """Whether not everybody gets the same."""
    return any(len(problem.trees) > 1 for problem in problems.on_sheet)


def _trees(problems: ProblemSet) -> Iterator[tuple[str, str]]:
    """The trees that programs are run on, without comments and without those that are hidden."""
    for problem in problems.by_program:
        for tree in problem.trees:
            if not tree.hidden:
                yield tree_file(problem, tree), f"{tree.tree}\n"


def _figures(problems: ProblemSet) -> Iterator[tuple[str, bytes]]:
    for problem in problems.problems:
        file = figure_file(problem)
        if file is not None and problem.figure is not None:
            yield file, problem.figure.read_bytes()
