"""`due:` and `reveal:` → moments, and what a student may see when."""

from datetime import UTC, datetime, timedelta

import pytest

from grader.problems import Moment, Reveal, load_problems
from grader.problems.reveal import RevealPart
from grader.text.source import Source

SET = """\
set: week-1
{top}
problems:
  - id: one
    tree: max(3, 4)
    questions:
      - {{ask: value}}
"""
PARTS: tuple[RevealPart, ...] = ("form", "marks", "hint", "why", "key")


def due(text: str) -> Moment:
    moment = load_problems(Source(SET.format(top=f"due: {text}"))).due
    assert moment is not None
    return moment


MOMENTS = {
    "a city's zone in winter": ("2027-02-01 23:59 Europe/Berlin", "2027-02-01T22:59"),
    "a city's zone in summer": ("2027-07-01 23:59 Europe/Berlin", "2027-07-01T21:59"),
    "with seconds": ("2027-02-01 23:59:30 UTC", "2027-02-01T23:59:30"),
    "an hour of one digit": ("2027-02-01 9:00 UTC", "2027-02-01T09:00"),
    "zulu": ("2027-02-01T23:59Z", "2027-02-01T23:59"),
    "an offset": ("2027-02-01 23:59 +05:30", "2027-02-01T18:29"),
    "an offset below zero": ("2027-02-01T23:59-0800", "2027-02-02T07:59"),
    "an offset from UTC": ("2027-02-01 23:59 UTC+2", "2027-02-01T21:59"),
    "the later of two": ("2027-10-31 02:30 Europe/Berlin", "2027-10-31T01:30"),
}


@pytest.mark.parametrize(("text", "expected"), MOMENTS.values(), ids=MOMENTS)
def test_a_moment_is_read_in_its_zone(text: str, expected: str) -> None:
    assert due(text).at == datetime.fromisoformat(expected).replace(tzinfo=UTC)


def test_a_moment_is_shown_as_it_was_written() -> None:
    assert str(due("2027-02-01 23:59 Europe/Berlin")) == "2027-02-01 23:59 Europe/Berlin"


DUE = "due: 2027-02-01 00:00 UTC\n"
AFTER = "{after: 2027-03-01 00:00 UTC}"
ALL = "form marks hint why key"
WHENS = {
    "nothing said, no due date": ("", ALL, ALL, ALL),
    "nothing said": (DUE, "form", ALL, ALL),
    "one word": (f"{DUE}reveal: now", ALL, ALL, ALL),
    "never": ("reveal: never", "form", "form", "form"),
    "after a date": (f"reveal: {AFTER}", "form", "form", ALL),
    "one part": (f"{DUE}reveal: {{key: never}}", "form", "form marks hint why", "form marks hint why"),
    "a hint": (
        f"{DUE}reveal: {{marks: now, hint: now}}",
        "form marks hint", ALL, ALL,
    ),
    "a hint after the reasons": (
        f"{DUE}reveal: {{hint: {AFTER}}}",
        "form", "form marks why key", ALL,
    ),
    "several parts": (
        f"{DUE}reveal: {{form: never, marks: now, key: {AFTER}}}",
        "marks", "marks hint why", "marks hint why key",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("top", "before", "between", "later"), WHENS.values(), ids=WHENS)
def test_a_student_sees_what_has_been_revealed(top: str, before: str, between: str, later: str) -> None:
    problems = load_problems(Source(SET.format(top=top)))
    for month, expected in [(1, before), (2, between), (3, later)]:
        now = datetime(2027, month, 1, tzinfo=UTC)
        seen = [part for part in PARTS if problems.reveal.shows(part, now, problems.due)]
        assert seen == expected.split()


def test_a_question_changes_only_the_parts_that_it_names() -> None:
    text = SET.format(top="reveal: {why: never}").replace(
        "{ask: value}", "{ask: value, reveal: {key: never}}"
    )
    reveal = load_problems(Source(text)).problems[0].questions[0].reveal
    assert (reveal.why.word, reveal.key.word, reveal.marks.word) == ("never", "never", "due")


HINTS = {
    "nobody names it": ("{marks: now}", "{key: never}", "due"),
    "as the reasons of the question": ("{marks: now}", "{why: never}", "never"),
    "as one word": ("now", "{key: never}", "now"),
    "as the reasons after one word": ("now", "{why: never}", "never"),
    "named at the set": ("{hint: now}", "{why: never}", "now"),
    "named at the question": ("{hint: now}", "{hint: never, why: now}", "never"),
    "one word at the question": ("{hint: now}", "never", "never"),
}


@pytest.mark.parametrize(("of_set", "of_question", "when"), HINTS.values(), ids=HINTS)
def test_a_hint_goes_with_the_reasons_unless_it_is_named(of_set: str, of_question: str, when: str) -> None:
    text = SET.format(top=f"{DUE}reveal: {of_set}").replace(
        "{ask: value}", f"{{ask: value, reveal: {of_question}}}"
    )
    assert load_problems(Source(text)).problems[0].questions[0].reveal.hint.word == when


def test_what_waits_for_the_due_date_is_shown_from_that_moment_on() -> None:
    moment = due("2027-02-01 00:00 UTC")
    shown = [Reveal().shows("key", moment.at + timedelta(seconds=step), moment) for step in (-1, 0, 1)]
    assert shown == [False, True, True]
