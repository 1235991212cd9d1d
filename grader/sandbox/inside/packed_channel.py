"""Questions about nodes ↔ bytes of the channel: the packed protocol, as the child speaks it."""

from __future__ import annotations

import json
import marshal
from fractions import Fraction
from math import inf
from os import read, write
from struct import Struct
from typing import Any, Literal, NamedTuple, TypeAlias, get_args

NodeNumber: TypeAlias = int | Fraction | float
NodeKind: TypeAlias = Literal[
    "max", "min", "chance", "leaf", "p1", "p2", "p3", "p4", "p5", "p6", "p7", "p8", "p9"
]

KINDS: tuple[NodeKind, ...] = get_args(NodeKind)
_ENDS = (None, "won", "lost")

_HANDLE = 8
_PIECE = 1 << 16
_SHORT = 4096  # as most answers are, and to make room for long ones takes time
_LENGTH = Struct("<I")
_FACTS = Struct("<IBI")  # the length of what follows, the kind, the number of children
_NOTHING = 0xFFFFFFFF
_INFINITIES = {"inf": inf, "-inf": -inf}


class Facts(NamedTuple):
    """All that a node tells about itself; of its children nothing but their handles."""

    kind: NodeKind
    worth: NodeNumber | None  # the utility of a leaf, the static evaluation of an inner node
    moves: tuple[str | int, ...] = ()
    probabilities: tuple[NodeNumber, ...] = ()
    handles: tuple[bytes, ...] = ()
    end: str | None = None  # whether the game is won or lost here


class TreeLink:
    """Our end of the channel."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    def start(self) -> tuple[dict[str, Any], dict[str, bytes]]:
        """The task, and the student's files by their names."""
        (length,) = _LENGTH.unpack(self._exactly(_LENGTH.size))
        header = marshal.loads(self._exactly(length))  # noqa: S302 - from the grader, by the same Python
        return header, {name: self._exactly(size) for name, size in header["files"]}

    def ask(self, handle: bytes) -> Facts:
        """What is known about one node, which counts as a visit to it."""
        self._send(b"?" + handle)
        data = self._some(_SHORT)
        (length,) = _LENGTH.unpack_from(data)
        if len(data) < _LENGTH.size + length:
            data += self._exactly(_LENGTH.size + length - len(data))
        return unpack_facts(data)

    def finish(self, result: dict[str, Any]) -> None:
        """Say how the run ended; nothing is said after that."""
        data = json.dumps(result).encode()
        self._send(b"!" + _LENGTH.pack(len(data)) + data)

    def _exactly(self, size: int) -> bytes:
        pieces = []
        while size:
            piece = self._some(min(size, _PIECE))
            pieces.append(piece)
            size -= len(piece)
        return b"".join(pieces)

    def _some(self, most: int) -> bytes:
        piece = read(self._descriptor, most)
        if not piece:
            raise EOFError("nobody answers any more")
        return piece

    def _send(self, data: bytes) -> None:
        while data:
            data = data[write(self._descriptor, data) :]


def as_float(number: NodeNumber) -> float:
    """A number as a float: exact where a float can be, else the nearest one."""
    try:
        return float(number)
    except OverflowError:
        return inf if number > 0 else -inf


def unpack_facts(data: bytes) -> Facts:
    """The facts in a message."""
    _, code, number = _FACTS.unpack_from(data)
    if not number:
        return Facts(KINDS[code & 15], _worth(_texts(data, _FACTS.size)[0]), end=_ENDS[code >> 4])
    end = _FACTS.size + _HANDLE * number
    handles = tuple([data[at : at + _HANDLE] for at in range(_FACTS.size, end, _HANDLE)])
    worth, *texts = _texts(data, end)
    moves = tuple([at if text is None else text for at, text in enumerate(texts[:number], 1)])
    probabilities = tuple([chance for text in texts[number:] if (chance := _number(text)) is not None])
    return Facts(KINDS[code], _worth(worth), moves, probabilities, handles)


def _texts(data: bytes, start: int) -> list[str | None]:
    """The texts that fill the rest of a message."""
    texts: list[str | None] = []
    while start < len(data):
        (length,) = _LENGTH.unpack_from(data, start)
        start += _LENGTH.size
        if length == _NOTHING:
            texts.append(None)
        else:
            texts.append(data[start : start + length].decode("utf-8", "surrogatepass"))
            start += length
    return texts


def _worth(text: str | None) -> Any:
    """A number; of several players the tuple of theirs."""
    if text is None or not text.startswith("("):
        return _number(text)
    return tuple([_number(part) for part in text[1:-1].split(", ")])


def _number(text: str | None) -> NodeNumber | None:
    if text is None:
        return None
    if text in _INFINITIES:
        return _INFINITIES[text]
    above, line, below = text.partition("/")
    return Fraction(int(above), int(below)) if line else int(above)
