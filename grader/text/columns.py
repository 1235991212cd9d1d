"""How many columns of a terminal a text takes, and how to show it without harm."""

import unicodedata
from functools import cache

_WIDE = frozenset("WF")
_JOINERS = "\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH JOINER}"  # of letters in many scripts, and of emoji
_WITHOUT_WIDTH = frozenset(("Mn", "Me", "Cf"))


def width(text: str) -> int:
    """The columns that `text` takes: two for a wide character, none for an accent on its own."""
    if text.isascii():
        return len(text)
    return sum(_columns(character) for character in text)


def visible(text: str) -> str:
    """`text` on one line, with controls and direction marks replaced by signs that do nothing."""
    if text.isprintable():
        return text
    return "".join(map(_visible_character, text))


def beginning(text: str, longest: int, lines: int) -> str:
    """The beginning of `text`, of so many characters and lines at most."""
    return "\n".join(text[:longest].split("\n", lines)[:lines])


@cache
def _columns(character: str) -> int:
    if unicodedata.category(character) in _WITHOUT_WIDTH:
        return 0
    return 2 if unicodedata.east_asian_width(character) in _WIDE else 1


def _visible_character(character: str) -> str:
    if character.isprintable() or character in _JOINERS:
        return character
    if character in "\t\N{NO-BREAK SPACE}\N{IDEOGRAPHIC SPACE}":
        return " "
    if character < " ":
        return chr(0x2400 + ord(character))  # the "control pictures", such as ␛ for escape
    return "\N{REPLACEMENT CHARACTER}"
