"""The policy of our pages in a browser: what is ours works, and nothing that was smuggled in does."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from markupsafe import escape

from grader.checking import Checked, check_page
from grader.reports.class_.class_page import class_html
from grader.reports.key.key_page import key_html
from grader.reports.page_templates import page_head
from grader.reports.sheets.sheet_page import sheet_html
from grader.reports.student.html_report import report_html
from grader.reports.student.student_page import student_page
from tests.report_pages import PERFECT, QUESTIONS, marked, the_set

if TYPE_CHECKING:
    from playwright.sync_api import Page

Show = Callable[[str], "Page"]


@cache
def pages() -> dict[str, str]:
    """One of each kind of page that we write."""
    problems = the_set(QUESTIONS)
    grades = [marked(problems, PERFECT | {"best-move": "a2"}, student) for student in ("ada", "bob")]
    return {
        "report": report_html(student_page(grades[0], problems)),
        "class": class_html(grades, problems),
        "sheet": sheet_html(problems),
        "key": key_html(problems),
        "check": check_page([Checked("set.yaml", problems, ())], matrix=True),
    }


NAMES = ("report", "class", "sheet", "key", "check")
SMUGGLED = (
    "<script>document.title = 'taken'</script>"
    "<p id=smuggled onclick=\"document.title = 'taken'\" style='position: fixed'>here</p>"
    "<style>#smuggled { color: rgb(1, 2, 3) }</style>"
)


@pytest.mark.parametrize("name", NAMES)
def test_a_page_keeps_its_own_policy(open_page: Show, troubles: list[str], name: str) -> None:
    open_page(pages()[name])
    assert not troubles


@pytest.mark.parametrize("name", NAMES)
def test_what_was_smuggled_into_a_page_does_nothing(open_page: Show, troubles: list[str], name: str) -> None:
    html = pages()[name]
    page = open_page(html.replace("</main>", f"{SMUGGLED}</main>"))
    page.locator("#smuggled").click()
    assert "taken" not in page.title()
    assert page.locator("#smuggled").evaluate("at => getComputedStyle(at).color") != "rgb(1, 2, 3)"
    assert page.locator("#smuggled").evaluate("at => getComputedStyle(at).position") == "static"
    assert len(troubles) == 4  # each of them is told
    troubles.clear()


def test_what_stands_at_the_head_of_a_printed_page_is_text_whatever_it_is() -> None:
    hostile = '"}</style><b>\\ Zoë & 王小明'
    style = page_head(str(escape(hostile)))
    assert style == '@page{{@top-left{{content:"{}"}}}}'.format(
        r"\22 \7d \3c \2f style\3e \3c b\3e \5c  Zo\eb  \26  \738b \5c0f \660e "
    )


OWN = """{% extends "layout.html" %}
{% block style %}h1 { color: rgb(4, 5, 6) }{% endblock %}
{% block main %}<h1>Mine</h1>{% endblock %}
{% block script %}<script type="application/json" id="said">"done"</script>
<script>document.title = JSON.parse(document.getElementById("said").textContent)</script>
<script>document.querySelector("h1").hidden = false</script>{% endblock %}
"""


@pytest.fixture
def own_templates(tmp_path: Path) -> Path:
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "report.html").write_text(OWN, encoding="utf-8")
    return tmp_path / "own"


def test_the_style_and_scripts_of_a_template_of_ones_own_take_effect(
    open_page: Show, own_templates: Path
) -> None:
    problems = the_set(QUESTIONS)
    page = open_page(report_html(student_page(marked(problems, PERFECT), problems), own_templates))
    assert page.title() == "done"
    assert page.locator("h1").evaluate("at => getComputedStyle(at).color") == "rgb(4, 5, 6)"
