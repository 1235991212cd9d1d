"""`report.md`: the student's page in Markdown, with nothing that is hidden yet."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from grader.grading.visibility import View
from grader.reports.student.markdown_report import report_markdown
from grader.reports.student.student_page import student_page
from grader.text.source import InputError
from tests.reporting import AFTER, BEFORE, SET, graded, problems_with

DUE = "due: 2027-02-01 12:00 UTC"


def report(settings: str = "", *, view: View = "student", now: datetime = AFTER, language: str = "en") -> str:
    problems = problems_with(f"language: {language}\n{settings}")
    return report_markdown(student_page(graded(problems), problems, view=view, now=now))


def test_it_begins_with_the_score_and_what_was_odd() -> None:
    assert report().startswith(
        "# Adversarial search\n\nReport for ada\n\n**0.67 of 7 points (9.5 %)**\n\n"
        "- 0 of 4 answers are right.\n\n"
        "## About the sheet\n\n```text\nada.yaml:6:5: error: `textbook` has no question `prund`\n"
    )


def test_a_question_has_its_verdict_its_answers_and_the_reasons() -> None:
    assert (
        "### 1.1 What are the nodes worth?\n\nWhat are the minimax values of B, C and D?\n\n"
        "- ◐ **partly**, 0.67 / 1\n"
        "- Your answer: `{B: 3, C: 2, D: 9}`\n- Right answer: `B: 3, C: 2, D: 2`\n"
        "- Calculation: 2 right of 3, times 1 point\n- B and C are right.\n"
        "- D is a Min node over D1 = 14, D2 = 5 and D3 = 2: its value is the smallest of these, 2, not 9.\n"
    ) in report()


def test_an_answer_that_is_not_given_is_said_to_be_none() -> None:
    assert "- ○ **missing**, 0 / 2\n- Your answer: no answer\n" in report()


def test_a_counterexample_is_drawn() -> None:
    assert "A tree on which the value of the root depends on B3:\n\n```text\n" in report()
    assert "was 8\n```" in report()


def test_the_search_is_folded_and_a_table() -> None:
    shown = report()
    assert "<details>\n<summary>The reference search, step by step</summary>\n\n```text\n" in shown
    assert "| 1 | enter | A | −∞ | ∞ | −∞ | Max moves at A |\n" in shown


def test_it_renders_as_one_table_of_questions_one_of_steps_and_headings() -> None:
    tokens = MarkdownIt("gfm-like").parse(report())
    assert [token.tag for token in tokens if token.type == "heading_open"] == [
        "h1", "h2", "h2", "h2", "h2", "h3", "h3", "h3", "h3",
    ]  # fmt: skip
    assert sum(token.type == "table_open" for token in tokens) == 2


def test_what_is_hidden_stands_nowhere() -> None:
    shown = report(DUE, now=BEFORE)
    for secret in ("C2", "smallest", "partly", "wrong", "reference search", "✂", "right."):
        assert secret not in shown.partition("## 1.")[2].replace("C2  C3", "")
    assert "- • **answered**, ? / 1\n" in shown


def test_staff_sees_everything_at_any_time() -> None:
    assert "- Right answer: `C2, C3`\n" in report(DUE, view="staff", now=BEFORE)


def test_it_speaks_the_language_of_the_set() -> None:
    assert "參考搜尋，一步一步看" in report(language="zh-TW")


def test_an_own_template_comes_first_and_its_text_is_escaped(tmp_path: Path) -> None:
    (tmp_path / "report.md").write_text(
        "Hello {{ page.student }}: {{ '*' ~ page.set ~ '*' }} {{ page.set | code }}\n"
    )
    problems = problems_with()
    page = student_page(graded(problems), problems, now=AFTER)
    assert report_markdown(page, tmp_path) == "Hello ada: \\*search-1\\* `search-1`\n"


def test_error_a_mistake_in_an_own_template_has_its_line(tmp_path: Path) -> None:
    (tmp_path / "report.md").write_text("Hello\n{{ page.nobody }}\n")
    problems = problems_with()
    with pytest.raises(InputError, match=r"report\.md:2:1: error: the template is mistaken"):
        report_markdown(student_page(graded(problems), problems, now=AFTER), tmp_path)


PROGRAM = """\
set: search-1
{settings}
problems:
  - id: search
    code: {{file: search.py, function: search, api: tree}}
    trees: ["max(1, 2)"]
    questions: [{{ask: value}}]
"""


@pytest.mark.parametrize(
    ("settings", "row"), [("", "○ missing | 0 / 1"), ("reveal: never", "○ missing | ? / 1")]
)
def test_questions_about_programs_are_in_it_too(settings: str, row: str) -> None:
    problems = problems_with(settings, PROGRAM)
    page = student_page(graded(problems, b"student: ada\nanswers:\n"), problems, now=AFTER)
    assert f"| 1.1 | What is the root worth? | {row} |\n" in report_markdown(page)


def test_what_is_said_of_a_program_is_listed() -> None:
    problems = problems_with("", PROGRAM)
    page = student_page(graded(problems, b"student: ada\nanswers:\n"), problems, now=AFTER)
    assert report_markdown(page).endswith("\n- ○ **missing**, 0 / 1\n- search\\.py was not submitted.\n")


def test_the_text_of_a_problem_keeps_its_lines_and_paragraphs() -> None:
    text = SET.replace("- id: textbook\n", '- id: textbook\n    text: "one *a*\\ntwo\\n\\nthree"\n')
    problems = problems_with("", text)
    page = student_page(graded(problems), problems, now=AFTER)
    assert "\n\none \\*a\\*\\\ntwo\n\nthree\n\n" in report_markdown(page)
