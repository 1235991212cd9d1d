"""Shapes that are drawn for their cuts: they have them at once, and none that there is goes missing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations, product
from typing import Any

import pytest

from grader.generating.cut_plan import draw_plan
from grader.generating.cut_shapes import CutShapes, are_foreseen, has_many_cuts
from grader.generating.draws import Draws
from grader.generating.generator import generate
from grader.generating.goal_fields import GoalRange, NumberRange
from grader.generating.goals import Goals
from grader.generating.planned_numbers import fill_in
from grader.generating.shape import sketched_tree
from grader.rule import Rule
from grader.tree.language import parse_tree
from tests import oracles
from tests.generating.test_laws import check

RARE: dict[str, tuple[dict[str, Any], Rule]] = {
    "many cuts": ({"leaves": "12..14", "depth": "4", "cutoffs": "6..", "deep": "4.."}, Rule()),
    "many leaves pruned": ({"leaves": "11", "leaves-pruned": "6", "inner-pruned": "2.."}, Rule()),
    "cuts at both": (
        {"leaves": "12", "cutoffs-at-max": "2", "cutoffs-at-min": "3", "deep": "1"},
        Rule(ties="keep"),
    ),
    "the best move": ({"leaves": "10", "cutoffs": "4", "best-move": "2"}, Rule(order="right-to-left")),
    "no first move": ({"leaves": "10", "cutoffs": "3..", "no-guess": "true"}, Rule(best="last")),
    "uniform": ({"leaves": "12", "shape": "uniform", "cutoffs": "4.."}, Rule()),
    "even": ({"leaves": "12", "depth": "3", "shape": "even", "cutoffs": "4.."}, Rule()),
    "lopsided": ({"leaves": "9..12", "shape": "lopsided", "deep": "2.."}, Rule()),
    "cuts that skip nothing": ({"leaves": "9", "cutoffs": "5.."}, Rule(last_child="event")),
    "layers": ({"leaves": "12", "layers": "max,max,min", "cutoffs": "3..", "deep": "2.."}, Rule()),
}  # fmt: skip


@pytest.mark.parametrize(("fields", "rule"), RARE.values(), ids=RARE)
def test_what_few_shapes_have_room_for_is_met_at_once(fields: dict[str, Any], rule: Rule) -> None:
    goals = Goals.from_fields({**fields, "distinct": "true", "ties": "none"})
    harvest = generate(goals, rule, "1", 8)
    assert len(harvest.trees) == 8
    assert harvest.steps <= 16
    for found in harvest.trees:
        check(found.tree, goals, rule)


def test_shapes_with_many_cuts_are_not_always_the_same() -> None:
    goals = Goals.from_fields(RARE["many cuts"][0])
    trees = [found.tree for found in generate(goals, Rule(), "1", 30).trees]
    assert len({(tree.kinds, tree.ends) for tree in trees}) >= 20


def test_below_chance_cuts_are_planned_afresh() -> None:
    goals = Goals.from_fields({"leaves": "14", "kinds": "max,min,chance", "cutoffs": "4..", "deep": "1.."})
    rule = Rule(chance="reset")
    assert has_many_cuts(goals)
    assert are_foreseen(goals, rule)
    for found in generate(goals, rule, "1", 5).trees:
        assert len(oracles.explore(found.tree, oracles.fields_of(rule)).cutoffs) >= 4


_COUNTS = ("cutoffs", "leaves_pruned", "inner_pruned", "cutoffs_at_max", "cutoffs_at_min")


def _shapes(leaves: int, levels: int) -> Iterator[list[Any] | None]:
    """All shapes of at most so many levels, with 2 or 3 children at every inner node."""
    if leaves == 1:
        yield None
    for number in (2, 3) if levels else ():
        for parts in product(range(1, leaves), repeat=number):
            if sum(parts) == leaves:
                yield from (list(each) for each in product(*(_shapes(part, levels - 1) for part in parts)))


def _filled(shape: list[Any] | None, numbers: Iterator[int]) -> Any:
    return next(numbers) if shape is None else [_filled(child, numbers) for child in shape]


@pytest.mark.parametrize("levels", [3, 4])
def test_all_combinations_of_cuts_that_there_are_are_known(levels: int) -> None:
    fields = oracles.fields_of(Rule())
    seen = set()
    for shape in _shapes(5, levels):
        for numbers in permutations(range(5)):
            tree = parse_tree(str(_filled(shape, iter(numbers))))
            if max(tree.depths()) < levels:
                break
            record = oracles.explore(tree, fields)
            pruned = [tree[name].is_leaf for name in record.pruned]
            at_max = sum(tree[cut.at].kind == "max" for cut in record.cutoffs)
            cuts = len(record.cutoffs)
            seen.add((cuts, sum(pruned), len(pruned) - sum(pruned), at_max, cuts - at_max))
    size = Goals.from_fields({"leaves": "5", "depth": f"{levels}", "branching": "2..3", "root": "max"})
    for combination in product(range(4), range(4), range(3), range(3), range(3)):
        counts: dict[str, Any] = {
            name: GoalRange(each, each) for name, each in zip(_COUNTS, combination, strict=True)
        }
        shapes = CutShapes(replace(size, **counts), Rule())
        assert (shapes.draw(Draws("1")) is not None) == (combination in seen), combination


def test_a_shape_has_the_cuts_that_were_drawn_with_it() -> None:
    goals = Goals.from_fields({"leaves": "12", "cutoffs": "4", "deep": "2", "leaves-pruned": "6"})
    shapes, draws = CutShapes(goals, Rule()), Draws("1")
    for _ in range(20):
        drawn = shapes.draw(draws)
        assert drawn is not None
        plan = draw_plan(drawn[0], goals, Rule(), draws, patterns=drawn[1])
        assert not plan.shortfall(goals)
        assert fill_in(plan, range(100), draws, distinct=True)
        check(sketched_tree(drawn[0]), replace(goals, numbers=NumberRange(0, 99)), Rule())
