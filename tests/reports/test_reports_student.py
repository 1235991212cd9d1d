"""A student's report: what it shows."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from html import escape
from itertools import pairwise

import html5lib
import pytest

import grader
from benchmarks.reporting import MOST_BYTES, bench_set, bench_sheet
from grader.grading import grade
from grader.grading.visibility import View
from grader.reports.student.answer_pictures import MOST_NODES
from grader.reports.student.html_report import page_data, report_html
from grader.reports.student.markdown_report import report_markdown
from grader.reports.student.marks_table import grade_table, plain_text
from grader.reports.student.search_steps import MOST_STEPS
from grader.reports.student.student_page import StudentPage, student_page
from grader.reports.student.text_report import report_text
from grader.submissions import read_submission
from grader.text.sentences import sentences
from tests.report_pages import AFTER, BEFORE, DUE, PERFECT, QUESTIONS, marked, page_of, the_set

SECOND = "  - id: second\n    tree: max(min(3, 2), min(1))\n    questions: [{ask: value}]\n"
NOTHING = "No marks are shown yet: 3 questions are hidden."
SUMMARIES = {
    "all right": (PERFECT, "", AFTER, ("Everything is right.",)),
    "some right": (PERFECT | {"best-move": "a2"}, "", AFTER, ("2 of 3 answers are right.",)),
    "one right": (
        PERFECT | {"best-move": "a2", "pruned": "[B1]"}, "", AFTER, ("1 of 3 answers is right.",),
    ),
    "nothing shown yet": (
        PERFECT, DUE, BEFORE,
        (NOTHING, "More is shown after 2027-02-01 12:00 UTC."),
    ),
    "never shown": (
        PERFECT, DUE + "reveal: never\n", BEFORE, (NOTHING,),
    ),
}  # fmt: skip


@pytest.mark.parametrize(("answers", "head", "now", "said"), SUMMARIES.values(), ids=SUMMARIES)
def test_the_summary_says_how_the_answers_stand(
    answers: dict[str, str], head: str, now: datetime, said: tuple[str, ...]
) -> None:
    assert page_of(QUESTIONS, answers, head, now).summary == said


PARTLY_HIDDEN = {
    "value": "{ask: value, of: [B, C, D, A], points: 4, reveal: now}",
    "best-move": "{ask: best-move, reveal: never}",
    "pruned": "{ask: pruned, reveal: never}",
}


@pytest.mark.parametrize(
    ("answers", "said"),
    [
        (PERFECT, "Right so far; 2 hidden questions are not shown."),
        (PERFECT | {"value": "{B: 3}"}, "2 hidden questions are not shown."),
    ],
    ids=["right so far", "not right"],
)
def test_while_something_is_hidden_nobody_is_told_that_all_is_right(
    answers: dict[str, str], said: str
) -> None:
    page = page_of(PARTLY_HIDDEN, answers)
    assert page.summary == (said,)
    assert "Everything" not in report_html(page)


def test_the_total_is_of_the_marks_that_are_shown() -> None:
    page = page_of(PARTLY_HIDDEN, PERFECT)
    assert page.total == "4 of 4 points (100 %)"
    assert [question.points for question in page.problems[0].questions] == ["4 / 4", "? / 1", "? / 1"]
    assert page.problems[0].points == "? / 6"


@pytest.mark.parametrize("write", [report_html, report_markdown, report_text])
def test_a_submission_that_cannot_be_read_is_one_card_without_a_key(
    write: Callable[[StudentPage], str],
) -> None:
    problems = the_set(QUESTIONS)
    page = student_page(grade(problems, read_submission(b"answers: [", "ada.yaml")), problems)
    text = write(page)
    for said in (
        "could not be read",
        "as it is, it earns no points",
        "What happened",
        "ada.yaml:1",
        "What to do",
    ):
        assert said in text
    assert "C2" not in text
    assert text.count("<section") <= 1


def test_what_went_well_and_what_to_work_on_come_before_the_problems() -> None:
    problems = the_set(QUESTIONS, more=SECOND)
    page = student_page(marked(problems, PERFECT | {"pruned": "[C1]", "best-move": "a3"}), problems)
    assert [one.number for one in page.well] == ["1.1"]
    assert [one.number for one in page.again] == ["1.2", "1.3", "2.1"]
    html = report_html(page)
    assert html.index("What went well") < html.index("What to work on") < html.index('id="p1"')


def test_an_idea_is_told_at_the_head_once_with_its_questions() -> None:
    problems = the_set(QUESTIONS)
    wrong = {"value": "{B: 12, C: 6, D: 14, A: 3}", "best-move": "a1", "pruned": "none"}
    page = student_page(marked(problems, wrong), problems)
    told = [entry for entry in page.work_on if entry.questions]
    for entry in told:
        html = report_html(page)
        assert all(html.count(f"<p>{escape(sentence)}</p>") == 1 for sentence in entry.hint)


def test_problems_that_are_wholly_right_are_folded_behind_those_that_are_not() -> None:
    problems = the_set(QUESTIONS, more=SECOND)
    html = report_html(student_page(marked(problems, PERFECT), problems))
    page = html5lib.parse(html, namespaceHTMLElements=False)
    (folded,) = [part for part in page.iter("details") if "problem" in (part.get("class") or "").split()]
    assert folded.get("id") == "p1"
    assert folded.get("open") is None
    assert html.index('id="p2"') < html.index('id="p1"')


def test_no_count_of_one_stands_in_the_plural() -> None:
    one = the_set({"pruned": "{ask: pruned}"}, tree="max(min(3, 2), min(1))")
    for given in ("[C1]", "[B1, B2, C1]", "none"):
        html = report_html(student_page(marked(one, {"pruned": given}), one))
        assert not re.findall(
            r"\b1 (?:leaves|nodes|answers|questions|points|steps|trees|wrong answers)\b", html
        )


def test_what_waits_for_a_person_is_counted() -> None:
    page = page_of({"manual": "{ask: manual, text: Why?}"}, {"manual": "So."})
    assert page.summary == ("0 of 1 answer is right.", "1 answer is still to be marked by a person.")
    assert page.share is None


def test_a_note_about_the_sheet_does_not_tell_whose_folders_it_lay_in() -> None:
    problems = the_set(QUESTIONS)
    sheet = read_submission(b"student: ada\nanswers: {p: {best-move: a1}}\n", "/home/tutor/x/ada.yaml")
    page = student_page(grade(problems, sheet), problems)
    assert page.notes[0].startswith("ada.yaml: ")
    assert "tutor" not in report_html(page)


def test_an_answer_that_is_too_long_says_how_long_it_is() -> None:
    page = page_of(QUESTIONS, {"best-move": "x" * 5000})
    given = page.problems[0].questions[1].given
    assert given is not None
    assert given.endswith("… (5000 characters in all)")
    assert len(given) < 2100


def test_the_idea_behind_a_wrong_answer_stands_in_its_own_box() -> None:
    page = page_of(QUESTIONS, {"pruned": "none", "value": PERFECT["value"]})
    question = page.problems[0].questions[2]
    assert question.misconception == "α and β kept, but nothing cut"
    assert question.idea
    assert not set(question.idea) & set(question.reasons)
    assert all(escape(sentence) in report_html(page) for sentence in question.idea)


REVEALS = {
    "everything": ("", AFTER, True),
    "before the due date": (DUE, BEFORE, False),
    "no key": ("reveal: {key: never}\n", AFTER, False),
    "no reasons": ("reveal: {why: never}\n", AFTER, False),
}


@pytest.mark.parametrize(("head", "now", "there"), REVEALS.values(), ids=REVEALS)
def test_the_search_is_shown_once_nothing_about_it_is_hidden(head: str, now: datetime, there: bool) -> None:
    html = report_html(page_of(QUESTIONS, PERFECT, head, now))
    assert ('class="steps"' in html) is there
    assert ('class="solved"' in html) is there


def test_one_hidden_question_hides_the_search() -> None:
    assert 'class="steps"' not in report_html(page_of(PARTLY_HIDDEN, PERFECT))


def test_the_same_tree_in_a_problem_that_hides_its_key_hides_the_search_too() -> None:
    renamed = "  - id: q\n    tree: max(min(3, 12, 8), min(2, 4, 6), min(14, 5, 2))\n    questions:\n"
    problems = the_set(QUESTIONS, more=renamed + "      - {ask: value, reveal: never}\n")
    page = student_page(marked(problems, PERFECT), problems)
    assert [len(problem.searches) for problem in page.problems] == [0, 0]


def test_staff_sees_everything() -> None:
    page = page_of(QUESTIONS, PERFECT, DUE + "reveal: never\n", BEFORE, view="staff")
    assert page.total == "7 of 7 points (100 %)"
    assert 'class="steps"' in report_html(page)


def test_every_rule_that_is_asked_about_has_its_own_search() -> None:
    questions = QUESTIONS | {"other": "{ask: pruned, id: other, rule: {search: minimax}}"}
    page = page_of(questions, PERFECT | {"other": "none"})
    searches = page_data(page)["drawn"]["p"].searches
    assert [search.rule == () for search in searches] == [True, False]
    assert searches[0].walk.of < searches[1].walk.of


def test_of_a_long_search_only_the_beginning_is_shown_and_it_says_so() -> None:
    tree = "max(" + ", ".join(f"{number}" for number in range(MOST_NODES - 1)) + ")"
    problems = the_set({"value": "{ask: value}"}, tree=tree)
    page = student_page(marked(problems, {"value": "0"}), problems)
    html = report_html(page)
    assert html.count("<tr data-s=") == MOST_STEPS
    assert f"The first {MOST_STEPS} of {2 * (MOST_NODES - 1) + 2} steps are shown." in html


def test_a_tree_that_is_too_large_is_not_drawn_but_its_search_is_told() -> None:
    tree = "max(" + ", ".join("1" * 1 for _ in range(MOST_NODES)) + ")"
    problems = the_set({"pruned": "{ask: pruned}", "best-move": "{ask: best-move}"}, tree=tree)
    html = report_html(student_page(marked(problems, {"pruned": "[A1]"}), problems))
    assert f"This tree has {MOST_NODES + 1} nodes, too many to draw here." in html
    assert 'class="tree-drawing' not in html
    assert "<tr data-s=" in html


def test_a_wrong_claim_is_answered_by_a_drawn_counterexample() -> None:
    page = page_of(QUESTIONS, PERFECT | {"pruned": "[B3]"})
    drawn = page_data(page)["drawn"]["p"].counterexamples["1.3"]
    assert not drawn.folded
    assert "was 8" in report_html(page)


def test_in_a_large_counterexample_what_does_not_change_is_folded() -> None:
    tree = "max(min(max(3, 12), max(2, 4), max(14, 5)), min(max(7, 6), max(9, 1), max(8, 2)))"
    problems = the_set({"pruned": "{ask: pruned}"}, tree=tree)
    page = student_page(marked(problems, {"pruned": "[D2]"}), problems)
    (example,) = page_data(page)["drawn"]["p"].counterexamples.values()
    assert example.folded
    assert len(example.picture.tree) < 16
    assert "Each part that does not change is drawn as its value." in report_html(page)


def test_where_many_leaves_change_the_drawing_shows_them_and_the_caption_says_how_many() -> None:
    problems = the_set({"pruned": "{ask: pruned}"}, "rule: {utilities: [0, 9]}\n", "max(1, 9, 9, 9, 9, 9, 9)")
    page = student_page(marked(problems, {"pruned": "[A1]"}), problems)
    depends = "A tree on which the value of the root depends on A1."
    said = f"{depends} All 7 changed leaves show what they were."
    assert f"<summary>{said}</summary>" in report_html(page)
    assert f"\n{said}\n\n```text\n" in report_markdown(page)


def test_the_page_needs_nothing_from_anywhere() -> None:
    page = html5lib.parse(report_html(page_of(QUESTIONS, PERFECT)), namespaceHTMLElements=False)
    assert not [part for part in page.iter() for name in part.attrib if name == "src"]
    assert all((link.get("href") or "").startswith("data:") for link in page.iter("link"))
    (policy,) = [meta for meta in page.iter("meta") if meta.get("http-equiv") == "Content-Security-Policy"]
    assert (policy.get("content") or "").startswith("default-src 'none'")


def test_headings_stand_in_order_and_ids_are_unique() -> None:
    page = html5lib.parse(report_html(page_of(QUESTIONS, PERFECT)), namespaceHTMLElements=False)
    levels = [int(part.tag[1]) for part in page.iter() if re.fullmatch("h[1-6]", str(part.tag))]
    assert levels[0] == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
    ids = [part.get("id") for part in page.iter() if part.get("id")]
    assert len(ids) == len(set(ids))


def test_a_page_of_ten_problems_of_forty_nodes_has_300_kilobytes_at_most() -> None:
    problems = bench_set()
    for number in range(3):
        page = student_page(grade(problems, read_submission(bench_sheet(number), "s.yaml")), problems)
        assert all(problem.searches for problem in page.problems)
        assert len(report_html(page).encode()) <= MOST_BYTES


def test_a_page_in_chinese_has_no_english_of_ours() -> None:
    page = page_of(QUESTIONS, PERFECT | {"best-move": "a2"}, "language: zh-TW\n")
    html = report_html(page)
    assert '<html lang="zh-TW">' in html
    visible = re.sub(r"<(style|script|desc)>.*?</\1>|<[^>]+>", " ", html, flags=re.DOTALL)
    words = set(re.findall("[A-Za-z]{4,}", visible))
    assert words <= {
        "Sheet",
        "value",
        "best",
        "move",
        "pruned",
        "Home",
        "soft",
        "fail",
        "tree",
        "puzzle",
        "grader",
    }


@pytest.mark.parametrize("form", ["html", "md", "txt", "json"])
def test_a_grade_is_rendered_in_every_form(form: str) -> None:
    assert "ada" in grader.render(marked(the_set(QUESTIONS), PERFECT), form)


def test_a_rendered_record_has_only_what_the_student_may_see() -> None:
    one = marked(the_set(QUESTIONS, DUE), PERFECT)
    assert json.loads(grader.render(one, "json", now=BEFORE))["checks"][0]["expected"] is None
    assert (
        json.loads(grader.render(one, "json", now=BEFORE, view="staff"))["checks"][0]["expected"] is not None
    )


UNRENDERED = {
    "an unknown form": ({"form": "pdf"}, "no report has the form `pdf`; choose one of html, md, txt, json"),
    "an unknown view": ({"view": "dean"}, "nobody has the view `dean`; choose one of student, staff"),
}


@pytest.mark.parametrize(("options", "message"), UNRENDERED.values(), ids=UNRENDERED)
def test_error_a_grade_cannot_be_rendered(options: dict[str, str], message: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        grader.render(marked(the_set(QUESTIONS), PERFECT), **options)  # type: ignore[arg-type]


def test_error_a_grade_without_its_set() -> None:
    one = replace(marked(the_set(QUESTIONS), PERFECT), problems=None)
    with pytest.raises(ValueError, match="is rendered with its `problems`"):
        grader.render(one)
    assert "ada" in grader.render(one, problems=the_set(QUESTIONS))


def test_no_heading_of_a_page_is_put_in_capitals_by_its_style() -> None:
    page = report_html(student_page(marked(the_set(QUESTIONS), PERFECT), the_set(QUESTIONS)))
    assert "text-transform: capitalize" not in page


def test_what_the_search_knows_only_as_a_bound_is_drawn_as_one() -> None:
    page = report_html(student_page(marked(the_set(QUESTIONS), PERFECT), the_set(QUESTIONS)))
    told = re.findall(r'<tr data-s="?([cr]\d+)[^>]*? data-b=(.)>', page)
    assert told == [("c5", "≤"), ("r5", "≤")]


def test_a_question_is_called_by_its_own_title_or_by_what_it_asks() -> None:
    problems = the_set(
        {"value": "{ask: value, of: [B]}", "own": "{ask: line, id: own, title: Der Weg}"}, "language: zh-TW\n"
    )
    (problem,) = student_page(marked(problems, {}), problems).problems
    assert [question.title for question in problem.questions] == ["節點的值是多少？", "Der Weg"]


def test_the_reckoning_of_a_wrong_answer_is_told_where_something_is_right() -> None:
    problems = the_set(QUESTIONS)
    grade = marked(problems, PERFECT | {"pruned": "[C2, B2, B3]", "best-move": "a2"})
    table = [plain_text(line).strip() for line in grade_table(grade, "T", sentences())]
    assert "1 right − 2 wrong of 2 (never below 0), times 2 points" in table
    assert not any(line.startswith("0 right") for line in table)


OTHERS = {
    "the same": PERFECT,
    "another move": PERFECT | {"best-move": "a2"},
    "another value, typed alike": PERFECT | {"value": "{B: 3, C: 2, D: 2, A: 2}"},
    "a wrong claim": PERFECT | {"pruned": "[C2, B2, B3]"},
    "another wrong claim": PERFECT | {"pruned": "[C2, D1]"},
    "nothing": {"value": "", "best-move": "", "pruned": ""},
    "what cannot be read": PERFECT | {"value": "{B: three}", "best-move": "<b>"},
    "a long answer": PERFECT | {"best-move": "x" * 600},
}
SEEN: tuple[tuple[datetime, View], ...] = ((BEFORE, "student"), (AFTER, "student"), (AFTER, "staff"))


def test_a_page_is_the_same_whoever_else_had_one_before() -> None:
    class_set = the_set(QUESTIONS, DUE)
    for now, view in (*SEEN, *SEEN):
        for student, answers in OTHERS.items():
            alone = the_set(QUESTIONS, DUE)
            first, among = (
                report_html(student_page(marked(problems, answers, student), problems, view=view, now=now))
                for problems in (alone, class_set)
            )
            assert among == first
