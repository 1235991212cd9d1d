"""The hint: the idea behind a wrong answer and the principle, in every view alike, as `reveal` says."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

import grader
from grader.grading import Grade, seen_by_student
from grader.grading.idea_words import idea_words
from grader.grading.record import grade_from_record
from grader.problems import ProblemSet, load_problems
from grader.reports import render
from grader.reports.platforms.github_actions import annotations_of, step_summary
from grader.reports.report_files import CLASS_SINKS, STUDENT_SINKS, FileContent, Request
from grader.submissions import read_submission
from grader.text.sentences import sentences
from grader.text.source import Source

SET = """\
set: hints
due: 2027-02-01 12:00 UTC
{top}
problems:
  - id: tree
    tree: max(B = min(9, 7, 4), C = min(8, 6, 5), D = min(3, 2, 9))
    questions:
      - {{ask: value, of: [B, C, D, A], points: 4}}
      - {{ask: pruned, points: 1}}
"""
SHEET = b"student: ada\nanswers:\n  tree:\n    value: {B: 9, C: 8, D: 9, A: 9}\n"
BEFORE = datetime(2027, 2, 1, 11, 59, tzinfo=UTC)
AFTER = datetime(2027, 2, 1, 12, 0, tzinfo=UTC)
SAY = sentences()
NAME = SAY("misconception-name.everyone-maximises")
WORDS = idea_words(["everyone-maximises"], SAY)
LOOKS, WRONG, INSTEAD = WORDS.sentences
HERE = "At B, a Min node over 9, 7 and 4, that gives 9."
THERE = "The right step gives 4."
KEY = "B: 4, C: 5, D: 2, A: 5"


def set_with(top: str) -> ProblemSet:
    return load_problems(Source(SET.format(top=top), "set.yaml"))


def marked(problems: ProblemSet) -> Grade:
    return grader.grade(problems, read_submission(SHEET, "ada.yaml"))


def seen(top: str, now: datetime = BEFORE) -> Grade:
    problems = set_with(top)
    return seen_by_student(marked(problems), problems, now)


def test_a_hint_is_shown_before_the_reasons_and_gives_no_answer_away() -> None:
    shown = seen("reveal: {marks: now, hint: now, why: never, key: never}")
    value = shown.checks[0]
    assert value.feedback == value.idea == WORDS.hint == (LOOKS, INSTEAD)
    assert value.misconception is not None
    assert (value.misconception.name, [idea.name for idea in shown.misconceptions]) == (NAME, [NAME])
    assert (value.expected, value.carried, value.counterexample) == (None, (), None)


def test_why_the_idea_is_wrong_comes_with_the_reasons() -> None:
    value = seen("reveal: {marks: now, why: now, key: never}").checks[0]
    assert value.idea == (LOOKS, HERE, WRONG, INSTEAD)
    assert value.expected is None


def test_with_the_key_everything_is_said_in_the_order_in_which_it_is_read() -> None:
    value = seen("", AFTER).checks[0]
    assert value.feedback[-5:] == value.idea == (LOOKS, HERE, THERE, WRONG, INSTEAD)
    assert value.feedback[0].startswith("B is a Min node over B1 = 9, ")


HIDING = {
    "before the due date": "",
    "a hint that is never shown": "reveal: {marks: now, hint: never, why: now, key: now}",
    "hidden marks": "reveal: {marks: never, hint: now, why: now, key: now}",
    "hidden reasons": "reveal: {marks: now, why: never, key: now}",
    "for the staff": "reveal: now\ndiagnosis: staff",
    "for the staff, with a hint": "reveal: {marks: now, hint: now}\ndiagnosis: {tell: staff}",
    "nobody": "reveal: now\ndiagnosis: off",
    "an idea that is switched off": "reveal: now\ndiagnosis: {without: [everyone-maximises]}",
}
SHOWING = {
    "a hint alone": "reveal: {marks: now, hint: now, why: never, key: never}",
    "the reasons": "reveal: {marks: now, why: now, key: never}",
    "everything": "reveal: now",
    "other ideas switched off": "reveal: now\ndiagnosis: {tell: students, without: [no-deep-cutoffs]}",
}


@pytest.mark.parametrize("top", HIDING.values(), ids=HIDING)
def test_no_view_of_a_student_tells_an_idea_that_is_hidden(top: str) -> None:
    views = dict(student_views(set_with(top)))
    assert {name for name, text in views.items() if tells_idea(text) or WRONG in text} == set()


@pytest.mark.parametrize("top", SHOWING.values(), ids=SHOWING)
def test_every_view_of_a_student_that_has_feedback_tells_the_hint(top: str) -> None:
    views = dict(student_views(set_with(top)))
    telling = {name for name, text in views.items() if LOOKS in text and INSTEAD in text}
    assert telling == {name for name, text in views.items() if tells_idea(text)} - NAMES_ONLY
    assert telling == WITH_FEEDBACK


@pytest.mark.parametrize("top", SHOWING.values(), ids=SHOWING)
def test_no_view_gives_an_answer_away_with_the_hint(top: str) -> None:
    problems = set_with(top)
    told = {name: KEY in text for name, text in student_views(problems)}
    assert any(told.values()) == ("key: never" not in top)


def test_what_is_told_of_an_idea_stays_in_the_record() -> None:
    problems = set_with("reveal: now")
    again = grade_from_record(marked(problems).to_dict(), problems)
    assert again.checks[0].idea == (LOOKS, HERE, THERE, WRONG, INSTEAD)
    shown = seen_by_student(again, set_with("reveal: now\ndiagnosis: staff"), BEFORE)
    assert not tells_idea(" ".join(shown.checks[0].feedback))


NAMES_ONLY = {"class"}
WITH_FEEDBACK = {
    "html", "md", "txt", "gradescope", "json", "junit", "codequality",
    "GitHub", "GitHub's summary", "form html", "form md", "form txt", "form json",
}  # fmt: skip


def student_views(problems: ProblemSet) -> Iterator[tuple[str, str]]:
    """All that can be made of a grade for the eyes of students, by its name."""
    grade = marked(problems)
    request = Request(problems, "student", now=BEFORE)
    for name, student_sink in STUDENT_SINKS.items():
        text = student_sink.write(grade, request) or ""
        yield name, visible(shown_by_gradescope(text) if name == "gradescope" else text)
    for name, class_sink in CLASS_SINKS.items():
        if name != "canvas":  # which needs a file of Canvas, and has points alone
            yield name, visible(text_of(class_sink.write([grade], request)))
    for form in render.FORMS:
        yield f"form {form}", visible(grader.render(grade, form, now=BEFORE))
    yield "GitHub", visible("".join(annotations_of([request.shown(grade)], SAY, {})))
    yield "GitHub's summary", visible(step_summary([request.page(grade)]))


def shown_by_gradescope(text: str) -> str:
    record = json.loads(text)
    shown = [test for test in record["tests"] if test["visibility"] == "visible"]
    return json.dumps({**record, "tests": shown})


def text_of(made: FileContent) -> str:
    content = made.content
    assert isinstance(content, str)
    return content


def visible(text: str) -> str:
    """A text without what its form does to signs and lines."""
    for written, sign in (("&#39;", "'"), ("&#x27;", "'"), ("\\'", "'"), ("\\n", " ")):
        text = text.replace(written, sign)
    return " ".join(text.split())


def tells_idea(text: str) -> bool:
    return any(words in text for words in (NAME, LOOKS, INSTEAD))
