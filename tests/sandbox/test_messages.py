"""The packed protocol: what goes over the channel, and what is made of everything else."""

import json
import socket
from collections.abc import Iterator
from contextlib import suppress
from struct import pack
from time import monotonic

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.sandbox.inside.packed_channel import KINDS, TreeLink, unpack_facts
from grader.sandbox.run import stream
from grader.sandbox.run.packed_messages import (
    MAX_RESULT,
    Forged,
    NodeFacts,
    PackedMessages,
    Result,
    pack_facts,
)
from grader.sandbox.run.stream import Stream
from grader.text.numbers import read_number
from grader.tree import Kind

FAR = 60.0


@pytest.fixture
def pair() -> Iterator[tuple[socket.socket, socket.socket]]:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        yield ours, theirs


def _messages(channel: socket.socket, seconds: float = FAR) -> PackedMessages:
    return PackedMessages(Stream(channel, monotonic() + seconds))


def test_a_question_is_a_handle(pair: tuple[socket.socket, socket.socket]) -> None:
    pair[1].send(b"?12345678")
    assert _messages(pair[0]).receive() == b"12345678"


def test_a_question_may_come_in_pieces(pair: tuple[socket.socket, socket.socket]) -> None:
    messages = _messages(pair[0])
    pair[1].send(b"?1234")
    pair[1].shutdown(socket.SHUT_WR)
    with pytest.raises(EOFError):
        messages.receive()


def test_a_result_may_come_in_pieces(pair: tuple[socket.socket, socket.socket]) -> None:
    data = b"x" * MAX_RESULT
    pair[1].send(b"!" + pack("<I", len(data)) + data[:10])
    pair[1].send(data[10:])
    assert _messages(pair[0]).receive() == Result(data)


def test_a_result_may_stop_before_its_length(pair: tuple[socket.socket, socket.socket]) -> None:
    pair[1].send(b"!\0\0")
    pair[1].shutdown(socket.SHUT_WR)
    with pytest.raises(EOFError):
        _messages(pair[0]).receive()


MALFORMED = {
    "a message of no known kind": (b"GET / HTTP/1.1\r\n\r\n", "it sent a message of no known kind"),
    "a result without end": (b"!\xff\xff\xff\xff", "its result is too long"),
    "two questions": (b"?12345678?12345678", "it did not wait for an answer"),
    "a question that is too long": (b"?123456789", "it did not wait for an answer"),
    "a result and a question": (b"!\1\0\0\0x?12345678", "it did not wait for an answer"),
}


@pytest.mark.parametrize(("data", "message"), MALFORMED.values(), ids=MALFORMED)
def test_error_a_malformed_message(
    pair: tuple[socket.socket, socket.socket], data: bytes, message: str
) -> None:
    pair[1].send(data)
    with pytest.raises(Forged) as caught:
        _messages(pair[0]).receive()
    assert str(caught.value) == message


@given(st.binary(min_size=1, max_size=100))
def test_any_bytes_are_a_message_or_forged_or_cut_short(data: bytes) -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        theirs.send(data)
        theirs.shutdown(socket.SHUT_WR)
        try:
            message = _messages(ours).receive()
        except (Forged, EOFError):
            return
        assert isinstance(message, Result) or len(message) == 8


@pytest.mark.parametrize("seconds", [1e-9, 0.9999995, 1.0, 59.9999999, 60.0])
def test_any_time_that_is_left_is_one_that_the_kernel_can_wait(
    seconds: float, pair: tuple[socket.socket, socket.socket], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream, "monotonic", lambda: 0.0)
    pair[1].send(b"?12345678")
    assert Stream(pair[0], seconds).more() == b"?12345678"


def test_nobody_waits_past_the_deadline_for_a_message(pair: tuple[socket.socket, socket.socket]) -> None:
    messages = _messages(pair[0], 0.05)
    pair[1].send(b"?1234")
    with pytest.raises(TimeoutError):
        messages.receive()


def test_nobody_waits_past_the_deadline_for_a_reader(pair: tuple[socket.socket, socket.socket]) -> None:
    with pytest.raises(TimeoutError):
        _messages(pair[0], 0.05).tell(bytes(10_000_000))


def test_nobody_waits_past_the_deadline_where_nothing_more_fits(
    pair: tuple[socket.socket, socket.socket],
) -> None:
    pair[0].setblocking(False)
    with suppress(BlockingIOError):
        while True:
            pair[0].send(bytes(10_000))
    with pytest.raises(TimeoutError):
        _messages(pair[0], 0.05).tell(b"x")


def test_at_the_deadline_somebody_may_grant_more_time(pair: tuple[socket.socket, socket.socket]) -> None:
    ours, theirs = pair
    granted = [0.02, 0.02, 0.0]
    stream = Stream(ours, monotonic(), lambda: granted.pop(0))
    with pytest.raises(TimeoutError):
        stream.more()
    assert granted == []
    theirs.send(b"?")
    stream.extension = lambda: 60
    assert stream.more() == b"?"


def test_after_the_deadline_nothing_is_read(pair: tuple[socket.socket, socket.socket]) -> None:
    pair[1].send(b"?12345678")
    with pytest.raises(TimeoutError):
        _messages(pair[0], 0).receive()


def test_whoever_goes_on_after_the_result_has_forged_it(pair: tuple[socket.socket, socket.socket]) -> None:
    pair[1].send(b"more")
    with pytest.raises(Forged, match="it went on after its result"):
        _messages(pair[0]).close()


def test_the_end_of_the_other_side_is_the_end(pair: tuple[socket.socket, socket.socket]) -> None:
    pair[1].close()
    _messages(pair[0]).close()


_texts = st.text(max_size=20)
_numbers = st.one_of(
    st.integers(-(10**299), 10**299).map(str),
    st.fractions(max_denominator=10**9).filter(lambda number: number.denominator > 1).map(str),
    st.sampled_from(["inf", "-inf"]),
)


@st.composite
def _facts(draw: st.DrawFn) -> NodeFacts:
    kind = draw(st.sampled_from(Kind))
    number = 0 if kind is Kind.LEAF else draw(st.integers(1, 5))
    chances = draw(st.lists(_numbers, min_size=number, max_size=number)) if kind is Kind.CHANCE else []
    moves = draw(st.lists(st.none() | _texts, min_size=number, max_size=number))
    handles = draw(st.lists(st.binary(min_size=8, max_size=8), min_size=number, max_size=number))
    return NodeFacts(kind, draw(st.none() | _numbers), tuple(moves), tuple(chances), tuple(handles))


@given(_facts())
def test_facts_arrive_as_they_were_sent(facts: NodeFacts) -> None:
    read = unpack_facts(pack_facts(facts))
    assert read.kind == facts.kind
    assert read.worth == (None if facts.worth is None else read_number(facts.worth))
    assert read.moves == tuple(at if move is None else move for at, move in enumerate(facts.moves, 1))
    assert read.probabilities == tuple(map(read_number, facts.probabilities))
    assert read.handles == facts.handles


def test_both_sides_mean_the_same_kinds() -> None:
    assert tuple(unpack_facts(pack_facts(NodeFacts(kind, "0"))).kind for kind in Kind) == KINDS


def test_the_task_and_the_files_arrive_as_they_were_sent(pair: tuple[socket.socket, socket.socket]) -> None:
    files = {"search.py": b"\0\xff" * 50_000, "empty.py": b"", "größe.py": b"x"}
    _messages(pair[0]).start({"name": "search"}, files)
    header, received = TreeLink(pair[1].fileno()).start()
    assert (header["name"], received) == ("search", files)


def test_a_long_answer_arrives_whole(pair: tuple[socket.socket, socket.socket]) -> None:
    facts = NodeFacts(Kind.MAX, None, ("x" * 1000,) * 150, (), (bytes(8),) * 150)
    _messages(pair[0]).tell(pack_facts(facts))
    assert len(TreeLink(pair[1].fileno()).ask(bytes(8)).moves) == 150


def test_the_child_says_its_result_once(pair: tuple[socket.socket, socket.socket]) -> None:
    TreeLink(pair[1].fileno()).finish({"outcome": "returned"})
    received = _messages(pair[0]).receive()
    assert isinstance(received, Result)
    assert json.loads(received.data) == {"outcome": "returned"}


def test_a_child_whose_parent_is_gone_does_not_wait(pair: tuple[socket.socket, socket.socket]) -> None:
    pair[0].close()
    with pytest.raises(EOFError):
        TreeLink(pair[1].fileno()).start()
