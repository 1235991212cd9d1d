"""Named wrong algorithms: each on its smallest tree, and the search that they all vary."""

from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings

from grader.misconceptions import MISCONCEPTIONS, Imagined, NotPredicted, Search, imagine
from grader.rule import Rule
from grader.rule.rule_fields import TiesWord
from grader.solving import Solution, solve
from grader.text.numbers import read_number
from grader.tree import Kind, Tree
from grader.tree.language import parse_tree
from tests.strategies import cases, trees

BY_ID = {misconception.id: misconception for misconception in MISCONCEPTIONS}
FILE = Path(__file__).parent / "smallest" / "misconceptions.yaml"
SMALLEST = yaml.load(FILE.read_text(encoding="utf-8"), yaml.BaseLoader)  # noqa: S506 - it only makes texts


def answers(solution: Solution, asked: dict[str, Any]) -> dict[str, object]:
    """What a solution says about the parts of an answer that a case mentions."""
    tree = solution.tree
    parts: dict[str, Any] = {
        "value": lambda: solution.value,
        "move": lambda: solution.best_moves[0],
        "pruned": lambda: [name for name in solution.pruned if tree[name].kind is Kind.LEAF],
        "window": lambda: list(solution.windows[tree.root.name]),
    }
    return {part: parts[part]() for part in asked}


def expected(asked: dict[str, Any]) -> dict[str, object]:
    numbers = {"value": read_number, "window": lambda pair: [read_number(number) for number in pair]}
    return {part: numbers.get(part, lambda given: given)(given) for part, given in asked.items()}


@pytest.mark.parametrize("case", SMALLEST, ids=[case["id"] for case in SMALLEST])
def test_a_misconception_gives_its_answers_on_its_smallest_tree(case: dict[str, Any]) -> None:
    fields = {name: case[name] for name in ("utilities",) if name in case}
    solution = solve(parse_tree(case["tree"]), Rule.from_fields({"chance": "star1", **fields}))
    misconception = BY_ID[case["id"]]
    assert answers(solution, case["right"]) == expected(case["right"])
    assert answers(Imagined.by(misconception(solution)), case["wrong"]) == expected(case["wrong"])
    assert answers(solution, case["wrong"]) != expected(case["wrong"]), "the tree does not tell them apart"
    assert misconception.always_right == (case["always-right"] == "yes")


def test_every_misconception_has_a_smallest_tree() -> None:
    assert {case["id"] for case in SMALLEST} == set(BY_ID)


def test_there_are_forty_misconceptions_and_each_has_a_name() -> None:
    assert len(BY_ID) == len(MISCONCEPTIONS) >= 40
    assert "" not in BY_ID


@given(cases())
def test_the_search_with_nothing_replaced_does_what_the_solver_does(
    case: tuple[Tree, dict[str, Any]],
) -> None:
    tree, fields = case
    solution = solve(tree, Rule(**fields))
    searched = Search(solution)
    names = solution.tree.names
    assert tuple(names[index] for index in searched.windows) == solution.visited
    assert {names[index]: window for index, window in searched.windows.items()} == dict(solution.windows)
    assert {names[index]: window for index, window in searched.exits.items()} == dict(solution.exits)
    assert {names[index]: result for index, result in searched.returned.items()} == dict(solution.returned)
    assert tuple(searched.stops) == solution.log.stops


@settings(max_examples=40)
@given(cases())
def test_no_misconception_fails_on_any_tree_under_any_rule(case: tuple[Tree, dict[str, Any]]) -> None:
    tree, fields = case
    solution = solve(tree, Rule(**fields))
    for identity, imagined in imagine(solution):
        for part in (
            "values",
            "returned",
            "windows",
            "exits",
            "visited",
            "pruned",
            "counts",
            "best_moves",
            "line",
        ):
            try:
                getattr(imagined, part)
            except NotPredicted:
                continue
        if BY_ID[identity].always_right:
            assert imagined.value == solution.value


@pytest.mark.parametrize("ties", ["cut", "keep"])
@settings(max_examples=40)
@given(tree=trees(chance_nodes=False))
def test_a_search_that_is_always_right_finds_the_value_of_the_root(ties: TiesWord, tree: Tree) -> None:
    solution = solve(tree, Rule(ties=ties))
    for misconception in MISCONCEPTIONS:
        if misconception.always_right:
            assert misconception(solution).returned[0] == solution.value


def test_a_misconception_is_silent_about_what_it_does_not_concern() -> None:
    solution = solve(parse_tree("max(min(3, 12), min(2, 4))"))
    imagined = Imagined.by(BY_ID["players-inverted"](solution))
    for part in ("visited", "pruned", "windows", "returned", "bounds", "cutoffs", "irrelevant"):
        with pytest.raises(NotPredicted):
            getattr(imagined, part)


@pytest.mark.parametrize("depth", [2_000, pytest.param(10_000, marks=pytest.mark.slow)])
def test_a_deep_tree_is_no_problem(depth: int) -> None:
    tree = parse_tree("max(min(" * (depth // 2) + "3" + "))" * (depth // 2))
    solution = solve(tree)
    for misconception in MISCONCEPTIONS:
        assert len(misconception(solution).windows) > 0
