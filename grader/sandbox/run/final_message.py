"""The last message of a run → a value and a move with exact types, or why there are none.

The child has checked the same before, but by then it has run a student's code: nothing is believed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Mapping
from decimal import Decimal
from fractions import Fraction
from math import isinf
from typing import Any, cast

from grader.sandbox.apis import Api
from grader.sandbox.run.packed_messages import Forged
from grader.sandbox.run.program import Run, TreeTask, Trouble
from grader.text.columns import visible
from grader.text.numbers import Number, Payoffs, Typed, exact
from grader.tree import Kind

# What a result can be that is no value and no move.
UNREADABLE: Mapping[str, str] = {
    "none": "None: a `return` is missing, or nothing was ever set",
    "none-in-pair": "a pair without a value",
    "null": "null, and no move (of a program in another language)",
    "bool": "True or False",
    "nan": "not a number (nan)",
    "digits": "a number with too many digits",
    "subclass": "something that only looks like a number",
    "tuple": "a tuple or list of a type of its own, such as a named tuple",
    "decimal": "a Decimal",
    "text": "a text where the value should be",
    "bytes": "bytes",
    "complex": "a complex number",
    "generator": "a generator: `yield` where `return` should be",
    "coroutine": "a coroutine: the function is `async`",
    "function": "a function that was not called",
    "node": "a node or a state",
    "length": "several things, but not a value and a move",
    "utilities": "not one utility for each player",
    "type": "something else",
    "no-such-move": "a move that the root does not have",
}

DECIMALS = 9  # that a float is believed to have right
SIGNIFICANT = 13

_LONGEST = 250
_MOST_LINES = 40
_MOST_LINES_OF_CODE = 1 << 31
_CHILD_SAYS = (
    "raised", "recursion", "syntax", "import", "no-function", "arity", "exited", "memory", "unreadable",
)  # fmt: skip
_NUMBER = re.compile(r"-?[0-9]{1,310}")
_FRACTION = re.compile(r"-?[0-9]{1,310}/[0-9]{1,310}")
_FLOAT = re.compile(r"-?(?:inf|[0-9]{1,330}(?:\.[0-9]{1,330})?(?:e[+-]?[0-9]{1,3})?)")


def read_result(data: bytes, task: TreeTask, api: Api, files: Collection[str] = ()) -> Run:
    """What the message says, as a run without its log; `Forged` where no honest child would say it.

    `files` are those that the student handed in, in one of which the trouble is.
    """
    try:
        said = json.loads(data)
    except (ValueError, RecursionError):
        raise Forged("its result is not what it should be") from None
    said = _fields(said, {"outcome", "value", "move", "no_move", "returned", "trouble"})
    if said.get("outcome") == "returned":
        return _returned(said, task, api)
    if said.get("outcome") not in _CHILD_SAYS:
        raise Forged("its result is not what it should be")
    trouble = _trouble(said.get("trouble"), files)
    if said["outcome"] == "unreadable" and trouble.kind not in UNREADABLE:
        raise Forged("its trouble is not what it should be")
    return Run(said["outcome"], trouble=trouble, returned=_text(said.get("returned", "")))


def read_float(number: float) -> Number:
    """A float as the decimal that it stands for: what a program computes in floats is rounded anyway."""
    if isinf(number):
        return number
    if number.is_integer() and abs(number) < 2**53:
        return int(number)
    significant = Fraction(Decimal(f"{number:.{SIGNIFICANT}g}"))
    rounded = exact(round(significant, DECIMALS))
    if isinstance(rounded, int):
        return rounded
    return Typed(f"{Decimal(rounded.numerator) / Decimal(rounded.denominator):f}")


def _returned(said: dict[str, Any], task: TreeTask, api: Api) -> Run:
    given, players = _worth(said.get("value")), task.tree.players
    if given is not None and players != (len(given) if isinstance(given, Payoffs) else 0):
        what = "array" if isinstance(given, Payoffs) else "number"
        told = Trouble("utilities" if players else "type", what)
        return Run("unreadable", trouble=told, returned=_shown(said, None))
    value = cast("Number | None", given)  # of several players a `Payoffs` stands wherever a number does
    move = said.get("move")
    if not (move is None or type(move) is str or type(move) is int):
        raise Forged("its move is not what it should be")
    if value is not None and api.for_mover and task.tree.kinds[0] is Kind.MIN:
        value = -value  # a textbook's value is what the player to move gets
    found = _move(move, task)
    wrong = said.get("no_move") if move is None else repr(move) if found is None else None
    trouble = None if wrong is None else Trouble("no-such-move", _text(wrong))
    return Run("returned", value, found, _shown(said, trouble), trouble=trouble)


def _worth(said: object) -> Number | Payoffs | None:
    """A number, or those of several players."""
    if said is None:
        return None
    if isinstance(said, list) and said and all(isinstance(part, list) for part in said):
        return Payoffs(map(_value, said))
    return _value(said)


def _value(said: object) -> Number:
    if not (isinstance(said, list) and len(said) == 2 and all(type(part) is str for part in said)):
        raise Forged("its value is not what it should be")
    kind, text = said
    pattern, read = _READERS.get(kind, (None, None))
    if pattern is None or read is None or not pattern.fullmatch(text):
        raise Forged("its value is not what it should be")
    return read(text)


def _move(move: str | int | None, task: TreeTask) -> str | None:
    """The move as the tree names it: a label, or the name of the child with that number."""
    tree = task.tree
    for number, child in enumerate(tree.child_indexes(0), 1):
        label = tree.labels[child]
        if (number if label is None else label) == move:
            return tree.names[child] if label is None else label
    return None


def _trouble(said: object, files: Collection[str]) -> Trouble:
    fields = _fields(said, {"kind", "message", "file", "line", "traceback", "meant"})
    file, line, trace = fields.get("file"), fields.get("line"), fields.get("traceback", [])
    if not (line is None or (type(line) is int and 0 <= line < _MOST_LINES_OF_CODE)):
        raise Forged("its trouble is not what it should be")
    if not isinstance(trace, list) or not (file is None or file in [*files]):
        raise Forged("its trouble is not what it should be")
    return Trouble(
        _text(fields.get("kind", "")),
        _text(fields.get("message", "")),
        _optional(file),
        line,
        tuple(map(_text, trace[:_MOST_LINES])),
        _optional(fields.get("meant")),
    )


def _fields(said: object, known: set[str]) -> dict[str, Any]:
    if not isinstance(said, dict) or not said.keys() <= known:
        raise Forged("its result is not what it should be")
    return said


def _optional(said: object) -> str | None:
    return None if said is None else _text(said)


def _text(said: object) -> str:
    """A student's text, bounded, and without what does something to a terminal or a page."""
    if not isinstance(said, str):
        raise Forged("its words are not what they should be")
    return visible(said[:_LONGEST])


def _shown(said: dict[str, Any], trouble: Trouble | None) -> str:
    """What was returned, as the student would write it; quotes only where they explain what is wrong."""
    value = [] if said.get("value") is None else [_written(said["value"])[:_LONGEST]]
    move = [] if said.get("move") is None else [visible(str(said["move"])[:_LONGEST])]
    parts = value + (move if trouble is None else [trouble.message])
    return f"({', '.join(parts)})" if len(parts) == 2 else "".join(parts)


def _written(value: list[Any]) -> str:
    """A number as it was returned, or those of several players."""
    if isinstance(value[0], list):
        return f"({', '.join(map(_written, value))})"
    return str(value[1]).removesuffix("/1")


def _fraction(text: str) -> Number:
    above, _, below = text.partition("/")
    if not int(below):
        raise Forged("its value is not what it should be")
    return exact(Fraction(int(above), int(below)))


_READERS: Mapping[str, tuple[re.Pattern[str], Callable[[str], Number]]] = {
    "int": (_NUMBER, int),
    "Fraction": (_FRACTION, _fraction),
    "float": (_FLOAT, lambda text: read_float(float(text))),
}
