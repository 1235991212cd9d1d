"""A practice page in a browser, and somebody who answers its tasks: by touch, by keyboard, rightly or not."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING

from grader.generating.asked_kinds import USUALLY_ASKED, AskedKind
from grader.reports.practice.fresh_trees import ChosenTree
from grader.reports.practice.practice_page import practice_html
from grader.reports.practice.practice_task import PracticeTask
from grader.reports.practice.practice_tree import practice_tree
from grader.rule import Rule
from grader.solving import Solution, solve
from grader.text.sentences import sentences
from grader.tree.language import parse_tree

if TYPE_CHECKING:
    from playwright.sync_api import Page

AIMA = "max(min(3, 12, 8), min(2, 4, 6), min(14, 5, 2))"
SMALL = "max(min(4, 2), min(1, 3))"
SAY = sentences()


def solved(text: str, **rule: object) -> Solution:
    return solve(parse_tree(text), Rule.from_fields(rule))


@cache
def page_of(*texts: str, asked: tuple[AskedKind, ...] = USUALLY_ASKED) -> str:
    """The page about these trees, in this order."""
    return practice_html([ChosenTree(solved(text), asked) for text in texts], "Practice", SAY)


@cache
def walk_of(text: str) -> tuple[PracticeTask, ...]:
    return practice_tree(solved(text), (), SAY).walk


@cache
def solve_of(text: str, asked: tuple[AskedKind, ...] = USUALLY_ASKED) -> tuple[PracticeTask, ...]:
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
        case "choice":
            page.locator(f"#task button[value={answer}]").tap()
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


def type_in(page: Page, task: PracticeTask, names: tuple[str, ...], answer: str | None = None) -> None:
    """Answer with the keyboard alone, from wherever the focus is."""
    answer = task.accepted[0] if answer is None else answer
    keys = page.keyboard
    match task.widget:
        case "choice":
            keys.press("1" if answer in ("cut", "alpha") else "2")
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
    return [line.removeprefix("✓ ").removeprefix("→ ") for line in page.locator("#log li").all_inner_texts()]


def choose(page: Page, mode: str) -> None:
    page.get_by_role("button", name=mode, exact=True).click()


def answer_all(page: Page, tasks: Iterable[PracticeTask], names: tuple[str, ...]) -> None:
    for task in tasks:
        type_in(page, task, names)
