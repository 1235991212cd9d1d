"""What is right and wrong in an answer → the share of the points."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.questions.credit import (
    Credit,
    credit_for_order,
    credit_for_parts,
    credit_for_set,
    right_beginning,
)
from grader.questions.verdict import Parts, PartVerdict
from grader.text.sentences import sentences

SAY = sentences()
TABLE = {1: Fraction(1, 2), 2: Fraction(1, 4)}
OF_SETS: tuple[PartVerdict, ...] = ("right", "wrong", "missed")
VERDICTS = st.lists(st.sampled_from(OF_SETS), max_size=8)


def parts(*verdicts: PartVerdict) -> Parts:
    return {f"N{number}": verdict for number, verdict in enumerate(verdicts)}


PARTS: dict[str, tuple[Credit, Parts, Any]] = {
    "each": ("each", parts("right", "wrong", "right"), (Fraction(2, 3), "2 right of 3")),
    "each, carried": (
        "each", parts("right", "wrong", "carried"), (Fraction(2, 3), "1 right + 1 carried forward of 3"),
    ),
    "each, unreadable": ("each", parts("right", "unreadable", "missed"), (Fraction(1, 3), "1 right of 3")),
    "all right": ("all", parts("right", "carried"), (Fraction(1), "everything is right")),
    "not all right": ("all", parts("right", "missed"), (Fraction(0), "not everything is right")),
    "nothing wrong by a table": (TABLE, parts("right"), (Fraction(1), "0 wrong, which leaves 1")),
    "one wrong by a table": (TABLE, parts("wrong", "right"), (Fraction(1, 2), "1 wrong, which leaves 1/2")),
    "more than the table has": (
        TABLE, parts("wrong", "missed", "wrong"), (Fraction(0), "3 wrong, which leaves 0"),
    ),
}  # fmt: skip


@pytest.mark.parametrize(("credit", "found", "expected"), PARTS.values(), ids=PARTS)
def test_parts_are_counted(credit: Credit, found: Parts, expected: Any) -> None:
    assert credit_for_parts(credit, found, SAY) == expected


SETS: dict[str, tuple[Credit, Parts, Any]] = {
    "all of it": ("each", parts("right", "right"), (Fraction(1), "2 right of 2")),
    "some of it": ("each", parts("right", "missed", "right"), (Fraction(2, 3), "2 right of 3")),
    "one too many": (
        "each", parts("right", "right", "missed", "wrong"), (Fraction(1, 3), "2 right − 1 wrong of 3"),
    ),
    "more wrong than right": (
        "each", parts("right", "wrong", "wrong"), (Fraction(0), "1 right − 2 wrong of 1 (never below 0)"),
    ),
    "nothing, rightly": ("each", {}, (Fraction(1), "nothing named, and nothing to name")),
    "something, where there is nothing": (
        "each", parts("wrong"), (Fraction(0), "1 named, but there is nothing to name"),
    ),
    "as a whole": ("all", parts("right", "missed"), (Fraction(0), "not everything is right")),
    "nothing as a whole": ("all", {}, (Fraction(1), "everything is right")),
    "by a table": (TABLE, parts("right", "missed", "wrong"), (Fraction(1, 4), "2 wrong, which leaves 1/4")),
}  # fmt: skip


@pytest.mark.parametrize(("credit", "found", "expected"), SETS.values(), ids=SETS)
def test_sets_are_counted(credit: Credit, found: Parts, expected: Any) -> None:
    assert credit_for_set(credit, found, SAY) == expected


ORDERS: dict[str, tuple[Credit, tuple[int, int, int], Any]] = {
    "all of it": ("each", (3, 3, 3), (Fraction(1), "3 of 3 right from the start")),
    "a beginning": ("prefix", (2, 3, 4), (Fraction(1, 2), "2 of 4 right from the start")),
    "too long": ("prefix", (3, 5, 3), (Fraction(3, 5), "3 of 5 right from the start")),
    "nothing at all": ("each", (0, 0, 0), (Fraction(1), "0 of 0 right from the start")),
    "as a whole": ("all", (2, 3, 3), (Fraction(0), "not everything is right")),
    "by a table": (TABLE, (2, 3, 3), (Fraction(1, 2), "1 wrong, which leaves 1/2")),
}


@pytest.mark.parametrize(("credit", "sizes", "expected"), ORDERS.values(), ids=ORDERS)
def test_orders_are_counted(credit: Credit, sizes: tuple[int, int, int], expected: Any) -> None:
    assert credit_for_order(credit, *sizes, SAY) == expected


@pytest.mark.parametrize(
    ("given", "key", "count"),
    [("", "abc", 0), ("abc", "abc", 3), ("abd", "abc", 2), ("abcd", "abc", 3), ("x", "abc", 0)],
)
def test_the_right_beginning_ends_before_the_first_that_is_not(given: str, key: str, count: int) -> None:
    assert right_beginning(given, key) == count


@given(st.sampled_from(("each", "all", TABLE)), VERDICTS)
def test_a_share_is_never_below_0_or_above_1(credit: Credit, verdicts: list[PartVerdict]) -> None:
    share, _ = credit_for_set(credit, parts(*verdicts), SAY)
    assert 0 <= share <= 1
    assert (share == 1) == ({"wrong", "missed"}.isdisjoint(verdicts))


@given(st.sampled_from(("each", "all", TABLE)), VERDICTS)
def test_one_more_wrong_item_never_earns_more(credit: Credit, verdicts: list[PartVerdict]) -> None:
    share, _ = credit_for_set(credit, parts(*verdicts), SAY)
    assert credit_for_set(credit, parts(*verdicts, "wrong"), SAY)[0] <= share
