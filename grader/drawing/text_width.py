"""How wide a text is when it is set in an ordinary sans-serif type."""

from __future__ import annotations

from grader.text.columns import width

# Shares of the type size, a little generous, so that the widest of the usual faces fits too.
_SHARES = {
    **dict.fromkeys("iIjl'|.,:;! ", 0.34),
    **dict.fromkeys('ft()[]{}/-r"*', 0.42),
    **dict.fromkeys("mwMWQO@%", 0.92),
    **dict.fromkeys("ABCDEFGHJKLNPRSTUVXYZ=+~<>−∞&#", 0.7),
}
_USUAL = 0.6
_BY_COLUMNS = {0: 0.0, 1: 0.75, 2: 1.05}  # characters beyond the table, by the columns of a terminal


def text_width(text: str, size: float) -> float:
    """The width of `text` in type of that size, in the same unit."""
    return size * sum(_SHARES[letter] if letter in _SHARES else _share(letter) for letter in text)


def _share(letter: str) -> float:
    return _USUAL if letter.isascii() else _BY_COLUMNS[width(letter)]
