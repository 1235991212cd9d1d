"""sheet.html complains of an answer only where the grader cannot read it, and nothing typed ever stops it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from grader.problems import ProblemSet
from grader.questions import Unread, Unreadable
from grader.reports.sheets.sheet_page import sheet_html
from grader.submissions import read_submission
from tests.browser.sheets import SET, load, texts

if TYPE_CHECKING:
    from playwright.sync_api import Page

KINDS = SET.replace(
    "- {ask: best-move}", "- {ask: value, id: returned, as: returned, of: [B, C, D]}"
).replace("{ask: bounds, of: C}", "{ask: value, id: root}")
NUMBERS = (
    "3", "１２", "−3", "- 3", "2⅓", "2 1/3", "∞", "-inf", ".5", "3.", "1e3", "3。", "三", "three", "1/0",
    "2,5", "2、5",
)  # fmt: skip
BOUNDS = (
    "至多 2", "最多 12", "≦５", "<= 2", "=<2", "at most 2", "AT  MOST 2", "小於 ２", "至多2", "至多",
    "about 2", "＜＝２",
)  # fmt: skip
ALONE = (
    *NUMBERS, "A = 3", "A: 3", "A 3", "a ３", "A＝３", "「3」", "[3]", "(3)", "A", "value 3", "{A: 3}", "3 5",
)  # fmt: skip
COUNTS = (*NUMBERS, "7 (B1, B2)", "７（B1、B2）", '"7"', "= 7", "7 leaves", "about 7", "(7")
LISTS = (
    "B1, B2", "B1、B2、B3、C1", "[B1，B2，B3]", "｛C2｝", "【C2】", "C2 和 C3", "C2 and C3.", "C2；C3",
    "無", "沒有", "none.", "[]", "[none]", "“C2, C3”", "「C2」", '"C2"', "'C2'", "b1 B2", "4", "４ and 6",
    "C → C2", "C->C2", "C-C2", "C–C2", "[A, B)", "- B1\n- B2", "B1\nB2", "A → B → B2", "a1, B1", "left, B1",
    "左、B1", "X9", "B1、乙2", "[B1", "C-X9", "B1]", '"B1', "C2 或 C3",
)  # fmt: skip
ENDS = ("３", "−∞", "負無限大", "3..5", "α 3", "無限大")
TYPED = {
    "count": ("#answer-1-8 input", COUNTS),
    "value": ("#answer-1-1 [data-node='B']", NUMBERS),
    "root": ("#answer-1-11 input", ALONE),
    "returned": ("#answer-1-2 [data-node='C']", (*NUMBERS, *BOUNDS)),
    "visited": ("#answer-1-7-text", LISTS),
    "line": ("#answer-1-3-text", LISTS),
    "pruned": ("#answer-1-4-text", LISTS),
    "pruned-edges": ("#answer-1-6-text", LISTS),
    "cutoffs": ("#answer-1-10-text", ("C after C1", "無", "｛at: C, after: C1｝", "[C, C1", "{at: C}")),
    "choice": ("#answer-1-12-text", ("a)", "(a)", "A", "this", "ａ", "a) this", "z")),
    "window": ("#answer-1-9 label:nth-of-type(1) input", ENDS),
}  # fmt: skip


@pytest.fixture
def problems(tmp_path: Path) -> ProblemSet:
    return load(KINDS, tmp_path)


@pytest.fixture
def sheet(problems: ProblemSet, open_page: Callable[[str], Page]) -> Page:
    page = open_page(sheet_html(problems))
    page.evaluate("document.querySelectorAll('details').forEach((details) => { details.open = true; })")
    return page


# As if each text were typed there: whether the page then complains of the question, and what it would save.
TYPE = """
([field, texts]) => texts.map((text) => {
  const input = document.querySelector(field);
  input.value = text;
  input.dispatchEvent(new Event("input", {bubbles: true}));
  const question = document.querySelector(field.split(" ")[0].replace(/-text$/, ""));
  return [question.querySelector(".remark.complaint") !== null, document.querySelector("#file-text").value];
})
"""


def _typed(page: Page, field: str, texts: Sequence[str]) -> list[tuple[bool, str]]:
    if field.startswith("#answer-1-9"):
        page.locator("#answer-1-9 label:nth-of-type(2) input").fill("9")
    typed: list[tuple[bool, str]] = page.evaluate(TYPE, [field, texts])
    return typed


def _is_readable(saved: str, problems: ProblemSet, question: str) -> bool:
    """Whether the grader can read what the page would save."""
    answer = texts(read_submission(saved.encode(), "answers.yaml"))["textbook", question]
    problem = problems.problem("textbook")
    asked = next(entry.question for entry in problem.questions if entry.question.id == question)
    try:
        given = asked.read(answer, problem.solution())
    except Unreadable:
        return False
    return not isinstance(given, dict) or not any(isinstance(part, Unread) for part in given.values())


def test_the_page_complains_only_of_what_the_grader_cannot_read(sheet: Page, problems: ProblemSet) -> None:
    wronged = [
        (question, text)
        for question, (field, texts) in TYPED.items()
        for text, (complains, saved) in zip(texts, _typed(sheet, field, texts), strict=True)
        if complains and _is_readable(saved, problems, question)
    ]
    assert wronged == []


UNREADABLE = {
    "a word for a number": ("#answer-1-8 input", "三"),
    "words around a number": ("#answer-1-8 input", "about 7"),
    "a bound without a blank": ("#answer-1-2 [data-node='C']", "至多2"),
    "half a bound": ("#answer-1-2 [data-node='C']", "至多"),
    "a word in an interval": ("#answer-1-9 label:nth-of-type(1) input", "負無限大"),
    "an unknown name": ("#answer-1-7-text", "B1、乙2"),
    "an edge to nowhere": ("#answer-1-7-text", "C-X9"),
    "a bracket that is open": ("#answer-1-4-text", "[C2"),
}  # fmt: skip


def test_the_page_does_complain_where_it_is_sure(sheet: Page) -> None:
    complains = {name: _typed(sheet, field, [typed])[0][0] for name, (field, typed) in UNREADABLE.items()}
    assert complains == dict.fromkeys(UNREADABLE, True)


SHOWN = {
    "a list in Chinese": ("C2、C3", ["C2", "C3"]),
    "full-width brackets": ("｛C2｝", ["C2"]),
    "another case": ("c2, c3", ["C2", "C3"]),
    "a word for none": ("無", ["none"]),
}


def test_what_is_typed_is_shown_by_the_boxes(sheet: Page) -> None:
    for typed, ticked in SHOWN.values():
        sheet.locator("#answer-1-4-text").fill(typed)
        boxes = sheet.locator("#answer-1-4 .boxes input:checked").evaluate_all(
            "all => all.map((box) => box.value)"
        )
        assert boxes == ticked
        assert sheet.input_value("#answer-1-4-text") == typed
        assert sheet.locator("#answer-1-4-remark").text_content() == ""


NASTY: dict[str, Callable[[int], str]] = {
    "a bracket that is open": lambda _: "[Because alpha at the root is already 12, and so on",
    "a word in a bracket": lambda long: f"[{'a' * long}!",
    "words in a bracket": lambda long: f"[{'a ' * long}!]",
    "pairs": lambda long: "{" + "a: b, " * long + "!",
    "many brackets": lambda long: "[" * long,
    "closed brackets": lambda long: f"{'[' * long}{']' * long}!",
    "quotes": lambda long: '"' * (long + 1),
    "escaped quotes": lambda long: '"' + '\\"' * long,
    "apostrophes": lambda long: "'" * long + "x",
    "digits": lambda long: "1" * long + "x",
    "fractions": lambda long: "1 / " * long,
    "commas": lambda long: "," * long + "!",
    "signs": lambda long: "-" * long + ">",
    "blanks": lambda long: "a" + " " * long + "!",
    "colons": lambda long: "a:" * long,
}


FIELDS = ("#answer-2-3-text", "#answer-1-7-text", "#answer-1-4-text", "#answer-1-2-text")


@pytest.mark.parametrize("long", [3_000, pytest.param(30_000, marks=pytest.mark.slow)])
def test_the_page_goes_on_whatever_is_typed(long: int, sheet: Page) -> None:
    for number, text in enumerate(nasty(long) for nasty in NASTY.values()):
        for field in FIELDS:  # to wait for it is to fail where the page does not answer
            sheet.wait_for_function(TYPE, arg=[field, [text]])
        sheet.get_by_label("Number").fill(str(number))
        saved = texts(read_submission(sheet.input_value("#file-text").encode(), "answers.yaml"))
        assert saved["quiet", "manual"] == text
        assert saved["textbook", "count"] == str(number)
