"""Whether a leaf matters can be checked by hand, with ±∞ in its place; the two meanings differ."""

from math import inf, isnan
from typing import Any

import pytest

from grader.rule import Rule
from grader.solving import Sanity, Solution, solve
from grader.tree.language import parse_tree

AIMA = "max(min(3, 12, 8), min(2, 4, 6), min(14, 5, 2))"


def solved(text: str, **fields: Any) -> Solution:
    return solve(parse_tree(text), Rule(**fields))


@pytest.mark.parametrize(
    "expected",
    [
        Sanity("B1", value=3, lowest=2, highest=8, changes=True, can_matter=True),
        Sanity("C2", value=3, lowest=3, highest=3, changes=False, can_matter=False),
        Sanity("D1", value=3, lowest=3, highest=3, changes=False, can_matter=True),
        Sanity("D3", value=3, lowest=3, highest=5, changes=True, can_matter=True),
    ],
    ids=lambda expected: expected.leaf,
)
def test_a_leaf_is_checked_in_both_meanings(expected: Sanity) -> None:
    assert solved(AIMA).sanity(expected.leaf) == expected


def test_leaves_that_do_not_matter_as_things_are_may_still_have_to_be_looked_at() -> None:
    solution = solved(AIMA)
    assert solution.irrelevant == ("C2", "C3", "D1", "D2")
    assert solution.pruned == ("C2", "C3")


def test_what_can_matter_depends_on_the_order_of_search() -> None:
    there, back = (solved("max(3, min(2, 4))", order=order) for order in ("left-to-right", "right-to-left"))
    assert (there.sanity("B2").can_matter, back.sanity("B2").can_matter) == (False, True)


def test_known_utilities_limit_what_can_matter() -> None:
    tree = "max(8, chance(1, 9))"
    assert solved(tree).sanity("B2").can_matter
    assert not solved(tree, utilities=(0, 9)).sanity("B2").can_matter


def test_in_a_window_of_one_number_no_leaf_can_matter() -> None:
    assert not solved("max(4, chance(1, 9))", window=(3, 3), ties="keep").sanity("B1").can_matter


def test_an_outcome_beside_an_infinite_one_is_irrelevant() -> None:
    solution = solved("chance(inf, 3, min(4, 5))")
    assert solution.irrelevant == ("A2", "B1", "B2")
    sanity = solution.sanity("A2")
    assert isnan(sanity.lowest)
    assert (sanity.highest, sanity.changes) == (inf, False)


def test_error_only_a_leaf_can_be_checked() -> None:
    with pytest.raises(ValueError, match="`B` is not a leaf"):
        solved(AIMA).sanity("B")
    with pytest.raises(KeyError, match="no node is named `X1`"):
        solved(AIMA).sanity("X1")
