"""StudentPage → `report.txt`: the table that a terminal shows, then each problem with its tree and search."""

from __future__ import annotations

from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grader.reports.page_templates import environment, fill_by
from grader.reports.student.marks_table import grade_table, plain_text
from grader.reports.student.run_pictures import run_sketch
from grader.reports.student.student_page import StudentPage
from grader.reports.student.text_sketches import SearchSketch, search_sketches, tree_sketch
from grader.text.columns import visible, width

if TYPE_CHECKING:
    from jinja2 import Environment


def report_text(page: StudentPage, templates: Path | None = None) -> str:
    """The report; templates may stand in for ours."""
    return fill_by(
        _environment,
        "report.txt",
        templates,
        {
            "page": page,
            "say": page.say,
            "table": "\n".join(map(plain_text, grade_table(page.grade, page.asked.title, page.say))),
            "tree": partial(tree_sketch, say=page.say),
            "searches": partial(search_sketches, page=page),
            "looked": partial(run_sketch, say=page.say),
            "steps": partial(_steps, page=page),
        },
    )


@cache
def _environment(templates: Path | None) -> Environment:
    return environment(templates).overlay(finalize=_as_text)


def _as_text(printed: Any) -> str:
    """What a template prints, with nothing in it that could move a terminal's cursor."""
    return "\n".join(visible(line).rstrip() for line in str(printed).rstrip("\n").split("\n"))


def _steps(search: SearchSketch, page: StudentPage) -> str:
    """The steps in columns."""
    heads = [page.say(f"trace.{name}") for name in ("step", "action", "node")]
    rows = [(*heads, "α", "β", "v", "")]
    rows += [
        (str(step.number), step.action, visible(step.node), step.alpha, step.beta, step.value, step.sentence)
        for step in search.steps
    ]
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(cell + " " * (room - width(cell)) for cell, room in zip(row, widths, strict=True)).rstrip()
        for row in rows
    )
