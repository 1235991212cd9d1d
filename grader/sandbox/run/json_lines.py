"""Lines of JSON ↔ messages: the same conversation as the packed one, for programs in any language."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from math import isinf
from typing import Any

from grader.sandbox.run.packed_messages import HANDLE, MAX_RESULT, Forged, NodeFacts, Result
from grader.sandbox.run.stream import Stream
from grader.text.columns import visible
from grader.tree.node import Kind


@dataclass(slots=True)
class LineMessages:
    """The protocol in lines, over a socket that is the program's standard input and output."""

    stream: Stream

    def start(self, header: Mapping[str, object]) -> None:
        """Say what is to be searched: the root's handle, and the depth where there is one."""
        with suppress(ConnectionError):  # it has ended already, and what it said is still there to be read
            self.stream.send(_line(header))

    def receive(self) -> bytes | Result:
        line = self._line()
        said = _parsed(line)
        if not isinstance(said, dict) or not (said.keys() == {"ask"} or _is_result(said)):
            raise _no_question(line)
        if said.keys() == {"ask"}:
            return _handle(said["ask"])
        return Result(json.dumps(result_of(said)).encode())

    def tell(self, packed: bytes) -> None:
        self.stream.send(packed)

    def close(self) -> None:
        if self.stream.rest():
            raise Forged("it went on after its result", "went-on")

    def _line(self) -> bytes:
        data = b""
        while b"\n" not in data:
            if len(data) > MAX_RESULT:
                raise Forged("it printed a line that is too long", "long-line")
            data += self._more(data)
        if data.index(b"\n") != len(data) - 1:
            raise Forged("it did not wait for an answer", "two-lines")
        return data

    def _more(self, begun: bytes) -> bytes:
        """More of a line; the last one may end where the program does."""
        try:
            return self.stream.more()
        except (EOFError, ConnectionError):
            if not begun:
                raise
            return b"\n"


_RESULT = {"value", "move"}
_SHOWN = 60  # characters of a line that is told back
_MOST_DIGITS = 300
_INFINITIES = {"infinity": "inf", "-infinity": "-inf"}
_WRITTEN = re.compile(r"-?(?:inf|[0-9]{1,300}(?:/[0-9]{1,300}|\.[0-9]{1,300})?)")


def _parsed(line: bytes) -> Any:
    try:
        return json.loads(line, parse_float=_Float, parse_int=_whole, parse_constant=_Float)
    except (ValueError, RecursionError):
        raise Forged("it printed a line that is not JSON", "not-json", _begun(line)) from None


def _is_result(said: Mapping[str, Any]) -> bool:
    return bool(said) and said.keys() <= _RESULT


def _no_question(line: bytes) -> Forged:
    return Forged("it printed a line that is neither a question nor a result", "no-question", _begun(line))


def _begun(line: bytes) -> str:
    """The beginning of a line, as it can be told back."""
    return visible(line.decode(errors="replace").strip()[:_SHOWN])


class _Float(str):
    """A number with a point, as it was written, or one that JSON does not have: NaN, Infinity."""

    __slots__ = ()


class _Long(str):
    """A whole number of more digits than anybody needs."""

    __slots__ = ()


def _whole(text: str) -> int | _Long:
    return int(text) if len(text) <= _MOST_DIGITS else _Long(text)


def write_facts(facts: NodeFacts) -> bytes:
    """The facts as a line; whole numbers are numbers, others are texts such as `7/3` and `inf`."""
    leaf = facts.kind is Kind.LEAF
    line = {
        "kind": facts.kind,
        "utility": _worth(facts.worth) if leaf else None,
        "estimate": _worth(facts.worth),
        "moves": [at if move is None else move for at, move in enumerate(facts.moves, 1)],
        "children": [handle.hex() for handle in facts.handles],
        "probabilities": [_number(text) for text in facts.probabilities],
    }
    return _line(line)


def result_of(said: dict[str, Any]) -> dict[str, Any]:
    """A program's last line, `{"value": 3, "move": "a1"}`, as a child would say it."""
    value, move = said.get("value"), said.get("move")
    kind = _why_not(value, move)
    if kind is not None:
        trouble = {"kind": kind, "message": _TYPES.get(type(value), type(value).__name__)}
        return {"outcome": "unreadable", "trouble": trouble, "returned": _shown(value)}
    written = None if value is None else _value(value)
    if move is None or type(move) in (str, int):
        return {"outcome": "returned", "value": written, "move": move}
    return {"outcome": "returned", "value": written, "move": None, "no_move": _shown(move)}


def _why_not(value: object, move: object) -> str | None:
    """What is wrong with a value, if anything."""
    if value is None:
        return "null" if move is None else None
    if type(value) is _Float and value.lower() == "nan":
        return "nan"
    if type(value) is _Long or (type(value) is _Float and _is_too_long(value)):
        return "digits"
    return _KINDS.get(type(value), "type") if _value(value) is None else None


def _is_too_long(value: str) -> bool:
    """Whether a number is written with too many digits, or is larger than a float can be."""
    return len(value) > _MOST_DIGITS or (value.lower() not in _INFINITIES and isinf(float(value)))


_KINDS = {bool: "bool", str: "text"}
_TYPES: dict[type, str] = {_Float: "number", _Long: "number", list: "array", dict: "object"}
_DEEP: dict[type, str] = {list: "[…]", dict: "{…}"}  # nobody knows how deep


def _shown(value: object) -> str:
    if type(value) in (_Float, _Long):
        return str(value)[:_SHOWN]
    return _DEEP.get(type(value)) or json.dumps(value)[:_SHOWN]


def _value(value: object) -> list[Any] | None:
    if type(value) is list:  # the utilities of several players
        parts = [None if type(part) is list else _value(part) for part in value]
        return None if None in parts or not parts else parts
    if type(value) is int:
        return ["int", str(value)]
    if type(value) is _Float:
        return ["float", _INFINITIES.get(value.lower(), value.lower())]
    if isinstance(value, str) and _WRITTEN.fullmatch(value):
        return ["Fraction" if "/" in value else "float", value]
    return None


def _handle(said: object) -> bytes:
    try:
        handle = bytes.fromhex(said) if isinstance(said, str) else b""
    except ValueError:
        handle = b""
    if len(handle) != HANDLE:
        raise Forged("it asked about a node that nothing led to", "no-handle")
    return handle


def _worth(text: str | None) -> int | str | list[int | str | None] | None:
    if text is None or not text.startswith("("):
        return _number(text)
    return [_number(part) for part in text[1:-1].split(", ")]


def _number(text: str | None) -> int | str | None:
    return int(text) if text and text.lstrip("-").isdigit() else text


def _line(said: object) -> bytes:
    return json.dumps(said, separators=(",", ":")).encode() + b"\n"
