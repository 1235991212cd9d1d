"""What an answer earns beside the key: accepted answers and rules, tables, and what was taken out."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.marking import HEAD, TEXTBOOK, grade_of, verdicts

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
