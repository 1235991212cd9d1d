"""The last message of a run: bounded plain data with exact types, and not a word believed."""

import json
from decimal import Decimal
from fractions import Fraction
from math import inf, nan
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.sandbox.apis import APIS, CS188, TREE
from grader.sandbox.inside import results
from grader.sandbox.inside.results import NoResult
from grader.sandbox.run.final_message import UNREADABLE, read_float, read_result
from grader.sandbox.run.packed_messages import Forged
from grader.sandbox.run.program import Run
from grader.text.numbers import Number, Typed, same_number
from tests.sandbox.programs import TEXTBOOK, task


def _read(returned: Any, tree: str = TEXTBOOK, api: str = "tree") -> Run:
    """What we read of something that a function returned, by way of the child."""
    said = {"outcome": "returned", **results.read_result(returned, APIS[api].returns)}
    return read_result(json.dumps(said).encode(), task(tree), APIS[api])


VALUES: dict[str, tuple[Any, Number]] = {
    "an integer": (3, 3),
    "a negative one": (-3, -3),
    "a fraction": (Fraction(7, 3), Fraction(7, 3)),
    "a whole fraction": (Fraction(6, 3), 2),
    "a whole float": (3.0, 3),
    "infinity": (inf, inf),
    "the other one": (-inf, -inf),
    "many digits": (10**300, 10**300),
}


@pytest.mark.parametrize(("returned", "value"), VALUES.values(), ids=VALUES)
def test_a_value_is_read_exactly(returned: Any, value: Number) -> None:
    seen = _read(returned)
    assert (seen.outcome, seen.value, type(seen.value), seen.move) == ("returned", value, type(value), None)


FLOATS = {
    "thirds": (7 / 3, Fraction(7, 3)),
    "a sum of tenths": (0.1 + 0.2, Fraction(3, 10)),
    "almost a whole number": (2.9999999999999996, 3),
    "almost nothing": (1e-17, 0),
    "a half": (-2.5, Fraction(-5, 2)),
    "a large number": (1e6 / 3, Fraction(10**6, 3)),
    "a very large number": (1e300, int(1e300)),
}


@pytest.mark.parametrize(("returned", "expected"), FLOATS.values(), ids=FLOATS)
def test_a_float_counts_as_what_it_was_rounded_from(returned: float, expected: Number) -> None:
    assert same_number(read_float(returned), expected, rounding=2) or returned == expected


def test_a_float_is_not_any_other_number() -> None:
    assert not same_number(read_float(2.3334), Fraction(7, 3), rounding=2)


def test_a_float_is_shown_as_it_was_returned() -> None:
    seen = _read((7 / 3, "a1"))
    assert (seen.value, seen.returned) == (Typed("2.333333333"), "(2.3333333333333335, a1)")


class Everything(int):
    """Equals whatever it is compared with."""

    __hash__ = int.__hash__

    def __eq__(self, other: object) -> bool:
        return True


def _generator() -> Any:
    yield 1


class Pair(NamedTuple):
    value: int
    move: str


class Lying(type):
    def __eq__(cls, other: object) -> bool:
        return other is int

    def __hash__(cls) -> int:
        return hash(int)


class Liar(metaclass=Lying):
    pass


WRONG: dict[str, tuple[Any, str]] = {
    "none": (None, "none"),
    "none in a pair": ((None, None), "none-in-pair"),
    "a boolean": (True, "bool"),
    "not a number": (nan, "nan"),
    "too many digits": (10**302, "digits"),
    "a fraction with too many": (Fraction(1, 10**302), "digits"),
    "a subclass": (Everything(3), "subclass"),
    "a named tuple": (Pair(3, "a1"), "tuple"),
    "a Decimal": (Decimal(3), "decimal"),
    "a Decimal in a pair": ((Decimal(3), "a1"), "decimal"),
    "a pair in a pair": (((3, 4), "a1"), "type"),
    "a type that claims to be int": (Liar(), "type"),
    "a decimal number as text": ("3", "text"),
    "bytes": (b"3", "bytes"),
    "a complex number": (3 + 0j, "complex"),
    "a generator": (_generator(), "generator"),
    "a function": (_generator, "function"),
    "one thing in a tuple": ((3,), "length"),
    "three things": ((3, "a1", 4), "length"),
    "a dictionary": ({"value": 3}, "type"),
    "the move before the value": (("a1", 3), "text"),
    "a boolean in a pair": ((False, "a1"), "bool"),
}


@pytest.mark.parametrize(("returned", "kind"), WRONG.values(), ids=WRONG)
def test_error_a_result_that_is_no_value_says_what_it_is(returned: Any, kind: str) -> None:
    with pytest.raises(NoResult) as caught:
        results.read_result(returned, TREE.returns)
    assert caught.value.kind == kind
    assert kind in UNREADABLE


def test_error_a_fraction_whose_parts_lie() -> None:
    number = Fraction(1, 2)
    number._numerator = Everything(1)  # type: ignore[attr-defined]  # noqa: SLF001 - as an attack does
    with pytest.raises(NoResult) as caught:
        results.plain_number(number)
    assert caught.value.kind == "type"


MOVES: dict[str, tuple[str, Any, str | None]] = {
    "a label": (TEXTBOOK, "a1", "a1"),
    "a number": ("max(3, 4)", 2, "A2"),
    "the name of an inner child": ("max(min(1, 2), 4)", 1, "B"),
    "no move": (TEXTBOOK, None, None),
}


@pytest.mark.parametrize(("tree", "move", "named"), MOVES.values(), ids=MOVES)
def test_a_move_is_named_as_the_tree_names_it(tree: str, move: Any, named: str | None) -> None:
    seen = _read((3, move), tree)
    assert (seen.move, seen.trouble) == (named, None)


NO_MOVES: dict[str, tuple[str, Any, str]] = {
    "an unknown label": (TEXTBOOK, "a9", "'a9'"),
    "a number where there are labels": (TEXTBOOK, 1, "1"),
    "a number from 0": ("max(3, 4)", 0, "0"),
    "a child's name": ("max(min(1, 2), 4)", "B", "'B'"),
    "something else": (TEXTBOOK, ["a1"], "['a1']"),
    "a huge number": (TEXTBOOK, 10**100, f"1{'0' * 100}"),
    "a number beyond writing": (TEXTBOOK, 10**5000, "<int>"),
    "a long text": (TEXTBOOK, "x" * 1000, f"'{'x' * 198}…"),
    "a number as a text": ("max(3, 4)", "1", "'1'"),
}


@pytest.mark.parametrize(("tree", "move", "said"), NO_MOVES.values(), ids=NO_MOVES)
def test_a_move_that_the_root_does_not_have_costs_the_move_alone(tree: str, move: Any, said: str) -> None:
    seen = _read((3, move), tree)
    assert (seen.outcome, seen.value, seen.move) == ("returned", 3, None)
    assert seen.trouble is not None
    assert (seen.trouble.kind, seen.trouble.message) == ("no-such-move", said)
    assert seen.returned == f"(3, {said})"


def test_a_textbook_function_may_return_the_move_alone() -> None:
    seen = _read("a2", api="aima")
    assert (seen.value, seen.move, seen.returned) == (None, "a2", "a2")


def test_a_textbook_value_is_what_the_player_to_move_gets() -> None:
    assert _read((-3, "l"), "min(l -> 3, r -> 4)", "aima").value == 3


def test_an_agent_returns_no_pair() -> None:
    with pytest.raises(NoResult):
        results.read_result((3, "a1"), CS188.returns)


def test_an_agent_that_returns_nothing_is_told_so() -> None:
    with pytest.raises(NoResult) as caught:
        results.read_result(None, CS188.returns)
    assert caught.value.kind == "none"


LIES: dict[str, object] = {
    "no outcome": {},
    "an outcome of ours": {"outcome": "timeout"},
    "an outcome of no kind": {"outcome": ["returned"]},
    "a list": [],
    "a verdict": {"outcome": "returned", "verdict": "right"},
    "a value that is a number": {"outcome": "returned", "value": 3},
    "a value of three parts": {"outcome": "returned", "value": ["int", "3", "3"]},
    "a value of no kind": {"outcome": "returned", "value": ["Decimal", "3"]},
    "a value with a long text": {"outcome": "returned", "value": ["int", "9" * 1000]},
    "a value with other digits": {"outcome": "returned", "value": ["int", "٣"]},
    "a value with an underscore": {"outcome": "returned", "value": ["int", "1_0"]},
    "a fraction without end": {"outcome": "returned", "value": ["Fraction", "1/0"]},
    "nan": {"outcome": "returned", "value": ["float", "nan"]},
    "utilities and a text": {"outcome": "returned", "value": [["int", "3"], "x"]},
    "utilities of utilities": {"outcome": "returned", "value": [[["int", "3"]]]},
    "no utilities": {"outcome": "returned", "value": []},
    "a move that is a list": {"outcome": "returned", "value": ["int", "3"], "move": ["a1"]},
    "a move that is true": {"outcome": "returned", "value": ["int", "3"], "move": True},
    "trouble that is a text": {"outcome": "raised", "trouble": "no"},
    "trouble with more": {"outcome": "raised", "trouble": {"earned": 3}},
    "a line that is a text": {"outcome": "raised", "trouble": {"line": "3"}},
    "a traceback that is a text": {"outcome": "raised", "trouble": {"traceback": "x"}},
    "an unreadable result of no kind": {"outcome": "unreadable", "trouble": {"kind": "right"}},
    "a message that is a number": {"outcome": "raised", "trouble": {"message": 3}},
}


@pytest.mark.parametrize("said", LIES.values(), ids=LIES)
def test_error_a_message_that_no_honest_child_sends(said: object) -> None:
    with pytest.raises(Forged):
        read_result(json.dumps(said).encode(), task(), TREE)


BYTES = {"nothing": b"", "no JSON": b"{", "too deep": b"[" * 60_000, "no text": b"\xff\xfe\xfd"}


@pytest.mark.parametrize("data", BYTES.values(), ids=BYTES)
def test_error_bytes_that_are_no_message(data: bytes) -> None:
    with pytest.raises(Forged):
        read_result(data, task(), TREE)


def test_trouble_is_bounded_and_without_controls() -> None:
    trouble = {
        "kind": "E" * 1000,
        "message": "\x1b[2J\0",
        "traceback": ["x\r"] * 1000,
        "file": "a\nb",
        "line": 3,
    }
    said = json.dumps({"outcome": "raised", "trouble": trouble}).encode()
    seen = read_result(said, task(), TREE, ["a\nb"]).trouble
    assert seen is not None
    assert (len(seen.kind), seen.message, seen.file) == (250, "␛[2J␀", "a␊b")
    assert seen.traceback == ("x␍",) * 40


PLACES: dict[str, dict[str, object]] = {
    "a file that was not handed in": {"file": "set.yaml", "line": 1},
    "a file that is no text": {"file": ["search.py"]},
    "a line before the first": {"file": "search.py", "line": -1},
    "a line that no file has": {"file": "search.py", "line": 10**400},
}


@pytest.mark.parametrize("place", PLACES.values(), ids=PLACES)
def test_error_trouble_in_a_place_that_is_not_the_student_s(place: dict[str, object]) -> None:
    said = json.dumps({"outcome": "raised", "trouble": place}).encode()
    with pytest.raises(Forged, match="its trouble is not what it should be"):
        read_result(said, task(), TREE, ["search.py"])


def test_a_number_is_shown_with_so_many_digits_only() -> None:
    said = json.dumps({"outcome": "returned", "value": ["float", f"1.{'0' * 300}"]}).encode()
    seen = read_result(said, task(), TREE)
    assert (seen.value, len(seen.returned)) == (1, 250)


_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=10),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@given(
    st.dictionaries(
        st.sampled_from(["outcome", "value", "move", "no_move", "returned", "trouble"]),
        _json | st.sampled_from(["returned", "raised", ["int", "3"], ["float", "1e999"], {"kind": "x"}]),
    )
)
def test_whatever_is_said_is_read_or_forged(said: dict[str, object]) -> None:
    try:
        seen = read_result(json.dumps(said).encode(), task(), TREE)
    except Forged:
        return
    assert seen.outcome in ("returned", "raised")
    assert seen.value is None or type(seen.value) in (int, float, Fraction, Typed)


class Shy:
    def __repr__(self) -> str:
        raise SystemExit


def test_something_that_cannot_be_shown_is_shown_by_its_type() -> None:
    assert results.shown(Shy()) == "<Shy>"


def test_an_address_is_not_shown() -> None:
    assert results.shown(_generator()) == "<generator object _generator>"


def test_what_is_shown_is_bounded() -> None:
    assert len(results.shown("x" * 1000)) == results.LONGEST
