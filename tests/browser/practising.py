"""A practice page in a browser, and somebody who answers its tasks: by touch, by keyboard, rightly or not."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING

from grader.generating.asked_kinds import USUALLY_ASKED
from grader.problems import load_problems
from grader.questions import Question
from grader.reports.practice.fresh_trees import ChosenTree
from grader.reports.practice.posed_questions import Asked
from grader.reports.practice.practice_page import practice_html
from grader.reports.practice.practice_task import PracticeTask
from grader.reports.practice.practice_tree import practice_tree
from grader.rule import Rule
from grader.solving import Solution, solve
from grader.text.sentences import sentences
from grader.text.source import Source
from grader.tree.language import parse_tree

if TYPE_CHECKING:
    from playwright.sync_api import Page

AIMA = "max(min(3, 12, 8), min(2, 4, 6), min(14, 5, 2))"
SMALL = "max(min(4, 2), min(1, 3))"
SAY = sentences()


# A set that asks for every form of answer that other tests of the page do not.
FORMS = """\
set: s
problems:
  - id: p
    tree: A = max(B = min~4(3, 12, 8), C = min~1(2, 4, 6), D = min~7(14, 5, 2))
    questions:
      - {ask: reorder, of: all}
      - {ask: first-error, by: players-inverted}
      - {ask: pruned, as: tree}
      - {ask: bounds, of: [A, B], after: C1}
      - {ask: value, depths: [1, 2]}
      - {ask: best-move, depths: [1, 2]}
      - {ask: visited, as: order, rule: {order: right-to-left}}
      - {ask: window, of: [A, B], as: history}
      - {ask: cutoffs, as: windows}
      - {ask: value, as: returned, id: reported, of: C}
      - {ask: pruned, as: edges, id: edges}
  - id: q
    tree: A = max(B = min(3, 12, 8), C = min(?x, 4, 6), D = min(14, 5, 2))
    questions:
      - {ask: for-which, id: c2, unknown: x, holds: {pruned: C2}}
      - {ask: for-which, id: value, unknown: x, holds: {value: {A: "!= 3"}}}
      - {ask: for-which, unknown: x, holds: {value: {A: "> 3"}}, over: integers, extreme: smallest}
"""


@cache
def asked_for() -> tuple[Question, ...]:
    """The questions of that set."""
    problems = load_problems(Source(FORMS, "set.yaml"))
    return tuple(each.question for problem in problems.problems for each in problem.questions)


def solved(text: str, **rule: object) -> Solution:
    return solve(parse_tree(text), Rule.from_fields(rule))


@cache
def page_of(*texts: str, asked: tuple[Asked, ...] = USUALLY_ASKED) -> str:
    """The page about these trees, in this order."""
    return practice_html([ChosenTree(solved(text), asked) for text in texts], "Practice", SAY)


@cache
def walk_of(text: str) -> tuple[PracticeTask, ...]:
    return practice_tree(solved(text), (), SAY).walk


@cache
def solve_of(text: str, asked: tuple[Asked, ...] = USUALLY_ASKED) -> tuple[PracticeTask, ...]:
    return practice_tree(solved(text), asked, SAY).solve


def tap_node(page: Page, index: int) -> None:
    """Tap the middle of a node in the drawing."""
    place = page.evaluate(
        """(index) => {
            const svg = document.querySelector("#stage svg");
            const shape = svg.querySelectorAll(":scope > g[transform]")[index].firstElementChild;
            const box = shape.getBoundingClientRect();
            return [box.x + box.width / 2, box.y + box.height / 2];
        }""",
        index,
    )
    page.touchscreen.tap(*place)


def touch(page: Page, task: PracticeTask, answer: str | None = None) -> None:
    """Answer with fingers alone; rightly where no answer is given."""
    answer = task.accepted[0] if answer is None else answer
    match task.widget:
        case "node":
            tap_node(page, int(answer))
        case "choice" | "line":
            page.locator(f"#task button[value='{answer}']").tap()
        case "range":
            for key in re.findall("or|.", bounds_in(answer).replace(" ", "")):
                page.get_by_role("group", name="Keys").get_by_text(key, exact=True).tap()
            page.get_by_role("button", name="Check").tap()
        case "nodes" | "order":
            for index in answer.split():
                tap_node(page, int(index))
            page.get_by_role("button", name="Check" if answer else "There are none").tap()
        case "number" | "window":
            for place, number in enumerate(answer.split(";")):
                page.locator(".fields input").nth(place).tap()
                for sign in number:
                    page.locator(".keys-all button", has_text=sign).first.tap()
            page.get_by_role("button", name="Check").tap()


def bounds_in(answer: str) -> str:
    """A set of numbers as people write it, by signs between x and its ends."""
    found = []
    for low, high in (part.split(";") for part in answer.split()):
        below = "" if low == "(−∞" else f"{low[1:]} {'≤' if low[0] == '[' else '<'} "
        above = "" if high == "∞)" else f" {'≤' if high[-1] == ']' else '<'} {high[:-1]}"
        found.append(f"{below}x{above}")
    return " or ".join(found)


def type_in(page: Page, task: PracticeTask, names: tuple[str, ...], answer: str | None = None) -> None:
    """Answer with the keyboard alone, from wherever the focus is."""
    answer = task.accepted[0] if answer is None else answer
    keys = page.keyboard
    match task.widget:
        case "choice":
            keys.press("1" if answer in ("cut", "alpha") else "2")
        case "line":
            page.locator(f"#task button[value='{answer}']").focus()
            keys.press("Enter")
        case "range":
            keys.type(bounds_in(answer).replace("≤", "<=").replace("−", "-"))
            keys.press("Enter")
        case "node" | "nodes" | "order":
            keys.type(", ".join(names[int(index)] for index in answer.split()))
            keys.press("Enter")
        case "number" | "window":
            for number in answer.split(";"):
                keys.type(number.replace("−", "-").replace("∞", "inf"))
                keys.press("Enter")


def prompt(page: Page) -> str:
    return page.locator("#prompt").inner_text()


def said(page: Page) -> str:
    return page.locator("#said").inner_text()


def log(page: Page) -> list[str]:
    """What can be seen of each line, behind its sign."""
    lines = page.locator("#log li").evaluate_all(
        """lines => lines.map((line) => {
          const copy = line.cloneNode(true);
          copy.querySelectorAll("span").forEach((sign) => sign.remove());
          return copy.textContent.trim();
        })"""
    )
    return list(map(str, lines))


def choose(page: Page, mode: str) -> None:
    page.get_by_role("button", name=mode, exact=True).click()


def answer_all(page: Page, tasks: Iterable[PracticeTask], names: tuple[str, ...]) -> None:
    for task in tasks:
        type_in(page, task, names)
