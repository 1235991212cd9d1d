"""`numbers:` and `shape:` of a construction → what its leaves may be, how large its tree is, in words."""

from __future__ import annotations

import re
from math import inf, isinf
from typing import Any

from grader.document import Fields, Value, as_text, mistake_at
from grader.document.schema import STRING, Schema, described, group
from grader.solving.constructions import EVERY_NUMBER, AllowedNumbers, TreeShape
from grader.text.numbers import Number, NumberError, read_number, show_number
from grader.text.sentences import Say

MOST_LEAVES = 64
MOST_DEPTH = 12

_KINDS = {"integers": True, "numbers": False}
_RANGE = re.compile(r"\s*+([^\s.]++(?:\.[0-9]++)?+)\s*+\.\.\s*+(\S++)\s*+")
_NUMBERS_HINT = "write `integers 0..20`, or `numbers 0..1`"

_SIZE: Schema = {"anyOf": [{"type": "integer", "minimum": 1}, {"type": "string", "pattern": r"^\d+\.\.\d+$"}]}
NUMBERS: Schema = described(STRING, "what may be filled in: `integers 0..20`, `integers`, `numbers 0..1`")
SHAPE: Schema = group(
    {
        "leaves": described(_SIZE, "how many leaves the tree has: `6`, or `4..8`"),
        "depth": described(_SIZE, "how many moves the longest line of play has: `3`, or `2..4`"),
    },
    "leaves",
    "depth",
)


def as_allowed(value: Value) -> AllowedNumbers:
    """`integers 0..20`, `integers`, `numbers 0..1`, or `0..20` alone."""
    kind, _, rest = as_text(value).strip().partition(" ")
    if kind not in _KINDS:
        kind, rest = "numbers", as_text(value)
    low, high = _ends(value, rest) if rest.strip() else (-inf, inf)
    allowed = AllowedNumbers(low, high, _KINDS[kind])
    if not allowed.among(allowed.stretch):
        raise mistake_at(value, "there is no such number", "the smaller one stands first: `integers 0..20`")
    return allowed


def _ends(value: Value, text: str) -> tuple[Number, Number]:
    found = _RANGE.fullmatch(text)
    if found is None:
        raise mistake_at(value, f"`{text.strip()}` is not a range of numbers", _NUMBERS_HINT)
    try:
        return read_number(found[1]), read_number(found[2])
    except NumberError as error:
        raise mistake_at(value, error.message, _NUMBERS_HINT) from None


def as_shape(value: Value) -> TreeShape:
    """`{leaves: 4..8, depth: 2..4}`."""
    fields = Fields(value)
    leaves = fields.read("leaves", lambda each: _as_size(each, MOST_LEAVES))
    depth = fields.read("depth", lambda each: _as_size(each, MOST_DEPTH))
    fields.finish()
    return TreeShape(leaves, depth)


def _as_size(value: Value, most: int) -> tuple[int, int]:
    """A whole number, or two with `..` between them."""
    text = as_text(value).strip()
    first, dots, last = text.partition("..")
    sizes = (first.strip(), last.strip() if dots else first.strip())
    if not all(size.isascii() and size.isdigit() and len(size) < 9 for size in sizes):
        raise mistake_at(value, f"`{text}` is not a range of whole numbers", "write `6`, or `4..8`")
    low, high = map(int, sizes)
    if not 1 <= low <= high <= most:
        raise mistake_at(
            value, f"`{text}` does not lie between 1 and {most}, the smaller one first", "such as `4..8`"
        )
    return low, high


def written_allowed(allowed: AllowedNumbers) -> str | None:
    """As a set writes it."""
    if allowed == EVERY_NUMBER:
        return None
    kind = "integers" if allowed.whole else "numbers"
    ends = (allowed.low, allowed.high)
    return kind if ends == (-inf, inf) else f"{kind} {'..'.join(map(show_number, ends))}"


def written_shape(shape: TreeShape) -> dict[str, Any]:
    return {"leaves": _written_size(shape.leaves), "depth": _written_size(shape.depth)}


def _written_size(size: tuple[int, int]) -> str | int:
    return size[0] if size[0] == size[1] else "..".join(map(str, size))


def allowed_in_words(allowed: AllowedNumbers, say: Say) -> str:
    """Such as “whole numbers from 0 to 20”."""
    ends = "-".join(word for word, end in (("low", allowed.low), ("high", allowed.high)) if not isinf(end))
    key = f"construct.{'whole' if allowed.whole else 'any'}{f'-{ends}' if ends else ''}"
    return say(key, low=allowed.low, high=allowed.high)


def size_in_words(what: str, size: tuple[int, int], say: Say) -> str:
    """Such as “4 to 8 leaves”."""
    low, high = size
    if low == high:
        return say(f"construct.{what}", number=low)
    return say(f"construct.{what}-between", low=low, high=high)
