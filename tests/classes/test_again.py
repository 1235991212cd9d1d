"""Marking again what is kept: in order, by one process or by several, whatever becomes of one submission."""

from __future__ import annotations

import pytest

from grader import classes
from grader.classes import mark_again
from grader.grading import grade
from grader.submissions import read_hand_in
from tests.gradebook.keeping import HALF, PROBLEMS, RIGHT, WRONG, handed

HAND_INS = [handed(f"s{number}", (RIGHT, HALF, WRONG)[number % 3]) for number in range(12)]
RECORDS = [grade(PROBLEMS, read_hand_in(given)).to_dict() for given in HAND_INS]


def test_few_are_marked_here() -> None:
    assert list(mark_again(PROBLEMS, iter(HAND_INS), workers=2)) == RECORDS


def test_many_are_marked_by_workers_in_the_same_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(classes, "_FEW", 2)
    monkeypatch.setattr(classes, "MOST_SHEETS", 3)
    assert list(mark_again(PROBLEMS, iter(HAND_INS), workers=2)) == RECORDS


def test_nothing_is_marked_for_nobody() -> None:
    assert list(mark_again(PROBLEMS, [], workers=2)) == []
