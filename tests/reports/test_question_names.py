"""One name for a question, its number and its title: every view, page and command has the same."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from html import unescape

import pytest

from grader.checking import cover
from grader.checking.coverage_words import matrix_text
from grader.grading import Grade, grade
from grader.problems import ProblemSet, load_problems
from grader.reports.class_.class_page import class_html
from grader.reports.key.answer_key import key_markdown, key_text
from grader.reports.key.key_page import key_html
from grader.reports.key.rubric import rubric
from grader.reports.platforms.github_actions import annotated
from grader.reports.platforms.gradescope_results import gradescope_record
from grader.reports.sheets.blank_sheet import answer_table, blank_sheet
from grader.reports.sheets.paper import paper
from grader.reports.sheets.sheet_page import sheet_html
from grader.reports.student.html_report import report_html
from grader.reports.student.markdown_report import report_markdown
from grader.reports.student.marks_table import grade_table, plain_text
from grader.reports.student.student_page import student_page
from grader.reports.student.text_report import report_text
from grader.submissions.submission_reader import read_submission
from grader.text.sentences import languages, sentences
from grader.text.source import Source

SET = """\
set: named
rule: aima
problems:
  - id: mine
    title: A program
    code: {file: search.py, function: alphabeta}
    trees: ["max(min(3, 12), min(2, 4))"]
    questions: [{ask: value}, {ask: visited}]
  - id: textbook
    tree: max(min(3, 12), min(2, 4))
    questions:
      - {ask: value, of: [B, C]}
      - {ask: pruned}
      - {ask: pruned, id: kept, rule: {ties: keep}}
      - {ask: line, title: The way down}
      - {ask: manual, text: Why?}
"""
ENGLISH = {
    "mine.value": "1.1 What is the root worth?",
    "mine.visited": "1.2 Which nodes does it look at?",
    "textbook.value": "2.1 What are the nodes worth?",
    "textbook.pruned": "2.2 Which leaves are pruned? (pruned)",
    "textbook.kept": "2.3 Which leaves are pruned? (kept)",
    "textbook.line": "2.4 The way down",
    "textbook.manual": "2.5 In your own words",
}
ON_PAPER = [name for name in ENGLISH if name.startswith("textbook.")]


@pytest.fixture(scope="module", params=languages())
def problems(request: pytest.FixtureRequest) -> ProblemSet:
    return load_problems(Source(f"language: {request.param}\n{SET}", "set.yaml"))


@pytest.fixture(scope="module")
def marked(problems: ProblemSet) -> Grade:
    return grade(problems, read_submission(b"answers: {textbook: {value: {B: 3}}}", "ada.yaml"))


def names(problems: ProblemSet, *ids: str) -> Mapping[str, str]:
    found = problems.question_names
    return {name: str(found[name]) for name in ids or found}


def test_names_are_numbers_and_titles_and_a_title_that_occurs_twice_has_the_id() -> None:
    assert names(load_problems(Source(SET, "set.yaml"))) == ENGLISH


Written = Callable[[Grade, ProblemSet], str]
REPORTS: Mapping[str, Written] = {
    "page": lambda given, problems: unescape(report_html(student_page(given, problems))),
    "text": lambda given, problems: report_text(student_page(given, problems)),
    "terminal": lambda given, problems: "\n".join(
        map(plain_text, grade_table(given, problems.title, sentences(problems.language), 200))
    ),
    "class": lambda given, problems: unescape(class_html([given], problems)),
    "key": lambda _, problems: key_text(problems),
    "page of the key": lambda _, problems: unescape(key_html(problems)),
    "sheet": lambda _, problems: blank_sheet(problems),
}


@pytest.mark.parametrize("write", REPORTS.values(), ids=REPORTS)
def test_every_view_names_every_question_alike(write: Written, marked: Grade, problems: ProblemSet) -> None:
    shown = write(marked, problems)
    assert [name for name in names(problems).values() if name not in shown] == []


def test_markdown_has_the_names_as_headings(marked: Grade, problems: ProblemSet) -> None:
    shown = report_markdown(student_page(marked, problems)).replace("\\", "")
    assert [name for name in names(problems).values() if f"\n### {name}\n" not in shown] == []
    shown = key_markdown(problems).replace("\\", "")
    assert [name for name in names(problems).values() if f"\n### {name} (" not in shown] == []


def test_the_sheet_the_paper_and_its_table_have_the_same_numbers(problems: ProblemSet) -> None:
    asked = names(problems, *ON_PAPER)
    page = unescape(sheet_html(problems))
    for name in asked.values():
        number, title = name.split(" ", 1)
        assert f'<span class="question-number">{number}</span> <strong>{title}</strong>' in page
    on_paper = [question for problem in paper(problems).problems for question in problem.questions]
    assert {one.column: f"{one.number} {one.title}" for one in on_paper} == asked
    numbers = [f"{name.split(' ', 1)[0]} {column}" for column, name in asked.items()]
    assert answer_table(problems).splitlines()[0] == ",".join(["id", "name", *numbers])


def test_the_rubric_and_the_table_of_what_is_detected_have_the_id_as_well() -> None:
    text = "set: one\nproblems: [{id: one, tree: 'max(1, 2)', questions: [{ask: best-move}]}]"
    small = load_problems(Source(text, "set.yaml"))
    name = "1.1 Which move is best? (one.best-move)"
    assert f"### {name}\n" in rubric(small).replace("\\", "")
    assert f"\n{name}: exposes" in matrix_text(cover(small), small.question_names)


def test_platforms_name_questions_alike(marked: Grade, problems: ProblemSet) -> None:
    tests = gradescope_record(marked, problems)["tests"]
    assert {f"{test['number']} {test['name']}" for test in tests} >= set(names(problems).values())
    titles = [one.title for one in annotated(marked, sentences(problems.language), None)]
    assert any(title.startswith(f"{names(problems)['textbook.kept']} – ") for title in titles)


def test_machines_still_know_questions_by_their_ids(marked: Grade) -> None:
    record = json.loads(json.dumps(marked.to_dict()))
    assert [f"{check['problem']}.{check['question']}" for check in record["checks"]] == list(ENGLISH)


FORMS = "leaves", "nodes", "subtrees", "edges", "tree"
WAYS = [
    "{ask: value}", "{ask: value, of: [B]}", "{ask: value, of: [B, C], as: returned}", "{ask: best-move}",
    "{ask: line}", *(f"{{ask: pruned, as: {way}}}" for way in FORMS),
    *(f"{{ask: visited, as: {way}}}" for way in ("set", "order", "leaves")),
    *(f"{{ask: count, of: {what}}}" for what in ("leaves-evaluated", "nodes-visited", "leaves-pruned")),
    *(f"{{ask: window, of: [C], as: {way}}}" for way in ("entry", "exit", "history")), "{ask: cutoffs}",
    "{ask: cutoffs, as: windows}", "{ask: irrelevant}", "{ask: completed}", "{ask: bounds, of: [C]}",
    "{ask: choice, text: Which?, options: [{text: one, right: true}, {text: two}]}",
    "{ask: true-false, text: So?, right: true}", "{ask: manual, text: Why?}", "{ask: reorder, of: [A]}",
    "{ask: first-error, by: everyone-maximises}",
]  # fmt: skip
WITH_UNKNOWN = "{ask: for-which, unknown: x, holds: {pruned: C2}}"


@pytest.mark.parametrize("language", languages())
def test_every_question_has_a_short_title_of_its_own_in_every_language(language: str) -> None:
    titles = [title for asked in WAYS for title in titles_of(asked, "max(min(3, 12), min(2, 4))", language)]
    titles += titles_of(WITH_UNKNOWN, "max(min(3, 12), min(?x, 4))", language)
    titles += [sentences(language)("question-title.construct")]
    assert len(set(titles)) == len(titles) == len(WAYS) + 2
    assert max(map(len, titles)) <= 34


def titles_of(asked: str, tree: str, language: str) -> list[str]:
    text = f"set: one\nlanguage: {language}\nproblems: [{{id: one, tree: '{tree}', questions: [{asked}]}}]"
    return [name.title for name in load_problems(Source(text, "set.yaml")).question_names.values()]
