"""Published keys of trees with unknown leaves, and of trees of several players."""

from itertools import product
from pathlib import Path
from typing import Any

import pytest
import yaml

from grader.rule import Rule
from grader.solving import Solution, solve
from grader.solving.number_line import LINE
from grader.solving.unknown_leaf import OpenSolution, solve_as_far, unknowns_of, with_numbers
from grader.tree import Tree
from grader.tree.language import parse_tree
from tests.player_trees import plain_max_n

OTHERS = Path(__file__).parent / "known" / "others"
PROBES = (-100, 0, 2, 3, 12, 13, 100)


def cases(name: str) -> list[Any]:
    found: list[Any] = yaml.safe_load((OTHERS / f"{name}.yaml").read_text(encoding="utf-8"))["cases"]
    return [pytest.param(case, id=case["id"]) for case in found]


def is_as_published(solution: Solution, said: dict[str, Any]) -> bool:
    pruned = [name for name in solution.pruned if solution.tree[name].is_leaf]
    found = {"value": solution.value, "pruned-leaves": pruned, "best-move": solution.best_moves[0]}
    return {about: found[about] for about in said} == said


@pytest.mark.parametrize("ties", ["cut", "keep"])
@pytest.mark.parametrize("case", cases("unknown-leaves"))
def test_what_is_published_of_unknown_leaves_holds_for_every_number(case: Any, ties: Any) -> None:
    tree, said = parse_tree(case["tree"]), case["always"]
    for name in unknowns_of(tree):
        others = [other for other in unknowns_of(tree) if other != name]
        for numbers in product(PROBES[:: len(others)], repeat=len(others)):
            solution = solve_as_far(
                with_numbers(tree, dict(zip(others, numbers, strict=True))), Rule(ties=ties)
            )
            assert isinstance(solution, OpenSolution)
            assert solution.numbers_where(lambda found: is_as_published(found, said)) == LINE


@pytest.mark.parametrize("case", cases("several-players"))
def test_what_is_published_of_several_players_is_what_we_compute(case: Any) -> None:
    tree: Tree = parse_tree(case["tree"])
    published = {name: tuple(said) for name, said in case["values"].items()}
    ours, plain = solve(tree, Rule()).values, plain_max_n(tree)
    assert {name: ours[name] for name in published} == published
    assert {name: plain[name] for name in published} == published
