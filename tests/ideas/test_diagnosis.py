"""What explains a sheet: named when it is clearly the best explanation, and never when it is not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from math import inf
from typing import Any

import pytest

from grader.diagnosis import RIGHTLY, Diagnosis, Evidence, Hypothesis, Shift, diagnose, own_values, predict
from grader.diagnosis.cost_row import capped, cost_at, costs_of, in_row, ones, places_below
from grader.diagnosis.hypothesis import one_idea
from grader.diagnosis.predictions import NOTHING
from grader.grading import grade
from grader.ideas import BY_ID, Way
from grader.problems import load_problems
from grader.questions import KINDS, Question
from grader.rule import Rule
from grader.solving import Solution, solve
from grader.submissions import read_submission
from grader.text.source import Source
from grader.tree.language import parse_tree

TEXTBOOK = "max(min(3, 12, 8), min(2, 4, 6), min(14, 5, 2))"
DEEP = "max(5, min(max(1, min(2, 6)), 9))"
SUBTLE = "max(min(max(2, min(0, 8)), max(9, 8)), min(max(min(-1, max(-3, 0)), min(max(3, 8), -2)), 4))"
WIDE = "max(min(max(4, 7), max(9, 2), 6), min(max(3, 1), max(8, 5)), min(2, 10))"
TIES = "max(min(3, 4), min(3, 1), min(2, 9))"
LUCK = "max(chance(1/4 -> 8, 3/4 -> min(4, 2)), min(3, chance(1/3 -> 9, 2/3 -> 6)))"
BETS = "max(chance(1/2 -> 6, 1/2 -> 2), chance(1/4 -> 8, 3/4 -> 1))"
EQUALS = "max(min(7, 8), min(7, 9), min(3, 1, 7))"
WIDE_EQUALS = "max(min(max(4, 7), max(7, 2), 8), min(max(3, 7), max(8, 5)), min(7, 10))"
GAMBLE = "max(min(3, 7), chance(3/4 -> min(8, 2, 5), 1/4 -> min(6, 10)), chance(1/3 -> -4, 2/3 -> 2))"
SHORT = ("value", "best-move", "pruned")
LONG = (*SHORT, "visited", "window")


class Sheet:
    """Questions about trees: what a hypothesis answers to them, and what is told of such answers."""

    def __init__(self, *trees: str, asks: tuple[str, ...] = SHORT, **rule: Any) -> None:
        self.solutions = [_solved(tree, Rule(**rule)) for tree in trees]
        self.asked = [
            (place, _question(ask, tree, Rule(**rule))) for place, tree in enumerate(trees) for ask in asks
        ]

    def answers(self, hypothesis: Hypothesis = RIGHTLY) -> dict[tuple[int, str], Any]:
        """What is answered, by problem and question; what nobody comes to is left out."""
        found = {}
        for place, question in self.asked:
            said = predict(self.solutions[place], question).said(hypothesis)
            assert said is not None
            parts = {name: part for name, part in said.parts.items() if part is not NOTHING}
            found[place, question.id] = parts
        return found

    def told(
        self, given: Mapping[tuple[int, str], Mapping[str, Any]], without: tuple[str, ...] = ()
    ) -> tuple[Diagnosis, ...]:
        return diagnose(list(self.evidence(given)), without)

    def evidence(self, given: Mapping[tuple[int, str], Mapping[str, Any]]) -> Iterator[Evidence]:
        for place, question in self.asked:
            if (place, question.id) not in given:
                continue
            beside = [
                (other, self.solutions[place], given[place, other.id])
                for where, other in self.asked
                if where == place and (place, other.id) in given
            ]
            predictions = predict(self.solutions[place], question)
            own = own_values(beside)
            yield Evidence(str(place), predictions, given[place, question.id], own)

    def names(
        self, given: Mapping[tuple[int, str], Mapping[str, Any]], without: tuple[str, ...] = ()
    ) -> list[list[str]]:
        return [[idea.id for idea in ideas] for found in self.told(given, without) for ideas in found.named]

    def shifts(self, given: Mapping[tuple[int, str], Mapping[str, Any]]) -> list[Shift]:
        return [shift for found in self.told(given) for shift in found.shifts]


@cache  # what is predicted about a tree is worked out once
def _solved(tree: str, rule: Rule) -> Solution:
    return solve(parse_tree(tree), rule)


@cache
def _question(ask: str, tree: str, rule: Rule) -> Question:
    solution = _solved(tree, rule)
    fields: dict[str, Any] = {"id": ask, "rule": solution.rule}
    inner = tuple(node.name for node in solution.tree if not node.is_leaf)
    if ask == "value":
        fields["of"] = inner
    if ask in ("window", "exit"):
        fields["of"] = tuple(name for name in inner if name in solution.windows)
    if ask == "exit":
        return KINDS["window"](**fields, as_="exit")  # type: ignore[call-arg]
    if ask == "visited":
        fields["as_"] = "order"
    if ask == "count":
        fields["of"] = "leaves-evaluated"
    return KINDS[ask](**fields)


def by(*ideas: str, way: Way = "values-first") -> Hypothesis:
    return Hypothesis(tuple(BY_ID[idea] for idea in ideas), way)


def test_a_right_sheet_has_no_diagnosis() -> None:
    sheet = Sheet(TEXTBOOK)
    assert sheet.told(sheet.answers()) == ()


PRUNING = ["no-deep-cutoffs", "stop-at-first-worse-sibling", "inverted-cut-test", "global-window"]


@pytest.mark.parametrize("way", ["values-first", "run"])
@pytest.mark.parametrize("idea", PRUNING)
def test_a_wrong_pruning_is_named_whatever_the_values_are_from(idea: str, way: Way) -> None:
    sheet = Sheet(DEEP, TEXTBOOK, SUBTLE, WIDE, asks=LONG)
    assert sheet.names(sheet.answers(by(idea, way=way))) == [[idea]]


VALUES = ["players-inverted", "everyone-maximises", "expectimax-for-minimax"]


@pytest.mark.parametrize("asks", [SHORT, LONG], ids=["short", "long"])
@pytest.mark.parametrize("way", ["values-first", "own-values", "run"])
@pytest.mark.parametrize("idea", VALUES)
def test_an_idea_about_values_is_named_whatever_is_asked_besides(
    idea: str, way: Way, asks: tuple[str, ...]
) -> None:
    sheet = Sheet(TEXTBOOK, WIDE, SUBTLE, asks=asks)
    assert sheet.names(sheet.answers(by(idea, way=way))) == [[idea]]


OTHERWISE = [each for each in one_idea() if each.otherwise]


@pytest.mark.parametrize("other", OTHERWISE, ids=[each.ideas[0].id for each in OTHERWISE])
def test_an_idea_is_named_also_where_it_comes_about_otherwise(other: Hypothesis) -> None:
    """Bounds are kept but not tested, are confused in words too, or chance is not cut like a player."""
    sheet = Sheet(SUBTLE, GAMBLE, WIDE, asks=(*LONG, "cutoffs"))
    answers = sheet.answers(other)
    assert answers != sheet.answers(replace(other, otherwise=False))
    assert sheet.names(answers) == [[other.ideas[0].id]]


def test_what_cannot_be_told_apart_is_offered_together() -> None:
    sheet = Sheet(DEEP, TEXTBOOK, asks=("pruned",))
    (together,) = sheet.names({**sheet.answers(), (0, "pruned"): {"": ("B2",)}}) or [[]]
    assert together == [] or "no-deep-cutoffs" in together
    assert len(together) <= 3


def test_nothing_is_named_when_nothing_fits() -> None:
    sheet = Sheet(TEXTBOOK)
    wrong = {**sheet.answers(), (0, "value"): {"A": 7, "B": 9, "C": 11, "D": 13}}
    assert sheet.told(wrong) == ()


def test_an_idea_that_most_answers_speak_against_is_not_named() -> None:
    sheet = Sheet(TEXTBOOK, DEEP, WIDE)
    inverted = sheet.answers(by("players-inverted"))
    assert sheet.names(inverted) == [["players-inverted"]]
    one = {**sheet.answers(), (1, "value"): inverted[1, "value"]}
    assert sheet.names({**sheet.answers(), (0, "value"): {**one[0, "value"], "B": 12}}) == []


def test_a_slip_beside_an_idea_changes_nothing() -> None:
    sheet = Sheet(TEXTBOOK, DEEP, WIDE)
    answers = sheet.answers(by("players-inverted"))
    slipped = {**answers, (2, "pruned"): {"": (*answers[2, "pruned"][""], "D1")}}
    assert sheet.names(slipped) == [["players-inverted"]]


def test_a_slip_that_is_carried_upwards_is_one_slip() -> None:
    """D is 13 by a slip, and A follows from it rightly."""
    sheet = Sheet(TEXTBOOK, DEEP, SUBTLE)
    answers = sheet.answers(by("no-deep-cutoffs"))
    carried = {**answers, (0, "value"): {"A": 13, "B": 3, "C": 2, "D": 13}, (0, "best-move"): {"": "D"}}
    assert sheet.names(carried) == [["no-deep-cutoffs"]]


def test_slips_alone_are_no_idea() -> None:
    sheet = Sheet(TEXTBOOK, WIDE)
    right = sheet.answers()
    slipped = {
        **right,
        (0, "value"): {**right[0, "value"], "C": 4},
        (1, "pruned"): {"": (*right[1, "pruned"][""], "D2")},
    }
    assert sheet.names(slipped) == []


def test_a_slip_elsewhere_does_not_hide_what_one_answer_shows() -> None:
    """A forgotten cut is traced to an idea, and still is beside a wrong value in another problem."""
    sheet = Sheet(TEXTBOOK, WIDE)
    right = sheet.answers()
    forgotten = {**right, (1, "pruned"): {"": right[1, "pruned"][""][1:]}}
    assert sheet.names(forgotten) == [["beta-never-tightens", "no-pruning-in-leftmost-subtree"]]
    beside = {**forgotten, (0, "value"): {**right[0, "value"], "C": 4}}
    assert sheet.names(beside) == sheet.names(forgotten)


def test_an_idea_in_two_of_three_problems_is_named() -> None:
    sheet = Sheet(TEXTBOOK, WIDE, SUBTLE)
    answers = {**sheet.answers(by("everyone-maximises"))}
    learned = {key: part for key, part in sheet.answers().items() if key[0] == 2}
    assert sheet.names({**answers, **learned}) == [["everyone-maximises"]]


def test_different_ideas_in_different_problems_are_named_apart() -> None:
    sheet = Sheet(WIDE, SUBTLE, asks=LONG)
    first = {k: v for k, v in sheet.answers(by("players-inverted", way="own-values")).items() if k[0] == 0}
    second = {k: v for k, v in sheet.answers(by("global-window", way="run")).items() if k[0] == 1}
    assert sheet.names({**first, **second}) == [["players-inverted"], ["global-window"]]


@pytest.mark.parametrize("way", ["values-first", "own-values"])
def test_two_ideas_in_different_facets_are_both_named(way: Way) -> None:
    sheet = Sheet(TEXTBOOK, WIDE, SUBTLE, asks=LONG)
    both = by("everyone-minimises", "no-deep-cutoffs", way=way)
    assert sheet.names(sheet.answers(both)) == [["everyone-minimises"], ["no-deep-cutoffs"]]


RIGHT_TO_LEFT = Shift("order", "right-to-left")


@pytest.mark.parametrize("idea", ["players-inverted", "no-deep-cutoffs"])
def test_an_idea_is_named_also_under_another_convention(idea: str) -> None:
    sheet = Sheet(DEEP, SUBTLE, WIDE, asks=LONG)
    given = sheet.answers(replace(by(idea), shifts=(RIGHT_TO_LEFT,)))
    (found,) = sheet.told(given)
    assert ([[each.id for each in ideas] for ideas in found.named], found.shifts) == (
        [[idea]],
        (RIGHT_TO_LEFT,),
    )


def test_a_wrong_search_of_which_something_wrong_is_written_is_two_ideas() -> None:
    sheet = Sheet(TEXTBOOK, WIDE, SUBTLE, DEEP, asks=LONG)
    both = by("no-deep-cutoffs", "visited-in-post-order")
    assert sheet.names(sheet.answers(both)) == [["no-deep-cutoffs"], ["visited-in-post-order"]]


def test_the_second_of_two_ideas_may_be_an_either_or_of_ideas_about_different_facets() -> None:
    sheet = Sheet("max(min(max(2, 4), max(6, 1)), min(3, 9))", "max(min(3, 12, 8), min(5, 2, 6))", BETS)
    both = by("chance-as-best-case", "whole-cut-node-pruned")
    assert sheet.names(sheet.answers(both)) == [
        ["chance-as-best-case"],
        ["global-window", "whole-cut-node-pruned"],
    ]


def test_forgetting_to_prune_beside_another_idea_is_no_other_order() -> None:
    sheet = Sheet("max(min(max(2, 4), max(6, 1)), min(3, 9))", "max(min(3, 12, 8), min(5, 2, 6))", BETS)
    both = by("chance-as-best-case", "bookkeeping-without-cutting")
    first, second = sheet.names(sheet.answers(both))
    assert (first, second[0]) == (["chance-as-best-case"], "bookkeeping-without-cutting")


def test_whoever_forgets_to_prune_beside_another_idea_does_the_plainest_of_many_things() -> None:
    sheet = Sheet("max(min(3, 12), min(2, 4, 9))", "max(min(5, 9), min(1, 7))", BETS)
    both = by("chance-as-best-case", "bookkeeping-without-cutting")
    (found,) = sheet.told(sheet.answers(both))
    assert found.named == tuple((idea,) for idea in both.ideas)
    assert found.explanation.hypothesis.ideas == both.ideas


def test_a_misread_leaf_does_not_hide_an_idea() -> None:
    sheet = Sheet(TEXTBOOK, WIDE, SUBTLE, asks=LONG)
    misread = Sheet(TEXTBOOK.replace("3", "1"), WIDE, SUBTLE, asks=LONG)
    found = sheet.told(misread.answers(by("no-pruning-in-leftmost-subtree")))
    assert [idea.id for each in found for ideas in each.named for idea in ideas] == [
        "no-pruning-in-leftmost-subtree"
    ]
    (diagnosis,) = found
    assert diagnosis.explanation.misread is not None
    assert (diagnosis.explanation.misread.leaf, diagnosis.explanation.misread.number) == ("B1", 1)


def test_an_idea_that_is_switched_off_is_not_thought_of() -> None:
    sheet = Sheet(TEXTBOOK, WIDE, SUBTLE)
    answers = sheet.answers(by("players-inverted"))
    told = sheet.names(answers, without=("players-inverted",))
    assert not any("players-inverted" in ideas for ideas in told)


def test_a_single_wrong_move_is_too_little() -> None:
    sheet = Sheet(TEXTBOOK)
    assert sheet.told({**sheet.answers(), (0, "best-move"): {"": "D"}}) == ()


# Conventions.


def under(field: str, value: str) -> Hypothesis:
    return Hypothesis(shifts=(Shift(field, value),))


def test_another_convention_comes_before_an_idea() -> None:
    sheet = Sheet(TIES, WIDE, asks=("pruned",))
    assert sheet.solutions[0].pruned == ("C2", "D2")
    assert sheet.shifts(sheet.answers(under("ties", "keep"))) == [Shift("ties", "keep")]


@pytest.mark.parametrize("given", [{"pruned": {"": ()}}, {"count": {"": 9}}], ids=["none", "9 leaves"])
def test_whoever_prunes_nothing_does_not_search_from_right_to_left(given: dict[str, Any]) -> None:
    sheet = Sheet(TEXTBOOK, asks=tuple(given))
    assert sheet.shifts({(0, ask): answer for ask, answer in given.items()}) == []


def test_an_answer_that_says_something_is_enough_for_an_order() -> None:
    sheet = Sheet(WIDE, asks=("pruned",))
    assert sheet.shifts(sheet.answers(under("order", "right-to-left"))) == [Shift("order", "right-to-left")]


OPEN = """set: open
problems:
  - id: one
    tree: max(min(4, 8), min(?x, 5, 7), min(6, 9))
    questions:
      - {ask: for-which, unknown: x, holds: {nothing-pruned: true}}
      - {ask: for-which, id: seen, unknown: x, holds: {visited: C2}}
"""


@pytest.mark.parametrize(
    ("answers", "told"),
    [
        ("{for-which: all}", []),
        ("{for-which: x > 4, seen: always}", []),
        ("{for-which: all, seen: all}", ["bookkeeping-without-cutting"]),
    ],
)
def test_one_answer_of_all_numbers_is_too_little(answers: str, told: list[str]) -> None:
    sheet = f"set: open\nstudent: ada\nanswers:\n  one: {answers}\n"
    found = grade(load_problems(Source(OPEN, "open.yaml")), read_submission(sheet.encode(), "ada.yaml"))
    assert [idea.id for idea in found.misconceptions] == told
    assert all(check.convention is None for check in found.checks)


def test_a_start_with_an_open_window_is_a_convention() -> None:
    """Every window is another one where all utilities are known to lie in [−20, 20]."""
    sheet = Sheet(TEXTBOOK, DEEP, asks=LONG, utilities=(-20, 20))
    answers = sheet.answers(under("start", "open"))
    assert answers[0, "window"]["A"] == (-inf, inf)
    assert sheet.shifts(answers) == [Shift("start", "open")]


def test_windows_on_exit_may_be_tested_before_they_are_updated() -> None:
    sheet = Sheet(TEXTBOOK, WIDE, asks=("value", "exit"))
    assert sheet.shifts(sheet.answers(under("exit", "tested"))) == [Shift("exit", "tested")]


def test_deep_cuts_are_a_convention_where_the_rule_has_shallow_ones() -> None:
    sheet = Sheet(DEEP, SUBTLE, cutoffs="shallow")
    assert sheet.shifts(sheet.answers(under("cutoffs", "deep"))) == [Shift("cutoffs", "deep")]


def test_two_conventions_can_hold_at_once() -> None:
    both = Hypothesis(shifts=(Shift("ties", "keep"), Shift("order", "right-to-left")))
    sheet = Sheet("max(min(9, 2), min(1, 3), min(4, 3))", WIDE, asks=("pruned", "visited"))
    assert set(sheet.shifts(sheet.answers(both))) == set(both.shifts)


@pytest.mark.parametrize(("field", "value"), [("ties", "keep"), ("order", "right-to-left")])
@pytest.mark.parametrize("slip", [{"value": 99}, {"window": (-17, 17)}], ids=["a value", "a window"])
def test_a_slip_does_not_hide_a_convention(field: str, value: str, slip: dict[str, Any]) -> None:
    sheet = Sheet(EQUALS, WIDE_EQUALS, asks=LONG)
    ((question, wrong),) = slip.items()
    answers = sheet.answers(under(field, value))
    answers[1, question]["C"] = wrong
    assert sheet.shifts(answers) == [Shift(field, value)]
    answers[0, "value"]["B"] = 99
    assert sheet.shifts(answers) == []  # with two slips it is too little


def test_slips_that_look_like_a_convention_are_none() -> None:
    """Two of the answers are what somebody writes who keeps ties, and one is not."""
    sheet = Sheet(EQUALS, asks=LONG)
    answers = sheet.answers(under("ties", "keep"))
    answers[0, "value"]["A"] = 99
    assert sheet.told(answers) == ()


def test_windows_on_exit_are_no_windows_on_entry() -> None:
    sheet = Sheet(TEXTBOOK, asks=("window",))
    assert sheet.shifts(sheet.answers(under("as", "exit"))) == [Shift("as", "exit")]


def test_on_a_single_problem_an_idea_and_a_convention_may_both_be_said() -> None:
    sheet = Sheet("max(min(4, 6), min(4, 9, 2), min(4, 3))", asks=("pruned", "visited"))
    told = sheet.told(sheet.answers(under("ties", "keep")))
    assert [shift.field for found in told for shift in found.shifts] == ["ties"]
    assert all(found.explanation.cost == 0 for found in told)


# What answers say.


def test_a_question_that_does_not_follow_from_the_search_is_no_evidence() -> None:
    solution = solve(parse_tree(TEXTBOOK))
    question = KINDS["true-false"](id="true-false", rule=solution.rule, right=True, text="a claim")  # type: ignore[call-arg]
    assert predict(solution, question).parts == ()


def test_what_follows_from_a_wrong_value_costs_nothing() -> None:
    sheet = Sheet(TEXTBOOK)
    solution, question = sheet.solutions[0], sheet.asked[0][1]
    wrong = {"A": 13, "B": 3, "C": 2, "D": 13}
    own = own_values([(question, solution, wrong)])
    assert predict(solution, question).right_costs(wrong, own).keys() == wrong.keys()
    costs = predict(solution, question).right_costs(wrong, own)
    assert [name for name, cost in costs.items() if cost] == ["D"]


def test_a_set_costs_by_its_items_and_never_more_than_three() -> None:
    sheet = Sheet(TEXTBOOK, asks=("pruned",))
    predictions = predict(sheet.solutions[0], sheet.asked[0][1])
    one, two, many, none = (
        predictions.right_costs({"": given}, {})[""]
        for given in (("C2",), ("C2", "D3"), ("B1", "B2", "B3", "C1", "D1", "D2"), ())
    )
    assert 0 < none == one < two < many == 3 * one


@pytest.mark.parametrize(("given", "share"), [(("D3",), 0), (("C2",), 1), (("C2", "D3"), 0.5)], ids=str)
def test_what_does_not_fit_speaks_against_an_idea_where_it_should_have_shown(
    given: tuple[str, ...], share: float
) -> None:
    """C2 and C3 are pruned by whoever is right, and nothing by whoever forgets it."""
    (answer,) = Sheet(TEXTBOOK, asks=("pruned",)).evidence({(0, "pruned"): {"": given}})
    uncut = by("bookkeeping-without-cutting")
    assert answer.against(uncut) == share * answer.cost(uncut)
    assert answer.cost(uncut)


def test_an_idea_at_chance_is_named_by_its_values() -> None:
    sheet = Sheet(LUCK, "min(chance(1/4 -> 1, 3/4 -> 9), chance(1/2 -> 4, 1/2 -> max(6, 7)), 5)")
    assert sheet.names(sheet.answers(by("unweighted-average"))) == [["unweighted-average"]]
    assert sheet.names(sheet.answers(by("chance-as-best-case"))) == [["chance-as-best-case"]]


@pytest.mark.parametrize("idea", ["players-inverted", "no-deep-cutoffs", "unweighted-average"])
@pytest.mark.parametrize("way", ["values-first", "run"])
def test_all_hypotheses_at_once_cost_what_each_costs_alone(idea: str, way: Way) -> None:
    sheet = Sheet(SUBTLE, LUCK, asks=(*LONG, "exit", "count"))
    given = sheet.answers(by(idea, way=way))
    given[0, "value"] = {**given[0, "value"], "B": 7}
    given[1, "window"] = {}
    for answer in sheet.evidence(given):
        alone = [
            answer.predictions.cost(hypothesis, answer.given, answer.own, answer.right)
            for hypothesis in in_row()
        ]
        assert list(answer.costs) == alone


def test_a_whole_row_is_capped_and_compared_as_its_costs_are() -> None:
    costs = [(7 * place) % 11 for place in range(len(in_row()))]
    row = sum(cost * ones([place]) for place, cost in enumerate(costs))
    assert list(costs_of(capped(row, 5))) == [min(cost, 5) for cost in costs]
    assert capped(row, 10) == row
    assert list(places_below(row, 4)) == [place for place, cost in enumerate(costs) if cost < 4]
    assert not places_below(row, 0)
    assert [cost_at(row, place) for place in range(3)] == costs[:3]
