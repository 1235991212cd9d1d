"""Two names that look alike → how they differ, in words: by capitals, or by the form of a letter."""

from __future__ import annotations

import re
import unicodedata
from itertools import zip_longest

_LETTER = re.compile(r".[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f]*", re.DOTALL)


def difference(one: str, other: str) -> str:
    """How the first name differs from the second, at the first letter that does; nothing where none does."""
    pairs = zip_longest(_LETTER.findall(one), _LETTER.findall(other), fillvalue="")
    own, others = next(((own, others) for own, others in pairs if own != others), ("", ""))
    if own == others:
        return ""
    if unicodedata.normalize("NFC", own).casefold() != unicodedata.normalize("NFC", others).casefold():
        return f"in spelling: {_spelt(own)} here, {_spelt(others)} there"
    if own.casefold() == others.casefold():
        return f"by capitals: `{own}` here, `{others}` there"
    return f"by the form of `{own}`: {_spelt(own)} here, {_spelt(others)} there"


def _spelt(letter: str) -> str:
    """A letter as its characters: `é` may be one or two."""
    codes = " ".join(f"U+{ord(character):04X}" for character in letter)
    many = f"{len(letter)} characters" if len(letter) > 1 else "one character" if letter else "nothing"
    return f"{many} ({codes})" if letter else many
