"""Practice inside a student's report: every part is answered and checked there, in three steps."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any, Literal

import pytest

from grader.grading import grade
from grader.problems import load_problems
from grader.reports.page_templates import fill
from grader.reports.practice.idea_practice import idea_practice
from grader.reports.student.html_report import page_data
from grader.reports.student.student_page import student_page
from grader.rule import Rule
from grader.submissions import read_submission
from grader.text.sentences import sentences
from grader.text.source import Source

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

Show = Callable[[str], "Page"]
SAY = sentences()
SET = """\
set: s
problems:
  - id: p
    tree: max(min(3, 12, 8), min(2, 4, 6), min(14, 5, 2))
    questions: [{ask: value}, {ask: best-move}]
"""
# Numbers, nodes in any order, nodes in order, α and β, and a node.
IDEAS = (
    "players-inverted", "no-deep-cutoffs", "root-window-reset", "beta-never-tightens", "tie-takes-last-move",
)  # fmt: skip


@cache
def report() -> str:
    """A report that practises these ideas, whichever of them the answers show."""
    problems = load_problems(Source(SET, "set.yaml"))
    sheet = b"{set: s, student: ada, answers: {p: {value: 6, best-move: C}}}"
    data = page_data(student_page(grade(problems, read_submission(sheet, "ada.yaml")), problems))
    practice = {idea: idea_practice(idea, Rule(), SAY) for idea in IDEAS}
    return fill("report.html", **data | {"practice": practice})


def parts(page: Page) -> list[tuple[Locator, dict[str, Any], list[str]]]:
    """Every part with what it is compared with, and the names of the nodes of its tree."""
    found = []
    for box in page.locator("[data-try]").all():
        names = box.evaluate("(box) => box.closest('[data-names]')?.dataset.names ?? '[]'")
        found.append((box, json.loads(box.get_attribute("data-try") or ""), json.loads(names)))
    return found


def answer(box: Locator, task: dict[str, Any], names: list[str], given: str) -> None:
    """Type an answer as the data writes it, and press Enter."""
    if task["widget"] in ("number", "window"):
        for field, text in zip(box.locator("input").all(), given.split(";"), strict=True):
            field.fill(text)
        field.press("Enter")
    elif given:
        box.locator("input").fill(", ".join(names[int(index)] for index in given.split()))
        box.locator("input").press("Enter")
    else:
        box.get_by_role("button", name="There are none").click()


def test_every_part_is_answered_and_the_idea_is_told_from_other_mistakes(open_page: Show) -> None:
    page = open_page(report())
    widgets = set()
    for box, task, names in parts(page):
        widgets.add(task["widget"])
        told = box.get_by_role("status")
        for mistaken in task["not"]:
            answer(box, task, names, mistaken)
            assert told.inner_text().startswith("Not so: that is what the idea above leads to.")
        answer(box, task, names, task["is"][0])
        assert told.inner_text().startswith("Right.")
    assert widgets == {"number", "window", "node", "nodes", "order"}


def test_a_wrong_answer_is_helped_in_three_steps(open_page: Show) -> None:
    box, task, names = parts(open_page(report()))[1]
    told = box.get_by_role("status")
    for words in (
        "Not yet. A is a Max node: it is worth as much as its best child.",
        "Not yet. Its children are worth A1 = 4, B = 1 and A3 = 2.",
        "Not yet. This is the step. The largest of A1 = 4, B = 1 and A3 = 2 is 4.",
    ):
        answer(box, task, names, "77")
        assert told.inner_text() == words


UNREAD = {"": "Write a number first.", "four": "“four” is not a number. Write one like −3, 5/2, 0.75 or ∞."}


@pytest.mark.parametrize(("text", "words"), UNREAD.items(), ids=["nothing", "a word"])
def test_what_cannot_be_read_is_no_wrong_answer(open_page: Show, text: str, words: str) -> None:
    box, *_ = parts(open_page(report()))[0]
    box.locator("input").fill(text)
    box.get_by_role("button", name="Check").click()
    assert box.get_by_role("status").inner_text() == words


def test_a_name_that_is_not_in_the_tree_is_told(open_page: Show) -> None:
    page = open_page(report())
    box = next(box for box, task, _ in parts(page) if task["widget"] == "nodes")
    box.locator("input").fill("Zebra")
    box.locator("input").press("Enter")
    assert box.get_by_role("status").inner_text() == "The tree has no node with that name."


def test_without_a_script_the_answers_can_still_be_opened(
    new_page: Callable[..., Page], tmp_path: Any
) -> None:
    page = new_page(java_script_enabled=False)
    file = tmp_path / "report.html"
    file.write_text(report(), encoding="utf-8")
    page.goto(file.as_uri())
    assert not page.locator("[data-try]").first.is_visible()
    page.locator(".exercises summary").first.click()
    assert page.locator(".exercises .reasons").first.is_visible()


@pytest.mark.parametrize(
    ("width", "scheme"), [(320, "dark"), pytest.param(1280, "light", marks=pytest.mark.slow)]
)
def test_axe_finds_nothing_in_the_exercises(
    open_page: Show,
    page: Page,
    axe: Callable[[Page], None],
    width: int,
    scheme: Literal["light", "dark"],
) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.emulate_media(color_scheme=scheme)
    open_page(report())
    box, task, names = parts(page)[0]
    answer(box, task, names, "77")
    axe(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
