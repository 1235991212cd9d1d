"""What a student may see of a grade, and when."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from grader.grading import Check, Grade, Misconception, grade, seen_by_student
from grader.problems import ProblemSet, load_problems
from grader.submissions import read_submission
from grader.text.source import Mistake, Source

SET = """\
set: secrets
due: 2027-02-01 12:00 UTC
{reveal}
problems:
  - id: hidden
    tree: A = max(B = min(31, 77), C = min(17, 55), D = min(43, 99))
    questions:
      - {{ask: value, of: [B, C, D, A], points: 4}}
      - {{ask: best-move, points: 1}}
      - {{ask: pruned, points: 3}}
      - {{ask: count, of: leaves-evaluated, points: 1}}
"""
SHEET = b"""\
student: ada
answers:
  hidden:
    value: {B: 31, C: 19, D: 55, A: 55}
    best-move: [
    pruned: [C1]
"""
BEFORE = datetime(2027, 2, 1, 11, 59, tzinfo=UTC)
AFTER = datetime(2027, 2, 1, 12, 0, tzinfo=UTC)


def seen(reveal: str, now: datetime) -> Grade:
    problems = problems_with(reveal)
    return seen_by_student(grade(problems, read_submission(SHEET, "ada.yaml")), problems, now)


def problems_with(reveal: str) -> ProblemSet:
    return load_problems(Source(SET.format(reveal=reveal), "set.yaml"))


def verdicts(shown: Grade) -> list[str]:
    return [check.verdict for check in shown.checks]


def test_before_the_due_date_only_the_form_is_shown() -> None:
    shown = seen("", BEFORE)
    assert verdicts(shown) == ["answered", "unreadable", "answered", "missing"]
    assert (shown.earned, shown.possible) == (0, 0)


def test_after_the_due_date_everything_is_shown() -> None:
    problems = problems_with("")
    whole = grade(problems, read_submission(SHEET, "ada.yaml"))
    assert seen_by_student(whole, problems, AFTER) == whole


@pytest.mark.parametrize(
    "reveal", ["reveal: never", "reveal: {form: never, marks: never, why: never, key: never}"]
)
def test_what_is_never_revealed_stands_nowhere_in_the_record(reveal: str) -> None:
    record = json.dumps(seen(reveal, AFTER).to_dict())
    for secret in ("43", "C2", "right", "wrong", "partly", "carried"):
        assert f'"{secret}' not in record.replace('"carried": []', "")
        assert f" {secret}" not in record


def test_a_key_that_is_never_revealed_is_not_told_by_the_reasons_either() -> None:
    shown = seen("reveal: {marks: now, why: now, key: never}", AFTER)
    assert verdicts(shown) == ["partly", "unreadable", "wrong", "missing"]
    record = json.dumps(shown.to_dict())
    assert "43" not in record
    assert "C2" not in record
    assert all(check.expected is None for check in shown.checks)


def test_what_is_wrong_with_the_form_is_said_while_the_marks_are_hidden() -> None:
    unreadable = seen("", BEFORE).checks[1]
    assert unreadable.feedback[0].startswith("Line 5, column 16 cannot be read (")


def test_a_part_that_cannot_be_read_is_named_while_the_marks_are_hidden() -> None:
    problems = problems_with("")
    sheet = SHEET.replace(b"C: 19", b"C: [[x")
    sheet = sheet.replace(b"{B: 31, C: [[x, D: 55, A: 55}", b"B: 31, C: x, D: 55, A: 55")
    shown = seen_by_student(grade(problems, read_submission(sheet, "ada.yaml")), problems, BEFORE)
    assert shown.checks[0].verdict == "answered"
    (sentence,) = shown.checks[0].feedback
    assert sentence.startswith("Your answer for C cannot be read: ")


@pytest.mark.parametrize("settings", ["", "reveal: {marks: now, why: never}", "reveal: never"])
def test_what_was_seen_once_looks_the_same_when_it_is_looked_at_again(settings: str) -> None:
    problems = problems_with(settings)
    once = seen_by_student(grade(problems, read_submission(SHEET, "ada.yaml")), problems, BEFORE)
    assert seen_by_student(once, problems, BEFORE).to_dict() == once.to_dict()


VOIDED = {
    "an answer": ("pruned: none", "answered"),
    "no answer": ("", "missing"),
    "an answer that cannot be read": ("pruned: '[x'", "unreadable"),
}


@pytest.mark.parametrize(("answer", "verdict"), VOIDED.values(), ids=VOIDED)
def test_a_question_that_all_have_shows_its_form_alone_while_the_marks_are_hidden(
    answer: str, verdict: str
) -> None:
    problems = load_problems(Source(CHOICE.replace("{key: never}", "{marks: never}"), "set.yaml"))
    sheet = f"answers:\n  hidden: {{{answer}}}\n"
    shown = seen_by_student(grade(problems, read_submission(sheet.encode(), "ada.yaml")), problems, AFTER)
    assert verdicts(shown) == ["missing", "missing", verdict, "missing"]


def test_of_a_sheet_that_cannot_be_read_such_a_question_is_unreadable_too() -> None:
    problems = load_problems(Source(CHOICE.replace("{key: never}", "{marks: never}"), "set.yaml"))
    shown = seen_by_student(grade(problems, read_submission(b"\0", "ada.yaml")), problems, AFTER)
    assert set(verdicts(shown)) == {"unreadable"}


CHOICE = """\
set: secrets
reveal: {key: never}
problems:
  - id: hidden
    tree: A = max(31, 77)
    questions:
      - ask: choice
        text: Which?
        options: [{text: this, feedback: Think again.}, {text: that, right: yes, feedback: Well done.}]
      - {ask: true-false, text: It is so., right: true, feedback: {false: Look at the root.}}
      - {ask: pruned, void: full, because: A misprint.}
      - {ask: manual, text: Why?}
"""


def test_what_the_author_says_of_an_option_does_not_wait_for_the_key() -> None:
    problems = load_problems(Source(CHOICE, "set.yaml"))
    sheet = b"answers:\n  hidden: {choice: a, true-false: no, manual: So.}\n"
    shown = seen_by_student(grade(problems, read_submission(sheet, "ada.yaml")), problems, AFTER)
    assert [check.feedback for check in shown.checks] == [
        ("a: Think again.",),
        ("Look at the root.",),
        ("This question was taken out, and everybody gets its points: A misprint.",),
        ("A person will mark this answer.",),
    ]


def test_what_the_author_says_of_an_option_waits_for_the_marks() -> None:
    problems = load_problems(Source(CHOICE.replace("{key: never}", "{why: now, marks: never}"), "set.yaml"))
    sheet = b"answers:\n  hidden: {choice: a, true-false: no, manual: So.}\n"
    shown = seen_by_student(grade(problems, read_submission(sheet, "ada.yaml")), problems, AFTER)
    assert [check.feedback for check in shown.checks] == [()] * 4


def test_where_not_even_the_form_is_shown_nothing_is_said_about_an_answer() -> None:
    shown = seen("reveal: {form: never}", BEFORE)
    assert set(verdicts(shown)) == {"hidden"}
    assert all(check.feedback == () and check.given is None for check in shown.checks)
    assert shown.notes == ()


def test_the_total_is_of_the_marks_that_are_shown() -> None:
    problems = load_problems(
        Source(
            SET.format(reveal="").replace("best-move, points: 1", "best-move, points: 1, reveal: now"),
            "set.yaml",
        )
    )
    sheet = SHEET.replace(b"best-move: [", b"best-move: D")
    shown = seen_by_student(grade(problems, read_submission(sheet, "ada.yaml")), problems, BEFORE)
    assert (shown.earned, shown.possible) == (1, 1)
    assert [check.earned for check in shown.checks] == [None, 1, None, None]


def test_without_a_due_date_everything_is_shown_at_once() -> None:
    text = SET.format(reveal="").replace("due: 2027-02-01 12:00 UTC\n", "")
    problems = load_problems(Source(text, "set.yaml"))
    whole = grade(problems, read_submission(SHEET, "ada.yaml"))
    assert seen_by_student(whole, problems) == whole


IDEA = Misconception("no-pruning", "Nothing is pruned", 2, 3)


@pytest.mark.parametrize(
    ("setting", "now", "told"),
    [
        ("", AFTER, (IDEA,)),
        ("", BEFORE, ()),
        ("diagnosis: staff", AFTER, ()),
    ],
    ids=["after", "before", "staff only"],
)
def test_a_misconception_is_told_only_with_the_reasons_and_where_students_may_know(
    setting: str, now: datetime, told: tuple[Misconception, ...]
) -> None:
    problems = problems_with(setting)
    checks = (Check(problem="hidden", question="value", ask="value", verdict="wrong", misconception=IDEA),)
    made_from = grade(problems, read_submission(SHEET, "ada.yaml")).made_from
    whole = Grade("secrets", "ada", "graded", checks, made_from, (IDEA,))
    shown = seen_by_student(whole, problems, now)
    assert shown.misconceptions == told
    assert shown.checks[0].misconception == (told[0] if told else None)


def test_what_went_wrong_on_our_side_is_for_staff_alone() -> None:
    problems = problems_with("")
    marked = grade(problems, read_submission(SHEET, "ada.yaml"))
    first, *others = marked.checks
    fault = "ZeroDivisionError: no marks today"
    note = Mistake(f"the grader itself failed on `{first.id}`: {fault}", Source("", "ada.yaml"))
    broken = replace(marked, checks=(replace(first, fault=fault), *others), notes=(note,))
    shown = seen_by_student(broken, problems, AFTER)
    assert not shown.notes
    assert fault not in str(shown.to_dict())
