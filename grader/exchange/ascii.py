"""Text → printable ASCII, for systems that read nothing else."""

from __future__ import annotations

import re
import unicodedata

from grader.columns import visible

_SIGNS = {
    "’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": "-", "−": "-", "×": "x", "÷": "/",
    "→": "->", "←": "<-", "≤": "<=", "≥": ">=", "≠": "!=", "∞": "inf", "ß": "ss", "æ": "ae", "Æ": "AE",
    "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D",
}  # fmt: skip
_GREEK = re.compile(r"GREEK (SMALL|CAPITAL) LETTER (?:FINAL )?(\w+)")


def in_ascii(text: str) -> str:
    """The text in ASCII, with blanks only one at a time and inside.

    Accents are dropped, Greek letters are named, and what has no such form is written as its number: `u5DE6`.
    """
    squeezed = visible(" ".join(text.split())).strip()
    if squeezed.isascii():
        return squeezed
    spelt = " ".join("".join(map(_spelt, squeezed)).split())
    return spelt or "".join(map(_number, squeezed))  # marks alone are still a text


def _spelt(character: str) -> str:
    base = "".join(
        part for part in unicodedata.normalize("NFKD", character) if not unicodedata.combining(part)
    )
    if base.isascii():
        return base
    if base in _SIGNS:
        return _SIGNS[base]
    greek = _GREEK.fullmatch(unicodedata.name(base, "") if len(base) == 1 else "")
    if greek is None:
        return _number(character)
    return greek[2].lower() if greek[1] == "SMALL" else greek[2].capitalize()


def _number(character: str) -> str:
    return f"u{ord(character):04X}"
