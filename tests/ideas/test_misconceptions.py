"""Wrong ideas: each on its smallest tree, and the search that those about pruning vary."""

from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given

from grader.diagnosis import Hypothesis
from grader.ideas import (
    BY_ID,
    CATALOGUE,
    OF_PLAYERS,
    OF_PROGRAMS,
    NotPredicted,
    Search,
    Undefined,
    Way,
    WrongIdea,
    imagine,
)
from grader.questions.kinds.value import Values
from grader.rule import Rule
from grader.rule.rule_fields import TiesWord
from grader.solving import Solution, solve
from grader.text.numbers import Number, Payoffs, read_number
from grader.tree import Kind, Tree
from grader.tree.language import parse_tree
from tests.player_trees import PLAIN_WISHES, plain_max_n, player_trees
from tests.strategies import cases, trees

FILE = Path(__file__).parents[2] / "grader" / "ideas" / "smallest.yaml"
SMALLEST = yaml.load(FILE.read_text(encoding="utf-8"), yaml.BaseLoader)  # noqa: S506 - it only makes texts
PARTS = ("values", "returned", "windows", "exits", "visited", "pruned", "counts", "best_moves", "line")


def answers(solution: Solution, asked: dict[str, Any]) -> dict[str, object]:
    """What a solution says about the parts of an answer that a case mentions."""
    tree = solution.tree
    parts: dict[str, Any] = {
        "value": lambda: solution.value,
        "move": lambda: solution.best_moves[0],
        "pruned": lambda: [name for name in solution.pruned if tree[name].kind is Kind.LEAF],
        "visited": lambda: list(solution.visited),
        "window": lambda: list(solution.windows[tree.root.name]),
    }
    return {part: parts[part]() for part in asked}


def read_value(text: str) -> Number | Payoffs:
    """A number, or what something is worth to each of several players."""
    if not text.startswith("("):
        return read_number(text)
    return Payoffs(map(read_number, text[1:-1].split(", ")))


def expected(asked: dict[str, Any]) -> dict[str, object]:
    numbers = {"value": read_value, "window": lambda pair: [read_number(number) for number in pair]}
    return {part: numbers.get(part, lambda given: given)(given) for part, given in asked.items()}


def in_first_way(idea: WrongIdea, solution: Solution) -> Solution:
    """What somebody with an idea finds: about values by working them out, about a search by doing it."""
    way: Way = "values-first" if idea.facet in ("values", "chance") else "run"
    instead = Hypothesis((idea,), way).answered(Values(id="value", rule=solution.rule), solution)
    assert instead is not None
    return instead[1]


@pytest.mark.parametrize("case", SMALLEST, ids=[case["id"] for case in SMALLEST])
def test_an_idea_gives_its_answers_on_its_smallest_tree(case: dict[str, Any]) -> None:
    fields = {name: case[name] for name in ("utilities",) if name in case}
    rule = {name: int(word) if word.isdigit() else word for name, word in case.get("rule", {}).items()}
    solution = solve(parse_tree(case["tree"]), Rule.from_fields({"chance": "star1", **fields, **rule}))
    idea = BY_ID[case["id"]]
    assert answers(solution, case["right"]) == expected(case["right"])
    assert answers(in_first_way(idea, solution), case["wrong"]) == expected(case["wrong"])
    assert answers(solution, case["wrong"]) != expected(case["wrong"]), "the tree does not tell them apart"
    assert idea.always_right == (case["always-right"] == "yes")


def test_every_idea_has_a_smallest_tree() -> None:
    assert [case["id"] for case in SMALLEST if case["id"] not in BY_ID] == []
    assert {case["id"] for case in SMALLEST} == set(BY_ID)


def test_every_idea_has_a_name_of_its_own() -> None:
    assert len(BY_ID) == len((*CATALOGUE, *OF_PROGRAMS, *OF_PLAYERS)) >= 70
    assert "" not in BY_ID


def test_every_idea_about_several_players_is_written_twice() -> None:
    assert {idea.id for idea in OF_PLAYERS} == set(PLAIN_WISHES)


@pytest.mark.parametrize("idea", OF_PLAYERS, ids=lambda idea: idea.id)
@given(tree=player_trees())
def test_an_idea_about_several_players_does_what_the_plainest_recursion_does(
    idea: WrongIdea, tree: Tree
) -> None:
    found = imagine(solve(tree, Rule()), idea.work, "run").values
    assert {name: tuple(found[name]) for name in tree.names} == plain_max_n(  # type: ignore[arg-type]
        tree, wish=PLAIN_WISHES[idea.id]
    )


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


@given(cases())
def test_no_idea_fails_on_any_tree_under_any_rule(case: tuple[Tree, dict[str, Any]]) -> None:
    tree, fields = case
    solution = solve(tree, Rule(**fields))
    for idea in CATALOGUE:
        for way in idea.ways:
            try:
                imagined = imagine(solution, idea.work, way)
            except Undefined:
                continue
            for part in PARTS:
                try:
                    getattr(imagined, part)
                except NotPredicted:
                    continue
            if idea.always_right:
                assert imagined.value == solution.value or way == "run"


@given(cases())
def test_no_idea_that_comes_about_otherwise_fails_either(case: tuple[Tree, dict[str, Any]]) -> None:
    tree, fields = case
    solution = solve(tree, Rule(**fields))
    for idea in CATALOGUE:
        for way in idea.ways if idea.otherwise else ():
            imagined = imagine(solution, idea.otherwise or idea.work, way)
            for part in (*PARTS, "cutoffs"):
                with suppress(NotPredicted):
                    getattr(imagined, part)


@pytest.mark.parametrize("ties", ["cut", "keep"])
@pytest.mark.parametrize("idea", ["alpha-never-tightens", "beta-never-tightens"])
@given(tree=trees(chance_nodes=False, infinities=False))  # an infinite leaf meets the root's own bound
def test_whoever_never_tests_a_bound_cuts_as_if_it_were_not_there(
    idea: str, ties: TiesWord, tree: Tree
) -> None:
    solution = solve(tree, Rule(ties=ties))
    otherwise = BY_ID[idea].otherwise
    assert otherwise is not None
    unknown, untested = (imagine(solution, work, "run") for work in (BY_ID[idea].work, otherwise))
    assert untested.visited == unknown.visited
    assert dict(untested.returned) == dict(unknown.returned)
    for name in untested.visited:
        if name in solution.windows and name in unknown.windows:
            (alpha, beta), (low, high) = untested.windows[name], unknown.windows[name]
            assert low <= alpha
            assert beta <= high


@pytest.mark.parametrize("idea", ["chance-as-worst-case", "chance-as-best-case"])
@given(tree=trees())
def test_a_chance_node_that_is_not_cut_is_worth_the_same_extreme(idea: str, tree: Tree) -> None:
    solution = solve(tree, Rule())
    otherwise = BY_ID[idea].otherwise
    assert otherwise is not None
    values = imagine(solution, otherwise, "own-values").values
    assert dict(values) == dict(imagine(solution, BY_ID[idea].work, "own-values").values)


@pytest.mark.parametrize("ties", ["cut", "keep"])
@given(tree=trees(chance_nodes=False))
def test_a_search_that_is_always_right_finds_the_value_of_the_root(ties: TiesWord, tree: Tree) -> None:
    solution = solve(tree, Rule(ties=ties))
    for idea in CATALOGUE:
        if idea.always_right:
            assert imagine(solution, idea.work, "run").value == solution.value


def test_a_wrong_step_is_taken_in_every_way_that_a_sheet_can_be_filled_in() -> None:
    """Values first, and then a right search; or a search that prunes by these values."""
    solution = solve(parse_tree("max(min(3, 12, 8), min(2, 4, 6), min(14, 5, 2))"))
    idea = BY_ID["players-inverted"]
    found = {way: imagine(solution, idea.work, way) for way in idea.ways}
    assert {way: each.value for way, each in found.items()} == dict.fromkeys(idea.ways, 6)
    assert found["values-first"].pruned == solution.pruned
    assert found["own-values"].pruned == ("D2", "D3")


def test_two_ideas_can_be_had_together() -> None:
    solution = solve(parse_tree("max(min(3, 12), min(2, 4), 1)"))
    both = BY_ID["everyone-maximises"].work | BY_ID["bookkeeping-without-cutting"].work
    imagined = imagine(solution, both, "run")
    assert (imagined.value, imagined.pruned) == (12, ())


def test_an_idea_is_silent_about_what_does_not_follow_from_it() -> None:
    solution = solve(parse_tree("max(min(3, 12), min(2, 4))"))
    imagined = imagine(solution, BY_ID["players-inverted"].work, "values-first")
    for part in ("bounds", "irrelevant", "log"):
        with pytest.raises(NotPredicted):
            getattr(imagined, part)


@pytest.mark.parametrize("depth", [2_000, pytest.param(10_000, marks=pytest.mark.slow)])
def test_a_deep_tree_is_no_problem(depth: int) -> None:
    tree = parse_tree("max(min(" * (depth // 2) + "3" + "))" * (depth // 2))
    solution = solve(tree)
    for idea in CATALOGUE:
        for way in idea.ways:
            assert len(imagine(solution, idea.work, way).visited) > 0
