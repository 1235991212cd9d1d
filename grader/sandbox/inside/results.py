"""What a student's function returned → plain data with exact types, or what is wrong with it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from math import isnan
from typing import Any

LONGEST = 200  # characters that are shown of anything
_ADDRESS = re.compile(" at 0x[0-9a-fA-F]+")  # which would make two equal runs differ
_BITS = 1000  # about 300 digits


class NoResult(Exception):
    """A result that is no value and no move: which kind of thing it is, and its type."""

    def __init__(self, kind: str, value: object) -> None:
        super().__init__(kind)
        self.kind = kind
        self.type = bounded(type(value).__name__)


def read_result(returned: Any, parts: Sequence[str], players: int = 0) -> dict[str, Any]:
    """The value and the move in what was returned: a pair if the API has both parts, or else the first.

    Of several players the value is a tuple with one utility for each.
    """
    if players:
        return _of_players(returned, players)
    if type(returned) is tuple or type(returned) is list:
        if len(returned) != 2 or len(parts) != 2:
            raise NoResult("length", returned)
        if returned[0] is None:
            raise NoResult("none-in-pair", None)
        return {"value": plain_number(returned[0]), **_move(returned[1])}
    if parts[0] == "value":
        return {"value": plain_number(returned), "move": None}
    if returned is None:
        raise NoResult("none", returned)
    return {"value": None, **_move(returned)}


def _of_players(returned: Any, players: int) -> dict[str, Any]:
    """The utilities, or the pair of these and the move."""
    if type(returned) is not tuple and type(returned) is not list:
        raise NoResult("none" if returned is None else "utilities", returned)
    if len(returned) == 2 and (type(returned[0]) is tuple or type(returned[0]) is list):
        return {"value": _utilities(returned[0], players), **_move(returned[1])}
    return {"value": _utilities(returned, players), "move": None}


def _utilities(value: Any, players: int) -> list[list[str]]:
    if len(value) != players:
        raise NoResult("utilities", value)
    return [plain_number(number) for number in value]


def plain_number(value: Any) -> list[str]:
    """A number as its type and its text."""
    for kind, reader in _READERS:
        if type(value) is kind:  # a type that a student made may claim to be equal
            return [kind.__name__, reader(value)]
    raise NoResult(_why(value), value)


def shown(value: Any) -> str:
    """A short text for whatever it is, even if it does not want to be shown."""
    try:
        return bounded(_ADDRESS.sub("", repr(value)))
    except BaseException:  # noqa: BLE001 - a student's own `__repr__` may do anything
        return f"<{bounded(type(value).__name__)}>"


def bounded(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def _move(move: Any) -> dict[str, Any]:
    """A move, or how it is shown if it is none."""
    if move is None or (type(move) is str and len(move) <= LONGEST):
        return {"move": move}
    if type(move) is int and move.bit_length() <= 63:
        return {"move": move}
    return {"move": None, "no_move": shown(move)}


def _whole(number: int) -> str:
    if number.bit_length() > _BITS:
        raise NoResult("digits", number)
    return str(number)


def _fraction(number: Fraction) -> str:
    above, below = number.numerator, number.denominator
    if type(above) is not int or type(below) is not int:
        raise NoResult("type", number)
    return f"{_whole(above)}/{_whole(below)}"


def _float(number: float) -> str:
    if isnan(number):
        raise NoResult("nan", number)
    return repr(number)


def _why(value: object) -> str:
    """A word for the usual slips; `subclass` for what pretends to be a number."""
    if value is None:
        return "none"
    if type(value) is bool:
        return "bool"
    if isinstance(value, int | float | Fraction):
        return "subclass"
    if isinstance(value, tuple | list) and not (type(value) is tuple or type(value) is list):
        return "tuple"
    return _SLIPS.get(type(value).__name__, "type")


_READERS: tuple[tuple[type, Callable[[Any], str]], ...] = (
    (int, _whole), (Fraction, _fraction), (float, _float),
)  # fmt: skip
_SLIPS = {
    "str": "text", "bytes": "bytes", "bytearray": "bytes", "generator": "generator",
    "coroutine": "coroutine", "function": "function", "method": "function",
    "builtin_function_or_method": "function", "Node": "node", "State": "node", "GameState": "node",
    "complex": "complex", "Decimal": "decimal",
}  # fmt: skip
