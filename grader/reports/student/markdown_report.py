"""StudentPage → `report.md`: GitHub's Markdown, in which all that a template fills in is plain text."""

from __future__ import annotations

from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grader.reports.page_templates import environment, fill_by
from grader.reports.student.run_pictures import run_sketch
from grader.reports.student.student_page import StudentPage
from grader.reports.student.text_report import (
    counterexample_sketch,
    own_sketch,
    search_sketches,
    tree_sketch,
)
from grader.text.escapes import markdown_block, markdown_code, markdown_text

if TYPE_CHECKING:
    from jinja2 import Environment


def report_markdown(page: StudentPage, templates: Path | None = None) -> str:
    """The report; templates may stand in for ours."""
    return fill_markdown(
        "report.md",
        templates,
        page=page,
        say=page.say,
        tree=partial(tree_sketch, say=page.say),
        searches=partial(search_sketches, page=page),
        counterexample=partial(counterexample_sketch, say=page.say),
        own=partial(own_sketch, say=page.say),
        looked=partial(run_sketch, say=page.say),
    )


def fill_markdown(name: str, templates: Path | None = None, **data: object) -> str:
    """A Markdown template filled in: what it prints is plain text, or code where it says so."""
    return fill_by(_environment, name, templates, data)


@cache
def _environment(templates: Path | None) -> Environment:
    from markupsafe import Markup

    made = environment(templates).overlay(finalize=_as_text)
    made.filters = made.filters | {
        "code": lambda text: Markup(markdown_code(text)),  # noqa: S704 - nothing in code is markup
        "block": lambda text: Markup(markdown_block(text)),  # noqa: S704
        "lines": lambda text: Markup(_lines(text)),  # noqa: S704 - each line is escaped
    }
    return made


def _as_text(printed: Any) -> Any:
    """What a template prints, escaped unless a filter has done so."""
    return printed if hasattr(printed, "__html__") else markdown_text(str(printed))


def _lines(text: str) -> str:
    """Text of several lines, whose line ends stay line ends."""
    return "\\\n".join(map(markdown_text, text.strip().splitlines())).replace("\\\n\\\n", "\n\n")
