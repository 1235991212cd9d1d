"""Marking again: whose grade changes, by how much and why, and what people decided about it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from grader.gradebook import Adjustment, Gradebook
from grader.gradebook.regrades import GradeRecord, Lost, Regraded, Reworded, Why, differences, regrade
from grader.gradebook.standing import Keep
from grader.grading import Grade, grade
from grader.problems import ProblemSet, load_problems
from grader.reports.class_.regrade_report import (
    regraded_lines,
    regraded_markdown,
    regraded_record,
    reworded_sentences,
    why_in_words,
)
from grader.reports.record_words import shown_points
from grader.submissions import HandIn, read_hand_in
from grader.text.source import Source
from tests.gradebook.keeping import (
    DUE,
    HALF,
    PROBLEMS,
    RIGHT,
    SET,
    WRONG,
    book_in,
    failed,
    handed,
    marked,
    problems_with,
)

CHANGED = problems_with("rule: {ties: keep}", points=8)


def regraded(book: Gradebook, problems: ProblemSet = CHANGED, keep: Keep = "latest") -> list[Regraded]:
    def mark(hand_ins: Iterable[HandIn]) -> Iterator[GradeRecord]:
        return (grade(problems, read_hand_in(given)).to_dict() for given in hand_ins)

    compared = list(regrade(book, problems, keep, mark))
    assert not any(isinstance(one, Lost) for one in compared)
    return [one for one in compared if isinstance(one, Regraded)]


def test_every_student_is_marked_again_and_nothing_is_written(tmp_path: Path) -> None:
    with book_in(tmp_path, marked(handed("ada")), marked(handed("grace", WRONG))) as book:
        ada, grace = regraded(book)
        assert (ada.student, ada.change, ada.after.grade.possible) == ("ada", 4, 11)
        assert (grace.student, grace.change, grace.changes) == ("grace", 0, True)
        assert len(book.gradings("search-1", "ada")) == 1


def test_what_is_already_marked_by_this_set_is_not_marked_again(tmp_path: Path) -> None:
    with book_in(tmp_path, marked(handed("ada"))) as book:
        (ada,) = regraded(book, PROBLEMS)
        assert (ada.marked, ada.changes) == ((), False)


def test_what_failed_is_marked_again_by_the_same_set(tmp_path: Path) -> None:
    with book_in(tmp_path, failed(handed("ada"))) as book:
        (ada,) = regraded(book, PROBLEMS)
        assert (ada.before.grade.status, ada.after.grade.status, ada.change) == ("failed", "graded", 5)


def test_all_submissions_are_marked_so_that_the_best_can_be_another_one(tmp_path: Path) -> None:
    """Under the other tree the leaf of the first answer is pruned, and that of the second is not."""
    other = load_problems(Source(SET.format(settings="", points=4).replace("min(3, 12, 8)", "min(9, 3, 8)")
                                 .replace("min(2, 4, 6)", "min(4, 2, 6)"), "set.yaml"))  # fmt: skip
    entries = [
        marked(handed("ada", "[C3]"), DUE), marked(handed("ada", RIGHT), DUE + timedelta(days=1)),
    ]  # fmt: skip
    with book_in(tmp_path, *entries) as book:
        (ada,) = regraded(book, other, "best")
        assert len(ada.marked) == 2
        assert [one.graded.submission.at for one in (ada.before, ada.after)] == [
            DUE + timedelta(days=1), DUE,
        ]  # fmt: skip


def test_a_mark_that_changed_under_a_decision_is_listed_and_the_decision_stays(tmp_path: Path) -> None:
    with book_in(tmp_path, marked(handed("ada", HALF))) as book:
        decision = Adjustment("ada", "textbook.pruned", 3, "misprint", "tom", 1)
        book.decide("search-1", [decision])
        (ada,) = regraded(book)
        assert ada.change == 0
        (note,) = ada.underneath
        assert note.then == {"verdict": "partly", "earned": 2, "possible": 4, "raw": "[C2]"}
        assert note.now == {"verdict": "partly", "earned": 4, "possible": 8, "raw": "[C2]"}
        lines = list(regraded_lines([ada], CHANGED, applied=False))
    assert (
        "    1.2 Which leaves are pruned? (textbook.pruned): tom gave 3 points, which stay; "
        "the mark underneath was partly 2 of 4, and is now partly 4 of 8"
    ) in lines


def test_so_is_one_whose_answer_is_now_another(tmp_path: Path) -> None:
    with book_in(tmp_path, marked(handed("ada", HALF))) as book:
        book.decide("search-1", [Adjustment("ada", "textbook.pruned", 3, "misprint", "tom", 1)])
        book.add([marked(handed("ada", "[C3]"))])
        (ada,) = regraded(book, PROBLEMS)
        assert (ada.changes, len(ada.underneath)) == (False, 1)
        assert "the answer is another one" in "\n".join(regraded_lines([ada], PROBLEMS, applied=False))


def test_a_decision_about_a_question_that_is_gone_is_listed(tmp_path: Path) -> None:
    gone = problems_with(without_manual=True)
    with book_in(tmp_path, marked(handed("ada"))) as book:
        book.decide("search-1", [Adjustment("ada", "textbook.manual", 1, "fine", "tom", 1)])
        (ada,) = regraded(book, gone)
    assert list(regraded_lines([ada], gone, applied=True)) == [
        "ada: 6 of 7 → 5 of 5 (−1)",
        "    1.3 In your own words (textbook.manual): partly 1 of 2 → not asked (−1)",
        "        the question is gone",
        "    1.3 In your own words (textbook.manual): tom gave 1 point, which stays; "
        "the mark underneath was pending 0 of 2, and is now not there",
        "1 of 1 grade changed: 0 up, 1 down, 0 otherwise",
        "the new grades are stored",
    ]


def graded(text: str, pruned: str = HALF) -> Grade:
    problems = load_problems(Source(text, "set.yaml"))
    return grade(problems, read_hand_in(handed("ada", pruned)))


PLAIN = SET.format(settings="", points=4)
PRUNED = "{ask: pruned, points: 4"
REASONS = {
    "points": (PLAIN.replace(PRUNED, "{ask: pruned, points: 8"), "points: 4 → 8"),
    "the rule of the set": (
        SET.format(settings="rule: {search: minimax}", points=4),
        "rule: search: alpha-beta → minimax",
    ),
    "the rule of the question": (
        PLAIN.replace(PRUNED, f"{PRUNED}, rule: {{order: right-to-left}}"),
        "rule: order: left-to-right → right-to-left",
    ),
    "the key": (PLAIN.replace("min(2, 4, 6)", "min(5, 2, 6)"), "key: C2, C3 → C3"),
    "the tree": (
        PLAIN.replace("min(2, 4, 6)", "min(5, 2, 6)"),
        "tree: …(3, 12, 8), C = min(2, 4, 6), D = min(14, 5, 2)) →"
        " …(3, 12, 8), C = min(5, 2, 6), D = min(14, 5, 2))",
    ),
    "the credit": (PLAIN.replace(PRUNED, f"{PRUNED}, credit: all"), "credit: each → all"),
    "what is accepted": (
        PLAIN.replace(PRUNED, f"{PRUNED}, accept: [{{answer: [C2]}}]"),
        "accept: none → [[C2], 1]",
    ),
    "a question taken out": (
        PLAIN.replace(PRUNED, f"{PRUNED}, void: full, because: misprint"),
        "void: – → full",
    ),
    "a question that is new": (PLAIN.replace(PRUNED, f"{PRUNED}, id: other"), "the question is new"),
}


@pytest.mark.parametrize(("text", "reason"), REASONS.values(), ids=REASONS)
def test_the_reason_for_another_mark_is_named(text: str, reason: str) -> None:
    found = differences(graded(PLAIN), graded(text))
    assert reason in [why_in_words(why) for difference in found for why in difference.why]


def test_an_answer_that_is_read_otherwise_is_a_reason() -> None:
    found = differences(graded(PLAIN, WRONG), graded(PLAIN, HALF))
    whys = [why for difference in found for why in difference.why]
    assert Why("answer", ["B3"], ["C2"]) in whys


def test_another_version_is_a_reason() -> None:
    before, after = graded(PLAIN, WRONG), graded(PLAIN, HALF)
    older = replace(before, made_from=replace(before.made_from, version="0.0.1"))
    (difference,) = differences(older, after)
    assert difference.why[-1].to_dict() == {"what": "version", "was": "0.0.1", "now": after.made_from.version}


def test_a_field_of_the_rule_that_is_newer_than_a_record_is_no_reason() -> None:
    before, after = graded(PLAIN, WRONG), graded(PLAIN, HALF)
    rule = {name: value for name, value in before.made_from.rule.items() if name != "exit"}
    older = replace(before, made_from=replace(before.made_from, rule=rule))
    (difference,) = differences(older, after)
    assert [why.what for why in difference.why] == ["answer", "submission"]


def test_grades_that_are_the_same_differ_in_nothing() -> None:
    assert differences(graded(PLAIN), graded(PLAIN)) == ()


SILENT = problems_with("diagnosis: off")
UNPRUNED = "none"  # as by whoever forgets to prune


def test_other_feedback_is_told_apart_from_other_marks(tmp_path: Path) -> None:
    with book_in(tmp_path, marked(handed("ada")), marked(handed("grace", UNPRUNED))) as book:
        ada, grace = compared = regraded(book, SILENT)
        assert (ada.changes, ada.reworded) == (False, ())
        (reworded,) = grace.reworded
        assert (grace.changes, reworded.question, reworded.new) == (False, "textbook.pruned", ())
        assert [*regraded_lines(compared, SILENT, applied=False)] == [
            f"grace: {shown_points(grace.after.grade.after)} of 7, 1 pending",
            "    1.2 Which leaves are pruned? (textbook.pruned): the same marks, with other feedback",
            *(f"        − {sentence}" for sentence in reworded.gone),
            "0 of 2 grades would change: 0 up, 0 down, 0 otherwise",
            "1 other keeps its marks, and only the feedback would change",
            "nothing was written; `--apply` stores the new grades",
        ]
        record = regraded_record(compared, SILENT, applied=False)
        assert record["counts"]["reworded"] == 1
        assert record["students"][0]["reworded"][0]["after"] == [*reworded.after]
        assert "the same marks, with other feedback; −" in "\n".join(
            regraded_markdown(compared, SILENT, applied=False)
        )


def test_feedback_in_another_order_is_shown_whole() -> None:
    moved = Reworded("textbook.pruned", ("one", "two"), ("two", "one"))
    assert [*reworded_sentences(moved)] == ["− one", "− two", "+ two", "+ one"]
