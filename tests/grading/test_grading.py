"""Marking a submission: one record, a check for every question, and nothing that spoils the rest."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from hashlib import sha256
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.grading import Convention, Misconception, grade
from grader.grading.given_answer import _read
from grader.grading.ready_questions import make_ready
from grader.questions import KINDS, Question, Unreadable
from grader.questions.question import Mark, Marking
from grader.reports.sheets.blank_sheet import blank_sheet, filled_sheet
from grader.submissions import read_submission
from grader.version import VERSION
from tests.marking import HEAD, TEXTBOOK, grade_of, problems_of, verdicts


def test_the_key_earns_everything() -> None:
    problems = problems_of(TEXTBOOK)
    marked = grade(problems, read_submission(filled_sheet(problems, "ada").encode(), "ada.yaml"))
    assert marked.earned == marked.possible == 8
    assert marked.share == 1
    assert marked.notes == ()


def test_a_blank_sheet_earns_nothing_and_every_answer_is_missing() -> None:
    problems = problems_of(TEXTBOOK)
    marked = grade(problems, read_submission(blank_sheet(problems, "ada").encode(), "ada.yaml"))
    assert (marked.earned, marked.status) == (0, "graded")
    assert set(verdicts(marked).values()) == {"missing"}
    assert marked.notes == ()


def test_a_problem_that_is_left_out_is_missing() -> None:
    assert set(verdicts(grade_of(TEXTBOOK, "answers:\n")).values()) == {"missing"}


def test_points_are_exact_and_the_total_is_their_sum() -> None:
    text = TEXTBOOK.replace("points: 4", "points: 1/3").replace("points: 3", "points: 0.1")
    marked = grade_of(text, HEAD + "    value: {B: 3}\n    pruned: [C2, C3]\n")
    assert [check.earned for check in marked.checks] == [Fraction(1, 12), 0, Fraction(1, 10)]
    assert marked.earned == Fraction(11, 60)
    assert marked.to_dict()["earned"] == "11/60"


def test_the_record_says_what_it_was_made_from() -> None:
    sheet = HEAD + "    value: {A: 3}\n"
    problems = problems_of(TEXTBOOK)
    made_from = grade_of(TEXTBOOK, sheet).to_dict()["made_from"]
    assert made_from == {
        "set": problems.hash,
        "submission": sha256(sheet.encode()).hexdigest(),
        "rule": problems.rule.to_dict(),
        "version": VERSION,
    }


def test_the_same_sheet_gets_the_same_record_again() -> None:
    problems, submission = problems_of(TEXTBOOK), read_submission(HEAD.encode(), "ada.yaml")
    first, second = (json.dumps(grade(problems, submission).to_dict()) for _ in range(2))
    assert first == second == json.dumps(grade_of(TEXTBOOK, HEAD).to_dict())


def test_the_record_has_a_place_for_conventions_and_misconceptions() -> None:
    marked = grade_of(TEXTBOOK, HEAD)
    idea = Misconception("no-deep-cutoffs", "Only the parent's bound cuts", 2, 3)
    check = replace(
        marked.checks[0], convention=Convention("ties", "keep"), misconception=replace(idea, of=None)
    )
    record = replace(marked, checks=(check,), misconceptions=(idea,)).to_dict()
    named = {"id": "no-deep-cutoffs", "name": "Only the parent's bound cuts"}
    assert record["misconceptions"] == [{**named, "explains": 2, "of": 3, "either": []}]
    assert record["checks"][0]["misconception"] == named
    assert record["checks"][0]["convention"] == {"field": "ties", "value": "keep"}


@pytest.mark.parametrize("name", ["best-move", "best_move", "Best Move", "BEST-MOVE"])
def test_a_question_is_known_by_its_name_in_any_usual_spelling(name: str) -> None:
    assert verdicts(grade_of(TEXTBOOK, f"{HEAD}    {name}: a1\n"))["best-move"] == "right"


def test_the_exact_name_comes_before_one_that_is_spelt_otherwise() -> None:
    marked = grade_of(TEXTBOOK, HEAD + "    best_move: a2\n    best-move: a1\n")
    assert verdicts(marked)["best-move"] == "right"
    assert [note.message for note in marked.notes] == ["`textbook` has no question `best_move`"]


def test_a_form_that_was_left_as_it_is_counts_as_missing() -> None:
    assert verdicts(grade_of(TEXTBOOK, HEAD + "    value: {B: , C:, D: , A: }\n"))["value"] == "missing"


def test_an_unreadable_answer_says_where_and_how_it_could_be_written() -> None:
    check = grade_of(TEXTBOOK, HEAD + "    value: {B: 3, C 2}\n    best-move: a9\n").checks[1]
    assert check.verdict == "unreadable"
    assert check.place == (6, 16)
    assert check.feedback[0].startswith("Line 6, column 16 cannot be read (")


def test_of_an_example_that_is_the_key_only_the_form_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(KINDS["pruned"], "example", "[C2, C3]")
    feedback = grade_of(TEXTBOOK, HEAD + "    pruned: [B1\n").checks[2].feedback
    assert feedback[1:] == ("A well-formed answer: […, …]",)


def test_where_an_example_would_rule_out_an_answer_the_form_is_said_in_words() -> None:
    feedback = grade_of(TEXTBOOK, HEAD + "    best-move: a9\n").checks[1].feedback
    assert feedback[1:] == ("Write the name of one move.",)


def test_the_counterexample_is_kept_for_those_who_can_draw_it() -> None:
    check = grade_of(TEXTBOOK, HEAD + "    pruned: [B2, C2, C3]\n").checks[2]
    assert check.counterexample is not None
    assert check.to_dict()["counterexample"] == {
        "leaf": "B2", "changed": {}, "utilities": [12, 1], "values": [3, 2],
    }  # fmt: skip


@pytest.fixture
def broken_marking(monkeypatch: pytest.MonkeyPatch) -> None:
    def mark(_self: Question, _given: Any, _marking: Marking) -> Mark:
        raise ZeroDivisionError("no marks today")

    monkeypatch.setattr(KINDS["best-move"], "mark", mark)


@pytest.mark.usefixtures("broken_marking")
@pytest.mark.usefixtures("own_sets")
def test_a_fault_of_ours_costs_one_question_and_is_never_called_wrong() -> None:
    marked = grade_of(TEXTBOOK, HEAD + "    value: {A: 3, B: 3, C: 2, D: 2}\n    best-move: a1\n")
    assert verdicts(marked) == {"value": "right", "best-move": "failed", "pruned": "missing"}
    assert marked.status == "failed"
    message = "the grader itself failed on `textbook.best-move`: ZeroDivisionError: no marks today"
    assert [note.message for note in marked.notes] == [message]
    assert not any("no marks today" in words for check in marked.checks for words in check.feedback)


@pytest.mark.usefixtures("own_sets")
def test_a_fault_in_reading_is_a_failure_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def read(*_arguments: Any) -> Any:
        raise RecursionError("too deep")

    problems = problems_of(TEXTBOOK)
    submission = read_submission(f"{HEAD}    best-move: a1\n".encode(), "ada.yaml")
    grade(problems, read_submission(b"answers:\n", "b.yaml"))
    monkeypatch.setattr(KINDS["best-move"], "read", read)
    assert verdicts(grade(problems, submission))["best-move"] == "failed"


def test_a_sheet_that_cannot_be_read_has_a_check_for_every_question_with_the_reason() -> None:
    marked = grade_of(TEXTBOOK, b"\xff\xff")
    assert (marked.status, marked.earned, marked.possible) == ("unreadable", 0, 8)
    assert set(verdicts(marked).values()) == {"unreadable"}
    reason = "The sheet cannot be read (the file is not UTF-8 text: line 1 has the byte 0xff)."
    assert {check.feedback for check in marked.checks} == {(reason,)}


@given(st.binary() | st.text().map(str.encode))
def test_whatever_is_handed_in_gets_a_record_that_json_can_hold(data: bytes) -> None:
    record = grade_of(TEXTBOOK, data).to_dict()
    assert json.loads(json.dumps(record)) == record
    assert len(record["checks"]) == 3


ANSWERS = st.sampled_from(
    ("", "3", "a1", "[C2, C3]", "{B: 3, C: 4}", "{B: 3, C: 2, D: 2, A: 3}", "[[", "none", "?")
)


@given(ANSWERS, ANSWERS, ANSWERS)
def test_one_answer_never_changes_the_marks_of_another_kind(value: str, move: str, pruned: str) -> None:
    together = grade_of(TEXTBOOK, f"{HEAD}    value: {value}\n    best-move: {move}\n    pruned: {pruned}\n")
    alone = grade_of(TEXTBOOK, f"{HEAD}    pruned: {pruned}\n")
    assert together.checks[2].to_dict()["earned"] == alone.checks[2].to_dict()["earned"]
    assert 0 <= together.earned <= together.possible


def test_an_answer_that_was_given_before_is_marked_the_same_at_its_own_place() -> None:
    problems = problems_of(TEXTBOOK)
    sheets = [f"{HEAD}{' ' * 4}pruned: [B9]\n", f"# first\n{HEAD}{' ' * 4}pruned: [B9]\n"]
    first, second = (grade(problems, read_submission(sheet.encode(), "a.yaml")).checks[2] for sheet in sheets)
    assert (first.place, second.place) == ((5, 14), (6, 14))
    assert "Line 6," in second.feedback[0]


def test_an_unreadable_answer_that_is_remembered_keeps_nothing_else_alive() -> None:
    # What was going on when it was found is a parser with its stack, and a class has thousands of these.
    problems = problems_of(TEXTBOOK)
    question = problems.on_sheet[0].questions[0].question
    with pytest.raises(Unreadable) as found:
        question.read("[3, (", problems.on_sheet[0].solution(0, question.rule))
    assert found.value.__context__ is not None
    kept = found.value.detached()
    assert (kept.__context__, kept.__cause__, kept.__traceback__) == (None, None, None)
    remembered = _read(make_ready(problems.on_sheet[0], 0, problems.rule)[0][0], "[3, (")
    assert isinstance(remembered, Unreadable)
    assert (remembered.__context__, remembered.__traceback__) == (None, None)
