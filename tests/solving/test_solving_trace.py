"""The search can be told step by step, with alpha, beta and the value at each."""

from fractions import Fraction
from math import inf

from grader.rule import Rule
from grader.solving import Step, solve, steps_table
from grader.tree.language import parse_tree


def test_each_step_has_the_window_and_the_value_of_its_node() -> None:
    steps = solve(parse_tree("max(3, min(2, 9))")).steps
    assert steps == (
        Step("enter", "A", -inf, inf, -inf, "Max moves at A"),
        Step("leaf", "A1", -inf, inf, 3, "A1 is worth 3"),
        Step("update", "A", 3, inf, 3, "A is at least 3 by A1"),
        Step("enter", "B", 3, inf, inf, "Min moves at B"),
        Step("leaf", "B1", 3, inf, 2, "B1 is worth 2"),
        Step("update", "B", 3, 2, 2, "B is at most 2 by B1"),
        Step(
            "cut", "B", 3, 2, 2,
            "B is at most 2 after B1, but Max can already get 3 at A1, so the rest of B cannot matter",
        ),
        Step("return", "B", 3, 2, 2, "B is at most 2"),
        Step("update", "A", 3, inf, 3, "B changes nothing at A"),
        Step("return", "A", 3, inf, 3, "A is 3"),
    )  # fmt: skip


def test_a_chance_node_adds_up_its_outcomes() -> None:
    steps = solve(parse_tree("chance(1/4 -> 2, 3/4 -> 5)")).steps
    assert [(step.value, step.sentence) for step in steps if step.node == "A"] == [
        (0, "chance moves at A"),
        (Fraction(1, 2), "A1 adds 1/2: A has 1/2 so far"),
        (Fraction(17, 4), "A2 adds 15/4: A has 17/4 so far"),
        (Fraction(17, 4), "A is 17/4"),
    ]


def test_minimax_updates_values_but_no_windows() -> None:
    steps = solve(parse_tree("max(3, 4)"), Rule(search="minimax")).steps
    assert {(step.alpha, step.beta) for step in steps} == {(-inf, inf)}
    assert [step.value for step in steps if step.action == "update"] == [3, 4]


def test_the_table_has_a_line_for_each_step_in_columns() -> None:
    assert steps_table(solve(parse_tree("min(节点 = 3, 1/2)")).steps) == (
        "step  action  node  α   β    v\n"
        "1     enter   A     −∞  ∞    ∞    Min moves at A\n"
        "2     leaf    节点  −∞  ∞    3    节点 is worth 3\n"
        "3     update  A     −∞  3    3    A is at most 3 by 节点\n"
        "4     leaf    A2    −∞  3    1/2  A2 is worth 1/2\n"
        "5     update  A     −∞  1/2  1/2  A is at most 1/2 by A2\n"
        "6     return  A     −∞  1/2  1/2  A is 1/2"
    )
