"""Marking a submission: one record, a check for every question, and nothing that spoils the rest."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from hashlib import sha256
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.grading import Convention, Grade, Misconception, grade
from grader.problems import ProblemSet, load_problems
from grader.questions import KINDS, Question
from grader.questions.question import Mark, Marking
from grader.reports.sheet import blank_sheet, filled_sheet
from grader.source import Source
from grader.submissions import read_submission
from grader.version import VERSION

TEXTBOOK = """\
set: search-1
title: Adversarial search, sheet 1
rule: aima
problems:
  - id: textbook
    tree: A = max(a1 -> B = min(3, 12, 8), a2 -> C = min(2, 4, 6), a3 -> D = min(14, 5, 2))
    questions:
      - {ask: value, of: [B, C, D, A], points: 4}
      - {ask: best-move, points: 1}
      - {ask: pruned, as: leaves, points: 3}
"""
HEAD = "set: search-1\nstudent: ada\nanswers:\n  textbook:\n"


def problems_of(text: str) -> ProblemSet:
    return load_problems(Source(text, "set.yaml"))


def grade_of(text: str, sheet: str | bytes) -> Grade:
    data = sheet if isinstance(sheet, bytes) else sheet.encode()
    return grade(problems_of(text), read_submission(data, "ada.yaml"))


def verdicts(marked: Grade) -> dict[str, str]:
    return {check.question: check.verdict for check in marked.checks}


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
    assert record["misconceptions"] == [{**named, "explains": 2, "of": 3}]
    assert record["checks"][0]["misconception"] == named
    assert record["checks"][0]["convention"] == {"field": "ties", "value": "keep"}


@pytest.mark.parametrize("name", ["best-move", "best_move", "Best Move", "BEST-MOVE"])
def test_a_question_is_known_by_its_name_in_any_usual_spelling(name: str) -> None:
    assert verdicts(grade_of(TEXTBOOK, f"{HEAD}    {name}: a1\n"))["best-move"] == "right"


def test_the_exact_name_comes_before_one_that_is_spelt_otherwise() -> None:
    marked = grade_of(TEXTBOOK, HEAD + "    best_move: a2\n    best-move: a1\n")
    assert verdicts(marked)["best-move"] == "right"
    assert [note.message for note in marked.notes] == ["`textbook` has no question `best_move`"]


def test_no_more_notes_are_made_than_anybody_reads() -> None:
    sheet = HEAD + "".join(f"    nothing{number}: 1\n" for number in range(500))
    assert len(grade_of(TEXTBOOK, sheet).notes) == 100


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
    assert feedback[1:] == ("An answer in good form: […, …]",)


def test_where_an_example_would_rule_out_an_answer_the_form_is_said_in_words() -> None:
    feedback = grade_of(TEXTBOOK, HEAD + "    best-move: a9\n").checks[1].feedback
    assert feedback[1:] == ("Write the name of one move.",)


def notes(marked: Grade) -> list[tuple[str, str | None]]:
    return [(note.message, note.hint) for note in marked.notes]


def test_a_sheet_that_says_neither_whose_it_is_nor_for_which_set_is_noted() -> None:
    assert notes(grade_of(TEXTBOOK, "answers:\n")) == [
        ("`set` is missing in this sheet", "write `set: search-1`"),
        (
            "`student` is missing in this sheet",
            "write `student: …`; by the name of the file it is the sheet of `ada`",
        ),
    ]


def test_a_field_that_says_nothing_is_noted_at_its_place() -> None:
    marked = grade_of(TEXTBOOK, "set:\nstudent: ///\nanswers:\n")
    assert [str(note).splitlines()[0] for note in marked.notes] == [
        "ada.yaml:1:1: warning: there is nothing after `set:` in this sheet",
        "ada.yaml:2:1: warning: there is no name after `student:` in this sheet",
    ]


def test_where_nobody_says_whose_sheet_it_is_the_note_says_which_variant_was_marked() -> None:
    text = TEXTBOOK.replace("    tree: A = max(", "    variants:\n      - A = max(1, 2)\n      - A = max(")
    text = text.replace("[B, C, D, A]", "[A]")
    variant = problems_of(text).problems[0].variant("ada") + 1
    ((_, hint),) = notes(grade_of(text, "set: search-1\nanswers:\n"))
    assert hint is not None
    assert hint.endswith(f"it is the sheet of `ada`, with variant {variant} of 2 in `textbook`")


def test_notes_stand_in_the_order_of_the_sheet() -> None:
    marked = grade_of(TEXTBOOK, "set: other\nstudent: ada\nanswers:\n  one:\n  one:\n  textbook:\n    x: 1\n")
    places = [note.span.start for note in marked.notes if note.span]
    assert len(places) == 4
    assert places == sorted(places)


LOST = {
    "the problem beside the answers": "answers:\ntextbook:\n  best-move: a1\n  pruned: [C2, C3]\n",
    "the questions too": "answers:\ntextbook:\nbest-move: a1\npruned: [C2, C3]\n",
    "no place for answers": "textbook:\n  best-move: a1\n  pruned: [C2, C3]\n",
    "in brackets": "textbook: {best-move: a1, pruned: [C2, C3]}\n",
    "another spelling": "answers:\nTextbook:\n  best-move: a1\n  pruned: [C2, C3]\n",
}


@pytest.mark.parametrize("sheet", LOST.values(), ids=LOST)
def test_a_problem_that_lost_its_indentation_is_marked_and_noted(sheet: str) -> None:
    marked = grade_of(TEXTBOOK, f"set: search-1\nstudent: ada\n{sheet}")
    assert (marked.earned, marked.status) == (4, "graded")
    assert "does not stand below `answers:`" in marked.notes[-1].message
    assert not any("there is no field" in note.message for note in marked.notes)


def test_in_json_too() -> None:
    marked = grade_of(TEXTBOOK, '{"set": "search-1", "student": "ada", "textbook": {"best-move": "a1"}}')
    assert marked.earned == 1


def test_a_problem_beside_the_answers_does_not_replace_one_below_them() -> None:
    marked = grade_of(TEXTBOOK, HEAD + "    best-move: a2\ntextbook:\n  best-move: a1\n")
    assert marked.earned == 0
    assert [note.message for note in marked.notes] == ["there is no field `textbook` in a sheet"]


def test_a_group_that_is_no_problem_stays_an_unknown_field() -> None:
    marked = grade_of(TEXTBOOK, HEAD + "    best-move: a1\nremarks:\n  I was: ill\n  and tired\n")
    assert marked.earned == 1
    assert [note.message for note in marked.notes] == ["there is no field `remarks` in a sheet"]


def test_nodes_that_are_not_indented_below_their_question_are_its_answer() -> None:
    marked = grade_of(
        TEXTBOOK, HEAD + "    value:\n    B: 3  # so\n    C: 2\n    D: 2\n    A: 3\n    best-move: a1\n"
    )
    assert verdicts(marked) == {"value": "right", "best-move": "right", "pruned": "missing"}
    assert marked.checks[0].raw == "B: 3  # so\n    C: 2\n    D: 2\n    A: 3"
    assert marked.notes == ()


def test_nodes_that_follow_no_empty_question_are_unknown_questions() -> None:
    marked = grade_of(TEXTBOOK, HEAD + "    best-move: a1\n    B: 3\n")
    assert [note.message for note in marked.notes] == ["`textbook` has no question `B`"]


def test_a_node_that_is_given_twice_there_makes_the_answer_unreadable() -> None:
    marked = grade_of(TEXTBOOK, HEAD + "    value:\n    B: 3\n    B: 4\n")
    assert verdicts(marked)["value"] == "unreadable"


ROUNDED = """\
set: search-1
problems:
  - id: textbook
    tree: A = max(B = chance(3, 3, 4), C = min(D = max(1, 2), 9))
    questions:
      - {ask: value, of: [B, A], accept: [{answer: "B: 11/3, A: 3.5", credit: 1/2}]}
      - {ask: window, of: [C], accept: [{answer: "[7/3, inf]"}]}
      - {ask: value, id: report, of: [C], as: returned, accept: [{answer: "<= 7/3"}]}
"""


@pytest.mark.parametrize(
    ("answer", "earned"),
    [
        ("value: {B: 3.67, A: 7/2}", Fraction(1, 2)),
        ("value: {B: 3.67, A: 3.50, C1: 5}", Fraction(1, 2)),
        ("value: {B: 3.7, A: 7/2}", 0),
        ("value: {B: 3.67}", 0),
        ("window: (2.33, inf)", 1),
        ("window: (2.34, inf)", 0),
        ("report: <= 2.33", 1),
        ("report: >= 2.33", 0),
    ],
)
def test_an_accepted_answer_is_compared_as_the_question_does(answer: str, earned: int | Fraction) -> None:
    assert grade_of(ROUNDED, f"{HEAD}    {answer}\n").earned == earned


def test_what_waits_for_a_person_is_left_out_of_the_share() -> None:
    text = f"{TEXTBOOK}      - {{ask: manual, text: Why?, points: 12}}\n"
    marked = grade_of(text, HEAD + "    pruned: [C2, C3]\n    manual: Because.\n")
    assert (marked.earned, marked.possible, marked.pending) == (3, 20, 1)
    assert marked.share == Fraction(3, 8)


def test_an_answer_that_nobody_gave_waits_for_nobody() -> None:
    marked = grade_of(f"{TEXTBOOK}      - {{ask: manual, text: Why?, points: 12}}\n", HEAD)
    assert (marked.possible, marked.pending) == (20, 0)


TABLE = TEXTBOOK.replace("of: [B, C, D, A],", "of: [B, C, D, A], credit: {1: 3/4, 3: 1/4},")


@pytest.mark.parametrize(
    ("answer", "earned"),
    [
        ("B: 3, C: 2, D: 2, A: 3", 4),
        ("B: 3, C: 2, D: 2, A: 9", 3),
        ("B: 3, C: 2, D: 9", 1),
        ("B: 3, C: 9, D: 8", 1),
        ("B: 9, C: 9, D: 9, A: 8", 0),
    ],
)
def test_what_a_table_does_not_list_earns_what_the_next_larger_number_does(answer: str, earned: int) -> None:
    assert grade_of(TABLE, f"{HEAD}    value: {{{answer}}}\n").earned == earned


def test_the_counterexample_is_kept_for_those_who_can_draw_it() -> None:
    check = grade_of(TEXTBOOK, HEAD + "    pruned: [B2, C2, C3]\n").checks[2]
    assert check.counterexample is not None
    assert check.to_dict()["counterexample"] == {
        "leaf": "B2", "changed": {}, "utilities": [12, 1], "values": [3, 2],
    }  # fmt: skip


ACCEPTING = """\
set: search-1
problems:
  - id: textbook
    tree: A = max(B = min(4, 6), C = min(4, 5), D = min(E = max(9, 1), 3))
    accept:
      - {rule: {ties: keep}}
      - {rule: {order: right-to-left}, credit: 1/2}
    questions:
      - {ask: pruned, points: 2}
      - {ask: count, of: leaves-evaluated, points: 1}
"""


def test_one_accepted_rule_must_fit_all_answers_to_a_problem() -> None:
    marked = grade_of(ACCEPTING, HEAD + "    pruned: none\n    count: 6\n")
    assert verdicts(marked) == {"pruned": "right", "count": "wrong"}
    assert [check.rule for check in marked.checks] == [{"ties": "keep"}] * 2


def test_the_stated_rule_comes_first_where_another_earns_no_more() -> None:
    marked = grade_of(ACCEPTING, HEAD + "    pruned: [A]\n    count: 99\n")
    assert [check.rule for check in marked.checks] == [None, None]


def test_an_accepted_rule_may_earn_a_share_only() -> None:
    text = ACCEPTING.replace("{rule: {ties: keep}}", "{rule: {ties: keep}, credit: 3/4}")
    marked = grade_of(text, HEAD + "    pruned: none\n    count: 7\n")
    assert [check.earned for check in marked.checks] == [Fraction(3, 2), Fraction(3, 4)]
    assert verdicts(marked) == {"pruned": "partly", "count": "partly"}


def test_a_rule_that_a_question_accepts_for_itself_leaves_the_others_alone() -> None:
    text = ACCEPTING.replace("    accept:\n      - {rule: {ties: keep}}\n", "").replace(
        "      - {rule: {order: right-to-left}, credit: 1/2}\n", ""
    )
    text = text.replace(
        "{ask: pruned, points: 2}", "{ask: pruned, points: 2, accept: [{rule: {ties: keep}}]}"
    )
    marked = grade_of(text, HEAD + "    pruned: none\n    count: 7\n")
    assert verdicts(marked) == {"pruned": "right", "count": "wrong"}


@pytest.fixture
def broken_marking(monkeypatch: pytest.MonkeyPatch) -> None:
    def mark(_self: Question, _given: Any, _marking: Marking) -> Mark:
        raise ZeroDivisionError("no marks today")

    monkeypatch.setattr(KINDS["best-move"], "mark", mark)


@pytest.mark.usefixtures("broken_marking")
def test_a_fault_of_ours_costs_one_question_and_is_never_called_wrong() -> None:
    marked = grade_of(TEXTBOOK, HEAD + "    value: {A: 3, B: 3, C: 2, D: 2}\n    best-move: a1\n")
    assert verdicts(marked) == {"value": "right", "best-move": "failed", "pruned": "missing"}
    assert marked.status == "failed"
    message = "the grader itself failed on `textbook.best-move`: ZeroDivisionError: no marks today"
    assert [note.message for note in marked.notes] == [message]
    assert not any("no marks today" in words for check in marked.checks for words in check.feedback)


def test_a_fault_in_reading_is_a_failure_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def read(*_arguments: Any) -> Any:
        raise RecursionError("too deep")

    problems = problems_of(TEXTBOOK)
    submission = read_submission(f"{HEAD}    best-move: a1\n".encode(), "ada.yaml")
    grade(problems, read_submission(b"answers:\n", "b.yaml"))
    monkeypatch.setattr(KINDS["best-move"], "read", read)
    assert verdicts(grade(problems, submission))["best-move"] == "failed"


def test_what_was_voided_in_full_is_given_to_everybody() -> None:
    text = TEXTBOOK.replace("ask: pruned, as: leaves,", "ask: pruned, void: full, because: A misprint.,")
    for sheet in (HEAD, HEAD + "    pruned: [B1]\n", HEAD + "    pruned: [\n", b"\xff\xff"):
        marked = grade_of(text, sheet)
        assert (marked.checks[2].earned, marked.checks[2].verdict) == (3, "right")


def test_what_was_excluded_counts_neither_for_nor_against() -> None:
    text = TEXTBOOK.replace("ask: pruned, as: leaves,", "ask: pruned, void: excluded, because: A misprint.,")
    for sheet in (HEAD, HEAD + "    pruned: [C2, C3]\n"):
        marked = grade_of(text, sheet)
        assert (marked.earned, marked.possible) == (0, 5)


def test_where_nothing_is_left_to_earn_everybody_has_all() -> None:
    text = TEXTBOOK.replace("points: 4}", "points: 4, void: excluded, because: Too early.}")
    text = text.replace("points: 1}", "points: 1, void: excluded, because: Too early.}")
    text = text.replace("points: 3}", "points: 3, void: excluded, because: Too early.}")
    assert grade_of(text, HEAD).share == 1


def test_a_sheet_that_cannot_be_read_has_a_check_for_every_question_with_the_reason() -> None:
    marked = grade_of(TEXTBOOK, b"\xff\xff")
    assert (marked.status, marked.earned, marked.possible) == ("unreadable", 0, 8)
    assert set(verdicts(marked).values()) == {"unreadable"}
    reason = "The sheet cannot be read (the file is not UTF-8 text: line 1 has the byte 0xff)."
    assert {check.feedback for check in marked.checks} == {(reason,)}


@settings(max_examples=50)
@given(st.binary() | st.text().map(str.encode))
def test_whatever_is_handed_in_gets_a_record_that_json_can_hold(data: bytes) -> None:
    record = grade_of(TEXTBOOK, data).to_dict()
    assert json.loads(json.dumps(record)) == record
    assert len(record["checks"]) == 3


ANSWERS = st.sampled_from(
    ("", "3", "a1", "[C2, C3]", "{B: 3, C: 4}", "{B: 3, C: 2, D: 2, A: 3}", "[[", "none", "?")
)


@settings(max_examples=50)
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
