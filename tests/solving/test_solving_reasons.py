"""Every cutoff says which bound failed, who set it, and why, in a sentence that a student understands."""

from typing import Any

import pytest

from grader.rule import Rule
from grader.solving import Cutoff, solve
from grader.tree.language import parse_tree


def cutoffs(text: str, **fields: Any) -> tuple[Cutoff, ...]:
    return solve(parse_tree(text), Rule(**fields)).cutoffs


def test_a_cutoff_knows_all_about_itself() -> None:
    assert cutoffs("max(min(3, 12, 8), min(2, 4, 6))") == (
        Cutoff(
            at="C", after="C1", alpha=3, beta=2, value=2, bound="alpha", set_by="B",
            skipped=("C2", "C3"), deep=False,
            why="C is at most 2 after C1, but Max can already get 3 at B, so the rest of C cannot matter",
        ),
    )  # fmt: skip


SENTENCES: dict[str, tuple[str, dict[str, Any], str]] = {
    "at a Max node": (
        "min(max(3, 2), max(5, 4))",
        {},
        "C is at least 5 after C1, but Min can already hold Max to 3 at B, so the rest of C cannot matter",
    ),
    "a tie": (
        "max(min(3, 4), min(3, 1))",
        {},
        "C is at most 3 after C1, and Max can already get 3 at B: a tie is cut",
    ),
    "deep": (
        "R = max(A = 10, S = min(B = 20, T = max(C = 1, U = min(D = 4, X = 2))))",
        {},
        "U is at most 4 after D, but further up, at R, Max can already get 10 with A, "
        "so the rest of U cannot matter",
    ),
    "deep at a Max node": (
        "R = min(A = 1, S = max(0, T = min(9, U = max(4, 2))))",
        {},
        "U is at least 4 after U1, but further up, at R, Min can already hold Max to 1 with A, "
        "so the rest of U cannot matter",
    ),
    "known utilities": (
        "max(4, 10, 6)",
        {"utilities": (0, 10)},
        "A is at least 10 after A2, and no leaf can be above 10, so the rest of A cannot matter",
    ),
    "known utilities at a Min node": (
        "min(4, 0, 6)",
        {"utilities": (0, 10)},
        "A is at most 0 after A2, and no leaf can be below 0, so the rest of A cannot matter",
    ),
    "infinity": (
        "max(4, inf, 6)",
        {},
        "A is at least ∞ after A2, and nothing is above ∞, so the rest of A cannot matter",
    ),
    "the window": (
        "max(min(3, 4), 9)",
        {"window": (5, 20)},
        "B is at most 3 after B1, but the search started with α = 5, so the rest of B cannot matter",
    ),
    "the window at the root": (
        "max(7, 4)",
        {"window": (-5, 6)},
        "A is at least 7 after A1, but the search started with β = 6, so the rest of A cannot matter",
    ),
    "below chance, by known utilities": (
        "chance(max(10, 3), 1)",
        {"utilities": (0, 10)},
        "B is at least 10 after B1, and no leaf can be above 10, so the rest of B cannot matter",
    ),
    "star1": (
        "max(8, E = chance(1, 2, 3))",
        {"chance": "star1", "utilities": (0, 10)},
        "even if every outcome after E1 were worth 10, E would be at most 7, "
        "but Max can already get 8 at A1, so the rest of E cannot matter",
    ),
    "star1 for beta": (
        "min(2, E = chance(9, 8, 3))",
        {"chance": "star1", "utilities": (0, 10)},
        "even if every outcome after E1 were worth 0, E would be at least 3, "
        "but Min can already hold Max to 2 at A1, so the rest of E cannot matter",
    ),
    "star1 after an infinite outcome": (
        "max(8, E = chance(-inf, 2))",
        {"chance": "star1"},
        "E is −∞ after E1, whatever its other outcomes are worth, but Max can already get 8 at A1, "
        "so the rest of E cannot matter",
    ),
    "an outcome of star1": (
        "max(B = 5, E = chance(1/2 -> 1, 1/2 -> C = min(2, 7)))",
        {"chance": "star1"},
        "C is at most 2 after C1, but it would have to be above 9 for E to beat the 5 that Max can already "
        "get at B, so the rest of C cannot matter",
    ),
    "an outcome of star1 for beta": (
        "min(B = 5, E = chance(1/2 -> 1, 1/2 -> C = max(12, 7)))",
        {"chance": "star1"},
        "C is at least 12 after C1, but it would have to be below 9 for E to stay under the 5 that Min can "
        "already hold Max to at B, so the rest of C cannot matter",
    ),
    "an outcome of star1 in a window": (
        "E = chance(1/2 -> 1, 1/2 -> C = min(2, 7))",
        {"chance": "star1", "window": (5, 20)},
        "C is at most 2 after C1, but it would have to be above 9 for E to lie inside the window that the "
        "search started with, so the rest of C cannot matter",
    ),
    "after the last child": (
        "max(min(3, 4), min(5, 2))",
        {"last_child": "event"},
        "C is at most 2 after C2, but Max can already get 3 at B, though nothing is left to skip",
    ),
    "a tie after the last child": (
        "max(min(3, 4), min(5, 3))",
        {"last_child": "event"},
        "C is at most 3 after C2, and Max can already get 3 at B: a tie, with nothing left to skip",
    ),
    "star1 after the last outcome": (
        "max(8, E = chance(9, 2))",
        {"chance": "star1", "last_child": "event"},
        "E is at most 11/2 after E2, but Max can already get 8 at A1, though nothing is left to skip",
    ),
    "a name in quotes": (
        'max(3, "my node" = min(2, 4))',
        {},
        '"my node" is at most 2 after "my node1", but Max can already get 3 at A1, '
        'so the rest of "my node" cannot matter',
    ),
}


@pytest.mark.parametrize(("text", "fields", "why"), SENTENCES.values(), ids=SENTENCES)
def test_a_cutoff_says_why(text: str, fields: dict[str, Any], why: str) -> None:
    assert [cutoff.why for cutoff in cutoffs(text, **fields)] == [why]


@pytest.mark.parametrize(
    ("text", "fields", "set_by", "deep"),
    [
        ("max(min(3, 4), min(2, 4))", {}, "B", False),
        ("R = max(A = 10, S = min(20, T = max(1, U = min(4, 2))))", {}, "A", True),
        ("max(7, 4)", {"window": (-5, 6)}, None, False),
        ("max(min(3, 4), 9)", {"window": (5, 20)}, None, False),
        ("max(min(max(min(3, 4))))", {"window": (5, 20)}, None, True),
        ("max(min(max(10, 4), 1))", {"utilities": (0, 10)}, None, True),
    ],
    ids=["by a sibling", "further up", "the root's window", "just below it", "further below", "utilities"],
)
def test_deep_means_not_set_at_the_parent(
    text: str, fields: dict[str, Any], set_by: str | None, deep: bool
) -> None:
    (cutoff,) = cutoffs(text, **fields)
    assert (cutoff.set_by, cutoff.deep) == (set_by, deep)


def test_of_several_children_the_one_that_set_the_bound_is_named() -> None:
    (cutoff,) = cutoffs("max(1, 5, 3, 5, min(4, 6))")
    assert cutoff.set_by == "A2"


def test_what_is_skipped_is_named_in_the_order_of_search() -> None:
    (cutoff,) = cutoffs("max(min(7, 6, 2), 3)", order="right-to-left")
    assert (cutoff.after, cutoff.skipped) == ("B3", ("B2", "B1"))


def test_minimax_has_no_cutoffs_not_even_events() -> None:
    assert cutoffs("max(min(3, 4), min(5, 2))", search="minimax", last_child="event") == ()
