"""A set in another language: whatever a student reads of it is in that language, and well set."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import TypeVar

import pytest

from grader.grading import Grade, grade
from grader.problems import Problem, ProblemSet, load_problems
from grader.questions import Question
from grader.questions.kinds.choice import Choice
from grader.questions.kinds.manual import Manual
from grader.questions.kinds.true_false import TrueFalse
from grader.reports.class_.class_page import class_html
from grader.reports.key.answer_key import key_markdown, key_record, key_text
from grader.reports.key.key_page import key_html
from grader.reports.record_words import wrapped
from grader.reports.sheets.blank_sheet import blank_sheet, filled_sheet
from grader.reports.sheets.sheet_page import sheet_html
from grader.reports.student.html_report import report_html
from grader.reports.student.marks_table import grade_table, plain_text
from grader.reports.student.student_page import student_page
from grader.submissions import load_submission, read_submission
from grader.text.columns import width
from tests.bundled import SETS, bundled
from tests.chinese import PROBLEMS, SAY

# Words that are the same in every language: of the field, of the answers' form, and of the sheet's.
ALIKE = frozenset((
    "Max", "Min", "Star", "Negamax", "fail", "soft", "hard", "UTF", "NUL",
    "inf", "none", "always", "never", "or", "true", "false", "alpha", "beta", "at", "after", "bound",
    "parent", "child", "set", "student", "answers", "step", "instead", "max", "min",
))  # fmt: skip
ON_PAGES = ("answers.yaml", "JavaScript", "grader sheet", "tree-puzzle-grader", "Home", "End", "ming.yaml")
WORD = re.compile(r"[A-Za-z]{2,}")
Accepting = TypeVar("Accepting")


@pytest.mark.parametrize("path", SETS, ids=lambda path: path.parent.name)
def test_no_english_is_left_in_the_sheet_and_the_key(path: Path) -> None:
    problems = _in_chinese(path)
    known = _names(problems)
    for text in (blank_sheet(problems, "甲"), filled_sheet(problems, "甲"), key_text(problems)):
        assert [line for line in text.splitlines() if _english(line, known)] == []
    reasons = [cutoff["why"] for section in key_record(problems)["sections"] for cutoff in section["cutoffs"]]
    assert [why for why in reasons if _english(why, known)] == []


@pytest.mark.parametrize("path", SETS, ids=lambda path: path.parent.name)
def test_no_english_is_left_in_the_feedback(path: Path) -> None:
    problems = _in_chinese(path)
    known = _names(problems)
    for sample in sorted((path.parent / "samples").glob("*.yaml")):
        submission = load_submission(sample)
        assert submission.sheet is not None
        typed = frozenset(WORD.findall(submission.sheet.source.text))
        said = list(_said(grade(problems, submission)))
        assert [line for line in said if _english(line, known | typed)] == []


def test_no_english_is_left_on_the_pages() -> None:
    problems = load_problems(PROBLEMS / "alpha-beta-zh" / "set.yaml")
    known = _names(problems).union(ON_PAGES)
    pages = [sheet_html(problems, "甲"), key_html(problems, "甲")]
    for sample in sorted((PROBLEMS / "alpha-beta-zh" / "samples").glob("*.yaml")):
        made = grade(problems, read_submission(sample.read_bytes(), "ming.yaml"))
        pages.append(report_html(student_page(made, problems, view="staff")))
    assert [text for page in pages for text in _texts(page) if _english(text, known)] == []


def test_links_are_listed_and_sentences_follow_each_other_as_chinese_writes_them() -> None:
    (path,) = [one for one in SETS if one.parent.name == "alpha-beta-zh"]
    problems, samples = bundled(path), (path.parent / "samples").glob("*.yaml")
    grades = [grade(problems, read_submission(one.read_bytes(), "ming.yaml")) for one in sorted(samples)]
    reports = [report_html(student_page(one, problems, view="staff")) for one in grades]
    assert any("</a>、<a" in page for page in reports)
    for page in (*reports, class_html(grades, problems)):
        read = page.partition("<main")[2]
        assert not re.search("</a>, ?<a|[。：] <a|。 [\u4e00-\u9fff]", read)


def test_every_kind_of_question_is_among_these_sets() -> None:
    asked = {
        entry.question.ask
        for path in SETS
        for problem in bundled(path).problems
        for entry in problem.questions
    }
    assert asked >= {
        "value", "best-move", "line", "pruned", "visited", "count", "window", "cutoffs", "irrelevant",
        "bounds", "choice", "true-false", "manual",
    }  # fmt: skip


def test_the_markdown_of_a_key_is_in_the_language_of_the_set() -> None:
    text = key_markdown(load_problems(PROBLEMS / "alpha-beta-zh" / "set.yaml"))
    assert "# 對抗式搜尋：極小極大與 α–β 剪枝" in text
    assert "- 看過 E1 之後，E 至少是 6，但在 D，Min 已經可以把 Max 壓到 5" in text


def test_the_table_of_a_grade_stands_in_columns() -> None:
    problems = load_problems(PROBLEMS / "alpha-beta-zh" / "set.yaml")
    made = grade(problems, load_submission(PROBLEMS / "alpha-beta-zh" / "samples" / "perfect.yaml"))
    lines = [plain_text(line) for line in grade_table(made, problems.title, SAY)]
    headings = next(line for line in lines if line.startswith("小題"))
    row = next(line for line in lines if line.startswith("2.5"))
    assert width(headings[: headings.index("正確答案")]) == width(row[: row.rindex("9")])
    assert lines[-1] == "得 28 分，滿分 28 分（100%）"


def test_lines_in_chinese_are_broken_between_letters_but_not_before_punctuation() -> None:
    text = "搜尋在 E 停止，（不是在 F 之後）。接著看 best-move"
    lines = wrapped(text, 12)
    assert lines == ["搜尋在 E 停", "止，（不是在", "F 之後）。接", "著看", "best-move"]
    assert max(map(width, lines)) <= 12


def _said(made: Grade) -> Iterator[str]:
    for check in made.checks:
        yield from (*check.feedback, *check.early, check.reckoning or "")
    yield from (misconception.name for misconception in made.misconceptions)
    for found in made.notes:
        yield from (found.message, found.hint or "")


class _Reader(HTMLParser):
    """What is on a page for people to read or to hear."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.inside = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.inside = tag
        self.texts += [text for name, text in attrs if text and name in ("aria-label", "title", "alt")]

    def handle_data(self, data: str) -> None:
        if self.inside not in ("style", "script"):
            self.texts.append(data)

    def handle_endtag(self, tag: str) -> None:
        del tag
        self.inside = ""


def _texts(page: str) -> list[str]:
    reader = _Reader()
    reader.feed(page)
    return reader.texts


def _english(line: str, known: frozenset[str]) -> list[str]:
    """The words that are neither names of the set nor the same in every language."""
    words = WORD.findall(_any_of(known).sub(" ", line))
    return [word for word in words if word not in ALIKE and set(word) - set("XO")]  # of which boards are made


@cache
def _any_of(known: frozenset[str]) -> re.Pattern[str]:
    names = "|".join(re.escape(name) for name in sorted(known, key=len, reverse=True) if name)
    return re.compile(rf"(?<![A-Za-z])(?:{names})(?![A-Za-z])")


def _names(problems: ProblemSet) -> frozenset[str]:
    """What the set itself calls things, and the date that it gives."""
    names = {problems.id, str(problems.due)}
    for problem in problems.problems:
        names |= {problem.id, *(entry.question.id for entry in problem.questions)}
        if problem.program:
            names |= {problem.code.file, problem.code.name, *(tree.id for tree in problem.trees)}
        for node in (node for tree in problem.trees for node in tree.tree):
            names |= {node.name, node.label or "", *(feature for feature, _ in node.features or ())}
    return frozenset(names)


@cache
def _in_chinese(path: Path) -> ProblemSet:
    """The same set in Chinese, its own texts included."""
    problems = bundled(path)
    translated = tuple(
        replace(problem, title="題", text="題目") if problem.program else _problem_in_chinese(problem)
        for problem in problems.problems
    )
    return replace(problems, language="zh-TW", title="題組", problems=translated)


def _problem_in_chinese(problem: Problem) -> Problem:
    questions = tuple(
        replace(
            entry,
            question=_question_in_chinese(entry.question),
            accept=_accepted_in_chinese(entry.accept),
            void=None if entry.void is None else replace(entry.void, because="說明"),
        )
        for entry in problem.questions
    )
    accept = _accepted_in_chinese(problem.accept)
    return replace(problem, title="題", text="題目", figure=None, questions=questions, accept=accept)


def _accepted_in_chinese(accepted: tuple[Accepting, ...]) -> tuple[Accepting, ...]:
    return tuple(replace(entry, because="說明") for entry in accepted)  # type: ignore[type-var]


def _question_in_chinese(question: Question) -> Question:
    match question:
        case Choice(options=options):
            numbered = enumerate(options)
            texts = tuple(
                replace(option, text=f"選項{chr(0x4E00 + n)}", feedback="說明") for n, option in numbered
            )
            return replace(question, text="題目", options=texts)
        case TrueFalse(feedback=feedback):
            return replace(question, text="題目", feedback=dict.fromkeys(feedback, "說明"))
        case Manual():
            return replace(question, text="題目", answer="答案")
    return question
