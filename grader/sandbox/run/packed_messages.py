"""Bytes of a channel ↔ messages: the packed protocol between us and the child, read with suspicion.

From us comes one start, then an answer to every question; from the child come questions, one at a
time, and at the end its result. Nothing else is read, and nothing is waited for past the deadline.
"""

from __future__ import annotations

import marshal
from collections.abc import Mapping
from dataclasses import dataclass
from struct import Struct
from typing import NamedTuple, Protocol

from grader.sandbox.run.stream import Stream
from grader.tree.node import PLAYERS, Kind

HANDLE = 8  # bytes, all of them random
MAX_RESULT = 64 * 1024

_QUESTION, _RESULT = b"?", b"!"
_LENGTH = Struct("<I")
_FACTS = Struct("<IBI")  # the length of what follows, the kind, the number of children
_NOTHING = _LENGTH.pack(0xFFFFFFFF)
_KINDS = {kind: code for code, kind in enumerate((Kind.MAX, Kind.MIN, Kind.CHANCE, Kind.LEAF, *PLAYERS))}
_ENDS = {None: 0, "won": 16, "lost": 32}  # added to the code of a leaf
_ENCODING = ("utf-8", "surrogatepass")  # a label may be any text


class Forged(Exception):
    """The other side sent what no honest program sends.

    `kind` is a key for a sentence that helps those who slipped; `line` is what they said.
    """

    def __init__(self, message: str, kind: str = "forged", line: str = "") -> None:
        super().__init__(message)
        self.kind = kind
        self.line = line


class Result(NamedTuple):
    """The last message of a run, not yet read."""

    data: bytes


class NodeFacts(NamedTuple):
    """All that a node tells about itself; of its children nothing but their handles.

    `worth` is a number as text: the utility of a leaf, the static evaluation of an inner node; or those of
    several players, in brackets. `end` says whether the game is won or lost there.
    """

    kind: Kind
    worth: str | None
    moves: tuple[str | None, ...] = ()  # without a label the move is its number
    probabilities: tuple[str, ...] = ()
    handles: tuple[bytes, ...] = ()
    end: str | None = None


class Messages(Protocol):
    """One side of a conversation: what a program asks, and what it is told."""

    def receive(self) -> bytes | Result:
        """The handle that is asked about, or the result."""

    def tell(self, packed: bytes) -> None:
        """Send the facts about a node, packed as this protocol packs them."""

    def close(self) -> None:
        """Wait for the other side to end; whatever it still says is one thing too many."""


@dataclass(frozen=True, slots=True)
class PackedMessages:
    """The packed protocol over a stream of bytes."""

    stream: Stream

    def start(self, header: Mapping[str, object], files: Mapping[str, bytes]) -> None:
        """Send the task, and the student's files behind it."""
        sizes = [[name, len(data)] for name, data in files.items()]
        text = marshal.dumps({**header, "files": sizes})  # which the same Python reads, and quickly
        self.stream.send(b"".join((_LENGTH.pack(len(text)), text, *files.values())))

    def receive(self) -> bytes | Result:
        data = self.stream.more()
        if len(data) == 1 + HANDLE and data[:1] == _QUESTION:  # as nearly all of them are
            return data[1:]
        while len(data) < (size := _size(data)):
            data += self.stream.more()
        if len(data) > size:
            raise Forged("it did not wait for an answer")
        return data[1:] if data[:1] == _QUESTION else Result(data[1 + _LENGTH.size :])

    def tell(self, packed: bytes) -> None:
        self.stream.send(packed)

    def close(self) -> None:
        if self.stream.rest():
            raise Forged("it went on after its result")


def pack_facts(facts: NodeFacts) -> bytes:
    """The facts as they are sent: a length, then kind and handles, then the texts."""
    texts = map(_text, (facts.worth, *facts.moves, *facts.probabilities))
    body = b"".join((*facts.handles, *texts))
    code = _KINDS[facts.kind] | _ENDS[facts.end]
    return _FACTS.pack(_FACTS.size - _LENGTH.size + len(body), code, len(facts.handles)) + body


def _size(data: bytes) -> int:
    """How long the message is that begins like this, as far as its beginning tells."""
    if data[:1] == _QUESTION:
        return 1 + HANDLE
    if data[:1] != _RESULT:
        raise Forged("it sent a message of no known kind")
    start = 1 + _LENGTH.size
    if len(data) < start:
        return start
    (length,) = _LENGTH.unpack_from(data, 1)
    if length > MAX_RESULT:
        raise Forged("its result is too long")
    return start + int(length)


def _text(text: str | None) -> bytes:
    if text is None:
        return _NOTHING
    data = text.encode(*_ENCODING)
    return _LENGTH.pack(len(data)) + data
