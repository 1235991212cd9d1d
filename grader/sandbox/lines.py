"""Lines of JSON ↔ messages: the same conversation as the packed one, for programs in any language."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from grader.node import Kind
from grader.sandbox.messages import HANDLE, MAX_RESULT, Facts, Forged, Result
from grader.sandbox.stream import Stream


@dataclass(slots=True)
class LineMessages:
    """The protocol in lines, over a socket that is the program's standard input and output."""

    stream: Stream

    def start(self, header: Mapping[str, object]) -> None:
        """Say what is to be searched: the root's handle, and the depth where there is one."""
        self.stream.send(_line(header))

    def receive(self) -> bytes | Result:
        said = self._line()
        if not isinstance(said, dict):
            raise Forged("it printed a line that is no question and no result")
        if said.keys() == {"ask"}:
            return _handle(said["ask"])
        return Result(json.dumps(result_of(said)).encode())

    def tell(self, packed: bytes) -> None:
        self.stream.send(packed)

    def close(self) -> None:
        if self.stream.rest():
            raise Forged("it went on after its result")

    def _line(self) -> Any:
        data = b""
        while b"\n" not in data:
            if len(data) > MAX_RESULT:
                raise Forged("it printed a line that is too long")
            data += self._more(data)
        if data.index(b"\n") != len(data) - 1:
            raise Forged("it did not wait for an answer")
        try:
            return json.loads(data, parse_float=_Float)
        except (ValueError, RecursionError):
            raise Forged("it printed a line that is not JSON") from None

    def _more(self, begun: bytes) -> bytes:
        """More of a line; the last one may end where the program does."""
        try:
            return self.stream.more()
        except (EOFError, ConnectionError):
            if not begun:
                raise
            return b"\n"


_WRITTEN = re.compile(r"-?(?:inf|[0-9]{1,300}(?:/[0-9]{1,300}|\.[0-9]{1,300})?)")


class _Float(str):
    """A number with a point, as it was written."""

    __slots__ = ()


def write_facts(facts: Facts) -> bytes:
    """The facts as a line; whole numbers are numbers, others are texts such as `7/3` and `inf`."""
    leaf = facts.kind is Kind.LEAF
    line = {
        "kind": facts.kind,
        "utility": _number(facts.worth) if leaf else None,
        "estimate": _number(facts.worth),
        "moves": [at if move is None else move for at, move in enumerate(facts.moves, 1)],
        "children": [handle.hex() for handle in facts.handles],
        "probabilities": [_number(text) for text in facts.probabilities],
    }
    return _line(line)


def result_of(said: dict[str, Any]) -> dict[str, Any]:
    """A program's last line, `{"value": 3, "move": "a1"}`, as a child would say it."""
    if not said or not said.keys() <= {"value", "move"}:
        raise Forged("it printed a line that is no question and no result")
    value, move = said.get("value"), said.get("move")
    written = None if value is None else _value(value)
    if value is not None and written is None:
        trouble = {"kind": _KINDS.get(type(value), "type"), "message": type(value).__name__}
        return {"outcome": "unreadable", "trouble": trouble, "returned": _shown(value)}
    if move is None or type(move) in (str, int):
        return {"outcome": "returned", "value": written, "move": move}
    return {"outcome": "returned", "value": written, "move": None, "no_move": _shown(move)}


_KINDS = {bool: "bool", str: "text"}
_DEEP: dict[type, str] = {list: "[…]", dict: "{…}"}  # nobody knows how deep


def _shown(value: object) -> str:
    return _DEEP.get(type(value)) or json.dumps(value)[:200]


def _value(value: object) -> list[str] | None:
    if type(value) is int:
        return ["int", str(value)]
    if type(value) is _Float:
        return ["float", value.lower()]
    if isinstance(value, str) and _WRITTEN.fullmatch(value):
        return ["Fraction" if "/" in value else "float", value]
    return None


def _handle(said: object) -> bytes:
    try:
        handle = bytes.fromhex(said) if isinstance(said, str) else b""
    except ValueError:
        handle = b""
    if len(handle) != HANDLE:
        raise Forged("it asked about a node that nothing led to")
    return handle


def _number(text: str | None) -> int | str | None:
    return int(text) if text and text.lstrip("-").isdigit() else text


def _line(said: object) -> bytes:
    return json.dumps(said, separators=(",", ":")).encode() + b"\n"
