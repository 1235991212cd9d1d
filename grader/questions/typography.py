"""Text as it was typed → the same in plain signs, and the numbers and names that were meant."""

from __future__ import annotations

import re
import unicodedata

from grader.numbers import Number, read_typed

_SIGNS = {
    "-": "‐‑‒–—―−﹣",
    '"': "“”„‟«»〝〞",
    "'": "‘’‚‛′‹›",
    ",": "、，،﹐",
    ";": "；؛",
    "(": "（【", ")": "）】",
    # what takes no room, or only says in which direction to write
    " ": "\u00ad\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff",
}  # fmt: skip
_FULL_WIDTH = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
_PLAIN = _FULL_WIDTH | {ord(typed): plain for plain, signs in _SIGNS.items() for typed in signs}


_ONE_SIGN_FRACTION = re.compile("[+-]?[¼-¾⅐-⅞]")


def plainly_typed(text: str) -> str:
    """The text with plain quotes, minus signs, commas and digits instead of those that only look like them.

    It is as long as before, so that every place in it stays the same.
    """
    return text if text.isascii() else text.translate(_PLAIN)


def folded(text: str) -> str:
    """What two spellings of the same name have in common, whatever their case."""
    if text.isascii():
        return text.lower()
    return unicodedata.normalize("NFKC", plainly_typed(text)).casefold().strip()


def read_numeral(text: str) -> Number:
    """The number that a student typed; raises `NumberError`."""
    if text.isascii():
        return read_typed(text)
    text = plainly_typed(text)
    if _ONE_SIGN_FRACTION.fullmatch(text):
        text = unicodedata.normalize("NFKC", text).replace("\N{FRACTION SLASH}", "/")
    return read_typed(text)
