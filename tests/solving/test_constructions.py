"""Fillings and trees for which something holds: those that are found, and those that do not exist."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import inf
from random import Random
from typing import Literal, TypeAlias, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.rule import Rule
from grader.solving import Solution
from grader.solving.constructions import (
    EVERY_NUMBER,
    AllowedNumbers,
    NothingFound,
    TreeShape,
    Wanted,
    find_filling,
    find_tree,
)
from grader.solving.unknown_leaf import OpenSolution, solve_as_far
from grader.tree import Kind, Tree
from grader.tree.language import parse_tree
from tests.oracles import explore, true_values
from tests.oracles import plain as nested

Ties: TypeAlias = Literal["cut", "keep"]

DIGITS = AllowedNumbers(0, 4, whole=True)


def opened(tree: str, rule: Rule | None = None) -> OpenSolution:
    solution = solve_as_far(parse_tree(tree), rule or Rule())
    assert isinstance(solution, OpenSolution)
    return solution


def wanted(*tests: Callable[[Solution], bool], allowed: AllowedNumbers = DIGITS) -> Wanted:
    return Wanted(tests, tuple(range(5)), allowed)


def blank_tree(random: Random, blanks: int) -> str:
    """A random tree of three levels with small numbers, some of which are missing."""
    numbers = [str(random.randrange(5)) for _ in range(6)]
    for place in random.sample(range(6), blanks):
        numbers[place] = "_"
    a, b, c, d, e, f = numbers
    shapes = (
        f"max(min({a}, {b}, {c}), min({d}, {e}, {f}))",
        f"max({a}, min({b}, max({c}, min({d}, {e}))), {f})",
        f"min(max({a}, {b}), max(min({c}, {d}), {e}), {f})",
    )
    return random.choice(shapes)


@given(st.integers(0, 10**6), st.sampled_from(get_args(Ties)), st.integers(2, 3))
@settings(deadline=None)
def test_a_filling_is_found_just_where_trying_all_finds_one(seed: int, ties: Ties, blanks: int) -> None:
    random = Random(seed)
    solution = opened(blank_tree(random, blanks), Rule(ties=ties))
    names = solution.tree.names
    pruned, value = random.choice([*names[1:], ""]), random.randrange(5)

    def holds(tree: Tree) -> bool:
        """By engines that share nothing with the search."""
        fields = {"ties": ties}
        found = true_values(nested(tree, fields))[names[0]] >= value
        return found and (not pruned or pruned in explore(tree, fields).pruned)

    every = product(range(5), repeat=blanks)
    exists = any(
        holds(solution.filled(dict(zip(solution.blanks, each, strict=True))).whole) for each in every
    )
    conditions = wanted(
        lambda found: found.value >= value, lambda found: not pruned or pruned in found.pruned
    )
    if not exists:
        with pytest.raises(NothingFound) as nothing:
            find_filling(solution, conditions)
        assert nothing.value.certain
        return
    filling = find_filling(solution, conditions)
    assert holds(solution.filled(filling).whole)
    assert all(number in DIGITS for number in filling.values())


def test_one_blank_is_settled_for_all_numbers_also_below_chance() -> None:
    solution = opened("max(3, chance(1/2 -> _, 1/2 -> 1))")
    assert find_filling(solution, Wanted((lambda found: found.value == 7,), (7,), EVERY_NUMBER)) == {"B1": 13}
    with pytest.raises(NothingFound) as nothing:
        find_filling(solution, Wanted((lambda found: found.value == 2,), (2,), EVERY_NUMBER))
    assert nothing.value.certain


def test_below_chance_a_few_whole_numbers_are_all_tried() -> None:
    """A sum that only some pairs make: 5 and 14, say, are near to no number that anybody states."""
    solution = opened("chance(1/3 -> _, 1/3 -> _, 1/3 -> min(_, 40))")
    numbers, third = AllowedNumbers(0, 15, whole=True), 41

    def holds(found: Solution) -> bool:
        return found.value == Fraction(third, 3)

    filling = find_filling(solution, Wanted((holds,), (Fraction(third, 3),), numbers))
    assert sum(filling.values()) == third
    with pytest.raises(NothingFound) as nothing:
        find_filling(
            opened("chance(1/2 -> _, 1/2 -> _)"), Wanted((lambda found: found.value == 1 / 3,), (), numbers)
        )
    assert nothing.value.certain


def test_between_two_numbers_there_are_others_unless_they_have_to_be_whole() -> None:
    solution = opened("max(min(3, _), min(4, _))")
    conditions = (lambda found: 3 < found.values["C"] < 4, lambda found: found.values["B"] == 3)
    found = find_filling(solution, Wanted(conditions, (3, 4), EVERY_NUMBER))
    assert 3 < found["C2"] < 4
    with pytest.raises(NothingFound) as nothing:
        find_filling(solution, Wanted(conditions, (3, 4), AllowedNumbers(whole=True)))
    assert nothing.value.certain


def test_what_cannot_be_decided_in_so_many_steps_is_not_certain() -> None:
    tree = f"max({', '.join(f'min({place}, _, _)' for place in range(8))})"
    with pytest.raises(NothingFound) as nothing:
        find_filling(opened(tree), wanted(lambda found: found.value > 100))
    assert not nothing.value.certain


def test_the_larger_a_tree_the_fewer_searches_of_it_are_tried() -> None:
    leaves = ", ".join(f"min({place}, max(2, 1, 3, 5), _)" for place in range(40))
    with pytest.raises(NothingFound) as nothing:
        find_filling(opened(f"max({leaves})"), wanted(lambda found: found.value > 100))
    assert (nothing.value.certain, nothing.value.steps) == (False, 600_000 // 321)


def test_utilities_bound_what_may_be_filled_in() -> None:
    solution = opened("max(min(3, _), min(4, _))", Rule(utilities=(0, 5)))
    found = find_filling(solution, Wanted((lambda each: each.value >= 3,), (3,), EVERY_NUMBER))
    assert all(0 <= number <= 5 for number in found.values())


SHAPES = {
    "usual": TreeShape((4, 8), (2, 4)),
    "flat": TreeShape((3, 3), (1, 1)),
    "thin": TreeShape((2, 2), (4, 4)),
}


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
def test_a_tree_has_the_size_that_was_asked_for(shape: TreeShape) -> None:
    tree = find_tree(shape, Rule(), Wanted((lambda found: found.value > -inf,), (), DIGITS))
    assert shape.leaves[0] <= tree.kinds.count(Kind.LEAF) <= shape.leaves[1]
    assert shape.depth[0] <= max(tree.depths()) <= shape.depth[1]
    assert all(leaf.utility in DIGITS for leaf in tree.leaves)


def test_no_tree_is_found_where_there_is_none_but_that_is_never_certain() -> None:
    with pytest.raises(NothingFound) as nothing:
        find_tree(TreeShape((2, 3), (1, 1)), Rule(), wanted(lambda found: bool(found.pruned)))
    assert not nothing.value.certain
