"""Pairs of students who share rare wrong answers: what counts, how much, and what is left out."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations
from math import log2
from random import Random
from string import ascii_lowercase
from typing import Any

import pytest

from grader.grading import Check, Convention, Grade, Misconception, Origin
from grader.reports.class_.similar_answers import SimilarPair, similar_csv, similar_pairs


def grade(student: str, *given: str, right: str = "", **fields: Any) -> Grade:
    """A grade with a question for each answer; those in `right` are right."""
    checks = tuple(
        Check(
            problem="p", question=f"q{number}", ask="line", given=answer, expected="right",
            verdict="right" if answer in right else "wrong",
        )
        for number, answer in enumerate(given)
    )  # fmt: skip
    return Grade(
        "set", student, "graded", tuple(replace(check, **fields) for check in checks), Origin("", "", {}, "")
    )


OTHERS = [grade(f"student-{number}", "r", "r", "r", right="r") for number in range(14)]


def test_two_with_the_same_rare_wrong_answers_are_a_pair_weighed_by_how_rare_these_are() -> None:
    grades = [*OTHERS, grade("tom", "x", "y", "z"), grade("mia", "x", "y", "w")]
    assert similar_pairs(grades) == (SimilarPair(("mia", "tom"), ("p.q0", "p.q1"), 6.0, (3, 3)),)


def test_one_shared_answer_is_chance() -> None:
    assert similar_pairs([*OTHERS, grade("tom", "x", "y"), grade("mia", "x", "w")]) == ()


def test_what_many_got_wrong_in_the_same_way_is_not_rare() -> None:
    assert similar_pairs([*OTHERS, *(grade(student, "x", "y") for student in ("mia", "tom", "zoe"))]) == ()


EXPLAINED: dict[str, dict[str, Any]] = {
    "a misconception": {"misconception": Misconception("no-deep-cutoffs", "No deep cutoffs")},
    "a convention": {"convention": Convention("ties", "keep")},
}


@pytest.mark.parametrize("why", EXPLAINED.values(), ids=EXPLAINED)
def test_an_answer_that_an_idea_explains_says_nothing(why: dict[str, Any]) -> None:
    assert similar_pairs([*OTHERS, grade("tom", "x", "y", **why), grade("mia", "x", "y", **why)]) == ()


def test_the_same_answer_about_different_trees_is_not_the_same() -> None:
    grades = [*OTHERS, grade("tom", "x", "y"), grade("mia", "x", "y", expected="something else")]
    assert similar_pairs(grades) == ()


def test_the_list_has_a_row_for_each_pair_and_no_formula() -> None:
    pair = SimilarPair(("=1+1", "tom"), ("p.q0", "p.q1"), 6.0, (3, 2))
    header, row, *rest = similar_csv([pair]).splitlines()
    assert header == "student,other,same,wrong,wrong of other,weight,questions"
    assert row == "'=1+1,tom,2,3,2,6.0,p.q0 p.q1"
    assert rest == []


def test_of_more_pairs_than_are_told_these_are_the_most_telling() -> None:
    random = Random(7)
    answers = {f"s{number}": [random.choice(ascii_lowercase) for _ in range(24)] for number in range(120)}
    counts = Counter((place, given) for own in answers.values() for place, given in enumerate(own))
    rare = {answer: log2(120 / count) for answer, count in counts.items() if 2 <= count <= 6}
    shared = [
        [rare[answer] for answer in set(enumerate(one)) & set(enumerate(other)) if answer in rare]
        for one, other in combinations(answers.values(), 2)
    ]
    weights = sorted((round(sum(own), 6) for own in shared if len(own) >= 2), reverse=True)
    assert len(weights) > 400
    found = similar_pairs(grade(student, *given) for student, given in answers.items())
    assert [round(pair.weight, 6) for pair in found] == weights[:200]


def test_a_class_in_which_everybody_copied_has_as_many_pairs_as_are_told() -> None:
    groups = [f"{group}" for group in range(60)]
    grades = [
        grade(f"{group}-{one}", *(f"{group}{place}" for place in range(3)))
        for group in groups
        for one in range(4)
    ]
    found = similar_pairs(grades)
    assert len(found) == 200
    assert [pair.students for pair in found] == sorted(pair.students for pair in found)
    assert {pair.questions for pair in found} == {("p.q0", "p.q1", "p.q2")}
