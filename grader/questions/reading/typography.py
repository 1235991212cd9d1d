"""Text as it was typed → the same in plain signs, and the numbers, names and claims that were meant."""

from __future__ import annotations

import re
import unicodedata
from fractions import Fraction

from grader.text.numbers import Number, exact, read_typed

_SIGNS = {
    "-": "‐‑‒–—―−﹣",
    '"': "“”„‟«»〝〞「」『』",
    "'": "‘’‚‛′‹›",
    ",": "、，،﹐",
    ";": "；؛",
    "(": "（【", ")": "）】",
    # what takes no room, or only says in which direction to write
    " ": "\u00ad\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff",
}  # fmt: skip
_FULL_WIDTH = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
PLAIN_SIGNS = _FULL_WIDTH | {ord(typed): plain for plain, signs in _SIGNS.items() for typed in signs}
_PLAIN_BUT_MINUS = {typed: plain for typed, plain in PLAIN_SIGNS.items() if typed != ord("−")}

_TRUE = (
    "true", "t", "yes", "y", "right", "correct", "1", "✓", "✔", "☑",
    "對", "是", "真", "正確", "○",
)  # fmt: skip
_FALSE = (
    "false", "f", "no", "n", "wrong", "incorrect", "0", "✗", "✘", "☒",
    "錯", "否", "假", "錯誤", "不對", "╳",
)  # fmt: skip
CLAIM_WORDS = dict.fromkeys(_TRUE, True) | dict.fromkeys(_FALSE, False)

_APART = re.compile(r"\A([+-])[ \t]+(?=[^ \t+-])")
_POINT_INFINITY = re.compile(r"[+-]?\.inf", re.IGNORECASE)  # as YAML writes it
_ONE_SIGN_FRACTION = re.compile("[¼-¾⅐-⅞]")
_MIXED = re.compile(r"([+-]?[0-9]+)[ \t]+([0-9]+[ \t]*/[ \t]*[0-9]+)")


def plainly_typed(text: str) -> str:
    """The text with plain quotes, minus signs, commas and digits instead of those that only look like them.

    It is as long as before, so that every place in it stays the same.
    """
    return text if text.isascii() else text.translate(PLAIN_SIGNS)


_NUMBERED = re.compile(r"(?:第|步驟|深度)?([0-9]+)[步層]?")  # as Chinese is written, without blanks


def number_of(text: str) -> str:
    """The number alone of a step or a depth such as `第3步` or `深度2`; any other text as it is."""
    found = None if text.isascii() else _NUMBERED.fullmatch(plainly_typed(text))
    return found[1] if found else text


def plain_but_minus(text: str) -> str:
    """The same, but a typographic minus stays: unlike a dash it is never but a minus."""
    return text if text.isascii() else text.translate(_PLAIN_BUT_MINUS)


def folded(text: str) -> str:
    """What two spellings of the same name have in common, whatever their case."""
    if text.isascii():
        return text.lower().strip()
    return unicodedata.normalize("NFKC", plainly_typed(text)).casefold().strip()


def read_numeral(text: str) -> Number:
    """The number that a student typed, also `- 3`, `2⅔`, `2 2/3`, `.inf` or `3.`; raises `NumberError`."""
    if text.isalnum() and text.isascii():
        return read_typed(text)
    text = _APART.sub(r"\1", _in_plain_signs(text))
    if text.endswith(".") and not text.endswith(".."):
        text = text[:-1]
    if found := _MIXED.fullmatch(text):
        whole, part = read_typed(found[1]), read_typed(found[2])
        return exact(Fraction(whole - part if text[0] == "-" else whole + part))
    return read_typed(text.replace(".", "", 1) if _POINT_INFINITY.fullmatch(text) else text)


def _in_plain_signs(text: str) -> str:
    """The text with fractions that are one sign written out."""
    if text.isascii():
        return text
    return _ONE_SIGN_FRACTION.sub(_written_out, plainly_typed(text)).strip()


def _written_out(sign: re.Match[str]) -> str:
    fraction = unicodedata.normalize("NFKC", sign[0]).replace("\N{FRACTION SLASH}", "/")
    return f" {fraction}" if sign.start() and sign.string[sign.start() - 1].isdigit() else fraction
