"""The idea behind wrong answers: named when it alone explains them, and never when it does not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from grader.diagnosis import Evidence, Predictions, diagnose, ideas
from grader.questions import KINDS, Question
from grader.questions.node_question import AboutNodes
from grader.rule import Rule
from grader.solving import Solution, solve
from grader.tree.language import parse_tree

TEXTBOOK = "max(min(3, 12, 8), min(2, 4, 6), min(14, 5, 2))"
DEEP = "max(5, min(max(1, min(2, 6)), 9))"
SUBTLE = "max(min(max(2, min(0, 8)), max(9, 8)), min(max(min(-1, max(-3, 0)), min(max(3, 8), -2)), 4))"
TIES = "max(min(3, 4), min(3, 1), min(2, 9))"


class Sheet:
    """Questions about trees, answered as a test says, and rightly where it says nothing."""

    def __init__(
        self, *trees: str, rule: Rule | None = None, asks: tuple[str, ...] = ("value", "best-move", "pruned")
    ) -> None:
        solutions = [solve(parse_tree(tree), rule or Rule()) for tree in trees]
        self.predictions = [Predictions(_question(ask, each), each) for each in solutions for ask in asks]

    def evidence(self, changes: Mapping[int, Any]) -> list[Evidence]:
        keys = [part.question.key(part.solution) for part in self.predictions]
        given = [
            {**key, **changes.get(place, {})} if isinstance(key, dict) else changes.get(place, key)
            for place, key in enumerate(keys)
        ]
        return [part.evidence(answer) for part, answer in zip(self.predictions, given, strict=True)]

    def by(self, idea: str) -> dict[int, Any]:
        """The answers of somebody who goes by an idea."""
        bit = [each.id for each in ideas()].index(idea)
        said = {place: part.of(bit) for place, part in enumerate(self.predictions)}
        return {
            place: parts if isinstance(self.predictions[place].question, AboutNodes) else parts[""]
            for place, parts in said.items()
            if parts
        }


def _question(ask: str, solution: Solution) -> Question:
    fields: dict[str, Any] = {"id": ask, "rule": solution.rule}
    if ask in ("value", "window"):
        fields["of"] = tuple(node.name for node in solution.tree if not node.is_leaf)
    return KINDS[ask](**fields)


def names(sheet: Sheet, changes: Mapping[int, Any]) -> list[str]:
    found = diagnose(sheet.evidence(changes))
    return [] if found is None else [idea.id for idea in found.ideas]


def test_a_right_sheet_has_no_diagnosis() -> None:
    assert diagnose(Sheet(TEXTBOOK).evidence({})) is None


def test_an_idea_that_alone_explains_everything_is_named() -> None:
    sheet = Sheet(DEEP, TEXTBOOK, SUBTLE)
    found = diagnose(sheet.evidence(sheet.by("no-deep-cutoffs")))
    assert found is not None
    assert [idea.id for idea in found.ideas] == ["no-deep-cutoffs"]
    assert found.explains == found.of == 25


def test_what_fits_equally_well_is_offered_together() -> None:
    sheet = Sheet(TEXTBOOK, "max(min(9, 1), min(5, 6), min(2, 4))", asks=("pruned",))
    together = names(sheet, sheet.by("root-window-reset"))
    assert set(together) >= {"bookkeeping-without-cutting", "root-window-reset"}


def test_nothing_is_named_when_nothing_fits() -> None:
    assert names(Sheet(TEXTBOOK), {0: {"B": 7}}) == []


def test_an_answer_that_contradicts_an_idea_rules_it_out() -> None:
    sheet = Sheet(TEXTBOOK, DEEP)
    mistaken = sheet.by("players-inverted")
    assert names(sheet, mistaken) == ["players-inverted"]
    assert names(sheet, {0: mistaken[0]}) == []


def test_another_convention_is_named_before_a_misconception() -> None:
    sheet = Sheet(TIES, asks=("pruned",))
    found = diagnose(sheet.evidence({0: ("C2",)}))
    right = sheet.predictions[0].solution.pruned
    assert right == ("C2", "D2")
    assert found is None or not found.is_convention
    keep = solve(parse_tree(TIES), Rule(ties="keep")).pruned
    found = diagnose(sheet.evidence({0: keep}))
    assert found is not None
    assert found.is_convention
    assert found.ideas[0].id == "ties-cut-as-keep"


def test_a_single_wrong_move_is_too_little() -> None:
    assert names(Sheet(TEXTBOOK), {1: "D"}) == []
    assert names(Sheet(TEXTBOOK, TEXTBOOK), {1: "D", 4: "D"}) == ["best-score-never-updated"]


def test_a_slip_on_top_of_an_idea_is_seen_as_one() -> None:
    sheet = Sheet(TEXTBOOK, DEEP, "max(min(4, 5), min(6, max(7, 1)))")
    answers = sheet.by("players-inverted")
    answers[3] = {**answers[3], "A": 77}
    found = diagnose(sheet.evidence(answers))
    assert found is not None
    assert [idea.id for idea in found.ideas] == ["players-inverted"]
    assert found.slip == 3
    assert found.explains == found.of - 1


@pytest.mark.parametrize("idea", ["alpha-beta-labels-swapped", "as-exit"])
def test_windows_have_their_own_ideas(idea: str) -> None:
    sheet = Sheet(TEXTBOOK, asks=("window",))
    assert names(sheet, sheet.by(idea)) == [idea]


def test_a_question_that_does_not_follow_from_the_search_is_no_evidence() -> None:
    solution = solve(parse_tree(TEXTBOOK))
    question = KINDS["true-false"](id="true-false", rule=solution.rule, right=True, text="a claim")  # type: ignore[call-arg]
    predictions = Predictions(question, solution)
    assert predictions.parts == ()
    assert predictions.evidence(False) == Evidence()


def test_what_a_question_exposes_is_what_some_idea_answers_otherwise() -> None:
    predictions = Sheet(TEXTBOOK, asks=("pruned",)).predictions[0]
    exposed = {idea.id for bit, idea in enumerate(ideas()) if predictions.exposed() >> bit & 1}
    assert "trigger-also-pruned" in exposed
    assert "no-deep-cutoffs" not in exposed
    assert "players-inverted" not in exposed
