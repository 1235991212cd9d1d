"""What a student is told of the ideas behind wrong answers, and at which answer."""

from __future__ import annotations

import grader
from grader.grading import Grade
from grader.problems import load_problems
from grader.submissions import read_submission
from grader.text.sentences import sentences
from grader.text.source import Source

SET = """\
set: told
rule: aima
problems:
  - id: wide
    tree: max(min(3, 12, 8), min(2, 4, 6), min(14, 5, 2))
    questions: [{ask: pruned}, {ask: visited, as: order}]
  - id: deep
    tree: max(min(max(2, 4), max(6, 1)), min(3, 9))
    questions: [{ask: pruned}, {ask: visited, as: order}]
  - id: deeper
    tree: "[[[[4, 2], [7, 5]], [[1, 6], [8, 3]]], [[[9, 0], [2, 2]], [[5, 3], [6, 7]]]]"
    questions: [{ask: pruned}, {ask: visited, as: order}]
"""
FINISHED = sentences()("idea-looks.visited-in-post-order")
WRONG = sentences()("idea-wrong.visited-in-post-order")
ONLY_MAX = {
    "wide": ("none", "[B1, B2, B3, B, C1, C2, C3, C, D1, D2, D3, D, A]"),
    "deep": ("[E2]", "[D1, D2, D, E1, E, B, C1, C2, C, A]"),
    "deeper": (
        "[O1, O2]",
        "[H1, H2, H, I1, I2, I, D, J1, J2, J, K1, K2, K, E, B, L1, L2, L, M1, M2, M, F, N1, N2, N, G, C, A]",
    ),
}
RIGHT = {
    "wide": ("[C2, C3]", "[B1, B2, B3, B, C1, C, D1, D2, D3, D, A]"),
    "deep": ("[E2, C2]", "[D1, D2, D, E1, E, B, C1, C, A]"),
}


def marked(answers: dict[str, tuple[str, str]]) -> Grade:
    lines = ["student: ada", "answers:"]
    for problem, (pruned, visited) in answers.items():
        lines += [f"  {problem}:", f"    pruned: {pruned}", f"    visited: {visited}"]
    problems = load_problems(Source(SET, "set.yaml"))
    return grader.grade(problems, read_submission("\n".join(lines).encode(), "ada.yaml"))


def test_each_of_two_ideas_is_told_at_an_answer_that_it_spoils() -> None:
    pruned, visited, *_ = marked(ONLY_MAX).checks
    assert "That way, C2 is looked at, although the search skips it." in pruned.idea
    assert not any(FINISHED in sentence for sentence in pruned.idea)
    assert FINISHED in visited.idea[0]
    assert visited.idea[1] == "That starts with B1 instead of A."
    assert visited.idea[-1] == "Together, these explain all 6 of your wrong answers."


def test_what_was_said_as_a_reason_is_not_said_again_of_the_idea() -> None:
    _, visited, *_ = marked(RIGHT).checks
    assert FINISHED in visited.idea[0]
    assert visited.feedback.count(WRONG) == 1
