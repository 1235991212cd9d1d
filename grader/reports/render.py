"""A Grade → its report in one of several forms."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from datetime import datetime
from importlib import import_module
from pathlib import Path

from grader.grading import Grade
from grader.grading.visibility import VIEWS, View
from grader.problems import ProblemSet
from grader.reports.student.student_page import StudentPage, student_page


def render(
    grade: Grade,
    form: str = "html",
    *,
    problems: ProblemSet | None = None,
    view: View = "student",
    now: datetime | None = None,
    templates: Path | None = None,
) -> str:
    """The report of a grade, one of `FORMS`; a grade that was read from a record needs its `problems`.

    `view` is `student`, who sees what the set shows by `now`, or `staff`, who sees everything.
    """
    if form not in FORMS:
        raise ValueError(f"no report has the form `{form}`; choose one of {', '.join(FORMS)}")
    if view not in VIEWS:
        raise ValueError(f"nobody has the view `{view}`; choose one of {', '.join(VIEWS)}")
    marked_by = problems or grade.problems
    if marked_by is None:
        raise ValueError("a grade that was read from a record is rendered with its `problems`")
    return FORMS[form](student_page(grade, marked_by, view=view, now=now), templates)


def _record(page: StudentPage, _templates: Path | None) -> str:
    return json.dumps(page.grade.to_dict(), ensure_ascii=False, indent=2) + "\n"


def _late(module: str, name: str) -> Callable[[StudentPage, Path | None], str]:
    """A function that is imported when it is first used, so that one form does not load the others."""

    def written(page: StudentPage, templates: Path | None) -> str:
        function: Callable[[StudentPage, Path | None], str] = getattr(import_module(module), name)
        return function(page, templates)

    return written


FORMS: Mapping[str, Callable[[StudentPage, Path | None], str]] = {
    "html": _late("grader.reports.student.html_report", "report_html"),
    "md": _late("grader.reports.student.markdown_report", "report_markdown"),
    "txt": _late("grader.reports.student.text_report", "report_text"),
    "json": _record,
}
