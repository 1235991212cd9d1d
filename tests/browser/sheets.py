"""What the tests of sheet.html share: a set with every kind of question, and what people do with its page."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from grader.grading import grade
from grader.problems import ProblemSet, load_problems
from grader.submissions import Submission, read_submission

if TYPE_CHECKING:
    from playwright.sync_api import Page

SET = """\
set: kinds
title: Every kind of question
rule: aima
problems:
  - id: textbook
    tree: A = max(a1 -> B = min(3, 12, 8), a2 -> C = min(2, 4, 6), a3 -> D = min(14, 5, 2))
    questions:
      - {ask: value, of: [B, C, D, A]}
      - {ask: best-move}
      - {ask: line}
      - {ask: pruned}
      - {ask: pruned, id: pruned-nodes, as: nodes}
      - {ask: pruned, id: pruned-edges, as: edges}
      - {ask: visited, as: leaves}
      - {ask: count, of: leaves-evaluated}
      - {ask: window, of: [C]}
      - {ask: cutoffs}
      - {ask: bounds, of: C}
      - {ask: choice, text: Which is it?, options: [{text: this, right: true}, {text: that}]}
      - ask: choice
        id: several
        text: Which are?
        options: [{text: one, right: true}, {text: two, right: true}, {text: no}]
      - {ask: true-false, text: It is so., right: true}
  - id: quiet
    tree: A = max(B = min(1, 2), C = min(3, 4))
    questions:
      - {ask: pruned}
      - {ask: cutoffs}
      - {ask: manual, text: Why?, answer: Because.}
"""


def load(text: str, folder: Path) -> ProblemSet:
    file = folder / "set.yaml"
    file.write_text(text, encoding="utf-8")
    return load_problems(file)


def saved(page: Page) -> Submission:
    with page.expect_download() as download:
        page.click("#save")
    assert download.value.suggested_filename == "answers.yaml"
    return read_submission(Path(download.value.path()).read_bytes(), "answers.yaml")


def type_all(page: Page, texts: Mapping[str, str]) -> None:
    """Put a text into each of these fields, as if it were typed, far quicker than one after the other."""
    page.evaluate(
        """texts => Object.entries(texts).forEach(([field, text]) => {
          const input = document.querySelector(field);
          input.value = text;
          input.dispatchEvent(new Event("input", {bubbles: true}));
        })""",
        texts,
    )


def load_file(page: Page, text: str | bytes, name: str = "mine.yaml") -> str:
    content = text.encode() if isinstance(text, str) else text
    page.locator("#status").evaluate("status => status.replaceChildren()")
    page.set_input_files("#file", {"name": name, "mimeType": "text/yaml", "buffer": content})
    page.wait_for_selector("#status p")
    return page.inner_text("#status")


def wrong(problems: ProblemSet, submission: Submission) -> list[tuple[str, str]]:
    checks = grade(problems, submission).checks
    return [(check.question, check.verdict) for check in checks if check.verdict != "right"]


def texts(submission: Submission) -> dict[tuple[str, str], str]:
    assert submission.sheet is not None
    answers = submission.sheet.answers
    return {
        (problem, question): answer.text
        for problem in answers
        for question, answer in answers[problem].items()
    }


def click(page: Page, number: str, *names: str, edge: bool = False) -> None:
    """Click nodes or edges in the drawing, for a question."""
    kind = "edge" if edge else "node"
    page.locator(f"#answer-{number} legend").click()
    for name in names:
        problem = f".problem:has(#answer-{number})"
        target = page.locator(f"{problem} .clickable-tree [data-{kind}='{name}'] > :first-child")
        target.dispatch_event("click") if edge else target.click(force=True)
