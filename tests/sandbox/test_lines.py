"""What is said to programs in other languages, and what they say: a line of JSON each."""

import socket
from collections.abc import Iterator
from fractions import Fraction
from time import monotonic
from typing import Any

import pytest

from grader.sandbox.apis import COMMAND
from grader.sandbox.run.final_message import read_result
from grader.sandbox.run.json_lines import LineMessages, write_facts
from grader.sandbox.run.packed_messages import Forged, NodeFacts, Result
from grader.sandbox.run.stream import Stream
from grader.tree import Kind
from tests.sandbox.programs import task


@pytest.fixture
def pair() -> Iterator[tuple[LineMessages, socket.socket]]:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        yield LineMessages(Stream(ours, monotonic() + 60)), theirs


LINES: dict[str, tuple[bytes, Any]] = {
    "an integer": (b'{"value": -3}', -3),
    "a fraction": (b'{"value": "7/3"}', Fraction(7, 3)),
    "a decimal": (b'{"value": 2.5, "move": null}', Fraction(5, 2)),
    "a decimal with an exponent": (b'{"value": 1e3}', 1000),
    "infinity": (b'{"value": "-inf"}', float("-inf")),
    "infinity as some languages write it": (b'{"value": -Infinity}', float("-inf")),
    "a number as text": (b'{"value": "3"}', 3),
}


@pytest.mark.parametrize(("line", "value"), LINES.values(), ids=LINES)
def test_the_last_line_has_the_value(
    pair: tuple[LineMessages, socket.socket], line: bytes, value: Any
) -> None:
    messages, theirs = pair
    theirs.send(line + b"\n")
    result = messages.receive()
    assert isinstance(result, Result)
    assert read_result(result.data, task(), COMMAND).value == value


def test_error_a_line_that_is_nested_without_end(pair: tuple[LineMessages, socket.socket]) -> None:
    messages, theirs = pair
    theirs.send(b"[" * 50_000 + b"\n")
    with pytest.raises(Forged, match="it printed a line that is not JSON"):
        messages.receive()


FACTS: dict[str, tuple[NodeFacts, bytes]] = {
    "a leaf": (
        NodeFacts(Kind.LEAF, "-3"),
        b'{"kind":"leaf","utility":-3,"estimate":-3,"moves":[],"children":[],"probabilities":[]}\n',
    ),
    "a chance node": (
        NodeFacts(Kind.CHANCE, None, ("heads", None), ("1/2", "1/2"), (b"abcdefgh", bytes(8))),
        b'{"kind":"chance","utility":null,"estimate":null,"moves":["heads",2],'
        b'"children":["6162636465666768","0000000000000000"],"probabilities":["1/2","1/2"]}\n',
    ),
    "an estimate": (
        NodeFacts(Kind.MIN, "inf", (None,), (), (bytes(8),)),
        b'{"kind":"min","utility":null,"estimate":"inf","moves":[1],"children":["0000000000000000"],'
        b'"probabilities":[]}\n',
    ),
}


@pytest.mark.parametrize(("facts", "line"), FACTS.values(), ids=FACTS)
def test_the_facts_of_a_node_are_a_line(facts: NodeFacts, line: bytes) -> None:
    assert write_facts(facts) == line
